import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { type IssuerKey, newKey, startIssuer, type TestIssuer } from '../support/issuer.ts';

const SITE = 'https://calendar.example';

let app: TestApp;
let issuer: TestIssuer;
let stranger: IssuerKey;
beforeAll(async () => {
  issuer = await startIssuer('RS256');
  stranger = await newKey('stranger', 'RS256');
  issuer.publish(issuer.key, await newKey('second'));
  app = await buildApp({
    env: { SITE_URL: SITE, OIDC_ISSUER: issuer.url, OIDC_ROLES: 'writers=editor', OIDC_SCOPES: 'openid calendar' },
  });
});
afterAll(async () => {
  await app.close();
  await issuer.close();
});

const seconds = (): number => Math.floor(app.clock.now / 1000);

/** What a good token says. */
const good = (): JWTPayload => ({
  iss: issuer.url,
  aud: SITE,
  sub: 'ana',
  iat: seconds(),
  exp: seconds() + 300,
  scope: 'calendar',
  roles: ['writers'],
});

const encoded = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/** A token with this header, signed by a shared secret. */
function hmac(secret: string | Buffer, header: object = {}, bits = 256): string {
  const text = `${encoded({ alg: `HS${bits}`, typ: 'at+jwt', kid: 'first', ...header })}.${encoded(good())}`;
  return `${text}.${createHmac(`sha${bits}`, secret).update(text).digest('base64url')}`;
}

/** A good token without these claims, and with others. */
const claiming = (claims: Record<string, unknown>): Promise<string> =>
  issuer.sign(JSON.parse(JSON.stringify({ ...good(), ...claims })));

/** A good token whose header says something else. */
const headed = (header: object, key?: IssuerKey): Promise<string> => issuer.sign(good(), header as never, key);

/** A good token, a part of which is replaced afterwards. */
async function changed(part: 0 | 1 | 2, to: (text: string) => string): Promise<string> {
  const parts = (await issuer.sign(good())).split('.');
  parts[part] = to(parts[part]!);
  return parts.join('.');
}

const decoded = (text: string): Record<string, unknown> => JSON.parse(Buffer.from(text, 'base64url').toString());

/** A text that is signed by the issuer, whatever it says. */
async function signed(payload: string, header: object = {}): Promise<string> {
  const text = `${encoded({ alg: 'RS256', kid: 'first', typ: 'at+jwt', ...header })}.${encoded(payload)}`;
  const made = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', issuer.key.privateKey, Buffer.from(text));
  return `${text}.${Buffer.from(made).toString('base64url')}`;
}

const pem = (): Promise<string> => exportSPKI(issuer.key.publicKey);
const der = async (): Promise<Buffer> => Buffer.from((await pem()).replace(/-----[^-]+-----|\s/g, ''), 'base64');
const jwk = () => exportJWK(issuer.key.publicKey);
const nested = (depth: number): unknown => JSON.parse(`${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`);

