import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { fileSource } from '../../src/import/files/open.ts';
import type { Report } from '../../src/import/report.ts';
import { csvRow, harmless } from '../../src/tools/export/cells.ts';
import type { Asked } from '../../src/tools/export/options.ts';
import { exportIn, type ReadPage } from '../../src/tools/export/write-export.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { contents } from '../support/stored.ts';
import { lastRevision } from './calendars.ts';
import { importInto, type Run } from './support.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function newApp(): Promise<TestApp> {
  const app = await buildApp();
  onTestFinished(() => app.close());
  return app;
}

let runs = 0;

/** Imports a calendar into another by a file of its export, each time a second later. */
async function move(from: TestApp, to: TestApp, how: Partial<Run> = {}): Promise<Report> {
  const path = join(folder, 'calendar.jsonl');
  writeFileSync(path, (await from.rest('GET', '/export.jsonl', { as: 'administrator' })).text);
  const source = await fileSource({ path, language: 'en', zone: 'UTC', calendar: 'another' });
  runs += 1;
  return importInto(to.store, { source, now: from.clock.now + runs * 1000, ...how });
}

const rename = (app: TestApp, id: number, title: string) =>
  app.rest('PATCH', `/events/${id}`, { as: 'administrator', json: { title } });
/** Asks a new app: the other may know a second later what the import wrote past it. */
const titleOf = async (app: TestApp, id: number) =>
  (await app.secondServer()(`/wp-json/calendar/events/v1/events/${id}`, { as: 'administrator' })).body.title;

/** Two calendars with the same three events, of which the first is changed in both, the second there alone. */
async function twoCalendars(): Promise<{ there: TestApp; here: TestApp; ids: [number, number, number] }> {
  const [there, here] = [await newApp(), await newApp()];
  const ids: number[] = [];
  for (const title of ['Both', 'There', 'Same']) ids.push((await made(there, 'events', { title })).id);
  await move(there, here);
  await rename(there, ids[0]!, 'Both, theirs');
  await rename(there, ids[1]!, 'There, theirs');
  await rename(here, ids[0]!, 'Both, ours');
  return { there, here, ids: ids as [number, number, number] };
}

test('what changed there alone is updated; what changed there and here is told, until somebody decides', async () => {
  const { there, here, ids } = await twoCalendars();
  const first = await move(there, here);
  expect(first.counts.event).toEqual({ conflict: 1, updated: 1, unchanged: 1 });
  expect(first.conflicts).toEqual([
    { kind: 'event', what: 'Both, theirs (line 2)', why: 'It changed there and here.' },
  ]);
  expect(await titleOf(here, ids[0])).toBe('Both, ours');
  expect(await titleOf(here, ids[1])).toBe('There, theirs');
  expect((await move(there, here)).counts.event).toEqual({ conflict: 1, unchanged: 2 });
  expect((await move(there, here, { winner: 'theirs' })).counts.event).toEqual({ updated: 1, unchanged: 2 });
  expect(await titleOf(here, ids[0])).toBe('Both, theirs');
});

test('links that changed there are updated', async () => {
  const [there, here] = [await newApp(), await newApp()];
  const { id } = await made(there, 'events', { venue: { venue: 'Hall' } });
  await move(there, here);
  await there.rest('PATCH', `/events/${id}`, { as: 'administrator', json: { venue: { venue: 'Barn' } } });
  expect((await move(there, here)).counts.event).toEqual({ updated: 1 });
  expect((await here.secondServer()(`/wp-json/calendar/events/v1/events/${id}`)).body.venue.venue).toBe('Barn');
});

test('an export without its last line is refused, also where no record is left of it', async () => {
  const here = await newApp();
  const [header] = (await here.rest('GET', '/export.jsonl', { as: 'administrator' })).text.split('\n');
  const path = join(folder, 'cut-off.jsonl');
  writeFileSync(path, `${header}\n`);
  const source = await fileSource({ path, language: 'en', zone: 'UTC', calendar: 'another' });
  await expect(importInto(here.store, { source })).rejects.toThrow('line 1: The export is cut off behind this line.');
});

