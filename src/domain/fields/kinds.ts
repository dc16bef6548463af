import { decodeHtml } from '../html.ts';
import { readDateTime } from '../iso.ts';
import { LANGUAGES, type Language } from '../language.ts';
import { readNodeId } from '../node-id.ts';
import { STATUSES, type Status } from '../status.ts';
import { type Instant, isZone, readTime, toWall } from '../time.ts';
import { isUploadToken } from '../upload.ts';
import {
  asNumber,
  asPositive,
  asText,
  fault,
  isNone,
  type Kind,
  LARGEST_INT,
  RECORD_BY_ID,
  type Words,
  WRONG_TYPE,
} from './kind.ts';
import { INPUT_LIMITS } from './limits.ts';
import { isUrl, NOT_TEXT, plainUrl, readPlain, readText } from './text-kinds.ts';

const NOT_POSITIVE = fault('invalid_number', 'Must be a whole number from {0}.', 1);

/** A whole number above zero. A number above `most` means `most`. */
export const positiveInteger = (most = LARGEST_INT): Kind<number> => ({
  type: 'Int',
  schema: { type: 'integer' },
  limit: INPUT_LIMITS.line,
  read(wire) {
    if (wire === null) return { value: null };
    const value = asPositive(wire);
    return value === undefined ? NOT_POSITIVE : { value };
  },
  check: (value) => (value > 0 ? { value: Math.min(value, most) } : NOT_POSITIVE),
});

/** The id of another record, or 0, which means none. */
export const idOrZero = (): Kind<number> => ({
  ...positiveInteger(),
  read: (wire) =>
    isNone(wire) || wire === '' || asNumber(wire) === 0 ? { value: null } : positiveInteger().read(wire),
  check: (value) => (value >= 0 ? { value } : NOT_POSITIVE),
});

/** The id of the parent record; 0 for records at the top. */
export const parentId = (): Kind<number> => ({
  ...idOrZero(),
  read: (wire) => (asNumber(wire) === 0 ? { value: 0 } : positiveInteger().read(wire)),
});

/** A number between two bounds. */
export const number = (min: number, max: number): Kind<number> => {
  const outside = fault(WRONG_TYPE, 'Must be a number from {0} to {1}.', min, max);
  return {
    type: 'Float',
    schema: { type: 'number', format: 'double' },
    limit: INPUT_LIMITS.line,
    read(wire) {
      if (isNone(wire) || wire === '') return { value: null };
      const value = asNumber(wire);
      return value === undefined ? outside : { value };
    },
    check: (value) => (value >= min && value <= max ? { value } : outside),
  };
};

/** A whole number between two bounds; every other number is refused. */
export const wholeNumber = (min: number, max: number): Kind<number> => {
  const outside = fault('out_of_range', 'Must be a whole number from {0} to {1}.', min, max);
  const any = number(min, max);
  return {
    ...any,
    type: 'Int',
    schema: { type: 'integer' },
    read(wire) {
      const reading = any.read(wire);
      return 'fault' in reading ? outside : reading;
    },
    check: (value) => (Number.isInteger(value) && value >= min && value <= max ? { value } : outside),
  };
};

const TRUE_OR_FALSE = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** true, false, 1 and 0, as JSON or as text in any case; everything else is refused. */
export const boolean = (): Kind<boolean> => ({
  type: 'Boolean',
  schema: { type: 'boolean' },
  limit: INPUT_LIMITS.line,
  read(wire) {
    if (wire === null) return { value: null };
    const value = TRUE_OR_FALSE.get(asText(wire)?.toLowerCase() ?? '');
    return value === undefined ? fault(WRONG_TYPE, 'Must be true or false.') : { value };
  },
});

const TRUTHY = new Set(['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true']);

/**
 * A loose switch: `1 enable enabled on y yes true` in any case mean true, any other text means false. Untyped, it takes any
 * value.
 */
export const flag = (schema: 'string' | 'untyped' = 'untyped'): Kind<boolean> => ({
  type: 'Boolean',
  schema: schema === 'string' ? { type: 'string' } : {},
  limit: INPUT_LIMITS.line,
  read(wire) {
    if (wire === null) return { value: null };
    const text = asText(wire);
    if (text === undefined && schema === 'string') return NOT_TEXT;
    return { value: TRUTHY.has((text ?? '').trim().toLowerCase()) };
  },
});

const NOT_A_DATE = fault('invalid_date', 'Must be a date and time, such as 2026-12-24 10:00.');

/** A time in a format that the manual of PHP's strtotime defines, in ISO 8601, as `YYYYMMDD`, or as a Unix time stamp. */
export const time = (schema: 'string' | 'untyped' = 'string'): Kind<string> => ({
  type: 'String',
  schema: schema === 'string' ? { type: 'string' } : {},
  limit: INPUT_LIMITS.line,
  read: readText,
  check: (value, { now, zone }) => (readTime(value, zone, now) ? { value } : NOT_A_DATE),
  // A relative time means something else tomorrow, so the time it means now is stored.
  keep: (value, { now, zone }) => toWall(readTime(value, zone, now)!.at, zone),
});

