import type { InputRef } from '@pothos/core';
import { inKeys } from '../fields/describe.ts';
import type { Use } from '../fields/examine.ts';
import type { RecordRef } from '../fields/ref.ts';
import type { Field, FieldTable } from '../fields/table.ts';
import { builder } from './builder.ts';
import { LanguageEnum, PostStatus } from './scalars.ts';

// biome-ignore lint/suspicious/noExplicitAny: Pothos wants a type here that a table only knows by name
type AnyInput = any;

const types = new Map<string, AnyInput>([
  ['PostStatus', PostStatus],
  ['Language', LanguageEnum],
]);

/** Makes an input type known by its name, for the tables that name it. */
export function named<T extends InputRef<unknown>>(name: string, type: T): T {
  types.set(name, type);
  return type;
}

function typeOf({ kind }: Field): AnyInput {
  const isList = kind.input.startsWith('[');
  const name = kind.input.replace(/[[\]!]/g, '');
  if (kind.choices && !types.has(name)) {
    types.set(name, builder.enumType(name, { description: kind.choicesDescription, values: kind.choices }));
  }
  const type = types.get(name) ?? name;
  return isList ? [type] : type;
}

/** The input type of a table: its keys, its descriptions, and on create what it requires. */
export function inputFrom<V extends object>(
  name: string,
  table: FieldTable,
  use: Use,
  description: string,
): InputRef<V> {
  const type = builder.inputRef<V>(name);
  type.implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(table).map(([key, field]) => [
          key,
          t.field({
            type: typeOf(field),
            required: use === 'create' && field.required === true,
            description: inKeys(field.description),
          }),
        ]),
      ) as AnyInput,
  });
  return named(name, type as unknown as InputRef<unknown>) as unknown as InputRef<V>;
}

/** How an operation says which record it is about. */
export const RecordRefInput = builder.inputRef<RecordRef>('RecordRef').implement({
  description: 'Which record is meant: exactly one of its members. Categories and tags have slugs too.',
  fields: (t) => ({
    id: t.int({ description: 'Id of the record.' }),
    slug: t.string({ description: 'Slug of the record in any language.' }),
  }),
});
