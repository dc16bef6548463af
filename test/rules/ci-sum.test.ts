import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** `.ci/sum.mjs`, which has no types. */
const { sum } = await import(String(new URL('../../.ci/sum.mjs', import.meta.url)));

const home = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => rmSync(home, { recursive: true }));

const A = 'test/a.test.ts';
const B = 'test/b.test.ts';
const COMMAND = 'FUZZ_SEED=1 TESTS=process DRAWS=quarter npm test --';

const file = (name: string, state: string, test = 'a fact') => ({
  file: name,
  tests: [{ name: test, state, why: state === 'failed' ? `expected 1 to be 2 in ${name}` : '', seconds: 0.1 }],
});
const report = (files: object[], errors: string[] = []) => JSON.stringify({ files, errors });
const passed = report([file(A, 'passed'), file(B, 'passed')]);
const unstable = report([file(A, 'failed'), file(B, 'passed')]);
const again = report([file(A, 'passed')]);

/** What a project left, and the last line about it, with a line that says why. */
const ROWS: [fact: string, left: Record<string, string>, last: string, ...lines: string[]][] = [
  ['two tests pass', { 'process.json': passed, 'process.code': '0' }, '2 passed, 0 failed', '0 unstable'],
  [
    'a test fails, and its command has all variables',
    { 'process.json': unstable, 'process.code': '1' },
    '1 passed, 1 failed',
    `failed in process: ${A}: a fact`,
    `    expected 1 to be 2 in ${A}`,
    `    again: ${COMMAND} ${A}`,
  ],
  [
    'a file passes when it runs again',
    { 'process.json': unstable, 'process.code': '1', 'process.again.json': again, 'process.again.code': '0' },
    '2 passed, 0 failed',
    '1 unstable',
    `unstable in process, it passed alone: ${A}: a fact`,
  ],
  [
    'a file passes when it runs again, and that run fails outside of its tests',
    { 'process.json': unstable, 'process.code': '1', 'process.again.json': again, 'process.again.code': '1' },
    '2 passed, 1 failed',
    'process.again ended with exit code 1, and no test says why',
  ],
  [
    'an error outside of all tests beside an unstable file',
    {
      'process.json': report([file(A, 'failed'), file(B, 'passed')], ['nobody caught me']),
      'process.code': '1',
      'process.again.json': again,
      'process.again.code': '0',
    },
    '2 passed, 1 failed',
    'process failed outside of its tests:',
    '    nobody caught me',
  ],
  [
    'an exit code that no test explains',
    { 'process.json': passed, 'process.code': '1' },
    '2 passed, 1 failed',
    'process ended with exit code 1, and no test says why',
  ],
  ['no report', { 'process.code': '0' }, '0 passed, 1 failed', 'process left no report'],
  ['half a report', { 'process.json': passed.slice(9), 'process.code': '0' }, '0 passed, 1 failed'],
  ['a run without an exit code', { 'process.json': passed }, '2 passed, 1 failed', 'process left no report'],
  [
    'a skipped test',
    { 'process.json': report([file(A, 'skipped'), file(B, 'passed')]), 'process.code': '0' },
    '1 passed, 1 failed',
    `skipped in process: ${A}: a fact`,
  ],
  [
    'one name, twice',
    { 'process.json': report([file(A, 'passed'), file(A, 'passed')]), 'process.code': '0' },
    '2 passed, 1 failed',
    `two tests have one name: process: ${A}: a fact`,
  ],
  [
    'what failed beside the tests, and a note',
    {
      'process.json': passed,
      'process.code': '0',
      problems: 'docs failed:\n    line 3\n\nNode was not to be had\n\n',
      notes: 'no MongoDB\n\n',
    },
    '2 passed, 2 failed',
    'docs failed:',
    '    line 3',
    'Node was not to be had',
    'no MongoDB',
  ],
];

test.each(ROWS)('CI adds up: %s', (fact, left, last, ...lines) => {
  const folder = join(home, fact);
  mkdirSync(folder);
  for (const [name, text] of Object.entries({ 'process.command': COMMAND, ...left }))
    writeFileSync(join(folder, name), text);
  const said = sum(folder, ['process']);
  const printed = said.lines.flatMap((line: string) => line.split('\n'));
  expect(printed).toEqual(expect.arrayContaining(lines));
  expect(printed.at(-1)).toBe(last);
  expect(said.isGood).toBe(last.endsWith(', 0 failed'));
});
