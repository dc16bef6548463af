import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { HTML, loadedBy, scriptOf, started } from '../../support/graphiql.ts';
import { incomingOf } from '../../support/web.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const ADDRESSES = ['/graphql', '/ko/graphql', '/es/graphql'];

const pageAt = async (path = '/graphql'): Promise<string> => (await app.fetch(path, { headers: HTML })).text;

test.each(ADDRESSES)('a browser gets a small page at %s', async (path) => {
  const answer = await app.fetch(path, { headers: HTML });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.text).toMatch(/<!doctype html>/i);
  expect(answer.text.length).toBeLessThan(2000);
});

test.each(['/graphql', '/ko/graphql'])('everything that the page at %s loads is there', async (path) => {
  const { workers } = started(await scriptOf(app, 'start', { path }));
  const files = [...loadedBy(await pageAt(path), path), ...workers.map((address) => new URL(address).pathname)];
  expect(files).toHaveLength(9);
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

test('who comes to an address into which GraphiQL has written the query gets the page again', async () => {
  const headers = { ...HTML, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
  const answer = await app.fetch('/ko/graphql?query={__typename}', { headers });
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.headers.get('vary')).toContain('Sec-Fetch-Mode');
});

test('the page is as wide as the screen it is read on', async () => {
  expect(await pageAt()).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
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
