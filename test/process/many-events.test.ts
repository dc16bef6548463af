import { expect, test } from 'vitest';
import { buildApp } from '../support/app.ts';
import { made, putCopies } from '../support/making.ts';

const DAY = 86_400_000;

test('of more events than are read at once every day of eventDays is still right', async () => {
  const app = await buildApp();
  await made(app, 'events', { start_date: '2040-01-01 10:00', end_date: '2040-01-01 11:00' });
  await putCopies(app, 2999, ({ startsAt, endsAt }, number) => ({
    startsAt: startsAt + (number % 30) * DAY,
    endsAt: endsAt + (number % 30) * DAY,
  }));
  const { body } = await app.graphql('{ eventDays(from: "2040-01-01", days: 30) { total events { title } } }');
  const days: { total: number; events: object[] }[] = body.data.eventDays;
  await app.close();
  expect(days.map(({ total }) => total)).toEqual([101, ...Array(28).fill(100), 99]);
  expect(days.every(({ events }) => events.length === 3)).toBe(true);
});
