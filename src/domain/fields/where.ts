import { readSpan, type SpanInput, type Understood, understood } from '../spans.ts';
import { readTime } from '../time.ts';
import { customFilters } from './custom-inputs.ts';
import { examineInside, notAccepted } from './examine.ts';
import type { Kind, Surroundings } from './kind.ts';
import { fault } from './kind.ts';
import { positiveInteger, time } from './kinds.ts';
import { INPUT_LIMITS } from './limits.ts';
import { slugs } from './lists.ts';
import { recordId, recordIds } from './node-ids.ts';
import { table } from './table.ts';
import { line } from './text-kinds.ts';

/** Two dates, both included. */
export interface DateRange {
  from: string;
  to: string;
}

/** What `time()` takes, under the name that it has in GraphQL. */
export const dayOrMoment = (): Kind<string> => ({ ...time(), type: 'DateOrDateTime' });

const NOT_DATES = fault('invalid_date', 'Must be two dates, the second not before the first.');

/** Two dates as `time()` takes them. */
export const dateRange = (): Kind<DateRange> => ({
  ...(time() as Kind<never>),
  type: { input: 'DateRange' },
  check({ from, to }, { now, zone }) {
    const [first, last] = [from, to].map((text) => readTime(text, zone, now));
    return first && last && first.at <= last.at ? { value: { from, to } } : NOT_DATES;
  },
});

/** Words of a span, or a day or a moment. With `end`, they must say that one. */
const spanText = (description: string, end: keyof Understood = 'when') =>
  ({
    kind: {
      ...line({ limit: { characters: 100 } }),
      check: (text: string, surroundings: Surroundings) =>
        readSpan(text, surroundings)?.[end] === undefined ? NOT_A_SPAN : { value: text },
    },
    wire: 'span',
    ignoresEmpty: true,
    description,
  }) as const;

const NOT_A_SPAN = fault(
  'invalid_date',
  'Must be a day, a month, or words of a span, such as 2027-12-24, 2027-12, this weekend or next week.',
);

const FORMS =
  'a day (`2027-12-24`), a month (`2027-12`, `December 2027`), a moment, or words in English, Spanish or Korean: `tonight`, `este fin de semana`, `다음 주 토요일`, `in two weeks`, `friday to sunday`, but no holidays and no hours';

/** A span in words, and its ends. */
export const spanFields = table({
  when: spanText(
    `When: ${FORMS}; or \`UPCOMING\`, \`RUNNING\`, \`PAST\`, \`ALL\`. Weeks begin on Monday. Default: \`UPCOMING\`; beside {from}, or a {to} that is over, \`ALL\`.`,
  ),
  from: spanText(
    'Only what takes place on this day or later, also if it is over: a day, or other words like those of {when}.',
    'first',
  ),
  to: spanText('Only what takes place on this day or earlier, in the same forms.', 'last'),
});

/** The span of a filter, whose texts must mean a common time. */
export const span = (): Kind<SpanInput> => ({
  ...(time() as Kind<never>),
  type: { input: 'EventSpan' },
  limit: {},
  check(sent, surroundings) {
    const reading = examineInside<SpanInput>(spanFields, sent, surroundings);
    if ('fault' in reading || understood(reading.value ?? {}, surroundings)) return reading;
    const named = sent.when == null ? 'to' : 'when';
    return notAccepted([
      { field: named, code: 'at_odds', message: 'Must have a time in common with the other dates.' },
    ]);
  },
});

/** A circle on the globe. */
export interface Near {
  latitude: number;
  longitude: number;
  radiusKm: number;
}

const NOT_A_PLACE = fault(
  'invalid_place',
  'Must be a latitude from -90 to 90, a longitude from -180 to 180, and a radius from 0 to 20100 km.',
);

export const near = (): Kind<Near> => ({
  ...(time() as Kind<never>),
  type: { input: 'Near' },
  limit: INPUT_LIMITS.line,
  check: (value) =>
    Math.abs(value.latitude) <= 90 &&
    Math.abs(value.longitude) <= 180 &&
    value.radiusKm >= 0 &&
    value.radiusKm <= 20_100
      ? { value }
      : NOT_A_PLACE,
});

/** A box on a map, in degrees. It may lie across the date line: then `west` is above `east`. */
export interface MapBox {
  south: number;
  west: number;
  north: number;
  east: number;
}

const NOT_A_BOX = fault(
  'invalid_place',
  'Must be latitudes from -90 to 90, the southern one first, and longitudes from -180 to 180.',
);

export const mapBox = (): Kind<MapBox> => ({
  ...(time() as Kind<never>),
  type: { input: 'MapBox' },
  limit: INPUT_LIMITS.line,
  check: (box) =>
    -90 <= box.south &&
    box.south <= box.north &&
    box.north <= 90 &&
    Math.abs(box.west) <= 180 &&
    Math.abs(box.east) <= 180
      ? { value: box }
      : NOT_A_BOX,
});

/** A range of prices. */
interface PriceRange {
  min?: number | null;
  max?: number | null;
  currencyCode?: string | null;
}

const NOT_A_RANGE = fault(
  'invalid_range',
  'Must be amounts of 0 or more, the second not below the first, and a currency of three letters.',
);

export const priceRange = (): Kind<PriceRange> => ({
  ...(time() as Kind<never>),
  type: { input: 'PriceRange' },
  check({ min, max, currencyCode }) {
    const isRange = (min ?? 0) >= 0 && (max ?? Number.POSITIVE_INFINITY) >= (min ?? 0);
    const isCurrency = currencyCode == null || /^[a-z]{3}$/i.test(currencyCode);
    return isRange && isCurrency ? { value: { min, max, currencyCode: currencyCode?.toUpperCase() } } : NOT_A_RANGE;
  },
});

/** The filters of every connection. */
export const idsWhere = (kind: string) =>
  table({
    in: { kind: recordIds(kind), wire: 'in', description: 'Only records with these ids, `id` or `databaseId`.' },
    notIn: { kind: recordIds(kind), wire: 'not_in', description: 'No records with these ids.' },
  });

/** The filter of records by their own addresses. */
export const slugIn = {
  kind: slugs(),
  wire: 'slug_in',
  description: 'Only records with one of these slugs, in any language. Former slugs do not count.',
} as const;

/** The filter of records by an event. */
export const linkedBy = {
  kind: recordId('event', positiveInteger()),
  wire: 'linked_by',
  description: 'Only records that the event with this `id` or `databaseId` links to. The event must exist.',
} as const;

/** The filters of connections of posts. */
export const postWhere = table({
  customFields: {
    kind: customFilters(),
    wire: 'custom_fields',
    ignoresEmpty: true,
    description:
      'Only records that have all of these values in custom fields; a text may be in any language. Texts and URLs of more than 200 characters are not found.',
  },
  author: {
    kind: recordId('user', positiveInteger()),
    wire: 'author',
    description: 'Only records that belong to the user with this `id` or `databaseId`.',
  },
  modifiedAfter: {
    kind: dayOrMoment(),
    wire: 'modified_after',
    description:
      'Only records changed after this. Records that were deleted or hidden since are not in the list. A date without a time means its whole day.',
  },
  modifiedBefore: {
    kind: dayOrMoment(),
    wire: 'modified_before',
    description: 'Only records that were last changed before this. A date without a time means its whole day.',
  },
});
