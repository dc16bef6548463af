import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { readOptions } from '../../bench/requests/options.ts';
import { ROW_NAMES } from '../../bench/requests/rows.ts';
import { scripts } from '../../package.json';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

const dir = mkdtempSync(join(tmpdir(), 'bench-test-'));
afterAll(() => rmSync(dir, { recursive: true }));

interface Ended {
  code: number;
  out: string;
  error: string;
}

/** Runs a bench as its script does. */
const run = (name: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const { PATH = '', HOME = '', MONGODB_URI = '' } = process.env;
    const options = { cwd: PACKAGE, env: { PATH, HOME, MONGODB_URI } };
    execFile(process.execPath, ['--import', 'tsx', `bench/${name}.ts`, ...args], options, (failed, out, error) =>
      resolve({ code: Number(failed?.code ?? 0), out, error }),
    );
  });

/** By the name of its file, what it is called by. */
const CALLS: Record<string, string> = {
  requests: 'npm run bench',
  attackers: 'npm run bench:attackers',
  dearest: 'npm run bench:dearest',
  html: 'npm run bench:html',
  lengths: 'npm run bench:lengths',
  sizes: 'npm run bench:sizes',
  statements: 'npm run bench:statements',
};

test('the table has every bench there is', () => {
  const files = readdirSync(join(PACKAGE, 'bench')).filter((file) => file.endsWith('.ts'));
  expect(files.sort()).toEqual(
    Object.keys(CALLS)
      .map((name) => `${name}.ts`)
      .sort(),
  );
});

describe.each(Object.entries(CALLS))('%s', (name, call) => {
  test('its call is a script of the package that runs it', () => {
    expect(scripts[call.replace('npm run ', '') as keyof typeof scripts]).toBe(`tsx bench/${name}.ts`);
  });

  test('an option that there is not ends with 2 and one line that names it', async () => {
    expect(await run(name, '--no-such')).toEqual({
      code: 2,
      out: '',
      error: `There is no option --no-such. ${call} -- --help says more.\n`,
    });
  });
});

test('--help of npm run bench names every row, and measures nothing', async () => {
  const { code, out, error } = await run('requests', '--help');
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect([...out.matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, word]) => word)).toEqual(
    expect.arrayContaining(ROW_NAMES),
  );
});

test.each([
  [{ events: '0' }, '--events is "0"; it must be a whole number from 1.'],
  [{ rounds: 'many' }, '--rounds is "many"; it must be a whole number from 1.'],
  [{ 'warm-up': 'long' }, '--warm-up is "long"; it must be a whole number from 1.'],
  [{ requests: '' }, '--requests is ""; it must be a whole number from 1.'],
  [{ store: 'files' }, '--store is "files"; it must be embedded or mongodb.'],
  [{ only: 'bare-list,fast' }, `--only names "fast"; the rows are ${ROW_NAMES.join(', ')}.`],
])('npm run bench refuses %j', (values, wrong) => {
  expect(readOptions(values)).toBe(wrong);
});

test('rows that are named take turns in the order of the table', () => {
  expect(readOptions({ only: 'rest-event,bare-list' })).toMatchObject({ rows: ['bare-list', 'rest-event'] });
});

/** Some start six processes. */
const LONG = 600_000;

test('npm run bench measures every row, prints a table, and writes the same figures as JSON', {
  timeout: LONG,
}, async () => {
  const json = join(dir, 'requests.json');
  const short = ['--events', '200', '--rounds', '1', '--requests', '5', '--warm-up', '1'];
  const { code, out, error } = await run('requests', ...short, '--json', json);
  expect({ code, error }).toEqual({ code: 0, error: expect.stringMatching(/^rounds: 1 of 1$/m) });
  const results = JSON.parse(readFileSync(json, 'utf8'));
  expect(results).toMatchObject({
    ...{ events: 200, rounds: 1, requests: 5, store: process.env.MONGODB_URI ? 'mongodb' : 'embedded' },
    rows: ROW_NAMES.map((row) => ({
      ...{ row, cpuMs: expect.any(Number), requestsPerSecond: expect.any(Number) },
      ...{ p50Ms: expect.any(Number), p99Ms: expect.any(Number) },
    })),
  });
  for (const { row, cpuMs } of results.rows) expect(out).toMatch(new RegExp(`^${row} +${cpuMs.toFixed(3)} `, 'm'));
  expect(results.ratios).toContainEqual({ row: 'rest-list', by: 'by-hand', ratio: expect.any(Number), most: 1.3 });
});

test('npm run bench:sizes compares two calendars', { timeout: LONG }, async () => {
  const { code, out } = await run('sizes', '--events', '200,240', '--rounds', '1');
  expect(code).toBe(0);
  expect(out).toMatch(/^default list +[\d.]+ ms +[\d.]+ ms +× [\d.]+$/m);
  expect(out).toMatch(/^240 events: \d+ MB/m);
});
