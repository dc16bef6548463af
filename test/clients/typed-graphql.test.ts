import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programOfPage } from '../support/program-of-page.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { bundled, complaints, type Made } from '../support/typed-programs.ts';
import type { Given, Told } from './typed-graphql/told.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SCHEMA = join(ROOT, 'schema/schema.graphql');

let served: ServedApp;
let folder: string;

beforeAll(async () => {
  served = await serveApp();
  folder = await mkdtemp(join(tmpdir(), 'typed-graphql-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

const programFile = (name: string): string => join(ROOT, 'test/clients/typed-graphql', `${name}.ts`);

interface Settings {
  generates: { 'src/gql/': { config: object; presetConfig: object } };
}

/** What the client preset makes for the documents of a program, with the settings of docs/clients.md. */
async function byCodegen(program: string): Promise<Made> {
  const schema = await readFile(SCHEMA, 'utf8');
  const path = await mkdtemp(join(folder, 'codegen-'));
  const page = await programOfPage<{ default: Settings }>('docs/clients.md', 'unmaskFunctionName');
  const { config, presetConfig } = page.default.generates['src/gql/'];
  const files = await preset.buildGeneratesSection({
    baseOutputDir: `${path}/`,
    schema: parse(schema),
    schemaAst: buildSchema(schema),
    documents: [...program.matchAll(/graphql\(`([^`]*)`\)/g)].map(([, rawSDL]) => ({
      rawSDL: rawSDL!,
      document: parse(rawSDL!),
    })),
    config,
    presetConfig,
    plugins: [],
    pluginMap: {},
  });
  for (const file of files) await writeFile(file.filename, await codegen(file));
  return { 'the-calendar': join(path, 'index.ts') };
}

/** What gql.tada makes of the schema. */
async function byGqlTada(): Promise<Made> {
  const path = await mkdtemp(join(folder, 'gql-tada-'));
  const output = join(path, 'the-calendar.d.ts');
  const plugin = { name: 'gql.tada/ts-plugin', schema: SCHEMA, tadaOutputLocation: output };
  await writeFile(join(path, 'tsconfig.json'), JSON.stringify({ compilerOptions: { plugins: [plugin] } }));
  await promisify(execFile)(process.execPath, [join(ROOT, 'node_modules/gql.tada/bin/cli.js'), 'generate-output'], {
    cwd: path,
  });
  return { 'the-calendar': output };
}

interface Program {
  run(given: Given): Promise<Told>;
}

describe.each([
  ['codegen', byCodegen, '2027-03-06'],
  ['gql-tada', byGqlTada, '2027-03-07'],
] as const)('the program with %s', (name, make, day) => {
  let made: Made;

  beforeAll(async () => {
    made = await make(await readFile(programFile(name), 'utf8'));
  });

  test('compiles, and would not if it mistook fields, variables or what may not be there', () => {
    expect(complaints(programFile(name), made, { exactOptionalPropertyTypes: true })).toEqual([]);
  });

  test('writes, lists, reads and is refused', async () => {
    const { run } = await bundled<Program>(programFile(name), made, folder);
    const headers = {
      Authorization: `Basic ${Buffer.from(served.app.credentials('administrator')).toString('base64')}`,
    };
    const card = `Open day, ${day}T10:00, Town Hall, 5.00`;
    expect(await run({ url: served.url, headers, day })).toEqual({
      made: card,
      listed: [card],
      total: 1,
      page: `${day} UTC`,
      changed: 'Open house',
      refused: ['input.ifVersion CONFLICT'],
    } satisfies Told);
  });
});

test('codegen refuses a document with a field that is not in the schema', async () => {
  await expect(byCodegen('graphql(`query Misspelt { events { nodes { titel } } }`)')).rejects.toThrow(
    'Cannot query field "titel"',
  );
});
