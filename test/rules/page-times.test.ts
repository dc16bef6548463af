import { expect, test } from 'vitest';
import { timeIn } from '../../src/api/pages/times.ts';

test.each([
  ['2026-11-20 22:00:00', '8:00 – 10:00 PM'],
  ['2026-11-21 05:59:59', '8:00 PM – 5:59 AM'],
  ['2026-11-21 06:00:00', 'Fri, Nov 20, 8:00 PM – Sat, Nov 21, 6:00 AM'],
])('below its day, an evening that ends at %s is said as %s', (endDate, said) => {
  const startDate = '2026-11-20 20:00:00';
  const [startsAt, endsAt] = [startDate, endDate].map((wall) => `${wall.replace(' ', 'T')}Z`) as [string, string];
  const evening = { startDate, endDate, startsAt, endsAt, allDay: false, timezone: 'UTC', attendance: 'OFFLINE' };
  const { text } = timeIn('en', { near: '2026-11-20' }, evening, 'UTC');
  expect(text.replace(/<[^>]*>/g, '').replace(/\s/g, ' ')).toBe(said);
});
