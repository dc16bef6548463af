import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isCompressible } from '../../src/http/compress.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { incomingOf } from '../support/web.ts';

let app: TestApp;
let large: string;

beforeAll(async () => {
  app = await buildApp();
  const { id } = await made(app, 'events', { description: 'Come and see. '.repeat(200) });
  large = `/wp-json/calendar/events/v1/events/${id}`;
});
afterAll(() => app.close());

/** An answer as it is sent. */
const sent = (path: string, accepted: string, method = 'GET') =>
  app.answer(
    incomingOf(new Request(`http://127.0.0.1:4000${path}`, { method, headers: { 'Accept-Encoding': accepted } })),
  );

test('what was compressed is what would have been sent without', async () => {
  for (const path of [large, '/', '/wp-json/']) {
    const plain = await sent(path, 'identity');
    const [br, gzip] = [await sent(path, 'br'), await sent(path, 'gzip')];
    expect([br.headers['Content-Encoding'], gzip.headers['Content-Encoding']]).toEqual(['br', 'gzip']);
    const text = Buffer.from(plain.content as string).toString();
    expect(brotliDecompressSync(br.content as Buffer).toString()).toBe(text);
    expect(gunzipSync(gzip.content as Buffer).toString()).toBe(text);
    expect(br.content.length).toBeLessThan(text.length);
    expect([plain, br, gzip].map(({ headers }) => headers.Vary)).toEqual(
      Array(3).fill(expect.stringContaining('Accept-Encoding')),
    );
  }
});

test('HEAD has the headers of GET in every encoding', async () => {
  for (const accepted of ['identity', 'gzip', 'br'])
    expect((await sent(large, accepted, 'HEAD')).headers).toEqual((await sent(large, accepted)).headers);
});

test('what is kept is compressed once: the same bytes are sent again', async () => {
  await sent(large, 'br');
  await sent(large, 'br');
  const [one, other] = [await sent(large, 'br'), await sent(large, 'br')];
  expect(one.content).toBe(other.content);
});

test('small answers are not compressed', async () => {
  const { headers } = await sent('/wp-json/calendar/events/v1/tags', 'br, gzip');
  expect([headers['Content-Encoding'], headers.Vary]).toEqual([undefined, 'Authorization']);
});

test.each([
  ['text/html; charset=utf-8', true],
  ['image/svg+xml', true],
  ['image/x-icon', true],
  ['image/png', false],
  ['font/woff2', false],
])('that %s is compressed is %j', (type, compressed) => {
  const answer = { status: 200, headers: { 'Content-Type': type }, content: 'x'.repeat(2_000) };
  expect(isCompressible(answer)).toBe(compressed);
});
