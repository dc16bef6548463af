import { MOST_AT_ONCE, recordsInSlice } from '../../../domain/fields/slice.ts';
import { builder } from '../builder.ts';
import { COSTS } from '../costs.ts';
import { Event } from './event.ts';

/** The default number of related events. */
const RELATED = 5;

builder.objectField(Event, 'related', (t) =>
  t.field({
    type: [Event],
    args: {
      first: t.arg.int({
        defaultValue: RELATED,
        description: `Maximum number, up to ${MOST_AT_ONCE}.`,
      }),
    },
    description:
      'Other public events that have not ended: of other series the next one, of its own series none. Candidates are the next ten, or `first`, in or below each of its categories and at each of its venues. Those that share the most categories and venues with it come first, then the earliest; ties by id.',
    complexity: ({ first }) => ({ field: COSTS.related, multiplier: recordsInSlice({ first: first ?? RELATED }) }),
    resolve: ({ _id }, { first }, ctx) =>
      ctx.loaders.together(`related ${first}`, _id, (ids) => ctx.services.event.related(ids, first ?? RELATED, ctx)),
  }),
);
