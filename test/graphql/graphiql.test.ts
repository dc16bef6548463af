import { gunzipSync } from 'node:zlib';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { incomingOf } from '../support/web.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const ADDRESSES = ['/graphql', '/ko/graphql', '/es/graphql'];

const pageAt = async (path = '/graphql'): Promise<string> => (await app.fetch(path, { headers: HTML })).text;

/** The paths of what a page loads, as a browser at this path understands them. */
const loadedBy = (page: string, path = '/graphql'): string[] =>
  [...page.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(
    ([, address]) => new URL(address!, `http://a.example${path}`).pathname,
  );

/** The script that starts GraphiQL. */
async function startScript(): Promise<string> {
  const path = loadedBy(await pageAt()).find((each) => each.includes('/start-'));
  return (await app.fetch(path!)).text;
}

/** What it does in a browser that keeps these things: what is kept then, and what GraphiQL is started with. */
async function started(kept: Record<string, string> = {}) {
  const storage = new Map(Object.entries(kept));
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  };
  const document = {
    currentScript: { src: 'http://a.example/graphql/start.js' },
    querySelector: (name: string) => name,
  };
  // biome-ignore lint/suspicious/noExplicitAny: what the script sets is looked at, not typed
  const self: any = {};
  const calls: unknown[][] = [];
  const YogaGraphiQL = { renderYogaGraphiQL: (...args: unknown[]) => calls.push(args) };
  const run = new Function('localStorage', 'document', 'self', 'YogaGraphiQL', await startScript());
  run(localStorage, document, self, YogaGraphiQL);
  const workers = ['editorWorkerService', 'json', 'graphql'].map((name) =>
    self.MonacoEnvironment.getWorkerUrl('', name),
  );
  const [[root, options]] = calls as [[string, Record<string, unknown>]];
  return { kept: Object.fromEntries(storage), root, options, workers };
}

test.each(ADDRESSES)('a browser gets a small page at %s', async (path) => {
  const answer = await app.fetch(path, { headers: HTML });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.text).toMatch(/<!doctype html>/i);
  expect(answer.text.length).toBeLessThan(2000);
});

test.each(ADDRESSES)('everything that the page at %s loads is there', async (path) => {
  const { workers } = await started();
  const files = [...loadedBy(await pageAt(path), path), ...workers.map((address) => new URL(address).pathname)];
  expect(files).toHaveLength(8);
  for (const file of files) expect([file, (await app.fetch(file)).status]).toEqual([file, 200]);
});

test('the page and its files may load nothing that is not beside them', async () => {
  const { headers } = await app.fetch('/graphql', { headers: HTML });
  const policy = headers.get('content-security-policy')!.split('; ');
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]));
  expect(policy.join()).not.toMatch(/http|\*|unsafe-eval|blob/);
  expect(policy.find((each) => each.startsWith('script-src'))).not.toContain('unsafe');
});

test('the page holds no script and no style of its own', async () => {
  expect(await pageAt()).not.toMatch(/<script>|<script [^>]*>[^<]|<style|\son\w+=|\sstyle=/i);
});

