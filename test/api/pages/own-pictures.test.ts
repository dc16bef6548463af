import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { draw } from '../../../src/tools/draw.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { runsOf } from '../../support/fuzz/seed.ts';
import { markSeeded } from '../../support/stored.ts';

const PICTURE = '/pictures/event-1-1.svg';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  await markSeeded(app.store);
});
afterAll(() => app.close());

const names = fc.string({ unit: fc.constantFrom(...'abcz019-'), minLength: 1, maxLength: 60 });

test('there is a picture for every name, the same whenever it is asked for, and it needs no other host', () => {
  fc.assert(
    fc.property(names, (name) => {
      const drawn = draw(name);
      expect(draw(name)).toBe(drawn);
      expect(drawn).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>\n$/s);
      expect(drawn.match(/https?:|href|NaN|undefined/g)).toEqual(['http:']);
    }),
    { numRuns: runsOf(30, 120) },
  );
});

test('different names have different pictures', () => {
  const different = fc.uniqueArray(names, { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(different, (those) => new Set(those.map(draw)).size === those.length),
    { numRuns: runsOf(15, 60) },
  );
});

test('a seeded calendar shows them', async () => {
  const { status, text, headers } = await app.fetch(PICTURE);
  expect([status, headers.get('content-type'), text]).toEqual([200, 'image/svg+xml; charset=utf-8', draw('event-1-1')]);
});

test('HEAD answers without the picture', async () => {
  const { status, text, headers } = await app.fetch('/pictures/event-1-1.svg', { method: 'HEAD' });
  expect([status, text, headers.get('content-type')]).toEqual([200, '', 'image/svg+xml; charset=utf-8']);
});

test.each([
  ['GET', '/pictures/'],
  ['GET', '/pictures/.svg'],
  ['GET', '/pictures/a.png'],
  ['GET', '/pictures/A.svg'],
  ['GET', '/pictures/a/b.svg'],
  ['GET', `/pictures/${'a'.repeat(61)}.svg`],
  ['POST', '/pictures/a.svg'],
])('%s %s finds nothing', async (method, path) => {
  expect((await app.fetch(path, { method })).status).toBe(404);
});

test('a calendar that was not seeded has none: they are as unknown as any other page', async () => {
  const other = await buildApp();
  onTestFinished(() => other.close());
  const [picture, nothing] = [await other.fetch(PICTURE), await other.fetch('/nothing')];
  expect([picture.status, picture.text]).toEqual([404, nothing.text]);
});
