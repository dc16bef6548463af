import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openHouse, post, rest, user } from '../../process/support.ts';
import { newDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { createGate, type Gate } from './gate.ts';

const SHORT = 'serverSelectionTimeoutMS=2000&connectTimeoutMS=2000&socketTimeoutMS=2000&waitQueueTimeoutMS=2000';

const house = openHouse();
let gate: Gate;

afterAll(() => house.remove());
beforeEach(async () => {
  gate = await createGate(process.env.MONGODB_URI ?? '');
  return gate.cut;
});

const lines = (text: string, sought: RegExp): string[] => text.split('\n').filter((line) => sought.test(line));

const WAITING = /"hosts":"127\.0\.0\.1:\d+","msg":"waiting for MongoDB, /;

test('a server that is started before its database waits, says so once, and goes on when it is there', async () => {
  const printed = join(house.dataFolder(), 'printed');
  writeFileSync(printed, '');
  const env = { MONGODB_URI: gate.through(newDatabase(), SHORT), PRINTED: printed };
  const starting = house.start(env, ['sh', '-c', `"${process.execPath}" dist/main.js | tee "$PRINTED"`]);
  await eventually(() => expect(readFileSync(printed, 'utf8')).toMatch(WAITING));
  await gate.accept();
  const server = await starting;
  expect((await fetch(`${server.url}/ready`)).status).toBe(200);
  expect((await post(rest(server, '/venues'), { venue: 'Hall' })).status).toBe(201);
  expect(lines(readFileSync(printed, 'utf8'), WAITING)).toHaveLength(1);
});

test('a server and a command without a database give up, and say where and why in one line without credentials', async () => {
  const uri = new URL(gate.through('mongodb://x/calendar', SHORT));
  [uri.username, uri.password] = ['fragmentCache', 'secret%2Fword'];
  const env = { MONGODB_URI: uri.href };
  for (const { code, out, error } of await Promise.all([house.run(env), house.run(env, user('list'))])) {
    expect(code).toBe(1);
    expect(error).toBe(`MongoDB at 127.0.0.1:${gate.port}: connect ECONNREFUSED 127.0.0.1:${gate.port}\n`);
    expect(out + error).not.toMatch(/fragmentCache|secret/);
  }
});

test.each([
  ['refuses connections', () => gate.cut()],
  ['does not answer', async () => gate.swallow()],
])('a server whose database %s answers what it was asked, then ends with 0 after SIGTERM', async (_, goAway) => {
  await gate.accept();
  const server = await house.start({ MONGODB_URI: gate.through(newDatabase(), SHORT) });
  expect((await post(rest(server, '/venues'), { venue: 'Hall' })).status).toBe(201);
  await goAway();
  const asked = [
    fetch(rest(server, '/events')),
    post(rest(server, '/venues'), { venue: 'Annex' }),
    post(`${server.url}/graphql`, { query: '{ venuePage { total } }' }),
  ];
  // One that came later has an answer already: the others are with the server.
  await fetch(`${server.url}/nothing`);
  server.send('SIGTERM');
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([503, 503, 503]);
  const { code, signal, out, error } = await server.ended;
  expect([code, signal, error]).toEqual([0, null, '']);
  expect(out).toMatch(/"stopped"\}\n$/);
});