test('its styles import nothing and take no fonts or pictures from another host', async () => {
  const path = loadedBy(await pageAt()).find((each) => each.endsWith('.css'));
  const { text } = await app.fetch(path!);
  expect(text).not.toMatch(/@import/i);
  const addresses = [...text.matchAll(/url\(\s*["']?(?!data:|#)([^"')]+)/gi)].map(([, address]) => address);
  expect(addresses).toEqual([]);
});

test('the queries it offers are valid', async () => {
  const { options } = await started();
  const document = parse(String(options.defaultQuery));
  expect(document.definitions.length).toBeGreaterThan(1);
  expect(validate(schema, document)).toEqual([]);
});

const tab = (query: string | null, variables: string | null = null, headers: string | null = null) => ({
  ...{ id: 'x', hash: null, title: '<untitled>', operationName: null, response: null },
  ...{ query, variables, headers },
});

describe('a visit', () => {
  test('asks the address it is at', async () => {
    const { root, options } = await started();
    expect(root).toBe('#root');
    expect(options).not.toHaveProperty('endpoint');
    expect(options).not.toHaveProperty('fetcher');
  });

  test('keeps no headers, which may hold passwords', async () => {
    expect((await started()).options).toMatchObject({ shouldPersistHeaders: false });
  });

  test.each([
    [{}, {}],
    [{ 'graphiql:tabState': 'nonsense' }, { 'graphiql:tabState': 'nonsense' }],
    [{ 'graphiql:headers': '{"Authorization": "Bearer secret"}' }, {}],
  ])('that is the first and finds %j leaves %j', async (found, left) => {
    expect((await started(found)).kept).toEqual(left);
  });

  test.each([
    ['the examples', [tab('query Examples { a }')], 0],
    ['a query with variables', [tab('query Examples { a }'), tab('query ($i: Int) { b }', '{"i": 1}')], 1],
    ['an empty tab', [tab('query Examples { a }'), tab(null)], 1],
  ])('after one that ended with %s opens that tab and no other', async (_, tabs, activeTabIndex) => {
    const { query, variables } = tabs[activeTabIndex]!;
    const old = { 'graphiql:query': 'what was typed before', 'graphiql:variables': '{"left": "over"}' };
    const { kept } = await started({ ...old, 'graphiql:tabState': JSON.stringify({ tabs, activeTabIndex }) });
    expect(kept).toEqual({
      'graphiql:tabState': JSON.stringify({ tabs, activeTabIndex }),
      'graphiql:query': query ?? '',
      'graphiql:variables': variables ?? '',
    });
  });

  test('after one that kept headers forgets them', async () => {
    const headers = '{"Authorization": "Bearer secret"}';
    const state = { tabs: [tab('{ a }', null, headers)], activeTabIndex: 0 };
    const { kept } = await started({ 'graphiql:tabState': JSON.stringify(state), 'graphiql:headers': headers });
    expect(JSON.stringify(kept)).not.toContain('secret');
    expect(JSON.parse(kept['graphiql:tabState']!)).toEqual({ tabs: [tab('{ a }')], activeTabIndex: 0 });
  });

  test('to an address into which GraphiQL has written the query gets the page again', async () => {
    const headers = { ...HTML, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    const answer = await app.fetch('/ko/graphql?query={__typename}', { headers });
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('vary')).toContain('Sec-Fetch-Mode');
  });
});

test('the page has one part that is its main one, and one heading, for readers of screens', async () => {
  const text = await pageAt();
  expect([text.match(/<main>/g), text.match(/<h1>/g)]).toEqual([['<main>'], ['<h1>']]);
});

test('its files come compressed to those who take it where that pays, and are kept for ever: their names tell their content', async () => {
  for (const path of loadedBy(await pageAt())) {
    const plain = await app.fetch(path);
    const asked = new Request(new URL(path, 'http://a.example'), { headers: { 'accept-encoding': 'gzip' } });
    const { headers, content } = await app.answer(incomingOf(asked));
    const compressed = headers['Content-Encoding'] === 'gzip';
    expect(compressed).toBe(plain.text.length > 1024);
    expect((compressed ? gunzipSync(content) : Buffer.from(content as Uint8Array)).toString()).toBe(plain.text);
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
  expect((await app.fetch('/graphql/graphiql-0123456789abcdef.js')).status).toBe(404);
});

test('the page itself is asked for each time', async () => {
  expect((await app.fetch('/graphql', { headers: HTML })).headers.get('cache-control')).toBe('no-cache');
});

test('a program that asks with GET and a query gets an answer, not a page', async () => {
  const answer = await app.fetch('/graphql?query={__typename}', { headers: HTML });
  expect(answer.body).toEqual({ data: { __typename: 'Query' } });
});