/** Each kind of token that must not count, and how it is made. */
const HOSTILE: Readonly<Record<string, () => string | Promise<string>>> = {
  // No signature, or none of the issuer's.
  'alg none': () => `${encoded({ alg: 'none', typ: 'at+jwt' })}.${encoded(good())}.`,
  'alg None in other letters': () => changed(0, () => encoded({ alg: 'nOnE', kid: 'first' })),
  'no alg': () => changed(0, () => encoded({ kid: 'first' })),
  'HS256 by the public key as PEM': async () => hmac(await pem()),
  'HS256 by the public key as PEM without its last line end': async () => hmac((await pem()).trim()),
  'HS256 by the public key as DER': async () => hmac(await der()),
  'HS256 by the public key as base64 of DER': async () => hmac((await der()).toString('base64')),
  'HS256 by the public key as JWK': async () => hmac(JSON.stringify(await jwk())),
  'HS256 by the published JWK': () => hmac(JSON.stringify(issuer.key.jwk)),
  'HS256 by the modulus': async () => hmac(Buffer.from((await jwk()).n!, 'base64url')),
  'HS256 by the modulus as text': async () => hmac((await jwk()).n!),
  'HS512 by the public key as PEM': async () => hmac(await pem(), {}, 512),
  'HS256 by an empty secret': () => hmac(''),
  'HS256 by the key id': () => hmac('first'),
  'HS256 by the file that a path as key id names': () => hmac('', { kid: '../../../../dev/null' }),
  'a key of its own in jwk': async () => headed({ jwk: await exportJWK(stranger.publicKey), kid: 'first' }, stranger),
  'a key of its own in jwk without a key id': async () =>
    headed({ jwk: await exportJWK(stranger.publicKey), kid: undefined }, stranger),
  'a key of its own at jku': () => headed({ jku: 'http://127.0.0.1:1/keys' }, stranger),
  'a key of its own at x5u': () => headed({ x5u: 'http://127.0.0.1:1/certificate' }, stranger),
  'a key of its own in x5c': () => headed({ x5c: ['MIIB'] }, stranger),
  'a path as key id': () => headed({ kid: '../../../../etc/passwd' }, stranger),
  'an address as key id': () => headed({ kid: 'http://127.0.0.1:1/key' }, stranger),
  'a query as key id': () => headed({ kid: "' OR 1=1 --" }, stranger),
  'a name of JavaScript as key id': () => headed({ kid: '__proto__' }, stranger),
  'a number as key id': () => headed({ kid: 1 }),
  'an object as key id': () => headed({ kid: { $ne: null } }),
  'null as key id': () => headed({ kid: null }),
  'an empty key id': () => headed({ kid: '' }),
  'a long key id': () => headed({ kid: 'first'.repeat(200) }),
  'the key id of another key': () => headed({ kid: 'second' }),
  'a stranger under a known key id': () => headed({ kid: 'first' }, stranger),
  'a stranger without a key id': () => headed({ kid: undefined }, stranger),
  'another algorithm than the signature': () => changed(0, (text) => encoded({ ...decoded(text), alg: 'RS512' })),
  'another padding than the signature': () => changed(0, (text) => encoded({ ...decoded(text), alg: 'PS256' })),
  'half a signature': () => changed(2, (text) => text.slice(0, text.length / 2)),
  'an empty signature': () => changed(2, () => ''),
  'the signature of another token': async () => {
    const other = (await claiming({ sub: 'bora' })).split('.')[2]!;
    return changed(2, () => other);
  },
  // Changed afterwards, or in a form that is none.
  'another group': () => changed(1, (text) => encoded({ ...decoded(text), roles: ['writers', 'admins'] })),
  'another subject': () => changed(1, (text) => encoded({ ...decoded(text), sub: 'bora' })),
  'another end': () => changed(1, (text) => encoded({ ...decoded(text), exp: seconds() + 600 })),
  'another header': () => changed(0, (text) => encoded({ ...decoded(text), typ: 'JWT' })),
  'crit that nobody knows': () => signed(JSON.stringify(good()), { crit: ['mine'], mine: true }),
  'crit of an unencoded payload': () => signed(JSON.stringify(good()), { crit: ['b64'], b64: false }),
  'an empty crit': () => signed(JSON.stringify(good()), { crit: [] }),
  'two parts': () => changed(2, () => '').then((text) => text.slice(0, -1)),
  'four parts': () => changed(2, (text) => `${text}.${text}`),
  'five parts, as when encrypted': () => changed(2, (text) => `${text}.${text}.${text}`),
  'dots alone': () => '..',
  'a token in a token': async () => signed(await issuer.sign(good()), { cty: 'JWT' }),
  'a payload that is no JSON': () => signed('{"sub":'),
  'a payload that is a list': () => signed('[]'),
  'a payload that is null': () => signed('null'),
  'a payload nested 1,000 levels deep': () => claiming({ more: nested(1000) }),
  'a header nested 1,000 levels deep': () => changed(0, () => encoded({ alg: 'RS256', more: nested(1000) })),
  'a huge payload': () => claiming({ more: 'x'.repeat(20_000) }),
  // Signed by the issuer, but not for us, or not now.
  'another audience': () => claiming({ aud: 'https://other.example' }),
  'an audience that ours begins': () => claiming({ aud: `${SITE}.evil.example` }),
  'audiences without ours': () => claiming({ aud: ['https://other.example', 'account'] }),
  'no audience': () => claiming({ aud: undefined }),
  'an audience in an object': () => claiming({ aud: { [SITE]: true } }),
  'another issuer': () => claiming({ iss: 'https://other.example' }),
  'the issuer with more behind it': () => claiming({ iss: `${issuer.url}/other` }),
  'no issuer': () => claiming({ iss: undefined }),
  'a list of issuers': () => claiming({ iss: [issuer.url] }),
  'no end': () => claiming({ exp: undefined }),
  'an end in the past': () => claiming({ exp: seconds() - 1 }),
  'an end at this second': () => claiming({ exp: seconds() }),
  'an end as text': () => claiming({ exp: String(seconds() + 300) }),
  'a beginning in the future': () => claiming({ nbf: seconds() + 3600 }),
  'a beginning as text': () => claiming({ nbf: '0' }),
  'issued in the future': () => claiming({ iat: seconds() + 120 }),
  'not issued': () => claiming({ iat: undefined }),
  'a life above 24 hours': () => claiming({ exp: seconds() + 86_401 }),
  'no subject': () => claiming({ sub: undefined }),
  'an empty subject': () => claiming({ sub: '' }),
  'a number as subject': () => claiming({ sub: 1 }),
  'a list as subject': () => claiming({ sub: ['ana'] }),
  'a subject of 256 letters': () => claiming({ sub: 'a'.repeat(256) }),
  'a subject of two lines': () => claiming({ sub: 'ana\nadmin' }),
  'a subject with NUL': () => claiming({ sub: 'ana\0' }),
  // Tokens for something else.
  'an ID token with a nonce': () => claiming({ nonce: 'n' }),
  'an ID token with the hash of an access token': () => claiming({ at_hash: 'h' }),
  'an ID token of Keycloak': () => claiming({ typ: 'ID' }),
  'a refresh token of Keycloak': () => claiming({ typ: 'Refresh' }),
  'an offline token of Keycloak': () => claiming({ typ: 'Offline' }),
  'a logout token by its type': () => headed({ typ: 'logout+jwt' }),
  'a logout token by its events': () =>
    claiming({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }),
  'a proof of possession': () => headed({ typ: 'dpop+jwt' }),
  'bound to a key of its sender': () => claiming({ cnf: { jkt: 'thumbprint' } }),
  'bound to a certificate of its sender': () => claiming({ cnf: { 'x5t#S256': 'thumbprint' } }),
};

