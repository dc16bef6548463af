import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

let served: ServedApp;
let dir: string;
let env: Record<string, string>;
let mesh: ChildProcess;

beforeAll(async () => {
  served = await serveApp();
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'mesh-')));
  for (const name of ['package.json', 'mesh.config.ts', 'tsconfig.json', 'schema'])
    cpSync(join(PACKAGE, name), join(dir, name), { recursive: true });
  symlinkSync(join(PACKAGE, 'node_modules'), join(dir, 'node_modules'));
  const { PATH = '', HOME = '' } = process.env;
  env = { PATH, HOME, MESH_ENDPOINT: `${served.url}/wp-json/calendar/events/v1`, MESH_PORT: await freePort() };
});
afterAll(async () => {
  process.kill(-mesh.pid!, 'SIGKILL');
  await served.close();
  rmSync(dir, { recursive: true });
});

const freePort = (): Promise<string> =>
  new Promise((resolve) => {
    const taken = createServer().listen(0, '127.0.0.1', () => {
      const { port } = taken.address() as { port: number };
      taken.close(() => resolve(String(port)));
    });
  });

const basic = () => `Basic ${Buffer.from(served.app.credentials('editor')).toString('base64')}`;

/** What a program of the typed client's user looks like: the names of the SDK are those of the OpenAPI document. */
const PROGRAM = `
import { getMeshSDK } from './.mesh/index.ts';

const sdk = getMeshSDK({ headers: { authorization: process.env['AUTHORIZATION'] } });
const { CreateTag } = await sdk.CreateTag_mutation({ input: { name: 'woven' } });
const { ListTags } = await sdk.ListTags_query({ hide_empty: false });
const names: string[] = ListTags && 'tags' in ListTags ? ListTags.tags.map((tag) => tag?.name ?? '') : [];
// @ts-expect-error a tag has no title
void (ListTags && 'tags' in ListTags && ListTags.tags[0]?.title);
console.log(JSON.stringify({ made: CreateTag && 'slug' in CreateTag ? CreateTag.slug : CreateTag, names }));
process.exit();
`;

test('npm run mesh:sdk writes a typed client that compiles under strict, and reads and writes as its caller', async () => {
  const run = promisify(execFile);
  await run('npm', ['run', '--silent', 'mesh:sdk'], { cwd: dir, env });
  writeFileSync(join(dir, 'program.ts'), PROGRAM);
  const config = { extends: './tsconfig.json', compilerOptions: { incremental: false }, include: ['program.ts'] };
  writeFileSync(join(dir, 'tsconfig.program.json'), JSON.stringify(config));
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.program.json'], { cwd: dir, env });
  const { stdout } = await run('npx', ['tsx', 'program.ts'], { cwd: dir, env: { ...env, AUTHORIZATION: basic() } });
  expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toEqual({ made: 'woven', names: ['woven'] });
});

test('npm run mesh serves the calendar on loopback, and writes as whoever asks it', async () => {
  mesh = spawn('npm', ['run', '--silent', 'mesh'], { cwd: dir, env, stdio: 'ignore', detached: true });
  const url = `http://127.0.0.1:${env.MESH_PORT}/graphql`;
  const ask = async (headers: Record<string, string>) => {
    const query =
      'mutation { made: CreateTag(input: { name: "served" }) { ... on Tag { slug } ... on Error { code } } }';
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
    return ((await answer.json()) as { data: { made: object } }).data.made;
  };
  // Its log names the address before it listens there.
  await eventually(() => fetch(url));
  expect(await ask({})).toEqual({ code: 'rest_forbidden' });
  expect(await ask({ Authorization: basic() })).toEqual({ slug: 'served' });
});
