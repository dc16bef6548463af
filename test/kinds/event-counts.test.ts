import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from '../../src/data/changes/record.ts';
import { createTouched } from '../../src/data/changes/touched.ts';
import { createEventCounts } from '../../src/kinds/counts/event-counts.ts';
import type { Exact, Span } from '../../src/kinds/counts/spans.ts';
import { buildApp } from '../support/app.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { made, putCopies, upTo } from '../support/making.ts';

const DAY = 86_400_000;
/** More than are counted at once. */
const MANY = 1500;
/** Of two years, one of the year 9, and one of the year 9000. */
const STARTS = [
  ...[...Array(4 * MANY).keys()].map((at) => Date.UTC(2026, 0) + at * 10_000_000),
  Date.parse('0009-05-01'),
  Date.parse('9000-05-01'),
].sort((one, other) => one - other);

const moment = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 11) }) },
  { weight: 1, arbitrary: fc.integer({ min: Date.UTC(1, 0), max: Date.UTC(9999, 0) }) },
);
const end = fc.option(moment, { nil: undefined });
const step = fc.record({ added: moment, removed: fc.nat(4 * MANY - 1), from: end, before: end, wanted: fc.nat(900) });

let revision = 0;
/** A unit that changes when an event starts, or makes one. */
const written = (left: number | undefined, joined: number) => {
  revision += 1000;
  const counted = { ...(left !== undefined && { left: { at: left, in: {} } }), joined: { at: joined, in: {} } };
  const lists = { of: [], months: [], counted };
  return { _id: revision, at: 0, kind: 'event', id: 1, version: 1, done: 'updated', lists } as Entry;
};

test('the numbers of a list are what counting anew gives, and once they are known, a write has nothing counted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const touched = createTouched();
      let [events, counted] = [STARTS, 0];
      const within = ({ from = -Infinity, before = Infinity }: Span) =>
        events.filter((at) => at >= from && at < before);
      const exact = {} as Exact;
      const list = createEventCounts({ exact, touched, settled: async () => true }).inList('all', () => true, {
        async count(span) {
          counted += 1;
          return within(span).length;
        },
        end: async (span, which) => within(span).at(which === 'first' ? 0 : -1),
      });
      for (const { added, removed, wanted, ...span } of steps) {
        expect(await list.total(span)).toBe(within(span).length);
        const reached = within({ ...span, before: (await list.before(wanted, span)) ?? span.before }).length;
        expect(reached).toBeGreaterThanOrEqual(Math.min(wanted, within(span).length));
        expect(await list.total({})).toBe(events.length);
        const gone = events[removed]!;
        events = [...events.toSpliced(removed, 1), added].sort((one, other) => one - other);
        touched.tell([written(gone, added)]);
        counted = 0;
        expect(await list.total({})).toBe(events.length);
        expect(counted).toBe(0);
      }
    }),
    { numRuns: runsOf(30, 120) },
  );
});

test('the number of a term, a venue and a list with many events follows each write', async () => {
  const app = await buildApp();
  const { id, categories, venue } = await made(app, 'events', { categories: ['Busy'], venue: { venue: 'Hall' } });
  await putCopies(app, MANY, ({ startsAt, endsAt }, number) => {
    const after = (number % 400) * DAY;
    return { startsAt: startsAt + after, endsAt: endsAt + after };
  });
  const [{ id: category }] = categories;
  const first = async (): Promise<number[]> => {
    const term = await app.rest('GET', `/categories/${category}`);
    const lists = await Promise.all(
      [`categories=${category}`, `venue=${venue.id}`].map((by) =>
        app.rest('GET', `/events?${by}&start_date=1970-01-01&end_date=9999-01-01&per_page=1`),
      ),
    );
    return [term, ...lists].map(({ body }) => body.count ?? body.total);
  };
  const named = { categories: [category], venue: venue.id };
  expect(await first()).toEqual([MANY + 1, MANY + 1, MANY + 1]);
  await made(app, 'events', named);
  expect(await first()).toEqual([MANY + 2, MANY + 2, MANY + 2]);
  await made(app, 'events', { ...named, hide_from_listings: true });
  expect(await first()).toEqual([MANY + 3, MANY + 2, MANY + 2]);
  await app.rest('DELETE', `/events/${id}`, { as: 'administrator' });
  expect(await first()).toEqual([MANY + 2, MANY + 1, MANY + 1]);
  await app.close();
});

test.each([true, false])(
  'a number from when the log was behind is asked for again; it has the event that the log tells next: %s',
  async (hasIt) => {
    const touched = createTouched();
    const entry = written(undefined, 0);
    let asked = 0;
    const list = createEventCounts({
      exact: {} as Exact,
      touched,
      async settled() {
        touched.take([entry], entry._id);
        return true;
      },
    }).inList('all', () => true, {
      async count() {
        asked += 1;
        return asked > 1 || hasIt ? 6 : 5;
      },
      end: async () => 0,
    });
    await list.total({});
    expect([await list.total({}), await list.total({}), asked]).toEqual([6, 6, 2]);
  },
);

/** A list of five events that is known, and how often it was counted. */
async function known() {
  const touched = createTouched();
  touched.takeAll(0);
  let counted = 0;
  const count = async () => {
    counted += 1;
    return 5;
  };
  const counts = createEventCounts({ exact: {} as Exact, touched, settled: async () => true });
  const total = () => counts.inList('all', () => true, { count, end: async () => 0 }).total({});
  await total();
  return { touched, total: async () => [await total(), counted] };
}

const NEW: Entry = { ...written(undefined, 0), _id: 1000 };

test('an entry that the own process tells and the log has again counts once, in either order', async () => {
  const { touched, total } = await known();
  touched.tell([NEW]);
  touched.take([NEW], 1000);
  touched.tell([NEW]);
  expect(await total()).toEqual([6, 1]);
  const next = { ...NEW, _id: 3000 };
  // Behind a gap.
  touched.take([next], 1000.5);
  touched.tell([next]);
  touched.take([{ ...NEW, _id: 2000 }], 3000);
  expect(await total()).toEqual([8, 1]);
});

test.each<[what: string, happens: (touched: ReturnType<typeof createTouched>) => void]>([
  ['an older version wrote', (touched) => touched.take([{ ...NEW, lists: { of: [], months: [] } } as Entry], 1000)],
  ['a unit wrote more than can be named', (touched) => touched.take([{ ...NEW, touched: 'all' }], 1000)],
  ['anything may have changed', (touched) => touched.take([{ _id: 1000, at: 0, kind: 'all' }], 1000)],
  ['the log cannot be read', (touched) => touched.lose()],
  ['entries are lost', (touched) => touched.takeAll(9000)],
  [
    'more units were told before the log was followed than are remembered',
    (touched) => {
      touched.tell(upTo(20_001).map((number) => ({ ...NEW, _id: 1000 + number })));
      touched.take([NEW], 1000);
    },
  ],
])('where %s, numbers are asked for again', async (_, happens) => {
  const { touched, total } = await known();
  happens(touched);
  expect(await total()).toEqual([5, 2]);
});