const send = (path: string, token: string, init: RequestInit = {}) =>
  app.fetch(path, { ...(init as object), headers: { Authorization: `Bearer ${token}` } });

const EVENTS = '/wp-json/calendar/events/v1/events';

test('a good token of the same issuer counts, with every key that it publishes', async () => {
  const { status, body } = await app.graphql(
    '{ viewer { role user { name } } }',
    {},
    {
      headers: { Authorization: `Bearer ${await issuer.sign(good())}` },
    },
  );
  expect([status, body.data.viewer]).toEqual([
    200,
    { role: 'EDITOR', user: { name: expect.stringMatching(/^oidc-[0-9a-f]{16}$/) } },
  ]);
});

describe('a token is refused, and makes no user: ', () => {
  test.each(Object.entries(HOSTILE))('%s', async (_, make) => {
    const token = await make();
    const { status, body, headers } = await send(EVENTS, token);
    expect([status, body.code]).toEqual([401, 'incorrect_password']);
    expect(headers.get('www-authenticate')).toMatch(
      /^Bearer scope="openid calendar", error="invalid_token", error_description="[A-Z][ -~]*\."$/,
    );
    expect(headers.get('www-authenticate')).not.toContain(token);
  });
});

test.each([
  ['no scope', undefined],
  ['another scope', 'openid email'],
  ['a longer scope', 'calendar.read'],
])('a token with %s is 403, and the header names what is missing', async (_, scope) => {
  const { status, body, headers } = await send(EVENTS, await claiming({ scope }));
  expect([status, body.code, headers.get('www-authenticate')]).toEqual([
    403,
    'rest_forbidden',
    'Bearer scope="openid calendar", error="insufficient_scope", error_description="The token needs the scope calendar."',
  ]);
});
