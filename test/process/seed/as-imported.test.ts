import { afterEach, expect, test } from 'vitest';
import { STATUSES } from '../../../src/domain/status.ts';
import { exportSource } from '../../../src/import/files/export-source.ts';
import { DEMO } from '../../../src/tools/seed/options.ts';
import { readSamples, SAMPLE_SITE } from '../../../src/tools/seed/samples.ts';
import { seedCalendar } from '../../../src/tools/seed/seed-calendar.ts';
import { importInto } from '../../import/support.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { LINKS } from '../../support/services.ts';
import { type Contents, contents, keptValues } from '../../support/stored.ts';

const apps: TestApp[] = [];

async function emptyStore() {
  const app = await buildApp();
  apps.push(app);
  return app.store;
}

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

/** Without when and how often a record was written, and where an import has it from. */
const settled = ({ imports: _, ...records }: Contents) =>
  Object.values(records)
    .flat()
    .map((record) => ({ ...record, ...OTHER }));

const OTHER = Object.fromEntries(
  ['version', 'modifiedAt', 'publishedAt', 'createdAt', 'source', 'uid'].map((key) => [key, undefined]),
);

const PICTURES = '/pictures/';

test('the samples of a seed are stored as the importer stores them', async () => {
  const [seeded, imported] = [await emptyStore(), await emptyStore()];
  const lines = readSamples(Date.parse('2026-11-20'), DEMO.events).map((line) => JSON.stringify(line));
  async function* open() {
    for (const [at, text] of lines.entries())
      yield { text: text.replaceAll(SAMPLE_SITE + PICTURES, LINKS.site + PICTURES), number: at + 1, bytes: 0 };
  }
  const source = await exportSource({ name: 'demo.jsonl', open, bytes: undefined, site: SAMPLE_SITE, calendar: '' });
  const report = await importInto(imported, { source });
  expect(report).toMatchObject({ refused: [], conflicts: [] });
  await seedCalendar(seeded, { ...DEMO, around: '2026-11-20' });
  const [ours, theirs] = [await contents(seeded), await contents(imported)];
  expect(settled(ours)).toEqual(settled(theirs));
  expect(keptValues(ours)).toEqual(keptValues(theirs));
  expect(new Set(ours.events.map(({ status }) => status))).toEqual(new Set(STATUSES));
  expect(ours.events).toHaveLength(DEMO.events);
});
