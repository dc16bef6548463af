import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from '../../src/data/changes/record.ts';
import { createTouched } from '../../src/data/changes/touched.ts';
import { createMonthlyCounts, monthOf, type Span } from '../../src/kinds/counts/months.ts';
import { buildApp } from '../support/app.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { made, putCopies } from '../support/making.ts';

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

const written = (...months: string[]) =>
  ({ _id: 1, at: 0, kind: 'event', id: 1, version: 1, done: 'updated', lists: { of: [], months } }) as Entry;

test('numbers by month are what counting anew gives, and after some writes in a month few are counted again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const touched = createTouched();
      let [events, read] = [STARTS, 0];
      const within = ({ from = -Infinity, before = Infinity }: Span) =>
        events.filter((at) => at >= from && at < before);
      const months = createMonthlyCounts(touched)('all', ['in events'], {
        async count(span) {
          const found = within(span).length;
          read += found;
          return found;
        },
        end: async (span, which) => within(span).at(which === 'first' ? 0 : -1),
      });
      expect(await months.total({})).toBe(events.length);
      for (const { added, removed, wanted, ...span } of steps) {
        const gone = events[removed]!;
        events = [...events.toSpliced(removed, 1), added].sort((one, other) => one - other);
        touched.tell([written(monthOf(gone), monthOf(added))]);
        expect(await months.total({})).toBe(events.length);
        expect(await months.total(span)).toBe(within(span).length);
        const reached = within({ ...span, before: (await months.before(wanted, span)) ?? span.before }).length;
        expect(reached).toBeGreaterThanOrEqual(Math.min(wanted, within(span).length));
      }
      // Each divides the part of the month once more.
      for (let writes = 0; writes < 5; writes += 1) {
        read = 0;
        touched.tell([written(monthOf(events[MANY]!))]);
        expect(await months.total({})).toBe(events.length);
      }
      expect(read).toBeLessThanOrEqual(1000);
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
