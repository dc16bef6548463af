import type { Use } from './examine.ts';
import type { Surroundings, WireSchema } from './kind.ts';
import { limited, limitInWords } from './limits.ts';
import type { Field, FieldTable } from './table.ts';

/** An argument as self-description lists it; its type is a part of JSON Schema. */
export interface Argument extends Pick<WireSchema, 'type' | 'format' | 'items' | 'enum' | 'maxLength' | 'maxItems'> {
  description: string;
  required: boolean;
  default?: string | number | boolean | null;
}

/** A text about fields in the words of an API. Each key of a field of the same table, in braces, becomes its name there. */
export const withFieldNames = (text: string, nameOf: (key: string) => string): string =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => nameOf(key));

/** The same in the words of GraphQL, which names fields by their keys. */
export const inKeys = (text: string): string => withFieldNames(text, (key) => key);

type Described = Pick<Field, 'description' | 'kind'>;

/** What a field takes, in the words of GraphQL. */
export const takenInKeys = (field: Described): string => taken(field, (key) => key);

/** Why GraphQL no longer recommends a field, if it does not. */
export const deprecation = ({ deprecated, instead = [] }: Field): string | undefined =>
  deprecated && `Use ${instead.map((key) => `\`${key}\``).join(' or ')}.`;

/** What a field takes, in the words of an API. Texts and lists also get their limit; other values cannot reach theirs. */
function taken({ description, kind }: Described, nameOf: (key: string) => string) {
  const text = withFieldNames(description, nameOf);
  return kind.type === 'String' || kind.list ? `${text} ${limitInWords(kind.limit)}` : text;
}

/** The arguments of a table by their names on the wire. Defaults that move with the clock need to know the moment. */
export const describe = (table: FieldTable, use: Use, surroundings?: Surroundings): Record<string, Argument> =>
  Object.fromEntries(
    Object.values(table).map((field) => {
      const shown = shownDefault(field, surroundings);
      const argument = {
        ...limited(field.kind.schema, field.kind),
        description: taken(field, (key) => table[key]!.wire),
        ...(shown === undefined ? {} : { default: shown }),
        required: use !== 'patch' && field.required === true,
      };
      return [field.wire, argument];
    }),
  );

function shownDefault({ default: standard, silent }: Field, surroundings: Surroundings | undefined) {
  if (silent) return undefined;
  return typeof standard === 'function' ? surroundings && standard(surroundings) : standard;
}
