import { recordsInSlice } from '../../domain/fields/slice.ts';
import { capitalized } from '../../domain/text.ts';
import type { Connection } from '../../kinds/shared/connection.ts';
import { builder } from './builder.ts';
import { connectionType } from './connections.ts';
import { COSTS, type Points } from './costs.ts';
import { asType, NodeWithTitle } from './node.ts';

const Results = connectionType<object>({
  name: 'searchResult',
  one: 'record',
  plural: 'records of all kinds',
  type: NodeWithTitle,
});

builder.queryField('search', (t) =>
  t.field({
    type: Results,
    nullable: true,
    description:
      'Searches the texts of all kinds of records that the caller may see in lists, in the language of the request. First come venues, organizers, categories and tags, each by name, then events that have not ended, by start, then those that have, the latest first.',
    args: {
      query: t.arg.string({
        required: true,
        description:
          'Every word and "phrase" of this text occurs in the record. Events with a -word are left out. At most 200 characters, 10 words.',
      }),
      first: t.arg.int({
        description: 'Number of records from the beginning, or after `after`; at most 100. Default: 10.',
      }),
      after: t.arg.string({ description: 'Only records after this cursor.' }),
    },
    complexity: (args): Points => ({
      field: COSTS.searchAll,
      records: recordsInSlice(args),
      total: COSTS.dearTotal,
    }),
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
