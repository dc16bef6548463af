import { readdirSync, readFileSync } from 'node:fs';
import { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LARGEST_BODY } from '../../src/api/rest/body.ts';
import { SILENCE } from '../../src/api/rest/steps/live.ts';
import { LONGEST_REQUEST } from '../../src/domain/request.ts';
import { rememberRun } from '../../src/import/memory.ts';
import { unreadReport } from '../../src/import/report.ts';
import { readConfig } from '../../src/process/config.ts';
import { buildApp, type TestApp } from '../support/app.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const GUIDE = read('docs/operate.md');

const PROXIES = ['deploy/Caddyfile', 'deploy/nginx.conf'];

const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]);

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ env: { METRICS: 'true' } });
});
afterAll(() => app.close());

const found = (pattern: RegExp): string[] => [...new Set([...GUIDE.matchAll(pattern)].map(([, one = '']) => one))];

test('the numbers to watch are counted under the names and labels that the guide gives', async () => {
  await app.rest('GET', '/events');
  await app.rest('POST', '/events', { json: {} });
  const report = { ...unreadReport('a.example'), counts: { event: { made: 1 } } };
  await rememberRun(app.store, report, { at: app.clock.now, ended: 'done' });
  const { text } = await app.fetch('/metrics');
  const names = found(/`((?:http|answer|refusals|store|nodejs|process|calendar|import)_\w+)`/g);
  expect(names.length).toBe(11);
  expect(names.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  const rows = [...GUIDE.matchAll(/^\| `(\w+)` \((`\w+`(?:, `\w+`)*)\)/gm)];
  expect(rows.length).toBe(7);
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
  const seconds = PROXIES.flatMap((path) => [...read(path).matchAll(/keepalive(?:_timeout)? (\d+)s/g)]);
  expect(seconds.map(([, each]) => Number(each))).toEqual([4, 4]);
  expect(new Server().keepAliveTimeout).toBeGreaterThan(4_000);
});

test('proxies wait longer than the server and its quiet streams, and let through what it refuses itself', () => {
  const nginx = read('deploy/nginx.conf');
  const patience = numberIn(nginx, /proxy_read_timeout (\d+)s/) * 1000;
  expect(patience).toBeGreaterThan(2 * Math.max(LONGEST_REQUEST, SILENCE));
  expect(numberIn(nginx, /client_max_body_size (\d+)m/) * 2 ** 20).toBeGreaterThan(LARGEST_BODY);
});

// Seen with `nginx -t` of Debian 12: it does not know the directive `http2`.
test('nginx of Debian 12 knows the directives of the example', () => {
  const nginx = read('deploy/nginx.conf');
  expect(nginx).toContain('listen 443 ssl http2;');
  expect(nginx).not.toMatch(/^\s*http2\b/m);
});

test('the guide links every file that it is about', () => {
  const files = [...readdirSync(new URL('../../deploy', import.meta.url)).map((name) => `deploy/${name}`)];
  expect(files).toEqual(expect.arrayContaining(PROXIES));
  const unlinked = [...files, 'compose.yaml', 'Dockerfile'].filter((path) => !GUIDE.includes(`](../${path})`));
  expect(unlinked).toEqual([]);
});
