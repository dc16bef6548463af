import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { folderOf, OURS } from '../api/operations/folder.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { bundled, complaints, type Made } from '../support/typed-programs.ts';
import type { Said } from './typed/said.ts';

let served: ServedApp;
/** The live document. */
let text: string;
let folder: string;

beforeAll(async () => {
  served = await serveApp();
  text = (await served.app.rest('GET', '/doc')).text;
  folder = await mkdtemp(join(tmpdir(), 'typed-clients-'));
});
afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

const programFile = (name: string): string => fileURLToPath(new URL(`typed/${name}.ts`, import.meta.url));

async function byOpenapiTypescript(): Promise<Made> {
  const file = join(folder, 'openapi-typescript.ts');
  await writeFile(file, astToString(await openapiTS(text)));
  return { 'the-calendar': file };
}

async function byHeyApi(): Promise<Made> {
  const path = join(folder, 'hey-api');
  await createClient({ input: JSON.parse(text), output: { path }, logs: { level: 'silent' } });
  return { 'the-calendar': join(path, 'index.ts'), 'the-calendar/client': join(path, 'client', 'index.ts') };
}

interface Program {
  run(baseUrl: string, headers: Record<string, string>): Promise<Said>;
}

describe.each([
  ['openapi-fetch', byOpenapiTypescript],
  ['hey-api', byHeyApi],
] as const)('the program with %s', (name, make) => {
  let made: Made;

  beforeAll(async () => {
    made = await make();
  });

  test('compiles, and would not if it took what may not be there for granted', () => {
    expect(complaints(programFile(name), made)).toEqual([]);
  });

  test('writes, reads and filters', async () => {
    const { run } = await bundled<Program>(programFile(name), made, folder);
    const authorization = `Basic ${Buffer.from(served.app.credentials('administrator')).toString('base64')}`;
    const said = await run(`${served.url}/wp-json/calendar/events/v1`, { Authorization: authorization });
    expect(said).toMatchObject({
      image: 'https://images.example.org/doors.jpg',
      venues: ['Town Hall, Sevilla'],
      found: expect.arrayContaining(['Open day: open-doors']),
      changed: 'Día abierto',
      refused: 'rest-event-not-found',
    });
  });
});

test('a program with the document of operations, at an address of its own, sends each kind of parameter', async () => {
  const operations = await serveApp({ env: { OPERATIONS: folderOf(OURS) } });
  const { app, url } = operations;
  onTestFinished(() => operations.close());
  const washington = { venue: 'Hall', city: 'Washington, D.C.', geo_lat: 38.9, geo_lng: -77 };
  const concert = { start_date: '2037-03-01 10:00', end_date: '2037-03-01 12:00', status: 'publish' };
  const as = 'administrator';
  const json = { ...concert, title: 'Concert', cost: '0', venue: washington, categories: ['music', 'dance'] };
  await app.rest('POST', '/events', { as, json });
  await app.rest('POST', '/events', { as, json: { ...concert, title: 'Walk', cost: '5' } });
  const file = join(folder, 'operations.ts');
  await writeFile(file, astToString(await openapiTS((await app.fetch('/operations/openapi.json')).text)));
  const made = { 'the-operations': file };
  expect(complaints(programFile('operations'), made)).toEqual([]);
  const { run } = await bundled<{ run(baseUrl: string, headers: object): Promise<object> }>(
    programFile('operations'),
    made,
    folder,
  );
  const authorization = `Basic ${Buffer.from(app.credentials(as)).toString('base64')}`;
  expect(await run(`${url}/operations`, { Authorization: authorization })).toEqual({
    text: ['Concert'],
    word: [],
    number: ['Concert'],
    toggle: ['Concert'],
    list: ['Concert'],
    object: ['Concert'],
    language: ['Concert'],
    one: 'Open day',
    json: ['Concert'],
    cities: ['Washington, D.C.'],
    refused: ['first'],
  });
});
