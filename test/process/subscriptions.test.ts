import { readFileSync } from 'node:fs';
import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfDocument } from '../../src/api/graphql/persisted.ts';
import { cursorOf } from '../kinds/changes/asking.ts';
import { type EventsRead, openEvents, openStreams } from '../kinds/changes/events.ts';
import { eventually } from '../support/eventually.ts';
import { made, upTo } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

let served: ServedApp;
beforeAll(async () => {
  served = await serveApp({ env: { TRUST_PROXY: 'loopback', METRICS: 'true' } });
});
afterAll(() => served.close());

const SUBSCRIPTION = `subscription ($after: String, $kinds: [ChangeKind!]) {
  changed(after: $after, kinds: $kinds) { cursor change { kind databaseId version gone record { __typename title } } }
}`;

describe('a subscription of GraphQL', () => {
  const clientOf = () =>
    createClient({ url: `${served.url}/graphql`, retryAttempts: 0, headers: { 'X-Forwarded-For': '10.3.0.1' } });

  test('has the rights of its user, also to what a record links to', async () => {
    const { app } = served;
    const venue = await made(app, 'venues', { venue: 'Only for editors', status: 'private' });
    const query =
      '{ changed(kinds: [EVENT]) { change { databaseId record { ... on Event { venues { databaseId } } } } } }';
    const asked = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: `subscription ${query}` }),
    };
    const [visitor, editor] = await Promise.all([
      openEvents(`${served.url}/graphql`, { ...asked, address: '10.3.0.2' }),
      openEvents(`${served.url}/graphql`, { ...asked, address: '10.3.0.3', secret: app.credentials('editor') }),
    ]);
    await eventually(async () => expect(await openStreams(served.app)).toBe(2));
    await made(app, 'events', { venue: venue.id });
    const venuesOf = async (events: EventsRead) =>
      JSON.parse((await events.next()).data!).data.changed.change.record.venues;
    expect([await venuesOf(visitor), await venuesOf(editor)]).toEqual([[], [{ databaseId: venue.id }]]);
    await visitor.close();
    await editor.close();
  });

  test('that GraphiQL has ready tells what a visitor may know from then on', async () => {
    const query = readFileSync(
      new URL('../../schema/examples/15-changes-as-they-come.graphql', import.meta.url),
      'utf8',
    );
    const results = clientOf().iterate({ query });
    const next = results.next();
    await eventually(async () => expect(await openStreams(served.app)).toBe(1));
    await made(served.app, 'events', { title: 'Not yet', status: 'draft' });
    const { id: venue } = await made(served.app, 'venues', { venue: 'Hall' });
    await made(served.app, 'events', { title: 'Concert', venue });
    const told = [await next, await results.next()].map(({ value }) => value!.data!.changed);
    expect(told).toMatchObject([
      { cursor: expect.any(String), change: { kind: 'VENUE', gone: false, record: { title: 'Hall' } } },
      { change: { kind: 'EVENT', record: { title: 'Concert', status: 'PUBLISH', venues: [{ name: 'Hall' }] } } },
    ]);
    await results.return!();
  });

  test('with a cursor that is over has the error as its one result', async () => {
    const after = await cursorOf(served.app, 'editor');
    const results = clientOf().iterate({ query: SUBSCRIPTION, variables: { after } });
    const { value } = await results.next();
    expect(value!.errors).toMatchObject([{ extensions: { code: 'RESYNC', reason: 'rights_changed' } }]);
    expect(await results.next()).toMatchObject({ done: true });
  });

  test('tells the cursor alone where that is asked for', async () => {
    const query = 'subscription { changed(idleCursors: true) { cursor change { kind } } }';
    const results = clientOf().iterate({ query });
    const { value } = await results.next();
    expect(value!.data).toEqual({ changed: { cursor: expect.any(String), change: null } });
    await results.return!();
  });

  const post = (body: object) =>
    openEvents(`${served.url}/graphql`, {
      method: 'POST',
      body: JSON.stringify(body),
      address: '10.3.0.4',
      headers: { 'Content-Type': 'application/json' },
    });

  test.each([
    [
      'aliases',
      upTo(201)
        .map((field) => `a${field}: id`)
        .join(' '),
    ],
    ['cost', 'event { venues { events(first: 100) { nodes { venues { events(first: 100) { nodes { id } } } } } } }'],
  ])('is limited as queries are, by its %s', async (what, selection) => {
    const events = await post({ query: `subscription { changed { change { ${selection} } } }` });
    const [result] = await events.rest();
    expect(JSON.parse(result!.data!).errors[0].extensions).toMatchObject({
      code: 'QUERY_TOO_COMPLEX',
      [what]: expect.any(Number),
    });
    expect(await openStreams(served.app)).toBe(0);
  });

  test('that was sent along with its hash is known by that', async () => {
    const query = 'subscription { changed(idleCursors: true) { cursor } }';
    const extensions = { persistedQuery: { version: 1, sha256Hash: hashOfDocument(query) } };
    for (const sent of [{ query, extensions }, { extensions }]) {
      const events = await post(sent);
      expect(JSON.parse((await events.next()).data!).data.changed).toEqual({ cursor: expect.any(String) });
      await events.close();
    }
  });

  const asPost = (query: string, Accept: string) =>
    fetch(`${served.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept, 'X-Forwarded-For': '10.3.0.5' },
      body: JSON.stringify({ query }),
    });
  const asGet = (query: string, Accept: string) =>
    fetch(`${served.url}/graphql?${new URLSearchParams({ query })}`, {
      headers: { Accept, 'X-Forwarded-For': '10.3.0.5' },
    });

  const EVENTS = 'text/event-stream';
  const PARTS = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0';
  const JSON_TYPE = 'application/json; charset=utf-8';
  const RESPONSE_TYPE = 'application/graphql-response+json; charset=utf-8';
  const APOLLO = 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0';

  test.each([
    ['text/event-stream', EVENTS, EVENTS],
    ['application/json, text/event-stream', EVENTS, JSON_TYPE],
    ['application/graphql-response+json, text/event-stream;q=0.1', EVENTS, RESPONSE_TYPE],
    ['text/event-stream, multipart/mixed', EVENTS, EVENTS],
    ['multipart/mixed;subscriptionSpec=1.0', PARTS, JSON_TYPE],
    ['Multipart/Mixed ; subscriptionSpec="1.0" ; boundary="-"', PARTS, JSON_TYPE],
    [`${APOLLO},application/graphql-response+json,application/json;q=0.9`, PARTS, RESPONSE_TYPE],
    [`${APOLLO};q=0.5, text/event-stream`, EVENTS, EVENTS],
    ['*/*', undefined, JSON_TYPE],
    ['application/json', undefined, JSON_TYPE],
    ['multipart/mixed', undefined, JSON_TYPE],
    ['multipart/mixed;subscriptionSpec=2.0', undefined, JSON_TYPE],
    ['multipart/mixed;deferSpec=20220824, application/json', undefined, JSON_TYPE],
    ['text/event-stream;q=0, application/json', undefined, JSON_TYPE],
  ])('comes in the type that Accept asks for, and so do queries and errors: row %$', async (accept, stream, single) => {
    for (const ask of [asPost, asGet]) {
      const told = await ask('subscription { changed { cursor } }', accept);
      expect([told.status, told.headers.get('Content-Type')]).toEqual(stream ? [200, stream] : [406, single]);
      await told.body!.cancel();
      for (const query of ['{ __typename }', 'subscription { nothing }']) {
        const { status, headers, body } = await ask(query, accept);
        expect([status, headers.get('Content-Type')]).toEqual([expect.any(Number), single]);
        expect(status).not.toBe(406);
        await body!.cancel();
      }
    }
    await eventually(async () => expect(await openStreams(served.app)).toBe(0));
  });

  test('in parts has a boundary behind each part at once, and behind each silence', async () => {
    const query = 'subscription { changed(kinds: [TAG]) { change { record { title } } } }';
    const response = await asPost(query, APOLLO);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (end: string) => {
      while (!text.endsWith(end)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`the stream has ended: ${text}`);
        text += value;
      }
    };
    const part = (json: string) => `\r\nContent-Type: application/json\r\n\r\n${json}\r\n--graphql`;
    await until(part('{}'));
    await made(served.app, 'tags', { name: 'In a part' });
    const told = part('{"payload":{"data":{"changed":{"change":{"record":{"title":"In a part"}}}}}}');
    await until(told);
    await until(part('{}'));
    expect(text.replaceAll(part('{}'), '')).toBe(`\r\n--graphql${told}`);
    await reader.cancel();
    await eventually(async () => expect(await openStreams(served.app)).toBe(0));
  });

  test('is refused where no stream is taken, and takes no place', async () => {
    const { status, body } = await served.app.graphql('subscription { changed { cursor } }');
    expect([status, body.errors[0].extensions.code]).toEqual([406, 'NOT_ACCEPTABLE']);
    await eventually(async () => expect(await openStreams(served.app)).toBe(0));
  });
});
