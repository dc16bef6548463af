import { expect, onTestFinished, test } from 'vitest';
import type { Item, Source } from '../../src/import/item.ts';
import type { Report } from '../../src/import/report.ts';
import { summary } from '../../src/import/summary.ts';
import { buildApp } from '../support/app.ts';
import { importInto, type Run } from './support.ts';

const venue = (name: string): Item => ({
  kind: 'venue',
  ref: `name:${name}`,
  byName: 'mentioned',
  said: [{ language: 'en', values: { name } }],
});

const event = (ref: string, title: string, { at = '20:00', where = 'Town Hall', more = {} } = {}): Item => ({
  kind: 'event',
  ref,
  links: { venues: [`name:${where}`] },
  said: [
    {
      language: 'en',
      values: { title, startDate: `2027-03-01 ${at}:00`, endDate: `2027-03-01 23:00:00`, timezone: 'UTC', ...more },
    },
  ],
});

const sourceOf = (site: string, items: readonly Item[]): Source => ({
  site,
  scope: '',
  complete: true,
  async *parts() {
    yield { items, place: '', what: 'records', done: 1, total: 1 };
  },
});

/** A calendar with two events of `first.ics`, and its events by title. */
async function newCalendar() {
  const app = await buildApp();
  onTestFinished(() => app.close());
  let runs = 0;
  const take = (site: string, items: readonly Item[], how: Partial<Run> = {}): Promise<Report> => {
    runs += 1;
    const source = sourceOf(site, [venue('Town Hall'), venue('The TOWN HALL'), ...items]);
    return importInto(app.store, { source, now: app.clock.now + runs * 1000, ...how });
  };
  async function titles(): Promise<string[]> {
    const { body } = await app.secondServer()('/wp-json/calendar/events/v1/events?per_page=50&start_date=2027-01-01');
    return body.events.map(({ title }: { title: string }) => title).sort();
  }
  await take('first.ics', [event('a', 'Jazz im Park'), event('b', 'Spring Gala', { at: '18:00' })]);
  return { take, titles };
}

const JAZZ = event('x', 'JAZZ IM PARK – Open Air', { where: 'The TOWN HALL' });
const OTHERS = [event('y', 'Jazz im Park', { at: '22:00' }), event('z', 'Spring Gala, Part 2', { at: '18:00' })];
const ALL = ['JAZZ IM PARK – Open Air', 'Jazz im Park', 'Jazz im Park', 'Spring Gala', 'Spring Gala, Part 2'];
const LEFT = ALL.slice(1);

test('an event that another source has comes in and is told once, with both ids and the other source', async () => {
  const { take, titles } = await newCalendar();
  const dry = await take('second.ics', [JAZZ, ...OTHERS], { dryRun: true });
  const pair = { what: 'JAZZ IM PARK – Open Air', other: expect.any(Number), of: 'first.ics' };
  expect(dry).toMatchObject({ pairs: [pair], pairCount: 1 });
  const report = await take('second.ics', [JAZZ, ...OTHERS]);
  expect(report).toMatchObject({ pairs: [{ ...pair, here: expect.any(Number) }], pairCount: 1 });
  const { here, other } = report.pairs[0]!;
  expect(summary(report)).toContain(`  event ${here} JAZZ IM PARK – Open Air: It is ${other}, from first.ics.`);
  expect(await titles()).toEqual(ALL);
  expect(await take('second.ics', [JAZZ, ...OTHERS])).toMatchObject({
    ...{ counts: { event: { unchanged: 3 } }, pairs: [], pairCount: 0 },
  });
});

test('--skip-duplicates leaves it out, and a later run too, with or without it, and --trash takes nothing for it', async () => {
  const { take, titles } = await newCalendar();
  const report = await take('second.ics', [JAZZ, ...OTHERS], { skipsDuplicates: true });
  expect(report).toMatchObject({ counts: { event: { leftOut: 1, made: 2 } }, pairs: [{ leftOut: true }] });
  expect(summary(report)).toContain('from first.ics, and was left out.');
  const again = { counts: { event: { leftOut: 1, unchanged: 2 } }, pairs: [], gone: [], conflicts: [] };
  expect(await take('second.ics', [JAZZ, ...OTHERS], { skipsDuplicates: true })).toMatchObject(again);
  expect(await take('second.ics', [JAZZ, ...OTHERS], { trash: true })).toMatchObject(again);
  const changed = event('x', 'Jazz im Park!', {
    where: 'The TOWN HALL',
    more: { website: 'https://example.org/jazz' },
  });
  expect(await take('second.ics', [changed, ...OTHERS])).toMatchObject({ ...again, pairs: [{ leftOut: true }] });
  expect(await titles()).toEqual(LEFT);
  const gone = await take('second.ics', OTHERS, { trash: true });
  expect(gone.counts.event).toEqual({ unchanged: 2 });
  expect(
    await take('first.ics', [event('a', 'Jazz im Park'), event('b', 'Spring Gala', { at: '18:00' })]),
  ).toMatchObject({
    counts: { event: { unchanged: 2 } },
  });
});

test('what was left out comes in with --theirs, when it is moved, and when the other is gone', async () => {
  const comes: [how: string, items: Item[], run: Partial<Run>][] = [
    ['--theirs', [JAZZ], { winner: 'theirs' }],
    ['moved', [event('x', 'JAZZ IM PARK – Open Air', { at: '19:00' })], {}],
  ];
  for (const [how, items, run] of comes) {
    const { take } = await newCalendar();
    await take('second.ics', [JAZZ], { skipsDuplicates: true });
    expect((await take('second.ics', items, run)).counts.event, how).toEqual({ made: 1 });
  }
  const { take, titles } = await newCalendar();
  await take('second.ics', [JAZZ], { skipsDuplicates: true });
  await take('first.ics', [event('b', 'Spring Gala', { at: '18:00' })], { trash: 'all' });
  expect((await take('second.ics', [JAZZ], { skipsDuplicates: true })).counts.event).toEqual({ made: 1 });
  expect(await titles()).toEqual(['JAZZ IM PARK – Open Air', 'Spring Gala']);
});
