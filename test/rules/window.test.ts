import { expect, test } from 'vitest';
import { eventsWindow, nextWindow } from '../../src/domain/window.ts';

const NOW = Date.parse('2026-11-20T11:30:40.123Z');
const MINUTE = Date.parse('2026-11-20T11:30:00Z');
const windowOf = (asked: object, now = NOW) => eventsWindow(asked, 'UTC', now);

test('a window that is not asked for begins with the minute, and is the same until the next one', () => {
  const window = windowOf({});
  expect(window).toMatchObject({ startsFrom: MINUTE, startsBefore: Date.parse('2028-11-20T11:30:00Z') });
  expect(window.shown).toEqual({ startDate: '2026-11-20 11:30:00', endDate: '2028-11-20 11:30:00' });
  expect(window.until).toBe(MINUTE + 60_000);
  expect(windowOf({}, MINUTE + 59_999)).toEqual(window);
  expect(windowOf({}, nextWindow(NOW))).not.toEqual(window);
});

test('what links show of it is that window', () => {
  const { shown, startsFrom, startsBefore } = windowOf({});
  expect(windowOf(shown)).toMatchObject({ startsFrom, startsBefore });
});

test.each([
  [{ startDate: '2026-12-01', endDate: '2026-12-31' }, undefined],
  [{ startDate: '20261201', endDate: '@1800000000' }, undefined],
  [{ startsAfter: '2026-12-01T10:00:00+09:00' }, undefined],
  [{ startDate: '2026-12-01' }, MINUTE + 60_000],
  [{ startDate: 'today', endDate: '2027-01-01' }, MINUTE + 60_000],
  [{ startDate: '1 December', endDate: '2027-01-01' }, MINUTE + 60_000],
  [{ endsAfter: 'now' }, NOW + 1],
  [{ startsBefore: 'tomorrow 15:00' }, NOW + 1],
  [{ startDate: '+2 weeks', endDate: '2027-01-01' }, NOW + 1],
])('%j means the same until %s', (asked, until) => {
  expect(windowOf(asked).until).toBe(until);
});
