import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { renewLog } from '../../src/data/changes/cursors.ts';
import { cursorOf } from '../kinds/changes/asking.ts';
import { type EventsRead, openEvents, openStreams } from '../kinds/changes/events.ts';
import type { Caller } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { made, upTo } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

let served: ServedApp;
const at = (path: string): string => `${served.url}/wp-json/calendar/events/v1${path}`;

beforeAll(async () => {
  served = await serveApp({
    another: 'author',
    env: { TRUST_PROXY: 'loopback', MAX_SUBSCRIBERS: '20', METRICS: 'true' },
  });
});
afterAll(() => served.close());

let clients = 0;

/** A stream of a client at an address of its own. */
async function follow(
  asked: { query?: string; as?: Exclude<Caller, 'anonymous'>; headers?: Record<string, string> } = {},
): Promise<EventsRead> {
  clients += 1;
  const { query = '', as, headers = {} } = asked;
  const secret = as && served.app.credentials(as);
  const events = await openEvents(at(`/changes${query}`), { secret, address: `10.1.0.${clients}`, headers });
  onTestFinished(() => events.close());
  return events;
}

const tag = (name: string) => made(served.app, 'tags', { name });
const dataOf = async (events: EventsRead) => JSON.parse((await events.next()).data!);

describe('a stream of REST', () => {
  test('begins with the cursor of now, tells each change as pages do, and goes on behind its last event', async () => {
    const first = await follow();
    expect(first.response.status).toBe(200);
    const start = await first.next();
    expect(start).toEqual({ id: expect.any(String) });
    const [one, other] = [await tag('One'), await tag('Other')];
    const page = await served.app.rest('GET', `/changes?after=${start.id}`);
    const told = await first.next();
    expect(JSON.parse(told.data!)).toEqual(page.body.changes[0]);
    expect(await dataOf(first)).toEqual(page.body.changes[1]);
    await first.close();
    // The id wins over what the address says.
    const again = await follow({ query: `?after=${start.id}`, headers: { 'Last-Event-ID': told.id! } });
    expect(await again.next()).toEqual({ id: told.id });
    expect((await dataOf(again)).id).toBe(other.id);
    const last = await follow({ query: `?after=${start.id}` });
    await last.next();
    expect([(await dataOf(last)).id, (await dataOf(last)).id]).toEqual([one.id, other.id]);
  });

  test('says that nobody keeps it, that nobody changes it, and that it is handed on at once', async () => {
    const { response } = await follow({ headers: { Origin: 'https://app.example.org' } });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      vary: 'Authorization, Accept',
      'access-control-allow-origin': '*',
    });
    expect(response.headers.get('content-length')).toBeNull();
    expect(response.headers.get('etag')).toBeNull();
    expect((await served.app.rest('GET', '/changes')).headers.get('vary')).toContain('Accept');
    const preflight = await served.app.rest('OPTIONS', '/changes', { headers: { Origin: 'https://app.example.org' } });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Last-Event-ID');
  });

  test.each([
    ['text/event-stream', 'text/event-stream'],
    ['text/event-stream, application/json;q=0.5', 'text/event-stream'],
    ['*/*', 'application/json; charset=UTF-8'],
    ['application/json, text/event-stream;q=0.9', 'application/json; charset=UTF-8'],
  ])('is for who accepts %s', async (accept, type) => {
    const { response } = await follow({ headers: { Accept: accept } });
    expect(response.headers.get('content-type')).toBe(type);
  });

  test('of HEAD has its headers and takes no place', async () => {
    const response = await fetch(at('/changes'), { method: 'HEAD', headers: { Accept: 'text/event-stream' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(await response.text()).toBe('');
    await eventually(async () => expect(await openStreams(served.app)).toBe(0));
  });

  test('with a cursor that is over says so in an event, and ends', async () => {
    const after = await cursorOf(served.app);
    await served.app.tellAll();
    const events = await follow({ query: `?after=${after}` });
    expect([events.response.status, await events.rest()]).toEqual([
      200,
      [{ id: after }, { event: 'resync', id: '', data: '{"reason":"everything_changed"}' }],
    ]);
    const theirs = await follow({ query: `?after=${after}`, as: 'editor' });
    expect(await theirs.rest()).toEqual([{ event: 'resync', id: '', data: '{"reason":"rights_changed"}' }]);
  });

  test('tells only the kinds that are asked for', async () => {
    const events = await follow({ query: '?kinds=venue' });
    await events.next();
    await tag('Not a venue');
    const venue = await made(served.app, 'venues', { venue: 'A hall to hear of' });
    expect(await dataOf(events)).toMatchObject({ kind: 'venue', id: venue.id });
  });

  test('speaks the language of its address', async () => {
    const events = await follow({ query: '?multilang_language=ko' });
    await events.next();
    const { id } = await tag('A word');
    await dataOf(events);
    await served.app.rest('PUT', `/tags/${id}?multilang_language=ko`, { as: 'administrator', json: { name: '말' } });
    expect((await dataOf(events)).record.name).toBe('말');
  });
});

describe('streams', () => {
  test('have their own count, 8 of them at an address, and give their places up when their clients go', async () => {
    const address = '10.2.0.1';
    const eight = await Promise.all(upTo(8).map(() => openEvents(at('/changes'), { address })));
    const ninth = await openEvents(at('/changes'), { address });
    expect([ninth.response.status, ninth.response.headers.get('retry-after')]).toEqual([429, '15']);
    const others = await Promise.all(
      upTo(12).map((other) => openEvents(at('/changes'), { address: `10.2.1.${other}` })),
    );
    expect(others.map(({ response }) => response.status)).toEqual(Array(12).fill(200));
    const late = await openEvents(at('/changes'), { address: '10.2.2.1' });
    expect([late.response.status, late.response.headers.get('retry-after')]).toEqual([503, '5']);
    // Other requests are answered all the same.
    expect((await fetch(at('/events'))).status).toBe(200);
    for (const stream of [...eight, ...others, ninth, late]) await stream.close();
    await eventually(async () => expect(await openStreams(served.app)).toBe(0));
    const again = await openEvents(at('/changes'), { address });
    expect(again.response.status).toBe(200);
    await again.close();
  });

  test('of networks of one site are more, and not without end', async () => {
    const many = await serveApp({ env: { TRUST_PROXY: 'loopback' } });
    const ask = (network: number) =>
      openEvents(`${many.url}/wp-json/calendar/events/v1/changes`, {
        address: `2001:db8:1:${network.toString(16)}::1`,
      });
    const streams: EventsRead[] = [];
    for (const network of upTo(129)) streams.push(await ask(network));
    expect(streams.map(({ response }) => response.status)).toEqual([...Array(128).fill(200), 429]);
    for (const stream of streams) await stream.close();
    await many.close();
  });

  test.each([
    ['changed', () => served.app.setRole('another', 'editor')],
    ['removed', () => served.app.removeUser('another')],
  ])('of a user who is %s end and say so, and others go on', async (how, change) => {
    const [theirs, others] = [await follow({ as: 'another' }), await follow({ as: 'author' })];
    await theirs.next();
    await others.next();
    await change();
    expect(await theirs.rest()).toEqual([{ event: 'resync', id: '', data: '{"reason":"rights_changed"}' }]);
    const { id } = await tag(`Told while one is ${how}`);
    expect((await dataOf(others)).id).toBe(id);
  });

  test('end when another log takes the place of theirs', async () => {
    const own = await serveApp();
    const after = await cursorOf(own.app);
    await own.app.rest('GET', '/changes');
    await renewLog(own.app.store);
    // A server knows the key that it has read: another one does not know the cursor.
    const other = await own.app.secondServer()(`/wp-json/calendar/events/v1/changes?after=${after}`, {
      headers: { Accept: 'text/event-stream' },
    });
    expect(other.text).toBe('event: resync\nid:\ndata: {"reason":"other_log"}\n\n');
    await own.close();
  });
});
