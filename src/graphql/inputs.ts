import type { InputRef } from '@pothos/core';
import { takenInKeys } from '../fields/describe.ts';
import type { Use } from '../fields/examine.ts';
import type { RecordRef } from '../fields/ref.ts';
import type { FieldTable } from '../fields/table.ts';
import { builder } from './builder.ts';
import { inputTypeOf, named } from './types.ts';

/** The input type of a table: its keys, its descriptions, and on create what it requires. */
export function inputFrom<V extends object>(
  name: string,
  { table, use, description }: { table: FieldTable; use: Use; description: string },
): InputRef<V> {
  const type = builder.inputRef<V>(name);
  type.implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(table).map(([key, field]) => [
          key,
          t.field({
            type: inputTypeOf(field.kind),
            required: use === 'create' && field.required === true,
            description: takenInKeys(field),
          }),
        ]),
      ) as never,
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
