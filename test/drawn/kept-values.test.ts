import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { anyStep, beginning, createWalk } from '../support/calendar-steps.ts';
import { expectCounted } from '../support/counted.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { type Contents, contents, empty, keptValues, recounted } from '../support/stored.ts';

let app: TestApp;
/** Another server on the same data, which learns from the change log what is written. */
let other: Pick<TestApp, 'fetch' | 'clock'>;

beforeAll(async () => {
  app = await buildApp();
  other = { fetch: app.secondServer(), clock: app.clock };
});
afterAll(() => app.close());

const WINDOWS = [
  '',
  '&start_date=1970-01-01',
  '&start_date=2026-12-05 07:30:00&end_date=2026-12-20 13:00:00',
  '&start_date=2026-12-07 01:00:00&end_date=2026-12-07 23:00:00',
  '&starts_after=2026-12-10 12:00:00',
  '&starts_before=2026-12-12 12:00:00',
];

/** From half a day before the event to the middle of the next day: its day is the only whole one. */
const daysAround = ({ startsAt }: { startsAt: number }): string => {
  const midnight = startsAt - (startsAt % 86_400_000);
  const said = (at: number) => new Date(at).toISOString();
  return `&start_date=${said(midnight - 43_200_000)}&end_date=${said(midnight + 129_600_000)}`;
};

/** Lists whose events are counted, once for what was written. */
const COUNTED = ['&search=e', '&featured=false', '&status=publish,private', '&ends_after=2026-12-06'];

/** The list says as many as it shows. */
async function expectTotal(list: string, as: Caller): Promise<void> {
  const { body } = await app.rest('GET', `/events?per_page=50${list}`, { as });
  expect({ list, total: body.total }).toEqual({ list, total: body.events?.length });
}

/** Every list says as many as it shows. */
async function expectTotals({ events, venues, organizers, categories, tags }: Contents): Promise<void> {
  const ask = (name: string, records: { _id: number }[]) => records.slice(0, 2).map(({ _id }) => `&${name}=${_id}`);
  const lists = [
    '',
    '&status=publish',
    ...ask('venue', venues),
    ...ask('organizer', organizers),
    ...ask('categories', categories),
    ...ask('tags', tags),
  ];
  for (const [number, as] of (['anonymous', 'author', 'administrator'] as const).entries())
    for (const [which, list] of lists.entries()) {
      const window = [...WINDOWS, ...events.map(daysAround)][(number + which) % (WINDOWS.length + events.length)];
      await expectTotal(`${list}${window}`, as);
    }
}

test('whatever is done to the calendar, every value and number, of two servers, is what counting all records anew gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      await empty(app);
      const walk = createWalk(app);
      for (const step of [...beginning, ...steps]) {
        const { status, text } = await walk(step);
        expect(status, text).toBeLessThan(500);
        const all = await contents(app.store);
        expect(keptValues(all)).toEqual(recounted(all));
        await expectCounted(app, all);
        for (const list of COUNTED) await expectTotal(list, 'administrator');
      }
      const all = await contents(app.store);
      await expectCounted(other, all);
      await expectTotals(all);
    }),
    { numRuns: runsOf(6, 25) },
  );
});
