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

  test('tells the same changes in the same order, with the same cursors', async () => {
    const { app } = served;
    const after = await cursorOf(app);
    const rest = await openEvents(`${served.url}/wp-json/calendar/events/v1/changes?after=${after}`);
    await rest.next();
    const results = clientOf().iterate({ query: SUBSCRIPTION, variables: { after } });
    const { id } = await made(app, 'tags', { name: 'Both hear of it' });
    const next = async () => (await results.next()).value!.data!.changed as Record<string, unknown>;
    const [told, changed] = [await rest.next(), await next()];
    expect(changed).toEqual({
      cursor: told.id,
      change: {
        kind: 'TAG',
        databaseId: id,
        version: 1,
        gone: false,
        record: { __typename: 'Tag', title: 'Both hear of it' },
      },
    });
    await app.rest('DELETE', `/tags/${id}`, { as: 'administrator' });
    expect(await next()).toMatchObject({
      cursor: (await rest.next()).id,
      change: { databaseId: id, gone: true, record: null },
    });
    await results.return!();
    await rest.close();
  });

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
      ...{ method: 'POST', body: JSON.stringify(body), address: '10.3.0.4' },
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

  test('is refused where server-sent events are not taken, and takes no place', async () => {
    const { status, body } = await served.app.graphql('subscription { changed { cursor } }');
    expect([status, body.errors[0].extensions.code]).toEqual([406, 'NOT_ACCEPTABLE']);
    await eventually(async () => expect(await openStreams(served.app)).toBe(0));
  });
});
