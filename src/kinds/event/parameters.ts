import { invalidField } from '../../domain/fields/examine.ts';
import { boolean, flag, number, positiveInteger, time, timeZone } from '../../domain/fields/kinds.ts';
import { ids, termRefs } from '../../domain/fields/lists.ts';
import { table } from '../../domain/fields/table.ts';
import { LONGEST_RANGE } from '../../domain/range.ts';
import type { Instant } from '../../domain/time.ts';
import { defaultWindow, type EventsWindow, eventsWindow, feedWindow, type WindowRequest } from '../../domain/window.ts';
import type { ParameterTable, Translate } from '../define-kind.ts';
import { byList } from '../event-links.ts';
import { type EventWhere, eventWhere } from './where-fields.ts';

/** The parameters sent, with their fixed defaults. */
interface EventsRequest extends WindowRequest {
  include?: number[] | null;
  geoloc?: boolean | null;
  geolocLat?: number | null;
  geolocLng?: number | null;
  geolocRadius: number;
}

/** A moment as text that does not depend on a zone. */
const moment = (at: Instant | undefined) => (at === undefined ? undefined : `@${at / 1000}`);

/** Translates the date parameters together. `include` overrides them. */
const datesIn =
  (
    windowOf: (request: WindowRequest, zone: string, now: Instant, isNews?: boolean) => EventsWindow,
  ): Translate<EventsRequest> =>
  (request, { zone, now, freshness, isNews }) => {
    if (request.include) return { where: {} };
    const window = windowOf(request, zone, now, isNews);
    freshness.until = Math.min(freshness.until, window.until ?? Number.POSITIVE_INFINITY);
    freshness.moving = [...freshness.moving, ...window.moving];
    const where: EventWhere = {
      startsOnOrAfter: moment(window.startsFrom),
      startsBefore: moment(window.startsBefore),
      endsOnOrAfter: moment(window.endsFrom),
      endsBefore: moment(window.endsBefore),
    };
    return { where, shown: window.shown };
  };

const dates = datesIn((request, zone, now) => eventsWindow(request, zone, now));

/** @throws INVALID_FIELD for half a point */
const places: Translate<EventsRequest> = ({ geoloc, geolocLat: latitude, geolocLng: longitude, geolocRadius }) => {
  if (latitude == null && longitude == null) return { where: { hasCoordinates: geoloc } satisfies EventWhere };
  if (latitude == null || longitude == null) {
    const [sent, field] = latitude == null ? ['geolocLng', 'geolocLat'] : ['geolocLat', 'geolocLng'];
    throw invalidField(sent, 'invalid_place', 'Must be sent together with {0}.', { field });
  }
  const where: EventWhere = { near: { latitude, longitude, radiusKm: geolocRadius } };
  return { where: geoloc === false ? { ...where, hasCoordinates: false } : where };
};

/**
 * The REST parameters of lists of events (specification §4.2), with the extras of the reference that clients use, and how
 * each translates to `where`.
 */
