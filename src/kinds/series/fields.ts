import { examineInside, notAccepted } from '../../domain/fields/examine.ts';
import { asText, fault, type Kind, type Reading, type Words, WRONG_TYPE } from '../../domain/fields/kind.ts';
import { boolean, positiveInteger, time, word } from '../../domain/fields/kinds.ts';
import { INPUT_LIMITS } from '../../domain/fields/limits.ts';
import { collect, listItems, statuses } from '../../domain/fields/lists.ts';
import { type PatchOf, table } from '../../domain/fields/table.ts';
import { line } from '../../domain/fields/text-kinds.ts';
import { dayOrMoment, idsWhere, postWhere } from '../../domain/fields/where.ts';
import { isObject } from '../../domain/values.ts';

/** Dates and times, each as `time()` takes it. */
function dates(): Kind<string[]> {
  const one = time();
  return {
    type: 'DateOrDateTime',
    schema: { type: 'array', items: { type: 'string' } },
    limit: INPUT_LIMITS.dates,
    list: true,
    read(wire) {
      const texts = wire === null ? [] : listItems(wire, INPUT_LIMITS.dates)?.map(asText);
      return texts?.every((text) => text !== undefined) ? { value: texts } : NOT_RECURRENCE;
    },
    check: (texts, surroundings) => collect(texts, (text) => one.check!(text, surroundings)),
  };
}

/** How an event repeats. */
export const recurrenceFields = table({
  rule: {
    kind: line(),
    wire: 'rule',
    clearable: true,
    description:
      'A recurrence rule of RFC 5545, section 3.3.10, such as `FREQ=WEEKLY;BYDAY=TU;UNTIL=20271231`: of at most 500 characters, DAILY to YEARLY, with every BY… part of a day and longer. Its first date must be the first start. Without COUNT or UNTIL, it never ends.',
  },
  rdates: {
    kind: dates(),
    wire: 'rdates',
    clearable: true,
    description: 'More starts, at most 500. A date without a time has the time of the first start.',
  },
  exdates: {
    kind: dates(),
    wire: 'exdates',
    clearable: true,
    description: 'Starts to leave out, at most 500. A date without a time leaves out all starts of its day.',
  },
});

export type Recurrence = PatchOf<typeof recurrenceFields>;

const NOT_RECURRENCE = fault(WRONG_TYPE, 'Must be an object with rule, rdates or exdates.');

const recurrence = (): Kind<Recurrence> => ({
  type: { input: 'RecurrenceInput' },
  schema: { type: 'object' },
  typed: {
    type: 'object',
    properties: Object.fromEntries(Object.values(recurrenceFields).map(({ wire, kind }) => [wire, kind.schema])),
  },
  limit: {},
  read: readRecurrence,
  check: (sent, surroundings) => examineInside(recurrenceFields, sent, surroundings),
});

function readRecurrence(wire: unknown): Reading<Recurrence> {
  if (wire === null || wire === '') return { value: undefined };
  if (!isObject(wire)) return NOT_RECURRENCE;
  const values: Record<string, unknown> = {};
  for (const [key, { kind, wire: name }] of Object.entries(recurrenceFields)) {
    const its = wire[name];
    if (its === undefined) continue;
    const reading: Reading<unknown> = kind.read(its);
    if ('fault' in reading) return notAccepted([{ field: key, ...reading.fault }]);
    values[key] = reading.value;
  }
  return { value: values };
}

/** How a new event repeats. Only creating takes it. */
export const recurrenceField = table({
  recurrence: {
    kind: recurrence(),
    wire: 'recurrence',
    ignoresEmpty: true,
    description:
      'Makes a series: this event is its first occurrence, and each other is an event of its own. At most 1,000 occurrences in one request.',
  },
});

const { author, modifiedAfter, modifiedBefore } = postWhere;

/** The filters of connections of series. Absent ones filter nothing. */
export const seriesWhere = table({
  ...idsWhere('series'),
  author,
  modifiedAfter,
  modifiedBefore,
  status: {
    kind: statuses(),
    wire: 'status',
    description: 'Only series with one of these statuses. Without the right to edit, only publish.',
  },
});

export type SeriesWhere = PatchOf<typeof seriesWhere>;

/** The orders of connections of series. */
export const SERIES_ORDERS = { created: 'In order of creation.' } as const;

/** What deleting a series takes. */
export const deletionFields = table({
  keepPast: {
    kind: boolean(),
    wire: 'keep_past',
    default: false,
    description: 'Whether occurrences that have begun stay as they are. Default: all of them are deleted.',
  },
});

/** How many occurrences of a series a write of one of them changes. */
type Scope = 'this' | 'following' | 'all';

const SCOPE: Words<Scope> = {
  name: 'SeriesScope',
  words: ['this', 'following', 'all'],
  description: 'How many occurrences of a series a write changes. For a single event, each means the event alone.',
  meanings: {
    this: 'This occurrence alone. What it says then is its own.',
    following: 'This occurrence and those after it. They become a series of their own.',
    all: 'The series and all its occurrences, except what an occurrence has of its own.',
  },
};

/** The version of a series, in REST inside the series as a body shows it. */
const seriesVersion = (): Kind<number> => {
  const number = positiveInteger();
  return {
    ...number,
    schema: { type: 'object' },
    typed: { type: 'object', properties: { version: { type: 'integer' } } },
    read: (wire) => (isObject(wire) ? number.read(wire.version ?? null) : { value: null }),
  };
};

/** What every write of an occurrence takes. */
export const scopeFields = table({
  scope: {
    kind: word(SCOPE),
    wire: 'scope',
    ignoresEmpty: true,
    description:
      'What is changed of a series: `this` occurrence (the default), this and those `following`, or `all`. Of those that have begun, times stay.',
  },
  ifSeriesVersion: {
    kind: seriesVersion(),
    wire: 'series',
    ignoresEmpty: true,
    description:
      'The version of the series that you read. If it has changed since, {scope} following or all is refused.',
  },
});

/** A date of a series. */
export const dateFields = table({
  date: {
    kind: dayOrMoment(),
    wire: 'date',
    required: true,
    description: 'The start of an occurrence. A date without a time has the time of the first start.',
  },
});