test('--ours keeps what changed here, and asks no more', async () => {
  const { there, here, ids } = await twoCalendars();
  expect((await move(there, here, { winner: 'ours' })).conflicts).toEqual([]);
  expect(await titleOf(here, ids[0])).toBe('Both, ours');
  expect((await move(there, here)).counts.event).toEqual({ unchanged: 3 });
});

test('what is gone there is told, and goes to the trash with --trash, unless it changed here', async () => {
  const { there, here, ids } = await twoCalendars();
  await move(there, here, { winner: 'theirs' });
  await rename(here, ids[1], 'There, ours');
  for (const id of ids) await there.rest('DELETE', `/events/${id}`, { as: 'administrator' });
  const told = await move(there, here);
  expect(told.gone.map(({ what }) => what).sort()).toEqual(['Both, theirs', 'Same', 'There, ours']);
  const trashed = await move(there, here, { trash: 'all' });
  expect(trashed.counts.event).toEqual({ trashed: 2, conflict: 1 });
  expect(trashed.trashed.map(({ what }) => what).sort()).toEqual(['Both, theirs', 'Same']);
  expect(await titleOf(here, ids[1])).toBe('There, ours');
  expect((await here.rest('GET', `/events/${ids[0]}`, { as: 'administrator' })).status).toBe(403);
  expect((await move(there, here, { trash: 'all', winner: 'theirs' })).counts.event).toEqual({ trashed: 1 });
});

test('--dry-run says what would be done, and writes nothing at all', async () => {
  const [there, here] = [await newApp(), await newApp()];
  const linked = { venue: { venue: 'Hall' }, organizer: { organizer: 'Ann' }, categories: ['Music'], tags: ['Free'] };
  await made(there, 'events', { ...linked, image: 'https://images.example/a.jpg' });
  await made(there, 'events', { status: 'draft' });
  const before = await contents(here.store);
  const revision = await lastRevision(here.store);
  const dry = await move(there, here, { dryRun: true });
  expect(await contents(here.store)).toEqual(before);
  expect(await lastRevision(here.store)).toBe(revision);
  const real = await move(there, here);
  expect(dry.counts).toEqual(real.counts);
});

test('who may not publish publishes nothing, and who may not edit others’ records changes none', async () => {
  const [there, here] = [await newApp(), await newApp()];
  const { id } = await made(there, 'events', { title: 'Public' });
  await move(there, here, { viewer: { id: here.idOf('contributor'), role: 'contributor' } });
  expect((await here.rest('GET', `/events/${id}`, { as: 'administrator' })).body).toMatchObject({
    ...{ status: 'pending', author: String(here.idOf('contributor')) },
  });
  await rename(there, id, 'Public, theirs');
  const report = await move(there, here, { viewer: { id: here.idOf('author'), role: 'author' }, winner: 'theirs' });
  expect(report.counts.event).toEqual({ refused: 1 });
  expect(await titleOf(here, id)).toBe('Public');
});

test('records keep their ids in an empty calendar, and get others where those are taken, which the report tells', async () => {
  const [there, here] = [await newApp(), await newApp()];
  const [ours, theirs] = [
    await made(here, 'venues', { venue: 'Ours' }),
    await made(there, 'venues', { venue: 'Theirs' }),
  ];
  expect(theirs.id).toBe(ours.id);
  const next = await made(there, 'venues', { venue: 'Next' });
  const { otherIds } = await move(there, here);
  expect(otherIds).toEqual([{ kind: 'venue', there: String(theirs.id), here: expect.any(Number) }]);
  expect((await here.rest('GET', `/venues/${next.id}`)).body.venue).toBe('Next');
  expect((await made(here, 'venues', { venue: 'Later' })).id).toBeGreaterThan(next.id);
});

test('the id of a category that was deleted here is given to no other, also when it comes back', async () => {
  const [there, here] = [await newApp(), await newApp()];
  const { id } = await made(there, 'categories', { name: 'Jazz' });
  await move(there, here);
  expect((await here.secondServer()(`/wp-json/calendar/events/v1/categories/${id}`)).body.name).toBe('Jazz');
  expect((await here.rest('DELETE', `/categories/${id}`, { as: 'administrator' })).status).toBe(200);
  await there.rest('PATCH', `/categories/${id}`, { as: 'administrator', json: { name: 'Jazz and blues' } });
  const { counts, otherIds } = await move(there, here, { winner: 'theirs' });
  expect(counts.category).toEqual({ made: 1 });
  expect(otherIds).toEqual([{ kind: 'category', there: String(id), here: expect.any(Number) }]);
});

