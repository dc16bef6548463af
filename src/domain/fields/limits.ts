import { MOST_SIGNS, signsIn } from '../html.ts';
import { type Fault, fault, type Kind, type Limit, type WireSchema } from './kind.ts';

/**
 * The limits of every kind of field, at every API (behaviour §0.26, §0.24). A text is measured as the calendar understands it:
 * in REST with character references decoded, and where characters are counted, without the blanks around it.
 */
export const INPUT_LIMITS = {
  /** Titles, names, slugs, dates, and every other text without a limit of its own. */
  line: { characters: 1000 },
  /** Descriptions and excerpts. */
  html: { bytes: 500_000, signs: MOST_SIGNS },
  cost: { characters: 200 },
  /** Percent-encoded, as it is stored. */
  url: { characters: 2000 },
  /** A custom field of the kind `text`. */
  customText: { characters: 10_000 },
  /** The label of a custom field, and its choices. */
  label: { characters: 200 },
  choices: { values: 100, characters: 200 },
  /** Custom fields of a record. */
  customFields: { values: 64 },
  search: { characters: 200, words: 10 },
  /** Names of categories and tags. The recordings show that longer ones are refused. */
  termName: { characters: 200 },
  /** Ids and words. */
  list: { values: 200 },
  /** Starts beside a recurrence rule. */
  dates: { values: 500, characters: 100 },
  /** Terms that filter a list: ids, slugs or names. */
  terms: { values: 200, characters: 1000 },
  /** Terms of an event, by id or by name, which may be the name of a new one. */
  termLinks: { values: 200, characters: 200 },
  /** Records by id, or new ones. */
  records: { values: 200, inline: 50 },
} as const satisfies Record<string, Limit>;

const number = (count: number) => count.toLocaleString('en');

/** Why this many values are refused; undefined when they are not. */
export const tooMany = ({ values = Number.POSITIVE_INFINITY }: Limit, count: number): { fault: Fault } | undefined =>
  count > values ? fault('too_many_items', 'Must not be more than {0} values.', values) : undefined;

/**
 * Why a value exceeds its limit: a text that is too long, a list with too many values, or a list with such a text in it.
 * Undefined when it does not; other values always fit.
 */
export function excess(limit: Limit, value: unknown): { fault: Fault } | undefined {
  if (!Array.isArray(value)) return textExcess(limit, value);
  const many = tooMany(limit, value.length);
  const long = many ? undefined : value.find((item) => textExcess(limit, item));
  return many ?? textExcess(limit, long);
}

function textExcess({ characters, bytes, signs }: Limit, value: unknown) {
  if (typeof value !== 'string') return undefined;
  if (characters !== undefined && isLonger(value.trim(), characters))
    return fault('too_long', 'Must not be longer than {0} characters.', characters);
  if (bytes !== undefined && isLarger(value, bytes))
    return fault('too_long', 'Must not be longer than {0} bytes.', bytes);
  if (signs !== undefined && signsIn(value, signs) > signs)
    return fault('too_long', 'Must not have more than {0} of <, >, & and line breaks together.', signs);
  return undefined;
}

// A code point is one or two units of a string, and a unit is one to three bytes. So the length alone mostly decides.
const isLonger = (text: string, most: number) =>
  text.length > most && (text.length > 2 * most || [...text].length > most);

const isLarger = (text: string, most: number) =>
  3 * text.length > most && (text.length > most || new TextEncoder().encode(text).length > most);

/** The limit in words for people, as one sentence. */
export function limitInWords({ characters, bytes, signs, words, values, inline }: Limit): string {
  const parts = [
    values === undefined ? '' : `${number(values)} values`,
    inline === undefined ? '' : `${number(inline)} of them new records`,
    characters === undefined ? '' : `${number(characters)} characters${values === undefined ? '' : ' each'}`,
    words === undefined ? '' : `${number(words)} words`,
    bytes === undefined ? '' : `${number(bytes)} bytes`,
    signs === undefined ? '' : `${number(signs)} of <, >, & and line breaks`,
  ];
  return `At most ${parts.filter((part) => part !== '').join(', ')}.`;
}

/**
 * Adds the limit of a kind to its schema, for programs: the number of values to a list, the number of characters to a text. A
 * limit in bytes serves as well, since a text has at least as many bytes as characters. The schema has no place for the limits of
 * texts in lists.
 */
export function limited(schema: WireSchema, kind: Pick<Kind<unknown>, 'type' | 'limit'>): WireSchema {
  if (schema.anyOf) return { anyOf: schema.anyOf.map((form) => limited(form, kind)) };
  const { characters, bytes, values } = kind.limit;
  const types = [schema.type ?? 'string'].flat();
  const maxItems = types.includes('array') ? values : undefined;
  const maxLength = kind.type === 'String' && types.includes('string') ? (characters ?? bytes) : undefined;
  return {
    ...schema,
    ...(maxItems === undefined ? {} : { maxItems }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
}
