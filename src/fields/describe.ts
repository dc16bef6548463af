import type { Use } from './examine.ts';
import type { Kind, Surroundings } from './kind.ts';
import { limitInWords } from './limits.ts';
import type { Field, FieldTable } from './table.ts';

/** An argument as self-description lists it; its type is a part of JSON Schema. */
export interface Argument {
  description: string;
  required: boolean;
  default?: string | number | boolean | null;
  type?: string | readonly string[];
  items?: object;
  format?: string;
  enum?: readonly string[];
  maxLength?: number;
  maxItems?: number;
}

/** A text about fields in the words of a door: in braces stands the key of another field of the same table. */
export const withFieldNames = (text: string, nameOf: (key: string) => string): string =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => nameOf(key));

/** What a field is in the words of a door, and the most that it takes where that is not a matter of course. */
const withLimit = ({ description, kind }: Described, nameOf: (key: string) => string): string =>
  [withFieldNames(description, nameOf), ...(isMeasured(kind) ? [limitInWords(kind.limit)] : [])].join(' ');

type Described = Pick<Field, 'description' | 'kind'>;

/** Whether people can reach the limit: with a text or a list, not with a number or a word of a few. */
const isMeasured = ({ type, list }: Kind<unknown>): boolean => type === 'String' || list === true;

/** The same limit for programs. Bytes are at least as many as characters; texts in lists have no place for theirs. */
function limitSchema({ limit, schema, ...kind }: Kind<unknown>): Pick<Argument, 'maxLength' | 'maxItems'> {
  const { characters, bytes, values } = limit;
  if (schema.type === 'array') return values === undefined ? {} : { maxItems: values };
  const maxLength = isMeasured({ limit, schema, ...kind }) && !kind.list ? (characters ?? bytes) : undefined;
  return maxLength === undefined ? {} : { maxLength };
}

/** What a field is in the words of GraphQL, which names fields by their keys: shown, or taken with its limit. */
export const inKeys = (text: string): string => withFieldNames(text, (key) => key);
export const takenInKeys = (field: Described): string => withLimit(field, (key) => key);

/** The arguments of a table by their names on the wire. Defaults that move with the clock need to know the moment. */
export const describe = (table: FieldTable, use: Use, surroundings?: Surroundings): Record<string, Argument> =>
  Object.fromEntries(
    Object.values(table).map((field) => {
      const shown = shownDefault(field, surroundings);
      const argument = {
        ...field.kind.schema,
        ...limitSchema(field.kind),
        description: withLimit(field, (key) => table[key]!.wire),
        ...(shown === undefined ? {} : { default: shown }),
        required: use === 'create' && field.required === true,
      };
      return [field.wire, argument];
    }),
  );

function shownDefault({ default: standard, silent }: Field, surroundings: Surroundings | undefined) {
  if (silent) return undefined;
  return typeof standard === 'function' ? surroundings && standard(surroundings) : standard;
}
