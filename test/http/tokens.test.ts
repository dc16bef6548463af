import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Log } from '../../src/data/port.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { newKey, startIssuer, type TestIssuer } from '../support/issuer.ts';
import { incomingOf } from '../support/web.ts';

const SITE = 'https://calendar.example';
const REST = '/wp-json/calendar/events/v1';

let app: TestApp;
let issuer: TestIssuer;
let env: Record<string, string>;
let lines: object[];
const log: Log = { info() {}, error() {}, warn: (fields, text) => void lines.push({ ...fields, text }) };
beforeEach(async () => {
  lines = [];
  issuer = await startIssuer();
  env = { SITE_URL: SITE, OIDC_ISSUER: issuer.url, OIDC_ROLES: 'writers=author,admins=administrator' };
  app = await buildApp({ env: { ...env, LOGIN_FAILURES: '1' }, log: log as never });
});
afterEach(async () => {
  await app.close();
  await issuer.close();
});

const seconds = (): number => Math.floor(app.clock.now / 1000);
const tokenWith = (claims: object = {}, ...by: [header?: object, key?: TestIssuer['key']]): Promise<string> =>
  issuer.sign(
    { iss: issuer.url, aud: SITE, sub: 'ana', iat: seconds(), exp: seconds() + 300, roles: ['writers'], ...claims },
    ...(by as []),
  );
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const viewer = async (token: string) => {
  const { status, body } = await app.graphql('{ viewer { role user { databaseId displayName } } }', {}, bearer(token));
  return status === 200 ? body.data.viewer : status;
};
const statusOf = async (token: string): Promise<number> => (await app.rest('GET', '/events', bearer(token))).status;

test.each([
  ['a list', ['readers', 'writers'], 'AUTHOR'],
  ['the highest of several', ['writers', 'admins'], 'ADMINISTRATOR'],
  ['a text', 'admins', 'ADMINISTRATOR'],
])('groups are %s, and give a role', async (_, roles, role) => {
  expect(await viewer(await tokenWith({ roles }))).toMatchObject({ role });
});

test.each([
  ['groups', { groups: ['writers'] }],
  ['/realm_access/roles', { realm_access: { roles: ['writers'] } }],
  ['https://calendar.example/roles', { 'https://calendar.example/roles': ['writers'] }],
  ['/a~1b/0', { 'a/b': ['writers'] }],
])('OIDC_ROLES_CLAIM=%s leads to the groups', async (claim, claims) => {
  const fetch = app.secondServer({ OIDC_ROLES_CLAIM: claim });
  const { status } = await fetch(`${REST}/events`, bearer(await tokenWith({ roles: [], ...claims })));
  expect(status).toBe(200);
});

test.each([
  ['no groups', {}],
  ['other groups', { roles: ['readers', 'constructor'] }],
  ['a number in place of groups', { roles: 1 }],
])('a token with %s is 403 everywhere, and makes no user', async (_, claims) => {
  const token = await tokenWith({ roles: undefined, ...claims });
  for (const path of [`${REST}/events`, `${REST}/changes`, '/graphql?query={__typename}']) {
    const { status, headers } = await app.fetch(path, bearer(token));
    expect([status, headers.get('www-authenticate')]).toEqual([403, null]);
  }
  expect(await viewer(await tokenWith())).toMatchObject({ user: { databaseId: 6 } });
});

test('40 first requests at once are one user, who is shown as the token says', async () => {
  const token = await tokenWith({ name: ' Ana\nKim ', preferred_username: 'ana' });
  const all = await Promise.all(Array.from({ length: 40 }, () => viewer(token)));
  expect(new Set(all.map((each) => JSON.stringify(each)))).toEqual(
    new Set([JSON.stringify({ role: 'AUTHOR', user: { databaseId: 6, displayName: 'Ana Kim' } })]),
  );
});

