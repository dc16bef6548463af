import { mayUpdate } from '../../../domain/access.ts';
import { LONGEST_SLICE, recordsInSlice } from '../../../domain/fields/slice.ts';
import { builder } from '../builder.ts';
import { COSTS, LIST_LENGTH } from '../costs.ts';
import { Event } from './event.ts';

/** The default number of related events. */
const RELATED = 5;

builder.objectField(Event, 'related', (t) =>
  t.field({
    type: [Event],
    args: {
      first: t.arg.int({
        defaultValue: RELATED,
        description: `Maximum number, up to ${LONGEST_SLICE}.`,
      }),
    },
    description:
      'Other public events that have not ended: of other series the next one, of its own series none. Candidates are the next ten, or `first`, in or below each of its categories and at each of its venues. Those that share the most categories and venues with it come first, then the earliest; ties by id.',
    complexity: ({ first }) => ({ field: COSTS.related, multiplier: recordsInSlice({ first: first ?? RELATED }) }),
    resolve: ({ _id }, { first }, ctx) =>
      ctx.loaders.together(`related ${first}`, _id, (ids) => ctx.services.event.related(ids, first ?? RELATED, ctx)),
  }),
);

builder.objectField(Event, 'possibleDuplicates', (t) =>
  t.field({
    type: [Event],
    description:
      'For those who may change the event: others that are most likely the same, as another source tells of it. They start at the same moment, or all day on the same day (in its zone, in that of the site or in UTC); at the same venue, at venues of like names, or at most 200 m apart; and their titles differ only in case, accents, punctuation, a subtitle, the name of the venue or the kind of event. Titles with other numbers are of two events; without a venue, titles must be equal and long. The first 100 events of that moment are compared which the caller may see in lists. Nothing is ever merged. Empty if you may not change the event.',
    complexity: { field: COSTS.duplicates, multiplier: LIST_LENGTH },
    resolve: (event, _, ctx) =>
      mayUpdate(ctx.viewer, event)
        ? ctx.loaders.together('possible duplicates', event._id, (ids) =>
            ctx.services.event.possibleDuplicates(ids, ctx),
          )
        : [],
  }),
);
