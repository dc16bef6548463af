import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderOf, OURS } from '../api/operations/folder.ts';
import { buildApp, type TestApp } from '../support/app.ts';

let app: TestApp;
/** The live document. */
let text: string;

beforeAll(async () => {
  app = await buildApp({ env: { OPERATIONS: folderOf(OURS) } });
  text = (await app.rest('GET', '/doc')).text;
});
afterAll(() => app.close());

/** What the recommended rules of Redocly find. */
async function redocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** What Spectral's rules for OpenAPI find. */
async function spectral(source: string): Promise<string[]> {
  const linter = new Spectral();
  linter.setRuleset({ extends: [oas as RulesetDefinition] });
  const problems = await linter.run(source);
  return problems.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`);
}

/** A small document with two things wrong: no licence, and an operation that says nothing of itself. */
const BAD = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Bad', version: '1' },
  servers: [{ url: 'https://bad.test' }],
  paths: { '/': { get: { operationId: 'bad', responses: { 200: { description: 'Done.' } } } } },
});

test.each([
  ['Redocly', redocly, 'operation-summary'],
  ['Spectral', spectral, 'operation-description'],
] as const)('%s finds nothing to say of the document, and something of a bad one', async (_, problems, expected) => {
  expect(await problems(BAD)).toContainEqual(expect.stringContaining(expected));
  expect(await problems(text)).toEqual([]);
});

test('Redocly finds nothing to say of the document of operations', async () => {
  expect(await redocly((await app.fetch('/operations/openapi.json')).text)).toEqual([]);
});