export const eventParameters = table({
  startDate: {
    kind: time(),
    wire: 'start_date',
    asks: dates,
    default: ({ now, zone }) => defaultWindow(zone, now).startDate,
    description: 'Only events that start at or after this. Default: now. A date means its whole day.',
  },
  endDate: {
    kind: time(),
    wire: 'end_date',
    asks: dates,
    default: ({ now, zone }) => defaultWindow(zone, now).endDate,
    description: 'Only events that start before this. Default: 24 months from now. A date means its whole day.',
  },
  startsBefore: {
    kind: time('untyped'),
    wire: 'starts_before',
    asks: dates,
    description: 'Only events that start before this.',
  },
  startsAfter: {
    kind: time('untyped'),
    wire: 'starts_after',
    asks: dates,
    description: 'Only events that start after this.',
  },
  endsBefore: {
    kind: time('untyped'),
    wire: 'ends_before',
    asks: dates,
    description: 'Only events that end before this.',
  },
  endsAfter: {
    kind: time('untyped'),
    wire: 'ends_after',
    asks: dates,
    description: 'Only events that end after this.',
  },
  strictDates: {
    kind: flag(),
    wire: 'strict_dates',
    asks: dates,
    default: false,
    description: 'Whether a date without a time means its first second instead of its whole day.',
  },
  search: eventWhere.search,
  categories: {
    kind: termRefs(),
    wire: 'categories',
    asks: 'categoriesIn',
    description: 'Only events in one of these categories or below them; ids, slugs or names.',
  },
  tags: {
    kind: termRefs(),
    wire: 'tags',
    asks: 'tagsIn',
    description: 'Only events with one of these tags; ids, slugs or names.',
  },
  ...byList(({ name, inEvents, filtersEvents }) => ({
    kind: ids(),
    wire: name,
    asks: `${inEvents}In`,
    description: filtersEvents,
  })),
  featured: eventWhere.featured,
  status: eventWhere.status,
  geoloc: {
    kind: boolean(),
    wire: 'geoloc',
    asks: places,
    description: 'Only events whose venue has coordinates, or has none.',
  },
  geolocLat: {
    kind: number(-90, 90),
    wire: 'geoloc_lat',
    asks: places,
    description: 'Latitude of the point that venues must be near, in degrees.',
  },
  geolocLng: {
    kind: number(-180, 180),
    wire: 'geoloc_lng',
    asks: places,
    description: 'Longitude of the point that venues must be near, in degrees.',
  },
  geolocRadius: {
    kind: number(0, 20_100),
    wire: 'geoloc_radius',
    asks: places,
    default: 25,
    description: 'How near to {geolocLat} and {geolocLng} venues must be, in kilometres.',
  },
  include: {
    kind: ids(),
    wire: 'include',
    asks: 'in',
    description: 'Only events with these ids; then there is no filter by date.',
  },
  series: {
    kind: ids(),
    wire: 'series',
    asks: 'seriesIn',
    description: 'Only occurrences of these series, by id.',
  },
  modifiedAfter: eventWhere.modifiedAfter,
  modifiedBefore: eventWhere.modifiedBefore,
  postParent: {
    kind: positiveInteger(),
    wire: 'post_parent',
    asks: 'parent',
    description: 'Only events that belong to this one.',
  },
});

/** Translates the date parameters of a feed together. */
export const feedDates = datesIn(feedWindow) as Translate<Partial<EventsRequest>>;

const { startDate, endDate } = eventParameters;

/** The REST parameters of events outside the list: the same, but with another translation of dates. */
const withDates = (asks: Translate<never>, start: string, end: string): ParameterTable => ({
  ...Object.fromEntries(
    Object.entries<ParameterTable[string]>(eventParameters).map(([key, parameter]) => [
      key,
      parameter.asks === dates ? { ...parameter, asks } : parameter,
    ]),
  ),
  startDate: { ...startDate, asks, default: undefined, description: `${start} A date means its whole day.` },
  endDate: { ...endDate, asks, default: undefined, description: `${end} A date means its whole day.` },
});

/** A feed has no pages. */
export const feedParameters: ParameterTable = withDates(
  feedDates,
  'Only events that start at or after this. Default, unless you send {startsAfter} or {endsAfter}: in calendars events that had not ended 30 days ago, in news those that are on or to come.',
  'Only events that start before this. Default: no end.',
);

/** What calendars on web pages send for the range that they show. */
export const rangeFields = table({
  start: {
    kind: time(),
    wire: 'start',
    required: true,
    description:
      'Only events that end after this: the beginning of the range. An all-day event counts by its own dates.',
  },
  end: {
    kind: time(),
    wire: 'end',
    required: true,
    description: `Only events that begin before this: the end of the range, at most ${LONGEST_RANGE} days after {start}: a year in whole weeks.`,
  },
  timeZone: {
    kind: timeZone(),
    wire: 'timeZone',
    description:
      'The zone of {start} and {end} if they have no offset, and the one that moments are written in. Default: that of the site, and that of each event.',
  },
});

/** An export has all events, past and future. */
export const exportParameters: ParameterTable = withDates(
  datesIn((request, zone, now) => eventsWindow(request, zone, now, () => undefined)),
  'Only events that start at or after this.',
  'Only events that start before this.',
);
