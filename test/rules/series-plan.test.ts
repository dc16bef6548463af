import { expect, test } from 'vitest';
import { startsOf } from '../../src/domain/recurrence/expand.ts';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import { withDerived } from '../../src/kinds/post/derived.ts';
import { seriesKind } from '../../src/kinds/series/kind.ts';
import { occurrenceAt, recurrenceOf } from '../../src/kinds/series/occurrences.ts';
import { type Plan, planFollowing, planTrash, planWrite } from '../../src/kinds/series/plan.ts';
import type { SeriesRecord } from '../../src/kinds/series/record.ts';
import { sentParts } from '../../src/kinds/series/sent-parts.ts';

const NOW = Date.parse('2027-03-10T12:00:00Z');
const [EDITOR, STRANGER] = [
  { id: 1, role: 'editor' },
  { id: 2, role: 'author' },
] as const;

/** Five Tuesdays at 19:00, of which two have begun. */
const SERIES = withDerived<SeriesRecord>(seriesKind, {
  ...{ _id: 1, version: 1, author: 1, status: 'publish', publishedAt: 0, createdAt: 0, modifiedAt: 0, trashed: false },
  ...{ original: 'en', text: { en: { title: 'Choir' } }, slug: { en: 'choir' }, uid: 'choir', sequence: 0 },
  ...{ startDate: '2027-03-02 19:00:00', endDate: '2027-03-02 21:00:00', timezone: 'UTC', allDay: false },
  ...{ startsAt: Date.parse('2027-03-02T19:00:00Z'), endsAt: Date.parse('2027-03-02T21:00:00Z') },
  ...{ showMap: false, showMapLink: false, hideFromListings: false, sticky: false, featured: false },
  ...{ categories: [], tags: [], venues: [], organizers: [], rule: 'FREQ=WEEKLY;COUNT=5', rdates: [], exdates: [] },
} as object as SeriesRecord);

const starts = await startsOf(recurrenceOf(SERIES), 0, Number.MAX_SAFE_INTEGER, 10);
const ALL = starts.map((start, at) => occurrenceAt(SERIES, start, { id: 10 + at, slug: {}, now: 0 }));

const writer = (viewer: typeof EDITOR | typeof STRANGER = EDITOR) => ({ viewer, now: NOW, language: 'en' }) as const;

const day = (at: number): string => new Date(at).toISOString().slice(5, 16);

/** A plan in a few words: rules, what changes, what is deleted or restored, and what is made. */
const said = ({ series, ended, status, occurrences, moved, made, refused }: Plan) => ({
  rules: [ended?.rule, series.rule],
  chain: [ended?.chain, series.chain],
  ...(status && { status }),
  changed: occurrences.map(([before, after]) => `${before._id} ${after.series} ${day(after.startsAt)}`),
  moved: moved.map(([before, after]) => `${before._id} ${after.series} ${after.status}`),
  made: made.map(({ at }) => day(at)),
  refused,
});

const retitled = (event: EventRecord): EventRecord => ({ ...event, text: { en: { title: 'Spring' } } });
const LATER = { _id: 2, uid: 'later' };
const at = (hour: string) => ({
  ...{ startDate: `2027-03-16 ${hour}:00:00`, endDate: '2027-03-16 22:00:00' },
  ...{ startsAt: Date.parse(`2027-03-16T${hour}:00:00Z`), endsAt: Date.parse('2027-03-16T22:00:00Z') },
});
const NOTHING = { chain: [undefined, undefined], changed: [], moved: [], made: [], refused: 0 };
const RULES = [undefined, 'FREQ=WEEKLY;COUNT=5'];

type Sent = Parameters<typeof sentParts>[0];

async function planOf(sent: Sent, isSentBack: boolean, later?: typeof LATER) {
  const { categories, tags, venues, organizers } = SERIES;
  const ctx = { language: 'en', now: NOW, zone: 'UTC', embedHosts: [], isSentBack } as const;
  const writing = {
    ...sent,
    sent: sentParts(sent, { series: SERIES, links: { categories, tags, venues, organizers } }, ctx),
  };
  const known = { series: SERIES, all: ALL, ...(later && { divides: async () => later }) };
  return said(await planWrite(writing, known, writer()));
}

const DIVIDED = { rules: ['FREQ=WEEKLY;COUNT=2', 'FREQ=WEEKLY;COUNT=3'], chain: ['choir', 'choir'] };

/** Sent back with a change, as a body of REST. */
const SENT = { values: {}, sent: {} };
const CANCELED = { eventStatus: 'canceled' } as const;
const canceled = (event: EventRecord): EventRecord => ({ ...event, ...CANCELED, own: ['eventStatus'] });
const OTHERS = ['10 1 03-02T19:00', '11 1 03-09T19:00', '13 1 03-23T19:00', '14 1 03-30T19:00'];

test.each([
  ['a title for all', retitled, undefined, { changed: OTHERS, rules: RULES }],
  ['a title for the following', retitled, LATER, { ...DIVIDED, changed: ['13 2 03-23T19:00', '14 2 03-30T19:00'] }],
  [
    'an hour later for the following',
    (event: EventRecord) => ({ ...event, ...at('20') }),
    LATER,
    { ...DIVIDED, changed: ['14 2 03-30T20:00', '13 2 03-23T20:00'] },
  ],
  [
    'the following in the trash',
    (event: EventRecord) => ({ ...event, trashed: true, status: 'trash' as const }),
    LATER,
    { ...DIVIDED, status: 'trash', moved: ['13 2 trash', '14 2 trash'] },
  ],
] as const)('%s is planned without a store', async (_, change, divides, plan) => {
  const before = ALL[2]!;
  const writing = { before, after: change(before), ...SENT };
  expect(await planOf(writing, true, divides)).toEqual({ ...NOTHING, ...plan });
});

test.each([
  ['its own status', canceled, CANCELED, LATER, { ...DIVIDED, changed: ['13 2 03-23T19:00', '14 2 03-30T19:00'] }],
  ['its own status for all', canceled, CANCELED, undefined, { changed: OTHERS, rules: RULES }],
  ['the title of all', retitled, { title: 'Choir' }, LATER, { rules: RULES }],
  ['nothing', canceled, {}, LATER, { rules: RULES }],
])(
  '%s that is sent again is planned for the others, and divides only what changes',
  async (_, had, sent, divides, plan) => {
    const before = had(ALL[2]!);
    const after = 'title' in sent ? { ...before, text: SERIES.text } : before;
    const writing = { before, after, values: sent, sent };
    expect(await planOf(writing, false, divides)).toEqual({ ...NOTHING, ...plan });
  },
);

test.each([
  ['FREQ=WEEKLY;COUNT=4', { moved: ['14 1 trash'] }],
  ['FREQ=WEEKLY;COUNT=7', { made: ['04-06T19:00', '04-13T19:00'] }],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=3', { moved: ['13 1 trash'] }],
])('a series that becomes %s is planned without a store', async (rule, plan) => {
  const planned = await planFollowing(SERIES, { after: { ...SERIES, rule }, all: ALL }, writer());
  expect(said(planned)).toEqual({ ...NOTHING, rules: [undefined, rule], ...plan });
});

test('a plan counts what its writer may not change', async () => {
  const which = ({ startsAt }: EventRecord) => startsAt > NOW;
  expect(said(planTrash(SERIES, { all: ALL, which }, writer(STRANGER)))).toMatchObject({ refused: 3 });
});
