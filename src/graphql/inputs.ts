import type { InputRef } from '@pothos/core';
import type { Context } from '../context.ts';
import { takenInKeys } from '../fields/describe.ts';
import type { Use } from '../fields/examine.ts';
import type { RecordRef } from '../fields/ref.ts';
import type { FieldTable } from '../fields/table.ts';
import { readNodeId } from '../rules/node-id.ts';
import { builder } from './builder.ts';
import { inputTypeOf, named } from './types.ts';

interface InputForm {
  table: FieldTable;
  use: Use;
  description: string;
  /** Whether several of it may be combined: with `and`, `or` and `not`. */
  combined?: true;
  /** Fields besides those of the table. */
  more?: (t: InputFields) => object;
}

type InputFields = Parameters<Parameters<ReturnType<typeof builder.inputRef<object>>['implement']>[0]['fields']>[0];

/** The input type of a table: its keys, its descriptions, and on create what it requires. */
export function inputFrom<V extends object>(
  name: string,
  { table, use, description, combined, more }: InputForm,
): InputRef<V> {
  const type = builder.inputRef<V>(name);
  type.implement({
    description,
    fields: (t) =>
      ({
        ...Object.fromEntries(
          Object.entries(table).map(([key, field]) => [
            key,
            t.field({
              type: inputTypeOf(field.kind),
              required: use === 'create' && field.required === true && field.instead === undefined,
              description: takenInKeys(field),
            }),
          ]),
        ),
        ...(combined && {
          and: t.field({ type: [type], description: 'All of these hold as well.' }),
          or: t.field({ type: [type], description: 'One of these holds as well.' }),
          not: t.field({ type, description: 'This does not hold.' }),
        }),
        ...more?.(t as never),
      }) as never,
  });
  return named(name, type as unknown as InputRef<unknown>) as unknown as InputRef<V>;
}

/** How an operation says which record it is about. */
export interface RefInput {
  id?: string | number | null;
  databaseId?: string | number | null;
  slug?: string | null;
  url?: string | null;
}

/** The members by which a record is named. */
export const refFields = (t: InputFields) => ({
  id: t.id({ description: 'Its `id`.' }),
  databaseId: t.id({ description: 'Its `databaseId`, as a number or as text.' }),
  slug: t.string({ description: 'Its slug in any language.' }),
  url: t.string({ description: 'The address of its page in any language, with or without the address of the site.' }),
});

export const RecordRefInput = builder.inputRef<RefInput>('RecordRef').implement({
  description: 'Which record is meant.',
  isOneOf: true,
  fields: (t) => refFields(t as never),
});

/** The argument of what is about one record. */
export const whichRecord = builder.args((t) => ({
  ref: t.field({ type: RecordRefInput, required: true, description: 'Which record is meant.' }),
}));

/** An image by one of its ids. */
export const ImageRefInput = builder.inputRef<Pick<RefInput, 'id' | 'databaseId'>>('ImageRef').implement({
  description: 'Which image is meant.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Its `id`.' }),
    databaseId: t.id({ description: 'Its `databaseId`, as a number or as text.' }),
  }),
});

/** The record of a kind that is meant, as services know it. What names a record of another kind names none. */
export function refOf(
  kind: string,
  { id, databaseId, slug, url }: RefInput,
  { links }: Pick<Context, 'links'>,
): RecordRef {
  if (databaseId != null) return { id: numberOf(String(databaseId)) };
  if (slug != null) return { slug };
  if (id != null) {
    const node = readNodeId(String(id));
    return node?.kind === kind ? { id: node.id } : { id: 0, said: 'this id' };
  }
  const page = links.recordAt(url ?? '');
  return page?.kind === kind ? page.ref : { id: 0, said: 'this address' };
}

/** The number that digits say; 0, which no record has, for everything else. */
const numberOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);
