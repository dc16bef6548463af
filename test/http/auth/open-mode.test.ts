import { describe, expect, it } from 'vitest';
import { hashGenerated } from '../../../src/data/users/secrets.ts';
import { FORWARDING_HEADERS } from '../../../src/http/auth/forwarding-headers.ts';
import { createIdentify } from '../../../src/http/auth/identify.ts';
import { assertOpenModeAllowed, openViewer } from '../../../src/http/auth/open-mode.ts';
import type { Sender } from '../../../src/http/auth/sender.ts';
import { readConfig } from '../../../src/process/config.ts';
import { createLog } from '../../../src/process/log.ts';
import { basic, frozenClock, newUsers, senderOf } from './support.ts';

const administrator = { id: 1, role: 'administrator' };
const local = readConfig({});

const ask = (headers: Record<string, string> = {}) => senderOf({ host: '127.0.0.1:4000', ...headers });

describe('in open mode a caller is the administrator', () => {
  it.each([
    ['with nothing but the Host header', {}],
    ['as localhost', { host: 'localhost:4000' }],
    ['as localhost on port 80', { host: 'LocalHost' }],
    ['as another loopback address', { host: '127.1.2.3:4000' }],
    ['by IPv6', { host: '[::1]:4000' }],
    ["with the site's own origin", { origin: 'http://127.0.0.1:4000' }],
    ['with the origin of the Host asked', { host: 'localhost:4000', origin: 'http://localhost:4000' }],
    ['with headers that programs send', { 'user-agent': 'x', 'x-request-id': '1', 'x-client-version': '2' }],
    ["from the site's own page", { origin: 'http://127.0.0.1:4000', 'sec-fetch-site': 'same-origin' }],
    ['from the address bar', { 'sec-fetch-site': 'none' }],
  ])('%s', (_how, headers) => {
    expect(openViewer(ask(headers), local)).toEqual(administrator);
  });

  it('when the server listens on loopback', () => {
    for (const host of ['localhost', '127.0.0.1', '127.8.8.8', '::1'])
      expect(openViewer(ask(), readConfig({ HOST: host })), host).toEqual(administrator);
  });

  it('when the site has a public name but is asked by its own page on loopback', () => {
    const config = readConfig({ SITE_URL: 'https://calendar.example/events' });
    expect(openViewer(ask({ origin: 'https://calendar.example' }), config)).toEqual(administrator);
  });
});