test('a role and a name follow the newest token, and an older one gets what that said', async () => {
  const first = await tokenWith({ iat: seconds() - 10 });
  expect(await viewer(first)).toMatchObject({ role: 'AUTHOR' });
  const second = await tokenWith({ roles: ['admins'], preferred_username: 'ana' });
  expect(await viewer(second)).toMatchObject({ role: 'ADMINISTRATOR', user: { databaseId: 6, displayName: 'ana' } });
  expect(await viewer(first)).toMatchObject({ role: 'ADMINISTRATOR' });
  expect(await viewer(await tokenWith({ iat: seconds() + 1, roles: [] }))).toBe(403);
  expect([await viewer(first), await viewer(second)]).toEqual([403, 403]);
});

test('a token that is refused is no failed log-in, but a request of its network', async () => {
  const broken = `${(await tokenWith()).slice(0, -4)}AAAA`;
  const fetch = app.secondServer({ RATE_LIMIT: '3' });
  const ask = async (token: string) => (await fetch(`${REST}/events`, bearer(token))).status;
  expect([await ask(broken), await ask(broken), await ask(broken), await ask(broken)]).toEqual([401, 401, 401, 429]);
  // The user has a limit of its own.
  expect(await ask(await tokenWith())).toBe(200);
  expect(lines[0]).toMatchObject({ why: 'The signature does not match.', text: 'an access token was refused' });
  expect(JSON.stringify(lines)).not.toContain(broken.split('.')[1]);
});

test('passwords go on beside tokens, in Basic and in Bearer', async () => {
  const [name, secret] = app.credentials('editor').split(':') as [string, string];
  const basic = `Basic ${btoa(`${name}:${secret}`)}`;
  for (const Authorization of [basic, `Bearer ${secret}`, `Bearer ${name}:${secret}`])
    expect((await app.rest('GET', '/events?status=draft', { headers: { Authorization } })).status).toBe(200);
  expect(issuer.questions).toBe(0);
});

test('a token is for this site with or without a slash, or for its address of assistants', async () => {
  for (const aud of [SITE, `${SITE}/`, `${SITE}/mcp/user`, ['account', SITE]])
    expect(await statusOf(await tokenWith({ aud }))).toBe(200);
  const named = app.secondServer({ OIDC_AUDIENCE: 'one, two' });
  const answers = [];
  for (const aud of ['one', 'two', SITE])
    answers.push((await named(`${REST}/events`, bearer(await tokenWith({ aud })))).status);
  expect(answers).toEqual([200, 200, 401]);
});

test('a scope is one of scope or scp, as text or list, by its whole name or its last part', async () => {
  const fetch = app.secondServer({ OIDC_SCOPES: 'openid offline_access api://calendar/write' });
  const statuses = [];
  for (const claims of [{ scope: 'a api://calendar/write' }, { scp: 'write' }, { scp: ['a', 'write'] }, { scp: 'a' }])
    statuses.push((await fetch(`${REST}/events`, bearer(await tokenWith(claims)))).status);
  expect(statuses).toEqual([200, 200, 200, 403]);
});

