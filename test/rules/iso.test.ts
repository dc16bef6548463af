import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDay, readDateTime, toIso } from '../../src/domain/iso.ts';

test('a moment that is written in a zone is read as the same moment', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Madrid', 'Asia/Seoul', 'America/St_Johns', 'UTC+5.5', 'UTC-11');
  const moments = fc.integer({ min: -1_000_000_000, max: 32_503_680_000 }).map((seconds) => seconds * 1000);
  fc.assert(
    fc.property(moments, zones, (at, zone) => {
      expect(readDateTime(toIso(at, zone))).toBe(at);
    }),
  );
});

test.each([
  ['2026-11-20T19:00:00Z', '2026-11-20T19:00:00Z'],
  ['2026-11-20t19:00:00.987z', '2026-11-20T19:00:00Z'],
  ['2026-11-20T19:00:00-03:30', '2026-11-20T22:30:00Z'],
])('%s is %s', (text, same) => {
  expect(readDateTime(text)).toBe(Date.parse(same));
});

test.each([
  '2026-11-20T19:00:00',
  '2026-11-20',
  '2026-02-30T00:00:00Z',
  '2026-11-20T24:00:00Z',
  '2026-11-20T19:00Z',
  '2026-11-20T19:00:00+24:00',
  '2026-11-20T19:00:00+0100',
  'tomorrow',
  '',
  ' 2026-11-20T19:00:00Z',
])('%s is no moment', (text) => {
  expect(readDateTime(text)).toBeUndefined();
});

test.each([
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-1-1', false],
  ['', false],
])('whether %s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});
