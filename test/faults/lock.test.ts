import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { openHouse, type Running, user } from '../process/support.ts';
import { upTo } from '../support/making.ts';
import { lastLine, program, type Row, show } from './lab.ts';

const house = openHouse();
afterAll(() => house.remove());

type Env = Record<string, string>;

/** Starts a server: `listens`, or what it says instead. */
async function tried(env: Env): Promise<{ server?: Running; said: string }> {
  try {
    return { server: await house.start(env), said: 'listens' };
  } catch (error) {
    const { error: said } = JSON.parse((error as Error).message.replace(/^[^{]*/, ''));
    return { said: lastLine(said, env.DATA_DIR!).replace(/process \d+/, 'process N') };
  }
}

async function killed(server: Running): Promise<void> {
  server.send('SIGKILL');
  await server.ended;
}

/** What is done with a folder, and what must be said at the end. */
const SCENES: readonly [what: string, must: RegExp, scene: (env: Env) => Promise<string>][] = [
  [
    'started after a kill, when another process has the id',
    /^listens$/,
    async (env) => {
      await killed(await house.start(env));
      writeFileSync(join(env.DATA_DIR!, 'lock'), `${process.pid}\n`);
      return (await tried(env)).said;
    },
  ],
  [
    'started on a copy of the folder of a server that runs',
    /^listens$/,
    async (env) => {
      await house.start(env);
      const copy = house.dataFolder();
      cpSync(env.DATA_DIR!, copy, { recursive: true });
      return (await tried({ DATA_DIR: copy })).said;
    },
  ],
  [
    'a second server',
    /^the data folder … is in use by process N/,
    async (env) => {
      await house.start(env);
      return (await tried(env)).said;
    },
  ],
  [
    'a second server beside one with workers',
    /^the data folder … is in use by process N/,
    async (env) => {
      await house.start({ ...env, WORKERS: '2' });
      return (await tried(env)).said;
    },
  ],
  [
    'started when the primary of workers was killed',
    /^listens$/,
    async (env) => {
      await killed(await house.start({ ...env, WORKERS: '2' }));
      return (await tried(env)).said;
    },
  ],
  [
    'five at once after a kill',
    /^listens, 4 refused$/,
    async (env) => {
      await killed(await house.start(env));
      const all = (await Promise.all(upTo(5).map(() => tried(env)))).map(({ said }) => said);
      return `${all.filter((said) => said === 'listens').join()}, ${all.filter((said) => / (in use|taken) /.test(said)).length} refused`;
    },
  ],
  [
    'five programs beside a server',
    /^0 0 0 0 0$/,
    async (env) => {
      await house.start({ ...env, WORKERS: '2' });
      const add = (name: number) => user('add', `user-${name}`, '--role', 'editor', '--generate');
      const calls = [...upTo(3).map(add), program('export'), program('check-data')];
      const ends = await Promise.all(calls.map((call) => house.run(env, call)));
      return ends.map(({ code }) => code).join(' ');
    },
  ],
];

test('a folder has one server, and whoever is refused one has a reason', async () => {
  const rows: Row[] = [];
  for (const [what, must, scene] of SCENES) {
    const said = await scene({ DATA_DIR: house.dataFolder() });
    rows.push({ what, fault: must.test(said) ? '' : 'FAULT', said });
  }
  show('The lock of a data folder', rows);
});
