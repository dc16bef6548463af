import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { PART_NAMES, readOptions } from '../../bench/requests/options.ts';
import { scripts } from '../../package.json';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

const dir = mkdtempSync(join(tmpdir(), 'bench-test-'));
afterAll(() => rmSync(dir, { recursive: true }));

interface Ended {
  code: number;
  out: string;
  error: string;
}

const runNode = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const { PATH = '', HOME = '', MONGODB_URI = '' } = process.env;
    const options = { cwd: PACKAGE, env: { PATH, HOME, MONGODB_URI } };
    execFile(process.execPath, ['--import', 'tsx', ...args], options, (failed, out, error) =>
      resolve({ code: Number(failed?.code ?? 0), out, error }),
    );
  });

/** Runs a bench as its script does. */
const run = (name: string, ...args: string[]): Promise<Ended> => runNode(`bench/${name}.ts`, ...args);

/** By the name of its file, what it is called by. */
const CALLS: Record<string, string> = {
  requests: 'npm run bench',
  readers: 'npm run bench:readers',
  attackers: 'npm run bench:attackers',
  dearest: 'npm run bench:dearest',
  html: 'npm run bench:html',
  lengths: 'npm run bench:lengths',
  sizes: 'npm run bench:sizes',
  statements: 'npm run bench:statements',
  subscribers: 'npm run bench:subscribers',
};

test('the table has every bench there is', () => {
  const files = readdirSync(join(PACKAGE, 'bench')).filter((file) => file.endsWith('.ts'));
  expect(files.sort()).toEqual(
    Object.keys(CALLS)
      .map((name) => `${name}.ts`)
      .sort(),
  );
});

test.each(Object.entries(CALLS))('%s is called by %s, a script of the package', (name, call) => {
  expect(scripts[call.replace('npm run ', '') as keyof typeof scripts]).toBe(`tsx bench/${name}.ts`);
});

test('in every bench an option that there is not ends with 2 and one line that names it', async () => {
  // In one process: each would load most of src/ again.
  const imports = Object.keys(CALLS).map((name) => `await import('./bench/${name}.ts');`);
  const script = [`process.argv = ['node', 'bench', '--no-such'];`, ...imports].join('\n');
  const lines = Object.values(CALLS).map((call) => `There is no option --no-such. ${call} -- --help says more.\n`);
  expect(await runNode('--input-type=module', '--eval', script)).toEqual({ code: 2, out: '', error: lines.join('') });
});

test.each([
  [{ events: '0' }, '--events is "0"; it must be a whole number from 1.'],
  [{ rounds: 'many' }, '--rounds is "many"; it must be a whole number from 1.'],
  [{ 'warm-up': 'long' }, '--warm-up is "long"; it must be a whole number from 0.'],
  [{ requests: '' }, '--requests is ""; it must be a whole number from 1.'],
  [{ seconds: '1.5' }, '--seconds is "1.5"; it must be a whole number from 1.'],
  [{ 'seed-memory': 'all' }, '--seed-memory is "all"; it must be a whole number from 1.'],
  [{ store: 'files' }, '--store is "files"; it must be embedded or mongodb.'],
  [{ only: 'list,fast' }, `--only names "fast"; the rows are ${PART_NAMES.join(', ')}.`],
])('npm run bench refuses %j', (values, wrong) => {
  expect(readOptions(values)).toBe(wrong);
});

test('rows that are named take turns in the order of the table', () => {
  expect(readOptions({ only: 'written,event,list' })).toMatchObject({ parts: ['list', 'event', 'written'] });
});

/** They start servers. */
const LONG = 600_000;

/** Rows of both servers. */
const ROWS = ['create-by-hand', 'create'];

test('npm run bench measures the rows that are named, prints them, and writes the same figures as JSON', {
  timeout: LONG,
}, async () => {
  const json = join(dir, 'requests.json');
  const short = ['--events', '100', '--rounds', '1', '--requests', '2', '--warm-up', '0', '--only', ROWS.join()];
  const { code, out, error } = await run('requests', ...short, '--json', json);
  expect({ code, error }).toEqual({ code: 0, error: expect.stringMatching(/^rounds: 1 of 1$/m) });
  const { rows } = JSON.parse(readFileSync(json, 'utf8'));
  const measured = { cpuMs: expect.any(Number), requestsPerSecond: expect.any(Number), p99Ms: expect.any(Number) };
  expect(rows).toMatchObject(ROWS.map((row) => ({ row, ...measured })));
  for (const { row, cpuMs } of rows) expect(out).toMatch(new RegExp(`^${row} +${cpuMs.toFixed(3)} `, 'm'));
  expect(out).toMatch(/^create \/ create-by-hand +[\d.]+ +× +5 +(held|missed)$/m);
});

test('npm run bench:sizes compares two calendars', { timeout: LONG }, async () => {
  const { code, out } = await run('sizes', '--events', '200,240', '--rounds', '1');
  expect(code).toBe(0);
  expect(out).toMatch(/^default list +[\d.]+ ms +[\d.]+ ms +× [\d.]+$/m);
  expect(out).toMatch(/^240 events: \d+ MB/m);
});
