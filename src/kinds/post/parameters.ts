import { flag, positiveInteger } from '../../domain/fields/kinds.ts';
import { type FieldTable, table } from '../../domain/fields/table.ts';

/** The REST parameters for lists of a linked kind, and how each translates to `where`. */
export const linkedParameters = ({ search, status, modifiedAfter, modifiedBefore }: FieldTable) =>
  table({
    search: search!,
    event: {
      kind: positiveInteger(),
      wire: 'event',
      asks: 'linkedBy',
      description: 'Only records that this event links to.',
    },
    hasEvents: {
      kind: flag(),
      wire: 'has_events',
      description: 'Only records with events; false: only records without any.',
    },
    onlyWithUpcoming: {
      kind: flag(),
      wire: 'only_with_upcoming',
      asks: 'hasUpcomingEvents',
      default: false,
      description: 'Only records that events which have yet to start link to.',
    },
    status: status!,
    modifiedAfter: modifiedAfter!,
    modifiedBefore: modifiedBefore!,
  });
