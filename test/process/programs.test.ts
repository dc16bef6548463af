import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { scripts, version } from '../../package.json';
import { exportParameters } from '../../src/kinds/event/parameters.ts';
import { SERVER_VARIABLES, type Variable } from '../../src/process/variables.ts';
import { openHouse } from './support.ts';

const house = openHouse();
afterAll(() => house.remove());

/** What a program takes besides --help and --version, and which variables it reads. */
interface Row {
  call: string;
  options: string[];
  variables: readonly Variable[];
}

const STORE = ['MONGODB_URI', 'DATA_DIR'] as const;
const SITE = ['SITE_URL', 'SITE_TIMEZONE', 'DEFAULT_LANGUAGE'] as const;

const FILTERS = Object.values(exportParameters).map(({ wire }) => `--${wire}`);

/** By the name of the built file. */
const PROGRAMS: Record<string, Row> = {
  main: { call: 'npm start', options: [], variables: SERVER_VARIABLES },
  demo: {
    call: 'npm run demo',
    options: ['--dates', '--events', '--private'],
    variables: SERVER_VARIABLES.filter((name) => ![...STORE, 'NODE_ENV', 'WORKERS'].includes(name)),
  },
  user: { call: 'npm run user', options: ['--generate', '--password', '--role'], variables: STORE },
  seed: {
    call: 'npm run seed',
    options: ['--around', '--events', '--seed', '--several-venues'],
    variables: STORE,
  },
  copy: { call: 'npm run --silent copy', options: ['--from', '--to'], variables: [] },
  backup: { call: 'npm run backup', options: ['--to'], variables: STORE },
  'check-data': { call: 'npm run check-data', options: ['--repair'], variables: STORE },
  fields: { call: 'npm run fields', options: ['--choices', '--en', '--es', '--kind', '--ko'], variables: STORE },
  import: {
    call: 'npm run import',
    options: [
      ...['--as', '--dates', '--dry-run', '--hosts', '--map', '--ours', '--pictures', '--private'],
      ...['--report', '--since', '--theirs', '--trash', '--user'],
    ],
    variables: [...STORE, ...SITE, 'EMBED_HOSTS', 'IMPORT_CREDENTIALS'],
  },
  export: {
    call: 'npm run --silent export',
    options: ['--format', '--kinds', '--pictures', '--raw', '--trash', '--users', ...FILTERS],
    variables: [...STORE, ...SITE],
  },
  migrate: { call: 'npm run migrate', options: ['--restored'], variables: STORE },
  webhooks: { call: 'npm run webhooks', options: ['--after'], variables: ['WEBHOOKS', ...STORE] },
  pictures: {
    call: 'npm run pictures',
    options: ['--hosts', '--private', '--user'],
    variables: [...STORE, 'SITE_URL', 'DEFAULT_LANGUAGE'],
  },
  persist: { call: 'npm run persist', options: ['--form'], variables: ['PERSISTED_DOCUMENTS'] },
  'print-schema': { call: 'npm run schema', options: [], variables: [] },
};

const run = (name: string, args: string[], env: Record<string, string> = {}) =>
  house.run({ DATA_DIR: join(house.dir, 'nowhere'), ...env }, [process.execPath, `dist/${name}.js`, ...args]);

/** The part of a help below this heading. */
const part = (help: string, heading: string): string =>
  new RegExp(`^${heading}:\\n((?: {2}.*\\n)+)`, 'm').exec(help)?.[1] ?? '';

test('the table has every program there is', () => {
  const commands = readdirSync(new URL('../../src/commands/', import.meta.url)).map((file) => file.replace('.ts', ''));
  expect(Object.keys(PROGRAMS).sort()).toEqual([...commands, 'main'].sort());
});

describe.each(Object.entries(PROGRAMS))('%s', (name, { call, options, variables }) => {
  test('--help says its use, its options, its variables and its exit codes, and does nothing', async () => {
    const { code, out, error } = await run(name, ['--help']);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(part(out, 'Usage')).toMatch(new RegExp(`^  ${call}`));
    expect([...part(out, 'Options').matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option]) => option).sort()).toEqual(
      [...options, '--help', '--version'].sort(),
    );
    expect([...part(out, 'Variables').matchAll(/^ {2}([A-Z_]+) /gm)].map(([, variable]) => variable)).toEqual(
      variables,
    );
    expect([...part(out, 'Exit codes').matchAll(/^ {2}(\d) /gm)].map(([, exit]) => exit)).toEqual(['0', '1', '2']);
    expect(readdirSync(house.dir)).not.toContain('nowhere');
  });

  test('its call is a script of the package', () => {
    const script = call.replace(/^npm (run )?(--silent )?/, '');
    expect(scripts[script as keyof typeof scripts]).toMatch(new RegExp(`\\b${name}\\.[jt]s$`));
  });

  test('--version says the version of the package', async () => {
    expect(await run(name, ['--version'])).toMatchObject({ code: 0, out: `${version}\n`, error: '' });
  });

  test('an option that there is not ends with 2 and one line that names it, and nothing is done', async () => {
    const { code, out, error } = await run(name, ['--no-such=secret']);
    expect({ code, out, error }).toEqual({
      code: 2,
      out: '',
      error: `There is no option --no-such. ${call} -- --help says more.\n`,
    });
    expect(readdirSync(house.dir)).not.toContain('nowhere');
  });
});

const MISSPELT = { MONGO_URI: 'mongodb://ana:secret@db.example.org', HOSTNAME: 'here' };
const NAMED = 'The variable MONGO_URI is unknown and ignored. Did you mean MONGODB_URI?';

test.each([
  ['migrate', []],
  ['seed', ['--events', '1']],
  ['user', ['list']],
])('%s names a variable that is nearly one of ours on standard error, and goes on', async (name, args) => {
  const { code, error } = await run(name, args, { ...MISSPELT, DATA_DIR: house.dataFolder() });
  expect(code).toBe(0);
  expect(error.split('\n').filter((line) => line.includes('variable'))).toEqual([NAMED]);
  expect(error).not.toContain('secret');
});

test('a server names a variable that is nearly one of ours in its log, and goes on', async () => {
  const server = await house.start({ DATA_DIR: house.dataFolder(), ...MISSPELT });
  server.send('SIGTERM');
  const { code, out } = await server.ended;
  expect(code).toBe(0);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level === 40).map(({ msg }) => msg)).toContain(NAMED);
  expect(out).not.toContain('secret');
});
