import { afterEach, expect, test } from 'vitest';
import { STATUSES } from '../../../src/domain/status.ts';
import { DEMO } from '../../../src/tools/seed/parameters.ts';
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

test('the samples of a seed are stored as the importer stores them', async () => {
  const [seeded, imported] = [await emptyStore(), await emptyStore()];
  const { items } = await readSamples(Date.parse('2026-11-20'));
  const source = {
    site: SAMPLE_SITE,
    scope: '',
    complete: false,
    async *parts() {
      const here = items.map(({ said: [first, ...others], ...item }) => {
        const { url } = first.values;
        const moved = typeof url === 'string' && { url: url.replace(SAMPLE_SITE, LINKS.site) };
        return { ...item, said: [{ ...first, values: { ...first.values, ...moved } }, ...others] as const };
      });
      yield { items: here, place: '', what: 'records', done: items.length, total: items.length };
    },
  };
  const report = await importInto(imported, { source });
  expect(report).toMatchObject({ refused: [], conflicts: [] });
  await seedCalendar(seeded, { ...DEMO, around: '2026-11-20' });
  const [ours, theirs] = [await contents(seeded), await contents(imported)];
  expect(settled(ours)).toEqual(settled(theirs));
  expect(keptValues(ours)).toEqual(keptValues(theirs));
  expect(new Set(ours.events.map(({ status }) => status))).toEqual(new Set(STATUSES));
  expect(items.filter(({ kind }) => kind === 'event')).toHaveLength(DEMO.events);
});
