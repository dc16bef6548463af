import { stripTags } from '../html.ts';
import { isDay } from '../iso.ts';
import { fallbackOrder, type Language, type PerLanguage, textIn } from '../language.ts';
import { asNumber, fault, type Kind, type Words, WRONG_TYPE } from './kind.ts';
import { boolean, word } from './kinds.ts';
import { INPUT_LIMITS } from './limits.ts';
import { plainUrl, text } from './text-kinds.ts';

export type CustomKind = 'text' | 'number' | 'boolean' | 'date' | 'url' | 'choice';

/** The kinds of values that custom fields take. */
export const CUSTOM_KIND = {
  name: 'CustomFieldKind',
  words: ['text', 'number', 'boolean', 'date', 'url', 'choice'],
  description: 'The kind of value of a custom field.',
  meanings: {
    text: 'Plain text in each language, up to 10,000 characters.',
    number: 'A number.',
    boolean: 'True or false.',
    date: 'A day: `2037-03-06`.',
    url: 'An absolute URL: http, https, ftp, mailto or tel.',
    choice: 'One of the `choices` of the field.',
  },
} as const satisfies Words<CustomKind>;

/** A field that an administrator added to the records of a kind. */
export interface CustomField {
  key: string;
  kind: CustomKind;
  /** At least one language has a label. None is empty. */
  label: PerLanguage<string>;
  /** The allowed values of a choice. */
  choices?: readonly string[];
}

/** The most fields that a kind of record may have. */
export const MOST_CUSTOM_FIELDS = 64;

/** Whether this may be the key of a field. Keys that begin with an underscore are those of the plug-in. */
export const isCustomKey = (key: string): boolean => /^(?:_ecp_custom_\d{1,40}|[a-z][a-z0-9_]{0,63})$/.test(key);

/** The label of a field in a language or the next best one; its key if it has none. */
export function labelIn({ label, key }: CustomField, language: Language): string {
  const found = fallbackOrder(language, language).find((each) => label[each] !== undefined);
  return (found && label[found]) ?? key;
}

/** The stored value of a field; for a text, the one in one language. */
export type CustomValue = string | number | boolean;

const NOT_A_DAY = fault('invalid_date', 'Must be a day, as in 2037-03-06.');

const day = (): Kind<string> => {
  const any = text();
  return {
    ...any,
    check(sent) {
      const value = sent.trim();
      return isDay(value) ? { value } : NOT_A_DAY;
    },
  };
};

const NOT_A_NUMBER = fault(WRONG_TYPE, 'Must be a number.');

const number = (): Kind<number> => ({
  type: 'Float',
  schema: { type: 'number' },
  limit: INPUT_LIMITS.line,
  read(wire) {
    const value = asNumber(wire);
    return value === undefined ? NOT_A_NUMBER : { value };
  },
});

/** What clients may send for a field, in text form, and what is stored of it. */
export function customValues({ kind, choices = [] }: CustomField): Kind<CustomValue> {
  const kinds = {
    text: () => text({ limit: INPUT_LIMITS.customText, zero: 'allowed' }),
    number,
    boolean,
    date: day,
    url: plainUrl,
    choice: () => word({ name: 'Choice', words: choices }),
  } as const satisfies Record<CustomKind, () => unknown>;
  return kinds[kind]() as Kind<unknown> as Kind<CustomValue>;
}

/** The prefix of custom fields among the texts of a record. No other text has a slash in its name. */
const PREFIX = 'custom/';

export const textKey = (key: string): string => `${PREFIX}${key}`;

/** Whether a text of a record belongs to a custom field. */
export const isCustomText = (key: string): boolean => key.startsWith(PREFIX);

/** What a record stores of custom fields: texts per language with all other texts, other values once. */
export interface Customized {
  custom?: Readonly<Record<string, CustomValue>>;
  text: PerLanguage<object>;
  original: Language;
}

type Texts = Record<string, string>;

