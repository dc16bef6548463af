import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';

const ENV = {
  SITE_URL: 'https://calendar.example',
  SITE_NAME: 'Busan',
  MCP: 'write',
  OIDC_ISSUER: 'https://login.example/city/',
  OIDC_ROLES: 'writers=editor',
  OIDC_SCOPES: 'openid calendar',
};
const METADATA = '/.well-known/oauth-protected-resource/mcp/user';
const LIST = { method: 'POST', json: { jsonrpc: '2.0', id: 1, method: 'tools/list' } };
const ACCEPT = { Accept: 'application/json, text/event-stream' };

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ env: ENV });
});
afterAll(() => app.close());

test('the metadata name the address, the issuer and the scopes, for every page to read', async () => {
  const { status, body, headers } = await app.fetch(METADATA, { headers: { Origin: 'https://inspector.example' } });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(body).toEqual({
    resource: 'https://calendar.example/mcp/user',
    resource_name: 'Busan',
    authorization_servers: ['https://login.example/city/'],
    bearer_methods_supported: ['header'],
    scopes_supported: ['openid', 'calendar'],
  });
  expect((await app.fetch(METADATA, { method: 'OPTIONS' })).status).toBe(204);
});

test('a visitor is asked at /mcp/user, with the address of the metadata, and answered at /mcp', async () => {
  const { status, body, headers } = await app.fetch('/mcp/user', { ...LIST, headers: ACCEPT });
  expect([status, body.error.data.code]).toEqual([401, 'NOT_LOGGED_IN']);
  expect(headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="https://calendar.example${METADATA}", scope="openid calendar"`,
  );
  expect((await app.fetch('/mcp', { ...LIST, headers: ACCEPT })).status).toBe(200);
});

test('at /mcp only refused credentials are 401, and nothing leads from there to the metadata', async () => {
  const { status, headers } = await app.fetch('/mcp', {
    ...LIST,
    headers: { ...ACCEPT, Authorization: 'Bearer wrong' },
  });
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer scope="openid calendar"']);
  for (const path of ['', '/mcp', '/graphql']) {
    const metadata = await app.fetch(`/.well-known/oauth-protected-resource${path}`);
    expect(metadata.status).toBe(404);
  }
});

test('with a password, /mcp/user has the same tools as /mcp', async () => {
  const tools = [];
  for (const path of ['/mcp', '/mcp/user'])
    tools.push((await app.fetch(path, { ...LIST, headers: ACCEPT, as: 'editor' })).body.result.tools);
  expect(tools[1]).toEqual(tools[0]);
});

test.each([
  ['an issuer', { OIDC_ISSUER: '' }],
  ['MCP', { MCP: 'false' }],
])('without %s there is neither /mcp/user nor its metadata', async (_, env) => {
  const fetch = app.secondServer(env);
  const statuses = [];
  for (const path of ['/mcp/user', METADATA]) statuses.push((await fetch(path)).status);
  expect(statuses).toEqual([404, 404]);
});
