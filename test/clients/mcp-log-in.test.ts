import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningProvider, startProvider } from '../support/provider.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

let provider: RunningProvider;
let served: ServedApp;
beforeAll(async () => {
  provider = await startProvider('https://calendar.example');
  const env = { MCP: 'write', OIDC_ISSUER: provider.url, OIDC_ROLES: 'writers=editor', OIDC_SCOPES: 'calendar' };
  served = await serveApp({ env, now: new Date().toISOString() });
});
afterAll(async () => {
  await served.close();
  await provider.close();
});

/** What a program keeps in memory while somebody signs in, and where it sends them. */
function keeper() {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; sent?: URL } = {};
  const auth: OAuthClientProvider = {
    redirectUrl: 'http://127.0.0.1:1/back',
    clientMetadata: {
      client_name: 'test',
      redirect_uris: ['http://127.0.0.1:1/back'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (sent) => void Object.assign(kept, { sent }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier!,
  };
  return { kept, auth };
}

test('the client of the SDK goes from 401 to the writing tools by itself, and registers itself', async () => {
  const { kept, auth } = keeper();
  const open = () => new StreamableHTTPClientTransport(new URL(`${served.url}/mcp/user`), { authProvider: auth });
  const first = open();
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
  const back = await provider.signIn(kept.sent!, 'writers');
  await first.finishAuth(back.searchParams.get('code')!);
  served.app.clock.now = Date.now();
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(open());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('create_event');
  const fields = { title: 'Made', startDate: '2037-01-01 10:00', endDate: '2037-01-01 12:00' };
  const { structuredContent } = await client.callTool({ name: 'create_event', arguments: fields });
  expect(structuredContent).toMatchObject({ event: { title: 'Made', status: 'DRAFT' } });
  await client.close();
});

test('somebody without a group is 403 there, and a visitor is answered at /mcp as ever', async () => {
  const { kept, auth } = keeper();
  const transport = new StreamableHTTPClientTransport(new URL(`${served.url}/mcp/user`), { authProvider: auth });
  await expect(new Client({ name: 'test', version: '1' }).connect(transport)).rejects.toThrow(UnauthorizedError);
  const back = await provider.signIn(kept.sent!, 'readers');
  await transport.finishAuth(back.searchParams.get('code')!);
  served.app.clock.now = Date.now();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const post = async (path: string, headers: Record<string, string>) => {
    const init = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json', ...headers };
    return (await fetch(`${served.url}${path}`, { method: 'POST', body, headers: init })).status;
  };
  const Authorization = `Bearer ${kept.tokens!.access_token}`;
  expect([await post('/mcp/user', { Authorization }), await post('/mcp/user', {}), await post('/mcp', {})]).toEqual([
    403, 401, 200,
  ]);
});
