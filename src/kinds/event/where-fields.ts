import { ATTENDANCE, EVENT_STATUS } from '../../domain/event-status.ts';
import { boolean, choice, language, positiveInteger, timeZone } from '../../domain/fields/kinds.ts';
import { statuses, words } from '../../domain/fields/lists.ts';
import { recordId, recordNames, termIds } from '../../domain/fields/node-ids.ts';
import { searchField } from '../../domain/fields/search.ts';
import { type PatchOf, table } from '../../domain/fields/table.ts';
import { text } from '../../domain/fields/text-kinds.ts';
import {
  dateRange,
  dayOrMoment,
  idsWhere,
  mapBox,
  near,
  postWhere,
  priceRange,
  slugIn,
  span,
} from '../../domain/fields/where.ts';
import type { When } from '../../domain/span-words.ts';
import { byList, type LinkList } from '../event-links.ts';

/** When an event takes place, relative to now. */
const WHENS = {
  upcoming: 'Events that have not ended: those that are running or have yet to start.',
  running: 'Events that have started but not ended.',
  past: 'Events that have ended.',
  all: 'Everything.',
} as const satisfies Record<When, string>;

const DAY = 'A date without a time means its whole day.';

const date = (wire: string, description: string) =>
  ({ kind: dayOrMoment(), wire, description: `Only events that ${description} ${DAY}` }) as const;

const range = (wire: string, description: string) =>
  ({ kind: dateRange(), wire, description: `Only events that ${description} ${DAY}` }) as const;

const NAMED =
  'Give the `id`, `databaseId`, slug or name of each; case and accents of names do not matter, and a part of a name is enough if nothing has just that name.';

type Linked = Record<
  `${LinkList}In` | `${LinkList}NotIn`,
  { kind: ReturnType<typeof recordNames>; wire: string; description: string }
>;

/** The filters of event connections for each linked kind. */
const linkedWhere = Object.assign(
  {},
  ...Object.values(
    byList(({ name, inEvents }) => ({
      [`${inEvents}In`]: {
        kind: recordNames(name),
        wire: `${name}_in`,
        description: `Only events that link to one of these ${inEvents}. ${NAMED}`,
      },
      [`${inEvents}NotIn`]: {
        kind: recordNames(name),
        wire: `${name}_not_in`,
        description: `Only events that link to none of these ${inEvents}.`,
      },
    })),
  ),
) as Linked;