test('a language that is removed there is removed here', async () => {
  const [there, here] = [await newApp(), await newApp()];
  const { id } = await made(there, 'events', { title: 'Fair' });
  await there.rest('PATCH', `/events/${id}?multilang_language=ko`, { as: 'administrator', json: { title: '장터' } });
  await move(there, here);
  const languages = async () => (await contents(here.store)).events.map(({ text }) => Object.keys(text).sort());
  expect(await languages()).toEqual([['en', 'ko']]);
  const input = `{ ref: { databaseId: ${id} }, language: KO }`;
  const remove = `mutation { deleteEventTranslation(input: ${input}) { userErrors { code } } }`;
  const { body } = await there.graphql(remove, {}, { as: 'administrator' });
  expect(body.data.deleteEventTranslation.userErrors).toEqual([]);
  expect((await move(there, here)).counts.event).toEqual({ updated: 1 });
  expect(await languages()).toEqual([['en']]);
});

const CELLS = [
  ...[
    '=1+1',
    '@SUM(A1)',
    '\t=1',
    '+1+1',
    '-2+3',
    "'=1",
    "''@x",
    '=HYPERLINK("http://a.example","b")',
    '+44 113 496 0000',
  ],
  ...['-5', '+5.50', '-', '+', "'quoted'", 'a,b', 'a"b', 'plain'],
  ...['＝1', '＠A', '＋1+1', '－1-1'],
];

test.each(CELLS)('the cell %j is harmless in a spreadsheet, or a number or phone', (cell) => {
  expect(harmless(cell)).toMatch(/^(?:[^=@＝＠＋－\t\r+-]|[+-]?\d[\d.,]*$|\+\d[\d\s().-]*$)/);
});

/** The export of a calendar as CSV. */
async function csvOf(app: TestApp, raw = false): Promise<string> {
  const lines = (await app.rest('GET', '/export.jsonl', { as: 'administrator' })).text.trim().split('\n');
  const read: ReadPage = async () => ({ lines: lines.map((line) => JSON.parse(line)), next: null });
  const asked: Asked = { format: 'csv', csv: 'event', raw, parameters: {} };
  const parts: string[] = [];
  const writing = { read, language: 'en', name: 'here', pageOf: () => '' } as const;
  for await (const part of exportIn(asked, writing)) parts.push(part);
  return parts.join('');
}

/** Names that commas, quotation marks and digits could make others of. */
const NAMES = ['=Org', 'Woodhouse, Chelsea S.', '"The" Hall', '2027'];

test('titles that spreadsheets would run come back as they were, with one apostrophe on the way', async () => {
  const [there, here] = [await newApp(), await newApp()];
  const titles = CELLS.map((cell) => cell.trim()).filter((cell) => !/,/.test(cell));
  const organizer = NAMES.map((each) => ({ organizer: each }));
  for (const title of titles) await made(there, 'events', { title, organizer, cost: '-5' });
  const csv = await csvOf(there);
  expect(csv).toContain("\r\n'=1+1,");
  expect(await csvOf(there, true)).toContain('\r\n=1+1,');
  const path = join(folder, 'events.csv');
  writeFileSync(path, csv);
  const source = await fileSource({ path, language: 'en', zone: 'UTC', calendar: '' });
  expect(await importInto(here.store, { source })).toMatchObject({ refused: [], notTaken: {} });
  const of = async (app: TestApp) => (await contents(app.store)).events.map(({ text }) => text.en!.title).sort();
  expect(await of(here)).toEqual(await of(there));
  expect((await contents(here.store)).organizers.map(({ text }) => text.en!.name).sort()).toEqual([...NAMES].sort());
});

test('every row of CSV reads as what was written', async () => {
  const { parse } = await import('csv-parse/sync');
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 2 }), (cells) => {
      expect(parse(csvRow(cells))).toEqual([cells]);
    }),
  );
});
