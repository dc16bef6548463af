import type { InputRef } from '@pothos/core';
import { deprecation, takenInKeys } from '../../domain/fields/describe.ts';
import type { Use } from '../../domain/fields/examine.ts';
import type { RecordRef } from '../../domain/fields/ref.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import { readNodeId } from '../../domain/node-id.ts';
import type { Context } from '../../kinds/context.ts';
import { builder } from './builder.ts';
import { inputTypeOf, named } from './types.ts';

interface InputForm {
  table: FieldTable;
  use: Use;
  description: string;
  /** Whether `and`, `or` and `not` can combine several. */
  combined?: true;
  /** Fields in addition to those of the table. */
  more?: (t: InputFields) => object;
}

type InputFields = Parameters<Parameters<ReturnType<typeof builder.inputRef<object>>['implement']>[0]['fields']>[0];

/** The input type of a table: its keys and descriptions, and on create its required fields. Kinds may refer to it by its name. */
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
              deprecationReason: deprecation(field),
            }),
          ]),
        ),
        ...(combined && {
          and: t.field({ type: [type], description: 'All of these must match too.' }),
          or: t.field({ type: [type], description: 'At least one of these must match too.' }),
          not: t.field({ type, description: 'This must not match.' }),
        }),
        ...more?.(t),
      }) as never,
  });
  named(type);
  // Pothos normalizes its shape, which makes it another type while `V` is a parameter.
  return type as unknown as InputRef<V>;
}

/** How an operation identifies a record. */
export interface RefInput {
  id?: string | number | null;
  databaseId?: string | number | null;
  slug?: string | null;
  url?: string | null;
}

/** The members that identify a record. */
export const refFields = (t: InputFields) => ({
  id: t.id({
    description: 'Its `id`. Its `databaseId`, and the URL of its page or only the path, mean the same here.',
  }),
  databaseId: t.id({ description: 'Its `databaseId`, as a number or as text.' }),
  slug: t.string({ description: 'Its slug in any language.' }),
  url: t.string({
    description:
      'The URL of its page in any language, or only the path. For reads, a URL with a former slug works too.',
  }),
});

export const RecordRefInput = builder.inputRef<RefInput>('RecordRef').implement({
  description: 'A record, by one of these.',
  isOneOf: true,
  fields: (t) => refFields(t),
});

/** The argument that identifies one record. */
export const whichRecord = builder.args((t) => ({
  ref: t.field({ type: RecordRefInput, required: true, description: 'The record to read.' }),
}));

/** An image by one of its ids. */
export const ImageRefInput = builder.inputRef<Pick<RefInput, 'id' | 'databaseId'>>('ImageRef').implement({
  description: 'An image, by one of these.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Its `id`.' }),
    databaseId: t.id({ description: 'Its `databaseId`, as a number or as text.' }),
  }),
});

/** Converts a reference to the form of services. A reference to a record of another kind matches none. */
export function refOf(
  kind: string,
  { id, databaseId, slug, url }: RefInput,
  { links }: Pick<Context, 'links'>,
): RecordRef {
  if (databaseId != null) {
    const found = numberOf(String(databaseId));
    return found > 0 ? { id: found } : { id: 0, sent: String(databaseId) };
  }
  if (slug != null) return { slug };
  if (id != null) {
    const text = String(id);
    const node = readNodeId(text);
    if (node?.kind === kind) return { id: node.id };
    if (numberOf(text) > 0) return { id: numberOf(text) };
    if (node || !text.includes('/')) return { id: 0, said: 'id' };
  }
  const page = links.recordAt(String(id ?? url ?? ''));
  if (page?.kind !== kind) return { id: 0, said: 'address' };
  return 'slug' in page.ref ? { ...page.ref, isAddress: true } : page.ref;
}

/** Converts what names a record in one text: its `id`, `databaseId`, URL, slug or name. */
export function nameOf(kind: string, text: string, ctx: Pick<Context, 'links'>): RecordRef {
  const ref = refOf(kind, { id: text }, ctx);
  return 'id' in ref && ref.said === 'id' && !readNodeId(text) ? { slug: text, isName: true } : ref;
}

/** Parses digits; 0, which no record has, for everything else. */
const numberOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);