/** The same, in UTC unless it carries an offset. */
export const utcTime = (): Kind<string> => {
  const any = time();
  return { ...any, check: (value, { now }) => any.check!(value, { now, zone: 'UTC' }) };
};

/** A moment, to the second. Only GraphQL takes it. */
export const moment = (): Kind<Instant> => ({
  type: 'DateTime',
  schema: { type: 'string', format: 'date-time' },
  limit: INPUT_LIMITS.line,
  read(wire) {
    const at = typeof wire === 'string' ? readDateTime(wire) : undefined;
    return wire === null || at !== undefined ? { value: at ?? null } : NOT_A_DATE;
  },
});

/** The way the host writes "no date": on an update it counts as not sent. */
export const ZERO_DATE = '0000-00-00 00:00:00';

const NOT_A_ZONE = fault('invalid_timezone', 'Must be the name of a time zone.');

/** An IANA zone name in any case, an abbreviation, or a fixed offset such as `UTC+5.5`. */
export const timeZone = (): Kind<string> => ({
  type: 'String',
  schema: { type: 'string' },
  limit: INPUT_LIMITS.line,
  read: readPlain,
  check: (value) => (isZone(value.trim()) ? { value: value.trim() } : NOT_A_ZONE),
});

const NOT_AN_IMAGE = fault('invalid_image', 'Must be the id of an image or an absolute http(s) address.');
const isImageUrl = (text: string) => /^https?:\/\/[^/?#]+/i.test(text) && isUrl(text);

/**
 * The id of an image, or its absolute http(s) address; also the object as it was read. `orZero` also takes 0, which means none.
 */
export const image = ({ orZero = false } = {}): Kind<string> => ({
  type: 'String',
  schema: { type: 'string' },
  typed: { anyOf: [{ type: ['string', 'integer'] }, RECORD_BY_ID, { type: 'boolean', const: false }] },
  limit: INPUT_LIMITS.url,
  read(wire) {
    if (isNone(wire) || wire === false || wire === '') return { value: null };
    if (typeof wire === 'object') {
      const id = asPositive((wire as { id?: unknown }).id);
      return id === undefined ? NOT_AN_IMAGE : { value: String(id) };
    }
    const text = typeof wire === 'boolean' ? undefined : asText(wire);
    // REST does not know the ids that GraphQL gives.
    return text === undefined || readNodeId(text) ? NOT_AN_IMAGE : { value: decodeHtml(text.trim()) };
  },
  check(sent) {
    const value = sent.trim();
    if (orZero && asNumber(value) === 0) return { value: null };
    const node = readNodeId(value);
    const id = node?.kind === 'image' ? node.id : asPositive(value);
    if (id !== undefined) return { value: String(id) };
    // The service knows which files the request brought.
    if (isUploadToken(value)) return { value };
    return isImageUrl(value) ? { value } : NOT_AN_IMAGE;
  },
});

const NOT_AN_ADDRESS = fault('invalid_image', 'Must be an absolute http(s) address.');

/** The absolute http(s) address of an image, kept as other addresses are. */
export const imageAddress = (): Kind<string> => ({
  ...plainUrl(),
  check(sent, surroundings) {
    const reading = plainUrl().check!(sent, surroundings);
    return 'value' in reading && isImageUrl(reading.value!) ? reading : NOT_AN_ADDRESS;
  },
});

/** A file of the request, by its token. */
export const upload = (): Kind<string> => {
  const one = (value: unknown) =>
    typeof value === 'string' && isUploadToken(value)
      ? { value }
      : fault(WRONG_TYPE, 'Must be a file that comes with the request.');
  return { type: { input: 'Upload' }, schema: { type: 'string' }, limit: INPUT_LIMITS.line, read: one, check: one };
};

/** A post status, in lower case. */
export const status = (): Kind<Status> => ({
  type: { name: 'PostStatus', words: STATUSES },
  schema: { type: 'string' },
  limit: INPUT_LIMITS.line,
  read: (wire) =>
    wire === null || STATUSES.includes(wire as Status)
      ? { value: wire as Status | null }
      : fault('invalid_status', 'Must be one of {0}.', STATUSES.join(', ')),
});

/** One word from a fixed set; any other word means `otherwise`. */
export const choice = <V extends string>(type: Words<V>, otherwise: V): Kind<V> => ({
  type,
  schema: { type: 'string' },
  limit: INPUT_LIMITS.line,
  read(wire) {
    const word = asText(wire)?.trim().toLowerCase();
    if (!word) return fault(WRONG_TYPE, 'Must be a word.');
    return { value: type.words.find((each) => each === word) ?? otherwise };
  },
});

/** One word from a fixed set, as it is; every other value is refused. */
export const word = <V extends string>(type: Words<V>): Kind<V> => ({
  type,
  schema: { type: 'string', enum: type.words },
  limit: INPUT_LIMITS.line,
  read: (wire) =>
    type.words.includes(wire as V)
      ? { value: wire as V }
      : fault('not_in_enum', 'Must be one of {0}.', type.words.join(', ')),
});

/** One of the content languages. */
export const language = (): Kind<Language> => word({ name: 'Language', words: LANGUAGES });
