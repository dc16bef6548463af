import { boolean, choice, language, text, timeZone } from '../../fields/kinds.ts';
import { statuses } from '../../fields/lists.ts';
import { recordIds, termIds } from '../../fields/node-ids.ts';
import { searchField } from '../../fields/search.ts';
import { type PatchOf, table } from '../../fields/table.ts';
import { dateRange, dayOrMoment, idsWhere, near, postWhere, priceRange } from '../../fields/where.ts';
import { byList, type LinkList } from '../event-links.ts';

/** How an event lies to the moment. */
const WHENS = {
  upcoming: 'What has not ended: what is running, and what has yet to start.',
  running: 'What has started and has not ended.',
  past: 'What has ended.',
  all: 'Everything.',
} as const;

export type When = keyof typeof WHENS;

const DAY = 'A date without a time means its whole day.';

const date = (wire: string, description: string) =>
  ({ kind: dayOrMoment(), wire, description: `Only events that ${description} ${DAY}` }) as const;

const range = (wire: string, description: string) =>
  ({ kind: dateRange(), wire, description: `Only events that ${description} ${DAY}` }) as const;

type Linked = Record<
  `${LinkList}In` | `${LinkList}NotIn`,
  { kind: ReturnType<typeof recordIds>; wire: string; description: string }
>;

/** What connections of events are asked for by each kind that they link to. */
const linkedWhere = Object.assign(
  {},
  ...Object.values(
    byList(({ name, inEvents }) => ({
      [`${inEvents}In`]: {
        kind: recordIds(name),
        wire: `${name}_in`,
        description: `Only events that link one of these ${inEvents}, by \`id\` or \`databaseId\`.`,
      },
      [`${inEvents}NotIn`]: {
        kind: recordIds(name),
        wire: `${name}_not_in`,
        description: `Only events that link none of these ${inEvents}.`,
      },
    })),
  ),
) as Linked;

/** What connections of events are asked for. What is not asked filters nothing. */
export const eventWhere = table({
  ...idsWhere('event'),
  when: {
    kind: choice(
      {
        name: 'EventTime',
        words: Object.keys(WHENS) as When[],
        meanings: WHENS,
        description: 'How events lie to the minute of the request.',
      },
      'all',
    ),
    wire: 'when',
    description: 'Only events that lie so to the minute of the request.',
  },
  startsAfter: date('starts_after', 'start after this.'),
  startsBefore: date('starts_before', 'start before this.'),
  startsOnOrAfter: date('starts_on_or_after', 'start at this or after it.'),
  startsOnOrBefore: date('starts_on_or_before', 'start at this or before it.'),
  startsBetween: range('starts_between', 'start between these, both included.'),
  endsAfter: date('ends_after', 'end after this.'),
  endsBefore: date('ends_before', 'end before this.'),
  endsOnOrAfter: date('ends_on_or_after', 'end at this or after it.'),
  endsOnOrBefore: date('ends_on_or_before', 'end at this or before it.'),
  endsBetween: range('ends_between', 'end between these, both included.'),
  runsBetween: range('runs_between', 'are running at some time between these, both included.'),
  dateOverlaps: range('date_overlaps', 'take place between these for a second at least.'),
  onDate: {
    kind: dayOrMoment(),
    wire: 'on_date',
    description: 'Only events that take place at some time of this day, whenever they started.',
  },
  datesIn: {
    kind: timeZone(),
    wire: 'dates_in',
    description:
      'The time zone that dates without an offset beside this are meant in; without it, the one of the site.',
  },
  search: searchField(
    'Every word of this text, or "phrase" in it, occurs in the title, the excerpt or the description, and no -word does. Common words count only when there are no others.',
  ),
  categoriesIn: {
    kind: termIds('category'),
    wire: 'categories_in',
    description: 'Only events in one of these categories or below them: `id`, `databaseId`, slug or name of each.',
  },
  categoriesNotIn: {
    kind: termIds('category'),
    wire: 'categories_not_in',
    description: 'Only events in none of these categories, nor below them.',
  },
  withDescendants: {
    kind: boolean(),
    wire: 'with_descendants',
    description: 'Whether {categoriesIn} and {categoriesNotIn} mean the categories below as well; true without it.',
  },
  tagsIn: {
    kind: termIds('tag'),
    wire: 'tags_in',
    description: 'Only events with one of these tags: `id`, `databaseId`, slug or name of each.',
  },
  tagsNotIn: { kind: termIds('tag'), wire: 'tags_not_in', description: 'Only events with none of these tags.' },
  ...linkedWhere,
  near: { kind: near(), wire: 'near', description: 'Only events at a venue in this circle.' },
  city: {
    kind: text(),
    wire: 'city',
    description:
      'Only events at a venue in this city, as it is called in any language, without regard to case and accents.',
  },
  country: {
    kind: text(),
    wire: 'country',
    description:
      'Only events at a venue in this country: its name in one of our languages, or its code by ISO 3166-1. Beside {city}, the same venue lies in both.',
  },
  isFree: {
    kind: boolean(),
    wire: 'is_free',
    description: 'Only events whose cost says that there is nothing to pay; false for all others.',
  },
  price: {
    kind: priceRange(),
    wire: 'price',
    description: 'Only events whose lowest price lies in this range. What names no price in figures is in none.',
  },
  translatedInto: {
    kind: language(),
    wire: 'translated_into',
    description: 'Only events of which something is said in this language, the original among them.',
  },
  multiday: {
    kind: boolean(),
    wire: 'multiday',
    description: 'Only events that end on another day than they start, in their own zone, or that do not.',
  },
  allDay: { kind: boolean(), wire: 'all_day', description: 'Only events that last whole days, or that do not.' },
  timezone: { kind: text(), wire: 'timezone', description: 'Only events in this time zone, as it was sent.' },
  featured: { kind: boolean(), wire: 'featured', description: 'Only events that are featured, or that are not.' },
  sticky: { kind: boolean(), wire: 'sticky', description: 'Only events that stand out, or that do not.' },
  ...postWhere,
  status: {
    kind: statuses(),
    wire: 'status',
    description: 'Only events in these states. Without the edit right, publish.',
  },
});

export type EventWhere = PatchOf<typeof eventWhere>;

/** What connections of events are ordered by; ties by id, which is the order of creation. */
export const EVENT_ORDERS = {
  start: 'By start.',
  end: 'By end.',
  title: 'By title, in the language of the request.',
  modified: 'By the last change.',
  created: 'In the order in which they were created.',
  distance:
    'By how far the nearest venue that the caller may see is from the middle of `near`, which must stand in `where`; then by start. Not for the events of one record.',
  relevance:
    'By `search`, which must stand in `where`: what has all of it in its title, in the language of the request, comes before what has it elsewhere; then by start. Not for the events of one record.',
} as const;

export type EventOrder = keyof typeof EVENT_ORDERS;
