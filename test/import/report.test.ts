import { expect, onTestFinished, test } from 'vitest';
import { printable } from '../../src/domain/text.ts';
import type { Item, Part, Source } from '../../src/import/item.ts';
import { rememberRun } from '../../src/import/memory.ts';
import { createReporter, unreadReport } from '../../src/import/report.ts';
import { runLines, summary } from '../../src/import/summary.ts';
import { lastRuns } from '../../src/kinds/imports.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { importInto } from './support.ts';

async function newApp(): Promise<TestApp> {
  const app = await buildApp();
  onTestFinished(() => app.close());
  return app;
}

/** A source of one part. */
const sourceOf = (part: Partial<Part>): Source => ({
  site: 'a.ics',
  scope: '',
  complete: true,
  async *parts() {
    yield { items: [], place: '', what: 'records', done: 1, total: 1, ...part };
  },
});

const named = (list: 'category' | 'tag', number: number): Item => ({
  kind: list,
  ref: `${list} ${number}`,
  byName: 'mentioned',
  said: [{ language: 'en', values: { name: `${list} ${number}` } }],
});
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
const event = (ref: string, links: Item['links']): Item => ({
  kind: 'event',
  ref,
  links,
  said: [{ language: 'en', values: { title: ref, startDate: '2027-03-01', endDate: '2027-03-01', allDay: true } }],
});

test('an event with more categories than a write may have has as many as that, others are told and not made', async () => {
  const app = await newApp();
  const categories = upTo(300).map((number) => named('category', number));
  const tags = upTo(3).map((number) => named('tag', number));
  const refs = categories.map(({ ref }) => ref);
  const items = [
    ...categories,
    ...tags,
    event('many', { categories: refs, tags: tags.map(({ ref }) => ref) }),
    event('one', { categories: refs.slice(299) }),
  ];
  const report = await importInto(app.store, { source: sourceOf({ items }) });
  expect(report.counts).toEqual({ category: { made: 201 }, tag: { made: 3 }, event: { made: 2 } });
  expect(report.notTaken).toEqual({ 'More than 200 categories.': { records: 1, of: 'many' } });
});

test.each([
  ['\u001b[2Jcleared', '[2Jcleared'],
  ['\u009b31mred', '31mred'],
  ['one\r\ntwo\tthree\u2028four', 'one two three four'],
  ['\u202etxet', 'txet'],
  ['a\u0000b\u007fc', 'a b c'],
  ['평화 ñandú 👩‍👩‍👧', '평화 ñandú 👩‍👩‍👧'],
])('%j is shown as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('whatever a source calls things, the report says it in one line', async () => {
  const app = await newApp();
  const source = sourceOf({
    refused: [{ kind: 'event', what: 'A\u001b[2J\nB', why: '\u009bno' }],
    notTaken: ['__proto__', 'x\u001b]0;y\u0007', '__proto__'],
  });
  const report = await importInto(app.store, { source });
  expect(report.refused).toEqual([{ kind: 'event', what: 'A [2J B', why: 'no' }]);
  expect(Object.entries(report.notTaken)).toEqual([
    ['__proto__', { records: 2, of: 'a.ics' }],
    ['x ]0;y', { records: 1, of: 'a.ics' }],
  ]);
  expect(Object.hasOwn(Object.prototype, 'records')).toBe(false);
});

test('what is left out is counted by kind and reason, however much it is', () => {
  const reporter = createReporter({ source: 'a.csv', dryRun: false, resumed: false });
  for (const line of upTo(30_000)) {
    reporter.refuse({
      kind: 'event',
      what: `Row (line ${line})`,
      why: line % 3 ? 'It has no day.' : 'It has no name.',
    });
    reporter.notTaken(`The column ${line}.`, 'a.csv');
  }
  const { notTaken } = reporter.report;
  expect(Object.values(notTaken).reduce((sum, { records }) => sum + records, 0)).toBe(30_000);
  expect(notTaken['Much else.']).toEqual({ records: 20_000, of: 'a.csv' });
  const said = summary(reporter.report).split('\n');
  expect(said.slice(0, 5)).toEqual([
    'Imported from a.csv.',
    '  events      30,000 refused',
    'Refused, the first 10,000:',
    '  event Row (line 1): It has no day. (6,667 like this)',
    '  event Row (line 3): It has no name. (3,333 like this)',
  ]);
});

test('of the last runs, the latest comes first, and one that read nothing has what the one before it read', async () => {
  const { store } = await newApp();
  const counts = { event: { made: 3 } };
  const ended = async (second: number, ended: 'done' | 'away', source: string, how: object) =>
    rememberRun(store, { ...unreadReport(source), ...how }, { at: Date.UTC(2027, 2, 1, 0, 0, second), ended });
  await ended(0, 'done', 'a.ics', { counts });
  await ended(1, 'done', 'b.ics', { counts });
  await ended(2, 'done', 'a.ics', { unchanged: true });
  await ended(3, 'away', 'b.ics', {});
  await ended(4, 'away', 'c.ics', {});
  expect(runLines(await lastRuns(store, 9))).toEqual([
    '2027-03-01T00:00:04Z, away: c.ics: nothing was read.',
    '2027-03-01T00:00:03Z, away: b.ics: nothing was read.',
    '2027-03-01T00:00:01Z: Imported from b.ics.\n  events      3 made',
    '2027-03-01T00:00:02Z, done: a.ics: unchanged since the last import.',
    '2027-03-01T00:00:00Z: Imported from a.ics.\n  events      3 made',
  ]);
});
