import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/http/exchange.ts';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';
import { made, putCopies, upTo } from '../../support/making.ts';
import { incomingOf } from '../../support/web.ts';

const PATH = '/wp-json/calendar/events/v1/export.jsonl';
/** More than an export reads at once. */
const EVENTS = 120;

let app: TestApp;
/** Aborted after each test: its clients have gone then. */
let clients: AbortController;

beforeAll(async () => {
  app = await buildApp();
  await made(app, 'events');
  await putCopies(app, EVENTS - 1, (_, at) => ({ startsAt: Date.parse('2027-01-01') + at }));
});
afterAll(() => app.close());
beforeEach(() => {
  clients = new AbortController();
});
afterEach(() => clients.abort());

/** The answer to an export, of whose lines the client has taken none. */
function ask(as: Exclude<Caller, 'anonymous'>, { signal = clients.signal, method = 'GET' } = {}): Promise<Answer> {
  const headers = { Authorization: `Basic ${Buffer.from(app.credentials(as)).toString('base64')}` };
  return app.answer(incomingOf(new Request(`http://127.0.0.1:4000${PATH}`, { headers, method }), { signal }));
}

/** The parts of an answer, which its client takes one by one. */
const partsOf = ({ stream }: Answer) => stream![Symbol.asyncIterator]();

/** Takes all parts that are left. */
async function taken(parts: ReturnType<typeof partsOf>): Promise<string> {
  const all: string[] = [];
  for (let part = await parts.next(); !part.done; part = await parts.next()) all.push(String(part.value));
  return all.join('');
}

describe('the export of REST', () => {
  test.each<[Caller, string, number]>([
    ['anonymous', '', 401],
    ['subscriber', '', 403],
    ['contributor', '', 403],
    ['author', '', 403],
    ['editor', '', 200],
    ['editor', '?users=true', 403],
    ['administrator', '?users=true', 200],
    ['administrator', '?kinds=users', 400],
    ['administrator', '?start_date=never', 400],
  ])('to %s, asked with "%s", answers %i', async (as, query, status) => {
    expect((await app.fetch(`${PATH}${query}`, { as })).status).toBe(status);
  });

  test('has a line for each record, and says at the end that it is whole', async () => {
    const lines = (await app.fetch(PATH, { as: 'editor' })).text.trimEnd().split('\n');
    const read = lines.map((line) => JSON.parse(line));
    expect(read.filter(({ kind }) => kind === 'event')).toHaveLength(EVENTS);
    expect(read.at(-1)).toEqual({ kind: 'end', lines: lines.length - 1 });
  });

  test('goes to two clients at once, and to a third when one of them has all or has gone', async () => {
    const leaving = new AbortController();
    const [first, second] = [await ask('editor'), await ask('administrator', { signal: leaving.signal })];
    const refused = await ask('editor');
    expect([first.status, second.status, refused.status]).toEqual([200, 200, 503]);
    leaving.abort();
    const third = await ask('editor');
    expect([third.status, (await ask('editor')).status]).toEqual([200, 503]);
    await taken(partsOf(first));
    expect((await ask('editor')).status).toBe(200);
  });

  test('of HEAD takes no place', async () => {
    const answers = await Promise.all(upTo(5).map(() => ask('editor', { method: 'HEAD' })));
    expect(answers.map(({ status }) => status)).toEqual(upTo(5).map(() => 200));
    expect((await ask('editor')).status).toBe(200);
  });

  test('reads no more than its client takes', async () => {
    const parts = partsOf(await ask('editor'));
    await parts.next();
    // Changed before its client comes to it.
    const [last] = await app.store.find<{ _id: number }>('events', {}, { sort: [['_id', -1]], limit: 1 });
    await app.rest('PUT', `/events/${last!._id}`, { as: 'administrator', json: { title: 'Changed meanwhile' } });
    expect(await taken(parts)).toContain('Changed meanwhile');
  });

  test('of a client that has gone ends in the middle', async () => {
    const parts = partsOf(await ask('editor'));
    await parts.next();
    clients.abort();
    await expect(taken(parts)).rejects.toBeDefined();
  });
});