/** A stream of changes: what it sends until it ends. */
async function follow(token: string) {
  const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${token}` };
  const { status, stream } = await app.answer(incomingOf(new Request(`${SITE}${REST}/changes`, { headers })));
  expect(status).toBe(200);
  let text = '';
  const ended = (async () => {
    for await (const part of stream!) text += Buffer.from(part).toString();
    return text;
  })();
  await eventually(() => expect(text).toContain('id: '));
  return ended;
}

test('a stream ends when its token does, and may go on with another', async () => {
  const ended = follow(await tokenWith());
  await viewer(await tokenWith({ iat: seconds() + 1 }));
  app.clock.now += 300_000;
  expect(await ended).not.toContain('resync');
});

test('a stream ends when a newer token has no group', async () => {
  const ended = follow(await tokenWith());
  expect(await viewer(await tokenWith({ iat: seconds() + 1, roles: [] }))).toBe(403);
  expect(await ended).toContain('"rights_changed"');
});

test('the issuer is asked once for its keys, and again every ten minutes: what it no longer lists is gone', async () => {
  const token = await tokenWith({ exp: seconds() + 3600 });
  expect([await statusOf(token), await statusOf(token), issuer.questions]).toEqual([200, 200, 2]);
  const next = await newKey('next');
  issuer.publish(next);
  expect(await statusOf(token)).toBe(200);
  app.clock.now += 600_000;
  expect(await statusOf(await tokenWith({}, { kid: 'next' }, next))).toBe(200);
  expect([await statusOf(token), issuer.questions]).toEqual([401, 4]);
});

test('100 requests with unknown keys ask once, and every 5 seconds at the most', async () => {
  const stranger = await newKey('stranger');
  const unknown = await Promise.all(
    Array.from({ length: 100 }, (_, at) => tokenWith({}, { kid: `unknown ${at}` }, stranger)),
  );
  const fetch = app.secondServer();
  await fetch(`${REST}/events`, bearer(await tokenWith()));
  app.clock.now += 5_000;
  const before = issuer.questions;
  const statuses = await Promise.all(
    unknown.map(async (token) => (await fetch(`${REST}/events`, bearer(token))).status),
  );
  expect([new Set(statuses), issuer.questions - before]).toEqual([new Set([401]), 2]);
  // A new key is there with the next question.
  issuer.publish(issuer.key, stranger);
  const token = await tokenWith({}, { kid: 'stranger' }, stranger);
  expect((await fetch(`${REST}/events`, bearer(token))).status).toBe(401);
  app.clock.now += 5_000;
  expect((await fetch(`${REST}/events`, bearer(token))).status).toBe(200);
});

test.each(['away', 'broken', 'hanging'] as const)(
  'while the issuer is %s, known keys and passwords go on, and what is unknown is 503 until it is back',
  async (state) => {
    const known = await tokenWith({ exp: seconds() + 3600 });
    expect(await statusOf(known)).toBe(200);
    await issuer.become(state);
    app.clock.now += 600_000;
    const next = await newKey('next');
    const token = await tokenWith({}, { kid: 'next' }, next);
    for (let times = 0; times < 3; times += 1) {
      const { status, headers } = await app.rest('GET', '/events', bearer(token));
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
      expect([
        await statusOf(known),
        await statusOf(await tokenWith({ sub: `user ${times}`.replace(' ', '-') })),
      ]).toEqual([200, 200]);
      expect((await app.rest('GET', '/events', { as: 'editor' })).status).toBe(200);
      expect((await app.rest('GET', '/events')).status).toBe(200);
    }
    issuer.publish(issuer.key, next);
    await issuer.become('there');
    app.clock.now += 5_000;
    await eventually(async () => expect(await statusOf(token)).toBe(200));
  },
);

test('a server begins without its issuer, and knows its tokens once it is there', async () => {
  await issuer.become('away');
  const fetch = app.secondServer();
  const ask = async (token: string) => (await fetch(`${REST}/events`, bearer(token))).status;
  expect([await ask(await tokenWith()), (await fetch(`${REST}/events`)).status]).toEqual([503, 200]);
  await issuer.become('there');
  expect(await ask(await tokenWith())).toBe(503);
  app.clock.now += 5_000;
  await eventually(async () => expect(await ask(await tokenWith())).toBe(200));
});

test('with an issuer, a calendar without users is not open, and is let start', async () => {
  const empty = await buildApp({ env: { ...env, NODE_ENV: 'development' }, users: [] });
  const { status } = await empty.rest('POST', '/tags', { json: { name: 'A' } });
  await empty.close();
  expect(status).toBe(401);
});

test('a challenge names the scopes, and a script may read it', async () => {
  const fetch = app.secondServer({ OIDC_SCOPES: 'openid calendar' });
  const visitor = await fetch(`${REST}/events/1`, { method: 'DELETE' });
  expect([visitor.status, visitor.headers.get('www-authenticate')]).toEqual([401, 'Bearer scope="openid calendar"']);
  expect(visitor.headers.get('access-control-expose-headers')).toMatch(/, WWW-Authenticate$/);
  const basic = await fetch(`${REST}/events`, { headers: { Authorization: `Basic ${btoa('ana:wrong')}` } });
  expect(basic.headers.get('www-authenticate')).toBe(
    'Bearer scope="openid calendar", Basic realm="Event calendar", charset="UTF-8"',
  );
});
