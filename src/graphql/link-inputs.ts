import type { InputRef } from '@pothos/core';
import type { Context } from '../context.ts';
import type { Link, Links } from '../fields/links.ts';
import type { FieldTable } from '../fields/table.ts';
import { capitalized } from '../rules/text.ts';
import { builder } from './builder.ts';
import { RecordRefInput, type RefInput, refFields, refOf } from './inputs.ts';
import { named } from './types.ts';

interface LinkInput extends RefInput {
  create?: object | null;
  upsert?: object | null;
}

interface LinksInput {
  set?: LinkInput[] | null;
  connect?: RefInput[] | null;
  create?: object[] | null;
  upsert?: object[] | null;
  disconnect?: RefInput[] | null;
}

interface LinkTypes {
  /** The kind that is linked to, and several of it in the words for people. */
  kind: string;
  plural: string;
  /** What creating takes, and what upserting takes. */
  create: InputRef<object>;
  upsert: InputRef<object>;
  /** What upserting does, for people. */
  upserting: string;
}

/** The input types by which a record names those of a kind that it links to. */
export function linkInputs({ kind, plural, create, upsert, upserting }: LinkTypes): void {
  const Kind = capitalized(kind);
  const one = `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
  const Link = builder.inputRef<LinkInput>(`${Kind}Link`).implement({
    description: `${capitalized(one)}, one that is there or a new one.`,
    isOneOf: true,
    fields: (t) => ({
      ...refFields(t as never),
      create: t.field({ type: create, description: 'A new one.' }),
      upsert: t.field({ type: upsert, description: upserting }),
    }),
  });
  named(
    `${Kind}Links`,
    builder.inputRef<LinksInput>(`${Kind}Links`).implement({
      description: `What becomes of the ${plural} of a record. What the caller may not see stays.`,
      fields: (t) => ({
        set: t.field({
          type: [Link],
          description:
            'These, in this order, instead of those that it has. Without it, those that it has. A term that is gone is left out.',
        }),
        connect: t.field({ type: [RecordRefInput], description: 'These besides.' }),
        create: t.field({ type: [create], description: 'New ones besides.' }),
        upsert: t.field({ type: [upsert], description: `These besides. ${upserting}` }),
        disconnect: t.field({
          type: [RecordRefInput],
          description: 'Not these. One that is not linked makes no difference.',
        }),
      }),
    }),
  );
}

/** What was sent for a table, with what links to records as services know it. */
export const valuesFrom = <V extends object>(table: FieldTable, values: V, ctx: Pick<Context, 'links'>): V =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const type = table[key]?.kind.type;
      const links = value && typeof type === 'object' && 'links' in type;
      return [key, links ? linksFrom(type.links, value as LinksInput, ctx) : value];
    }),
  ) as V;

function linksFrom(kind: string, sent: LinksInput, ctx: Pick<Context, 'links'>): Links {
  const { set, connect, create, upsert, disconnect } = sent;
  const link = ({ create, upsert, ...ref }: LinkInput, at: number): Link => {
    if (create) return { create, at: ['set', at, 'create'] };
    return upsert ? { upsert, at: ['set', at, 'upsert'] } : { ref: refOf(kind, ref, ctx), at: ['set', at] };
  };
  return {
    ...(set ? { set: set.map(link) } : {}),
    add: [
      ...(connect ?? []).map((ref, at): Link => ({ ref: refOf(kind, ref, ctx), at: ['connect', at] })),
      ...(create ?? []).map((values, at): Link => ({ create: values, at: ['create', at] })),
      ...(upsert ?? []).map((values, at): Link => ({ upsert: values, at: ['upsert', at] })),
    ],
    remove: (disconnect ?? []).map((ref) => refOf(kind, ref, ctx)),
  };
}
