import { afterAll, expect, test } from 'vitest';
import { openEvents } from '../kinds/changes/events.ts';
import { openHouse, rest } from './support.ts';

const house = openHouse();
afterAll(() => house.remove());

test.each([
  ['a server', {}],
  ['a server with workers', { WORKERS: '2' }],
])('%s that is stopped ends its streams with their cursor, and then itself', async (_, more) => {
  const server = await house.start({ ...house.place(), ...more });
  const events = await openEvents(rest(server, '/changes'));
  const { id } = await events.next();
  server.send('SIGTERM');
  expect(await events.rest()).toEqual([{ id }]);
  expect(await server.ended).toMatchObject({ code: 0, signal: null });
});