describe('even in open mode a caller is anonymous', () => {
  it.each([
    ['with the origin of another site', { origin: 'https://evil.example' }],
    ['with the origin null', { origin: 'null' }],
    ['with the origin of another port', { origin: 'http://127.0.0.1:3000' }],
    ['with a loopback origin that is not the Host asked', { origin: 'http://localhost:4000' }],
    ['with an origin that only begins like ours', { origin: 'http://127.0.0.1:4000.evil.example' }],
    ['when the browser says cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['when the browser says same-site', { 'sec-fetch-site': 'same-site' }],
    ['when the browser says something new', { 'sec-fetch-site': 'elsewhere' }],
    ['under a public name', { host: 'calendar.example' }],
    ['under a name that begins like loopback', { host: '127.0.0.1.evil.example:4000' }],
    ['under a name that ends like loopback', { host: 'evil.localhost:4000' }],
    ['under a Host with a user in it', { host: 'evil.example@localhost:4000' }],
    ['under a private address', { host: '192.168.1.10:4000' }],
    ['under 0.0.0.0', { host: '0.0.0.0:4000' }],
    ['under an empty Host', { host: '' }],
    ['with an empty X-Forwarded-For', { 'x-forwarded-for': '' }],
    ['with X-Forwarded-For in capitals', { 'X-Forwarded-For': '127.0.0.1' }],
    ['with any X-Forwarded header', { 'x-forwarded-anything': '1' }],
  ])('%s', (_how, headers) => {
    expect(openViewer(ask(headers), local)).toBeUndefined();
  });

  it('with a header of a proxy', () => {
    for (const name of ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', ...FORWARDING_HEADERS])
      expect(openViewer(ask({ [name.replace('*', 'ip')]: '1' }), local), name).toBeUndefined();
  });

  it('when it speaks another HTTP than 1.1, as silent proxies do, or has no Host', () => {
    for (const httpVersion of ['1.0', '0.9', '2.0'])
      expect(openViewer({ ...ask(), httpVersion }, local), httpVersion).toBeUndefined();
    expect(openViewer(senderOf({}), local)).toBeUndefined();
  });

  it('in production, and when the server listens on more than loopback', () => {
    const hosts = ['0.0.0.0', '::', '192.168.1.10', 'calendar.internal'].map((HOST) => ({ HOST }));
    for (const env of [{ NODE_ENV: 'production' }, ...hosts])
      expect(openViewer(ask(), readConfig(env)), JSON.stringify(env)).toBeUndefined();
  });
});

describe('at the start without any user', () => {
  it('production is refused with one line that says how to add one', () => {
    const start = () => assertOpenModeAllowed(readConfig({ NODE_ENV: 'production' }), false);
    expect(start).toThrow(/^There is no user.*NODE_ENV=production.*npm run user -- add NAME --role administrator$/);
  });

  it.each([
    ['that everybody is the administrator, on loopback', {}, 'every caller on this machine is the administrator'],
    ['that everybody is anonymous, elsewhere', { HOST: '0.0.0.0' }, 'every caller is anonymous'],
  ])('the warning says %s', (_what, env, warning) => {
    const warned = assertOpenModeAllowed(readConfig(env), false);
    expect(warned).toContain(warning);
    expect(warned).toMatch(/npm run user -- add NAME --role administrator$/);
  });

  it('nothing is said with a user', () => {
    for (const env of [{}, { HOST: '0.0.0.0' }, { NODE_ENV: 'production' }])
      expect(assertOpenModeAllowed(readConfig(env), true)).toBeUndefined();
  });
});

describe('who asks', () => {
  const secret = hashGenerated('abcd');
  const build = async (env: Record<string, string> = {}) => {
    const users = await newUsers();
    const log = createLog('silent');
    const identify = createIdentify({ users, config: readConfig(env), clock: frozenClock().now, log });
    return { users, identify: async (sender: Sender) => (await identify(sender)).viewer };
  };

  it('is the administrator while there is no user, whatever credentials come along', async () => {
    const { identify } = await build();
    expect(await identify(ask())).toEqual(administrator);
    expect(await identify(ask({ authorization: basic('any', 'thing') }))).toEqual(administrator);
  });

  it('is anonymous as soon as a user has been added, and the user with credentials', async () => {
    const { users, identify } = await build();
    await identify(ask());
    await users.add({ name: 'ana', role: 'editor', secret });
    expect(await identify(ask())).toBeUndefined();
    expect(await identify(ask({ authorization: basic('ana', 'abcd') }))).toEqual({ id: 1, role: 'editor' });
  });

  it('is anonymous when the request may come from elsewhere, and refused with credentials: there is no user', async () => {
    const { identify } = await build();
    expect(await identify(ask({ origin: 'https://evil.example' }))).toBeUndefined();
    const foreign = ask({ origin: 'https://evil.example', authorization: 'Bearer abcd' });
    await expect(identify(foreign)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
  });

  it('is known by credentials through a proxy in production', async () => {
    const { users, identify } = await build({ NODE_ENV: 'production' });
    await users.add({ name: 'ana', role: 'editor', secret });
    const proxied = ask({ host: 'calendar.example', via: '1.1 proxy', authorization: 'Bearer abcd' });
    expect(await identify(proxied)).toEqual({ id: 1, role: 'editor' });
  });

  it('stays anonymous in production when the last user has been removed', async () => {
    const { users, identify } = await build({ NODE_ENV: 'production' });
    await users.add({ name: 'ana', role: 'editor', secret });
    await users.remove('ana');
    expect(await identify(ask())).toBeUndefined();
  });
});
