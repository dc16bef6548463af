import { flag, markup, positiveInteger, status, text, time } from '../../fields/kinds.ts';
import { statuses } from '../../fields/lists.ts';
import { table } from '../../fields/table.ts';
import { renderHtml } from '../../rules/html.ts';
import type { Html } from './record.ts';

/** What is kept of HTML: the source, and what is shown of it. */
export const html = (raw: string): Html => ({ raw, html: renderHtml(raw) });

/** Titles and names: long enough for every poster, short enough for every list. */
export const TITLE = markup({ max: 1000 });

/** The fields that events, venues and organizers share. */
export const postFields = table({
  author: {
    kind: positiveInteger(),
    wire: 'author',
    description: 'Id of the user the record belongs to. Without it, the caller.',
  },
  date: {
    kind: time(),
    wire: 'date',
    description: 'Publication date, in the time zone of the site unless it carries an offset.',
  },
  dateUtc: { kind: time(), wire: 'date_utc', description: 'Publication date in UTC.' },
});

/** The state of a post. */
export const statusField = table({
  status: {
    kind: status(),
    wire: 'status',
    description: 'publish, future, draft, pending, private, or trash, which is what deleting makes of it.',
  },
});

/** What lists of venues and of organizers are filtered by. */
export const linkedFilters = table({
  search: {
    kind: text(),
    wire: 'search',
    description: 'Every word of this text occurs in the name, the description or another text of the record.',
  },
  event: { kind: positiveInteger(), wire: 'event', description: 'Only what this event is linked to.' },
  hasEvents: {
    kind: flag(),
    wire: 'has_events',
    description: 'Only what events are linked to; false for only what none is.',
  },
  onlyWithUpcoming: {
    kind: flag(),
    wire: 'only_with_upcoming',
    default: false,
    description: 'Only what events that have yet to start are linked to.',
  },
  status: {
    kind: statuses(),
    wire: 'status',
    description: 'Only records in these states. Without the edit right, publish.',
  },
});
