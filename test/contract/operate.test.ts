import { readFileSync } from 'node:fs';
import { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { buildApp, type TestApp } from '../support/app.ts';

const GUIDE = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8');

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ env: { METRICS: 'true' } });
});
afterAll(() => app.close());

const found = (pattern: RegExp): string[] => [...new Set([...GUIDE.matchAll(pattern)].map(([, one = '']) => one))];

test('the numbers to watch are counted under the names and labels that the guide gives', async () => {
  await app.rest('GET', '/events');
  await app.rest('POST', '/events', { json: {} });
  const { text } = await app.fetch('/metrics');
  const names = found(/`((?:http|refusals|store|nodejs|process)_\w+)`/g);
  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  const rows = [...GUIDE.matchAll(/^\| `(\w+)` \((`\w+`(?:, `\w+`)*)\)/gm)];
  expect(rows.length).toBe(3);
  for (const [, name, labels] of rows) {
    const shown = new RegExp(`^${name}(?:_count)?\\{([^}]*)\\}`, 'm').exec(text)![1]!;
    expect([...shown.matchAll(/(\w+)=/g)].map(([, label]) => `\`${label}\``).join(', ')).toBe(labels);
  }
});

test('the addresses to watch are there', async () => {
  const paths = found(/^\| `(\/\w+)` \|/gm);
  expect(paths).toEqual(['/health', '/ready', '/metrics']);
  for (const path of paths) expect((await app.fetch(path)).status).toBe(200);
});

test('the settings that the guide shows are settings', () => {
  const settings = GUIDE.match(/\b(?:SITE_URL|RATE_LIMIT|TRUST_PROXY|NODE_ENV|DATA_DIR|PORT|METRICS)=[\w:/.]+/g) ?? [];
  expect(settings.length).toBeGreaterThan(8);
  for (const setting of settings) {
    const [name, value] = setting.split('=') as [string, string];
    expect(() => readConfig({ [name]: value })).not.toThrow();
  }
});

test('proxies are told to give connections up before Node does', () => {
  const seconds = found(/keepalive(?:_timeout)? (\d+)s/g).map(Number);
  expect(seconds).toEqual([4]);
  expect(new Server().keepAliveTimeout).toBeGreaterThan(seconds[0]! * 1000);
});
