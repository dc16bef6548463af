import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { startIssuer, type TestIssuer } from '../support/issuer.ts';

let app: TestApp;
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
  const env = { OIDC_ISSUER: issuer.url, OIDC_ROLES: 'writers=editor', OIDC_CLIENT_ID: 'pages' };
  app = await buildApp({ env: { ...env, OIDC_SCOPES: 'openid calendar' } });
});
afterAll(async () => {
  await app.close();
  await issuer.close();
});

const HTML = { Accept: 'text/html' };

/** Where the scripts of a page may send requests. */
const sources = async (path: string, fetch = app.fetch): Promise<string> => {
  const { headers } = await fetch(path, { headers: HTML });
  return /connect-src ([^;]*)/.exec(headers.get('content-security-policy')!)![1]!;
};

test.each(['/graphql', '/ko/graphql', '/docs'])(
  '%s may ask here and the issuer, and begins with the script that signs in',
  async (path) => {
    expect(await sources(path)).toBe(`'self' ${issuer.url}`);
    const { text } = await app.fetch(path, { headers: HTML });
    expect(text).toContain(
      `data-issuer="${issuer.url}" data-client="pages" data-scope="openid calendar" data-resource="http://127.0.0.1:4000"></div>`,
    );
    const scripts = [...text.matchAll(/<script src="([^"]*)"/g)]
      .map(([, src]) => src!)
      .filter((src) => !src.includes('files/'));
    expect(scripts[0]).toMatch(/^(?:\.\.\/)?(?:graphql|docs)\/sign-in-[0-9a-f]{16}\.js$/);
  },
);

test('where the provider gives tokens at another origin, pages may ask that once it is known', async () => {
  const other = await startIssuer();
  other.more = { token_endpoint: 'https://tokens.example/token' };
  const fetch = app.secondServer({ OIDC_ISSUER: other.url });
  const token = await other.sign({
    ...{ iss: other.url, aud: 'http://127.0.0.1:4000', sub: 'ana', scope: 'calendar', roles: ['writers'] },
    iat: app.clock.now / 1000,
    exp: app.clock.now / 1000 + 60,
  });
  const before = await sources('/graphql', fetch);
  await fetch('/wp-json/calendar/events/v1/events', { headers: { Authorization: `Bearer ${token}` } });
  expect([before, await sources('/graphql', fetch)]).toEqual([
    `'self' ${other.url}`,
    `'self' ${other.url} https://tokens.example`,
  ]);
  await other.close();
});

test('/signed-in runs our script alone, is not kept, and passes its address on to nobody', async () => {
  const { status, text, headers } = await app.fetch('/signed-in?code=secret&state=b');
  expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ]);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  expect(text).not.toContain('secret');
  const [, script] = /<script src="([^"]*)"/.exec(text)!;
  expect((await app.fetch(`/${script}`)).headers.get('content-type')).toMatch(/^text\/javascript/);
});

test('without a client there is no /signed-in, and pages ask nobody else', async () => {
  const fetch = app.secondServer({ OIDC_CLIENT_ID: '' });
  expect([(await fetch('/signed-in')).status, await sources('/docs', fetch)]).toEqual([404, "'self'"]);
  expect((await fetch('/docs', { headers: HTML })).text).toContain('<div id="sign-in" data-at=""></div>');
});

test('OpenAPI announces the provider, and only where there is one', async () => {
  const at = '/wp-json/calendar/events/v1/doc';
  const { body } = await app.fetch(at);
  expect(body.components.securitySchemes.provider).toMatchObject({
    type: 'openIdConnect',
    openIdConnectUrl: `${issuer.url}/.well-known/openid-configuration`,
  });
  expect(body.security).toContainEqual({ provider: [] });
  const plain = await app.secondServer({ OIDC_ISSUER: '' })(at);
  expect(Object.keys(plain.body.components.securitySchemes)).toEqual(['basic', 'bearer']);
});
