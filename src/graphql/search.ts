import { recordsInSlice } from '../fields/slice.ts';
import type { Connection } from '../rules/connection.ts';
import { capitalized } from '../rules/text.ts';
import { builder } from './builder.ts';
import { connectionType } from './connections.ts';
import { asType, NodeWithTitle } from './node.ts';

/** Looking through all kinds and counting all that is found, in points of cost. */
const SEARCH_COST = 8000;

const Results = connectionType<object>({
  name: 'searchResult',
  one: 'record',
  plural: 'records of all kinds',
  type: NodeWithTitle as never,
});

builder.queryField('search', (t) =>
  t.field({
    type: Results,
    nullable: true,
    description:
      'The records of all kinds that the caller may see in lists, by what they say in the language of the request: first venues, organizers, categories and tags, each by name, then events that have not ended, by start, then those that have, the latest first.',
    args: {
      query: t.arg.string({
        required: true,
        description:
          'Every word of this text, or "phrase" in it, occurs in the record, and in no event a -word does. At most 200 characters, 10 words.',
      }),
      first: t.arg.int({
        description: 'How many records, from the beginning or after `after`; at most 100, 10 without it.',
      }),
      after: t.arg.string({ description: 'Only what comes after this cursor.' }),
    },
    complexity: (args) => ({ field: SEARCH_COST, multiplier: recordsInSlice(args) }),
    resolve: (_, args, ctx) =>
      ctx.loaders.once(`search ${JSON.stringify(args)}`, async (): Promise<Connection<object>> => {
        const { edges, ...found } = await ctx.services.search(args, ctx);
        return {
          ...found,
          edges: async () =>
            (await edges()).map(({ node: { kind, record }, cursor }) => ({
              node: asType(capitalized(kind), record),
              cursor,
            })),
        };
      }),
  }),
);
