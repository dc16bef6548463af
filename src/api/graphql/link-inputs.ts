import type { InputRef } from '@pothos/core';
import type { Link, Links } from '../../domain/fields/link-input.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import { capitalized, withArticle } from '../../domain/text.ts';
import type { Context } from '../../kinds/context.ts';
import { builder } from './builder.ts';
import { nameOf, RecordRefInput, type RefInput, refFields, refOf } from './inputs.ts';
import { namedInput } from './types.ts';

interface LinkInput extends RefInput {
  create?: object | null;
  upsert?: object | null;
}

interface LinksInput {
  set?: LinkInput[] | null;
  named?: (string | number)[] | null;
  connect?: RefInput[] | null;
  create?: object[] | null;
  upsert?: object[] | null;
  disconnect?: RefInput[] | null;
}

interface LinkTypes {
  /** The linked kind, and its plural for people. */
  kind: string;
  plural: string;
  /** The input types for create and upsert. */
  create: InputRef<object>;
  upsert: InputRef<object>;
  /** The description of upsert. */
  upserting: string;
}

/** The input types that link a record to records of a kind. */
export function linkInputs({ kind, plural, create, upsert, upserting }: LinkTypes): void {
  const Kind = capitalized(kind);
  const one = withArticle(kind);
  const Link = builder.inputRef<LinkInput>(`${Kind}Link`).implement({
    description: `${capitalized(one)}, existing or new.`,
    isOneOf: true,
    fields: (t) => ({
      ...refFields(t),
      create: t.field({ type: create, description: 'A new record.' }),
      upsert: t.field({ type: upsert, description: upserting }),
    }),
  });
  namedInput<LinksInput>(`${Kind}Links`, {
    description: `Changes to the ${plural} of a record. Links that the caller may not see are kept.`,
    fields: (t) => ({
      set: t.field({
        type: [Link],
        description:
          'Replaces all of them with these, in this order. If omitted, they stay. Deleted terms are left out.',
      }),
      named: t.idList({
        description:
          'Replaces all of them with these, in this order, each by its `id`, `databaseId`, URL, slug or name. Case and accents of names do not matter, and a part of a name is enough if only one record has it.',
      }),
      connect: t.field({ type: [RecordRefInput], description: 'Adds these.' }),
      create: t.field({ type: [create], description: 'Adds new ones.' }),
      upsert: t.field({ type: [upsert], description: `Adds these. ${upserting}` }),
      disconnect: t.field({
        type: [RecordRefInput],
        description: 'Removes these. One that is not linked is ignored.',
      }),
    }),
  });
}

/** The input for a table, with links converted to the form of services. */
export const valuesFrom = <V extends object>(table: FieldTable, values: V, ctx: Pick<Context, 'links'>): V =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const type = table[key]?.kind.type;
      const links = value && typeof type === 'object' && 'links' in type;
      return [key, links ? linksFrom(type.links, value as LinksInput, ctx) : value];
    }),
  ) as V;

function linksFrom(kind: string, sent: LinksInput, ctx: Pick<Context, 'links'>): Links {
  const { set, named, connect, create, upsert, disconnect } = sent;
  const link = ({ create, upsert, ...ref }: LinkInput, at: number): Link => {
    if (create) return { create, at: ['set', at, 'create'] };
    return upsert ? { upsert, at: ['set', at, 'upsert'] } : { ref: refOf(kind, ref, ctx), at: ['set', at] };
  };
  return {
    ...((set || named) && {
      set: [
        ...(set ?? []).map(link),
        ...(named ?? []).map((text, at): Link => ({ ref: nameOf(kind, String(text), ctx), at: ['named', at] })),
      ],
    }),
    add: [
      ...(connect ?? []).map((ref, at): Link => ({ ref: refOf(kind, ref, ctx), at: ['connect', at] })),
      ...(create ?? []).map((values, at): Link => ({ create: values, at: ['create', at] })),
      ...(upsert ?? []).map((values, at): Link => ({ upsert: values, at: ['upsert', at] })),
    ],
    remove: (disconnect ?? []).map((ref) => refOf(kind, ref, ctx)),
  };
}
