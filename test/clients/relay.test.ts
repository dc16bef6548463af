import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import relayCompiler from 'relay-compiler';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseList, problemOf } from '../../src/api/graphql/persisted-list.ts';
import { schema } from '../../src/api/graphql/schema.ts';
import { type Programme, programme, titleOf, titles } from '../support/programme.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { bundled } from '../support/typed-programs.ts';
import type { Shown } from './relay-shown.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let served: ServedApp;
let town: Programme;
let folder: string;
let show: (url: string, id: string, headers?: Record<string, string>) => Promise<Shown>;

beforeAll(async () => {
  served = await serveApp();
  town = await programme(served.app, 9);
  folder = await mkdtemp(join(tmpdir(), 'relay-'));
  await cp(join(ROOT, 'test/clients/relay'), join(folder, 'src'), { recursive: true });
  await mkdir(join(folder, 'src/made'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await compile();
  ({ show } = await bundled<{ show: typeof show }>(join(folder, 'src/program.ts'), {}, folder));
});
/** Compiles the app, with more settings of the compiler. */
async function compile(more: object = {}): Promise<void> {
  const config = {
    src: './src',
    schema: join(ROOT, 'schema/schema.graphql'),
    language: 'typescript',
    artifactDirectory: './src/made',
    eagerEsModules: true,
    ...more,
  };
  await writeFile(join(folder, 'relay.config.json'), JSON.stringify(config));
  await promisify(execFile)(relayCompiler, ['relay.config.json'], { cwd: folder });
}

afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

test('a connection is shown part by part, with what was inserted between two parts', async () => {
  const shown = await show(served.url, town.venue);
  expect(shown.titles()).toEqual(titles(1, 2, 3, 4, 5));
  await town.add(2, 12);
  await town.add(7, 12);
  while (await shown.more());
  expect(shown.titles()).toEqual([...titles(1, 2, 3, 4, 5, 6, 7), titleOf(7, 12), ...titles(8, 9)]);
});

test('one event is loaded anew by its id, and shown so wherever it stands', async () => {
  const shown = await show(served.url, town.venue);
  const { status } = await served.app.rest('POST', '/events/by-slug/day-1-at-10', {
    as: 'administrator',
    json: { title: 'Renamed' },
  });
  expect([status, shown.titles()[0]]).toEqual([200, titleOf(1)]);
  await shown.refetch(town.first);
  expect(shown.titles()[0]).toBe('Renamed');
});

const asAdministrator = (): Promise<Shown> =>
  show(served.url, town.venue, { Authorization: `Basic ${btoa(served.app.credentials('administrator'))}` });

test('a change is shown at once wherever the event stands, then as the server has it, or not at all', async () => {
  const shown = await asAdministrator();
  await shown.refetch(town.first);
  const both = () => [shown.titles()[0], shown.title(town.first)];

  const changed = shown.rename(town.first, '  Concert ');
  expect(both()).toEqual(['  Concert ', '  Concert ']);
  expect(await changed).toEqual([]);
  expect(both()).toEqual(['Concert', 'Concert']);

  const refused = shown.rename(town.first, '');
  expect(both()).toEqual(['', '']);
  expect(await refused).toEqual(['input.title EMPTY']);
  expect(both()).toEqual(['Concert', 'Concert']);
});

test('a new event joins the connection, and one leaves it when it is deleted, not when that is refused', async () => {
  const shown = await asAdministrator();
  while (await shown.more());
  const before = shown.titles();
  const dates = { startDate: '2026-12-30 10:00', endDate: '2026-12-30 11:00' };
  const added = await shown.add({ title: 'Last', ...dates, venues: { connect: [{ id: town.venue }] } });
  expect([added, shown.titles()]).toEqual([[], [...before, 'Last']]);
  const last = shown.ids().at(-1)!;
  const refused = await shown.remove(last, 99);
  expect([refused, shown.titles()]).toEqual([['input.ifVersion CONFLICT'], [...before, 'Last']]);
  expect([await shown.remove(last), shown.titles()]).toEqual([[], before]);
});

test('a server that runs nothing else runs what the compiler has persisted, by the ids that it gives', async () => {
  const list = join(folder, 'persisted.json');
  await writeFile(list, '{}');
  await compile({ persistConfig: { file: './persisted.json' } });
  const compiled = await readFile(join(folder, 'src/made/documentsCardQuery.graphql.ts'), 'utf8');
  const [, documentId] = /"id": "([\da-f]{32})"/.exec(compiled)!;
  const fetchFrom = served.app.secondServer({ PERSISTED_DOCUMENTS: list, PERSISTED_ONLY: 'true' });
  const { body } = await fetchFrom('/graphql', { method: 'POST', json: { documentId, variables: { id: town.first } } });
  expect(body).toMatchObject({ data: { node: { id: town.first } } });
  const documents = parseList(await readFile(list, 'utf8'), list);
  expect(documents.map(({ hash }) => hash)).toContain(documentId);
  expect(documents.map((each) => problemOf(each, schema))).toEqual(documents.map(() => undefined));
});
