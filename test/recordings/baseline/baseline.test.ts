import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { sample } from '../../support/sample.ts';
import { ask, type Declared, difference, open, type Recorded, unpack } from './answers.ts';

const read = (name: string): Buffer => readFileSync(new URL(name, import.meta.url));
const recorded: Recorded[] = JSON.parse(brotliDecompressSync(read('answers.br')).toString());
const declared = (JSON.parse(read('deviations.json').toString()) as Declared[]).map(({ answers, lines }) => ({
  text: `${answers} ${lines}`,
  answers: new RegExp(answers),
  lines: new RegExp(lines),
}));

/** The last requests write, each on what those before it have written. */
const firstWrite = recorded.findIndex(({ name }) => name.includes(' POST /events {'));
const asked = [...sample(recorded.slice(0, firstWrite), 50), ...sample(recorded.slice(firstWrite), 0)];

let folder: string;
let app: TestApp;
const needed = new Set<string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'baseline-'));
  unpack(read('calendar.br'), folder);
  app = await open(folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test('every answer of commit 9ee924ac is the same, or differs as declared', async () => {
  const undeclared: [line: string, name: string][] = [];
  for (const { lines, ...request } of asked) {
    const changed = difference(lines, await ask(app, request));
    const rows = changed.map((line) =>
      declared.filter((one) => one.answers.test(request.name) && one.lines.test(line)),
    );
    for (const { text } of rows.flat()) needed.add(text);
    undeclared.push(
      ...changed.filter((_, at) => rows[at]!.length === 0).map((line): [string, string] => [line, request.name]),
    );
  }
  const namesOf = (line: string) => undeclared.filter(([one]) => one === line).map(([, name]) => name);
  expect(Object.fromEntries(undeclared.map(([line]) => [line, namesOf(line)]))).toEqual({});
});

test('each declared difference is there', () => {
  const all = sample(declared, 0);
  expect(all.map(({ text }) => text).filter((text) => !needed.has(text))).toEqual([]);
});
