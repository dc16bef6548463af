import { costText, joinedCost } from '../cost.ts';
import { decodeHtml, stripTags } from '../html.ts';
import { sentSlug } from '../slug.ts';
import { asText, fault, isBlank, isNone, type Kind, type Limit, type Reading, WRONG_TYPE } from './kind.ts';
import { excess, INPUT_LIMITS } from './limits.ts';

export const NOT_TEXT = fault(WRONG_TYPE, 'Must be text.');

// Half of a surrogate pair is not a character, and NUL ends texts in some stores.
const BROKEN = /\p{Surrogate}|\0/u;

export const readText = (wire: unknown) => {
  if (isNone(wire)) return { value: null };
  const text = asText(wire);
  return text === undefined ? NOT_TEXT : { value: text };
};

/** Reads an address or a name. What the host takes for an empty one means none. */
export const readPlain = (wire: unknown): Reading<string> =>
  isBlank(wire) ? { value: null } : typeof wire === 'string' ? { value: wire } : NOT_TEXT;

const BROKEN_TEXT = fault('invalid_text', 'Must be valid Unicode text without NUL.');

interface TextForm {
  /** The limit of the text. By default, that of a line. */
  limit?: Limit;
  /** In most fields the host takes the text `0` for an empty one, and clients know that. So it is refused unless allowed. */
  zero?: 'allowed';
  /** For what programs compare: no character is changed, so a tab or a line break is refused. */
  exact?: true;
}

/** Any text; numbers and booleans count as their text form. */
export const text = ({ limit = INPUT_LIMITS.line, zero }: TextForm = {}): Kind<string> => ({
  type: 'String',
  schema: { type: 'string' },
  limit,
  read: readText,
  check(value) {
    if (value === '0' && zero !== 'allowed') return fault('empty', 'Must not be empty, and 0 counts as empty.');
    return BROKEN.test(value) ? BROKEN_TEXT : { value };
  },
});

/** The same kind, with good values brought into one form. */
const normalized = <V>(kind: Kind<V>, normalize: (value: V) => V): Kind<V> => ({
  ...kind,
  check(value, surroundings) {
    const reading: Reading<V> = kind.check?.(value, surroundings) ?? { value };
    return 'fault' in reading || reading.value == null ? reading : { value: normalize(reading.value) };
  },
});

const NOT_A_LINE = fault('invalid_text', 'Must be one line, without control characters.');
const CONTROL = /\p{Cc}/u;

/** A tab or a line break, with the blanks around it, as one blank. */
const joinLines = (text: string) =>
  text.trim().replace(/[^\S\v\f]+/g, (blanks) => (/[\t\r\n]/.test(blanks) ? ' ' : blanks));

/**
 * Text of one line. Blanks around it do not count, a tab or a line break is a blank, and other control characters are refused
 * (behaviour §0.36, §0.48).
 */
export const line = (form: TextForm = {}): Kind<string> => {
  const any = text(form);
  return {
    ...any,
    check(value, surroundings) {
      const joined = form.exact ? value.trim() : joinLines(value);
      return CONTROL.test(joined) ? NOT_A_LINE : any.check!(joined, surroundings);
    },
  };
};

/** A line that is HTML text on the wire of REST: character references are decoded once. GraphQL takes it as it is. */
export const markup = (form: TextForm = {}): Kind<string> =>
  fromWire(line(form), (text) => ({ value: decodeHtml(text) }));

const fromWire = (kind: Kind<string>, understand: (text: string) => Reading<string>): Kind<string> => ({
  ...kind,
  read(wire) {
    const reading = kind.read(wire);
    return 'value' in reading && reading.value != null ? understand(reading.value) : reading;
  },
});

/**
 * Reads a term's name from the wire of REST: the text without its tags, then references decoded once (behaviour §0.39). Tags
 * alone are as blank as white space.
 */
export const readTermName = (text: string): Reading<string> =>
  CONTROL.test(joinLines(text)) ? NOT_A_LINE : { value: text && (decodeHtml(stripTags(text)) || ' ') };

/** The name of a term, with single blanks. GraphQL takes it as it is. */
export const termName = (): Kind<string> =>
  fromWire(
    normalized(line({ limit: INPUT_LIMITS.termName }), (name) => name.replace(/\s+/g, ' ')),
    readTermName,
  );

/** The readable part of an address, as it is stored. A text that leaves nothing, such as `™ ®`, counts as empty. */
export const slug = (): Kind<string> => normalized(text(), sentSlug);

// ASCII only, as in the reference: hosts and paths in other scripts come percent-encoded.
const URL_TEXT = /^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i;
const SCHEME = /^(?:(?:https?|ftp):\/\/[^/?#]+|mailto:|tel:)/i;

/** Whether the text is an absolute address that may stand in a link. */
export const isUrl = (text: string): boolean => URL_TEXT.test(text) && SCHEME.test(text) && URL.canParse(text);

/** Whether the text is an absolute address of the web. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

const NOT_A_URL = fault('invalid_url', 'Must be an absolute http, https, ftp, mailto or tel address.');

/** The address with characters percent-encoded that can end an attribute, or that RFC 3986 does not allow. */
const encoded = (address: string) => address.replace(/["<>\\^`{|}]/g, encodeURIComponent);

/** An absolute address: http, https, ftp, mailto or tel. */
export const plainUrl = (): Kind<string> => ({
  type: 'String',
  shownAs: 'Url',
  schema: { type: 'string' },
  limit: INPUT_LIMITS.url,
  read: readPlain,
  check(value) {
    const kept = encoded(value.trim());
    return excess(INPUT_LIMITS.url, kept) ?? (isUrl(kept) ? { value: kept } : NOT_A_URL);
  },
});

const NOT_AN_ORIGIN = fault(
  'invalid_url',
  'Must be the address of a site, such as https://example.com, without a path.',
);

/** The origin of a site (RFC 6454): http or https, without a path, a user or a password. */
export const webOrigin = (): Kind<string> => ({
  ...plainUrl(),
  check(value) {
    const { origin, href } = isWebAddress(value) ? new URL(value) : { origin: '', href: value };
    return href === `${origin}/` ? { value: origin } : NOT_AN_ORIGIN;
  },
});

/** An absolute address, as HTML text on the wire of REST. */
export const url = (schema: 'string' | 'untyped' = 'string'): Kind<string> => ({
  ...fromWire(plainUrl(), (text) => ({ value: decodeHtml(text) })),
  schema: schema === 'string' ? { type: 'string' } : {},
});

const NOT_AN_EMAIL = fault('invalid_email', 'Must not contain quotes or angle brackets.');

/** A line with one or more addresses of mailboxes: anything that cannot end an attribute (behaviour §0.36). */
export const email = (): Kind<string> => {
  const any = line({ zero: 'allowed' });
  return {
    ...any,
    check: (value, surroundings) => (/["<>]/.test(value) ? NOT_AN_EMAIL : any.check!(value, surroundings)),
  };
};

/** A line with a price in words or figures; lists and numbers count as their text. */
export const cost = (): Kind<string> => ({
  ...normalized(line({ limit: INPUT_LIMITS.cost, zero: 'allowed' }), costText),
  schema: {},
  typed: { type: ['string', 'number'] },
  read(wire) {
    const text = joinLines(joinedCost(wire));
    return CONTROL.test(text) ? NOT_A_LINE : { value: costText(text) || null };
  },
});
