import { MongoNetworkError, MongoServerError } from 'mongodb';
import { beforeEach, expect, test } from 'vitest';
import { createReach, type Reach } from '../../../src/data/mongodb/away.ts';
import { createHeard, type Heard } from './heard.ts';

let heard: Heard;
let reach: Reach;

beforeEach(() => {
  heard = createHeard();
  reach = createReach('mongodb://host', heard.log);
});

const AWAY = 'MongoDB cannot be reached; requests are answered with 503 until it can';
const BACK = 'MongoDB answers again';

const works = () => reach.guarded(async () => 'done');
const fails = (error: Error) => reach.guarded(() => Promise.reject(error)).catch((thrown) => thrown);
const broken = () => new MongoNetworkError('connection 1 to 10.0.0.1:27017 closed');
const answer = (code: number, more = {}) => new MongoServerError({ code, message: 'at host a', ...more });

test('a server that goes away and comes back is two lines, however much fails and works', async () => {
  await works();
  await Promise.all([fails(broken()), fails(broken()), fails(answer(11600))]);
  await fails(broken());
  expect(heard.lines).toEqual([AWAY]);
  await Promise.all([works(), works()]);
  await works();
  expect(heard.lines).toEqual([AWAY, BACK]);
});

/** Work that ends when the test says so. */
function pending() {
  let [resolve, reject] = [(): void => {}, (_: Error): void => {}];
  const promise = new Promise<void>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}

test('work that began before a server went away says nothing about whether it is back', async () => {
  const early = pending();
  const running = reach.guarded(() => early.promise);
  await fails(broken());
  early.resolve();
  await running;
  expect(heard.lines).toEqual([AWAY]);
});

test('work that began while a server was away says nothing about whether it has gone again', async () => {
  await fails(broken());
  const early = pending();
  const running = reach.guarded(() => early.promise).catch((error) => error);
  await works();
  early.reject(broken());
  expect(await running).toMatchObject({ code: 'UNAVAILABLE' });
  expect(heard.lines).toEqual([AWAY, BACK]);
});

test.each([
  ['a connection that broke', broken()],
  ['a time limit', answer(50)],
  ['a cursor that was lost with the server', answer(43)],
  ['a primary that stepped down', answer(10107)],
  ['a majority that was too slow', answer(100, { writeConcernError: { code: 64, errmsg: 'waiting' } })],
  ['a user who may only read', answer(13)],
  ['a full disk', answer(14031)],
  ['a conflict that goes on', answer(112)],
  ['a transaction the server ended', answer(251)],
  ['anything the server calls transient', answer(1, { errorLabels: ['TransientTransactionError'] })],
])('%s is UNAVAILABLE, and tells nothing of the inside', async (_, error) => {
  const thrown = await fails(error);
  expect(thrown).toMatchObject({ name: 'DomainError', code: 'UNAVAILABLE' });
  expect(thrown.message).not.toMatch(/host|10\.0|mongo/i);
});

test('another error stays what it is', async () => {
  for (const error of [answer(2), new Error('ours')]) expect(await fails(error)).toBe(error);
  expect(heard.lines).toEqual([]);
});