/** Whether a record stores a value of any custom field, defined or not. */
export const hasCustom = ({ custom, text }: Customized): boolean =>
  custom !== undefined || Object.values(text).some((said) => Object.keys(said).some(isCustomText));

const TYPES: Readonly<Record<Exclude<CustomKind, 'text'>, string>> = {
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  url: 'string',
  choice: 'string',
};

/**
 * What a record shows for a field in a language. Undefined if it has no value, or one that does not fit the field as it is now.
 */
export function customIn(record: Customized, field: CustomField, language: Language): CustomValue | undefined {
  const { key, kind, choices } = field;
  if (kind === 'text')
    return textIn(record as { text: PerLanguage<Texts>; original: Language }, textKey(key), language) || undefined;
  const value = record.custom?.[key];
  if (typeof value !== TYPES[kind]) return undefined;
  if (kind === 'choice') return choices?.includes(String(value)) ? value : undefined;
  const isSound = kind === 'date' ? isDay(String(value)) : kind !== 'url' || URL.canParse(String(value));
  return isSound ? value : undefined;
}

/** The language of the text that a record shows for a field in the requested language; undefined for fields of other kinds. */
export const textLanguage = (
  { text, original }: Customized,
  { key, kind }: CustomField,
  language: Language,
): Language | undefined =>
  kind === 'text'
    ? fallbackOrder(language, original).find((each) => (text[each] as Texts | undefined)?.[textKey(key)] !== undefined)
    : undefined;

/** Stands for a line break while tags are removed, because a tag may go on in the next line. */
const BREAK = '\ue000';

/** The text without tags, line by line. */
const inLines = (text: string) =>
  stripTags(text.replaceAll(BREAK, '').replace(/\r\n?|\n/g, BREAK))
    .split(BREAK)
    .map((line) => line.trim())
    .join('\n')
    .trim();

/** The record with this value of a field; a text goes into this language. Null removes the value; an empty text hides the other languages. */
export function withCustom<R extends Customized>(
  record: R,
  { key, kind }: CustomField,
  value: CustomValue | null,
  language: Language,
): R {
  if (kind !== 'text') return withValue(record, key, value ?? undefined);
  const name = textKey(key);
  const said = { ...record.text[language], [name]: value === null ? '' : inLines(String(value)) };
  return { ...record, text: { ...record.text, [language]: said } };
}

/** The record with another value of a custom field that is no text; undefined removes it. */
export function withValue<R extends Customized>(record: R, key: string, value: CustomValue | undefined): R {
  const { [key]: _, ...others } = record.custom ?? {};
  const custom = value === undefined ? others : { ...others, [key]: value };
  return { ...record, custom: Object.keys(custom).length ? custom : undefined };
}

/** The most characters of a value that a search can find. */
export const LONGEST_FOUND = 200;

/** A facet that finds records by the value of a custom field. */
export type CustomFacet = `custom:${string}`;

/** The facet of a value. Texts have their own facets, because a field may change its kind. */
export const customFacet = (key: string, value: CustomValue, isText: boolean): CustomFacet =>
  `custom:${isText ? 'text:' : ''}${key}:${JSON.stringify(value)}`;

/** The facets of all stored values of a record, except those that are too long to search for. */
export function customFacets({ custom = {}, text }: Omit<Customized, 'original'>): CustomFacet[] {
  type Found = readonly [key: string, value: CustomValue, isText: boolean];
  const texts = Object.values(text as PerLanguage<Texts>).flatMap((said) =>
    Object.entries(said).flatMap(([name, value]): Found[] =>
      isCustomText(name) && value !== '' ? [[name.slice(PREFIX.length), value, true]] : [],
    ),
  );
  const others = Object.entries(custom).map(([key, value]): Found => [key, value, false]);
  const found = [...texts, ...others].filter(([, value]) => String(value).length <= LONGEST_FOUND);
  return [...new Set(found.map(([key, value, isText]) => customFacet(key, value, isText)))];
}
