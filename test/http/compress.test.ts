import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preferredEncoding } from '../../src/http/accept.ts';
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

test.each<[encoding: string | undefined, accepted: (string | undefined)[]]>([
  [undefined, [undefined, '', 'identity', 'deflate, zstd', '*;q=0', 'br;q=0, gzip;q=0']],
  [undefined, ['identity;q=0.5, gzip;q=0.4', 'identity;q=0']],
  [
    'gzip',
    [
      'gzip',
      'GZIP',
      'gzip;nonsense',
      'br;q=0.5, gzip;q=0.8',
      'br;q=0, gzip',
      'br;q=0, *',
      'gzip;q=0.3, *;q=0.1',
      'br;q=0.5, *',
    ],
  ],
  ['gzip', ['identity;q=0.5, gzip;q=0.5', 'gzip ; q=1.0 , br ; q=0.9']],
  ['br', ['br', 'gzip, br', 'gzip, deflate, br, zstd', 'br;q=0.5,gzip;q=0.5', '*', 'identity;q=0, *']],
])('the encoding %s is for who takes it best (%#)', (encoding, accepted) => {
  for (const each of accepted) expect([each, preferredEncoding(each)]).toEqual([each, encoding]);
});

test.each(['gzip', 'gzip;', 'gzip;q=', ''])('%j and a million blanks are read at once', (begun) => {
  expect(preferredEncoding(`br,${begun}${' '.repeat(1_000_000)}x`)).toBe('br');
});

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
