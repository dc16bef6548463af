import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askGraphql, askRest, cursorOf, named, pageOf } from '../kinds/changes/asking.ts';
import { openEvents, type ServerSent } from '../kinds/changes/events.ts';
import { KINDS, ROWS, writeHidden } from '../kinds/changes/states.ts';
import { made, post } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

let served: ServedApp;
beforeAll(async () => {
  served = await serveApp({ another: 'author', env: { TRUST_PROXY: 'loopback' } });
});
afterAll(() => served.close());

const CALLERS = ['anonymous', 'subscriber', 'contributor', 'another', 'author', 'editor', 'administrator'] as const;

const SUBSCRIPTION = 'subscription { changed(idleCursors: true) { cursor change { id: databaseId } } }';

/** How streams are opened. */
const APIS = {
  REST: { path: '/wp-json/calendar/events/v1/changes' },
  GraphQL: {
    path: '/graphql',
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: SUBSCRIPTION }),
  },
};

/** The change that an event of either has; null where it has none. */
function changeOf({ data = 'null' }: ServerSent): object | null {
  const told = JSON.parse(data);
  return told?.data ? told.data.changed.change : told;
}

describe.each(ROWS)('what is done to $plural that are $state', ({ state, plural, fields, finders }) => {
  const write = () => writeHidden(served.app, { state, plural, fields });

  test('is told by pages to who finds them, and to nobody else in any way', async () => {
    const { app } = served;
    const cursors = await Promise.all(CALLERS.map(async (as) => [as, await cursorOf(app, as)] as const));
    const id = await write();
    for (const [as, after] of cursors) {
      const page = await pageOf(app, { after, as });
      const told = finders.includes(as) ? Array(3).fill(`${KINDS[plural]} ${id}`) : [];
      expect({ as, told: named(page.changes), hasMore: page.hasMore }).toEqual({ as, told, hasMore: false });
      // Who is told nothing has nothing in hand that differs from before.
      expect({ as, isSame: page.cursor === after }).toEqual({ as, isSame: told.length === 0 });
      const [rest, graphql] = [await askRest(app, { after, as }), await askGraphql(app, { after, as })];
      const said = { rest: rest.text.includes(`One ${state}`), graphql: graphql.text.includes(`"databaseId":${id},`) };
      expect({ as, said }).toEqual({ as, said: { rest: told.length > 0, graphql: told.length > 0 } });
    }
  });

  test('and its removal, and what links it, tell others nothing either', async () => {
    const { app } = served;
    const id = await write();
    const linked = plural === 'events' ? undefined : { [KINDS[plural]]: id };
    await made(app, 'events', { title: 'Links it', ...linked });
    const cursors = await Promise.all(CALLERS.map(async (as) => [as, await cursorOf(app, as)] as const));
    for (const json of [
      { description: 'Still more.' },
      { author: app.idOf('another') },
      { author: app.idOf('author') },
    ])
      expect((await app.rest('PUT', `/${plural}/${id}`, { as: 'administrator', json })).status).toBe(200);
    // What lies in the trash is gone already.
    expect([200, 410]).toContain((await app.rest('DELETE', `/${plural}/${id}`, { as: 'administrator' })).status);
    const strangers = cursors.filter(([as]) => as !== 'another' && !finders.includes(as));
    for (const [as, after] of strangers)
      expect({ as, page: await pageOf(app, { after, as, first: 1 }) }).toEqual({
        as,
        page: { changes: [], cursor: after, hasMore: false },
      });
    for (const [as, after] of cursors.filter(([as]) => finders.includes(as))) {
      const { changes } = await pageOf(app, { after, as });
      expect({ as, told: named(changes) }).toEqual({
        as,
        told: expect.arrayContaining([`${KINDS[plural]} ${id} gone`]),
      });
    }
  });

  test('makes nothing come in the streams of others, at any time', async () => {
    const { app, url } = served;
    const strangers = CALLERS.filter((as) => !finders.includes(as));
    const streams = strangers.flatMap((as, at) => {
      const secret = as === 'anonymous' ? undefined : app.credentials(as);
      return Object.entries(APIS).map(([api, { path, ...asked }]) => ({
        who: `${as} by ${api}`,
        opened: openEvents(`${url}${path}`, { ...asked, secret, address: `10.0.0.${at + 1}` }),
      }));
    });
    // All of them begin before it, with an event that has only a cursor.
    for (const { who, opened } of streams)
      expect({ who, first: changeOf(await (await opened).next()) }).toEqual({ who, first: null });
    await write();
    // What all may know ends the wait: whatever comes, comes before it.
    const { body: tag } = await post(app, 'tags', { name: `After ${state} ${plural}` });
    for (const { who, opened } of streams) {
      const stream = await opened;
      expect({ who, next: changeOf(await stream.next()) }).toMatchObject({ who, next: { id: tag.id } });
      await stream.close();
    }
  });
});