/** The filters of event connections. Absent ones filter nothing. */
export const eventWhere = table({
  ...idsWhere('event'),
  slugIn,
  when: {
    kind: choice(
      {
        name: 'EventTime',
        words: Object.keys(WHENS) as When[],
        meanings: WHENS,
        description: 'When events take place, relative to the minute of the request.',
      },
      'all',
    ),
    wire: 'when',
    description: 'Only past, running or upcoming events, relative to the minute of the request.',
  },
  startsAfter: date('starts_after', 'start after this.'),
  startsBefore: date('starts_before', 'start before this.'),
  startsOnOrAfter: date('starts_on_or_after', 'start at or after this.'),
  startsOnOrBefore: date('starts_on_or_before', 'start at or before this.'),
  startsBetween: range('starts_between', 'start in this range, including both ends.'),
  endsAfter: date('ends_after', 'end after this.'),
  endsBefore: date('ends_before', 'end before this.'),
  endsOnOrAfter: date('ends_on_or_after', 'end at or after this.'),
  endsOnOrBefore: date('ends_on_or_before', 'end at or before this.'),
  endsBetween: range('ends_between', 'end in this range, including both ends.'),
  runsBetween: range('runs_between', 'are running at some time in this range, including both ends.'),
  dateOverlaps: range('date_overlaps', 'take place in this range for at least a second.'),
  onDate: {
    kind: dayOrMoment(),
    wire: 'on_date',
    description:
      'Only events that take place at some time of this day, whenever they started. All-day events count by their own dates, whatever their zone. An event that ends just as the day begins does not count.',
  },
  span: {
    kind: span(),
    wire: 'span',
    description:
      'Only events that take place at some time of this span, said in words. All-day events count by their own dates, whatever their zone. An event that ends just as the span begins does not count.',
  },
  datesIn: {
    kind: timeZone(),
    wire: 'dates_in',
    description: 'The time zone of the other dates in this filter that have no offset. Default: that of the site.',
  },
  search: searchField(
    'Only events with every word and "phrase" of this text in the title, the excerpt or the description, and without any -word. Common words count only if there are no others.',
  ),
  searchNames: {
    kind: boolean(),
    wire: 'search_names',
    description:
      'Whether {search} also looks for each word in the names, in any language, of the venues, organizers, categories and tags of events that the caller may see, and in the cities of venues. Default: false.',
  },
  categoriesIn: {
    kind: termIds('category'),
    wire: 'categories_in',
    description: `Only events in at least one of these categories or of those below them. ${NAMED}`,
  },
  categoriesNotIn: {
    kind: termIds('category'),
    wire: 'categories_not_in',
    description: 'Only events in none of these categories nor of those below them.',
  },
  withDescendants: {
    kind: boolean(),
    wire: 'with_descendants',
    description: 'Whether {categoriesIn} and {categoriesNotIn} include the categories below. Default: true.',
  },
  tagsIn: {
    kind: termIds('tag'),
    wire: 'tags_in',
    description: `Only events with one of these tags. ${NAMED}`,
  },
  tagsNotIn: { kind: termIds('tag'), wire: 'tags_not_in', description: 'Only events with none of these tags.' },
  ...linkedWhere,
  parent: {
    kind: recordId('event', positiveInteger()),
    wire: 'parent',
    description: 'Only events that belong to the event with this `id` or `databaseId`.',
  },
  seriesIn: {
    kind: recordNames('series'),
    wire: 'series',
    description: `Only occurrences of these series. ${NAMED}`,
  },
  seriesNotIn: {
    kind: recordNames('series'),
    wire: 'series_not_in',
    description: 'No occurrences of these series.',
  },
  inSeries: {
    kind: boolean(),
    wire: 'in_series',
    description: 'Only events that repeat; false: only events that do not.',
  },
  collapseSeries: {
    kind: boolean(),
    wire: 'collapse_series',
    description:
      'Whether to show each series once: of its public events, the first that the dates beside this let through. Other filters then apply to that event. Only at the top of a filter, beside at most one date or `when` from which events are shown, and none on or before which they end.',
  },
  hasCoordinates: {
    kind: boolean(),
    wire: 'has_coordinates',
    description: 'Only events with a venue that has coordinates and that the caller may see; false: only others.',
  },
  near: { kind: near(), wire: 'near', description: 'Only events at a venue in this circle.' },
  within: {
    kind: mapBox(),
    wire: 'within',
    description: 'Only events at a venue that the caller may see in this part of a map, including its edges.',
  },
  city: {
    kind: text(),
    wire: 'city',
    description:
      'Only events at a venue in this city. Its name may be in any language; case and accents do not matter.',
  },
  country: {
    kind: text(),
    wire: 'country',
    description:
      'Only events at a venue in this country: its name in one of our languages, or its ISO 3166-1 code. Together with {city}, the same venue must match both.',
  },
  isFree: {
    kind: boolean(),
    wire: 'is_free',
    description: 'Only events whose cost says that they are free; false: only others.',
  },
  price: {
    kind: priceRange(),
    wire: 'price',
    description: 'Only events whose lowest price lies in this range. Events without a price in digits are left out.',
  },
  translatedInto: {
    kind: language(),
    wire: 'translated_into',
    description: 'Only events with some text in this language, also if it is their original language.',
  },
  multiday: {
    kind: boolean(),
    wire: 'multiday',
    description:
      'true: only events that end on a later day than they start, in their own time zone; false: only others.',
  },
  allDay: { kind: boolean(), wire: 'all_day', description: 'true: only all-day events; false: only others.' },
  timezone: { kind: text(), wire: 'timezone', description: 'Only events in this time zone, as it was sent.' },
  featured: { kind: boolean(), wire: 'featured', description: 'Only featured events; false: only others.' },
  sticky: { kind: boolean(), wire: 'sticky', description: 'true: only events that stand out; false: only others.' },
  eventStatus: {
    kind: words(EVENT_STATUS),
    wire: 'event_status',
    description: 'Only events with one of these event statuses.',
  },
  isOnline: {
    kind: boolean(),
    wire: 'is_online',
    description: 'Only events that people can attend online, alone or besides; false: only others.',
  },
  attendance: {
    kind: words(ATTENDANCE),
    wire: 'attendance',
    description: 'Only events that people can attend in one of these ways.',
  },
  ...postWhere,
  status: {
    kind: statuses(),
    wire: 'status',
    description: 'Only events with one of these statuses. Without the right to edit, only publish.',
  },
});

export type EventWhere = PatchOf<typeof eventWhere>;

/** The orders of event connections. Ties are ordered by id, which is the order of creation. */
export const EVENT_ORDERS = {
  start: 'By start.',
  day: 'By start, as on a calendar: an all-day event starts and ends with its own dates, whatever its zone. So it does in `where`, except occurrences beside `collapseSeries`. The zone is that of the site, or `datesIn`. Only for `eventPage`.',
  end: 'By end.',
  title: 'By title, in the language of the request.',
  modified: 'By last change.',
  published: 'By the date of publication.',
  created: 'In order of creation.',
  distance:
    'By the distance between the centre of `near` and the nearest venue that the caller may see, then by start. `where` must contain `near`. Not for the events of one record.',
  relevance:
    'Events with all of `search` in their title, in the language of the request, come before other matches; then by start. `where` must contain `search`. Not for the events of one record.',
} as const;

export type EventOrder = keyof typeof EVENT_ORDERS;
