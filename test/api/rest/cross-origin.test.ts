import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';

const LISTED = 'https://a.example';
const UNLISTED = 'https://b.example';

let open: TestApp;
let closed: TestApp;

beforeAll(async () => {
  open = await buildApp();
  closed = await buildApp({ env: { CORS_ORIGINS: `${LISTED},http://c.example:8080` } });
});
afterAll(() => Promise.all([open.close(), closed.close()]));

const ADDRESSES = ['/wp-json/calendar/events/v1/events', '/wp-json/', '/graphql', '/wp-json/nothing', '/health'];

const preflight = (origin: string) => ({
  method: 'OPTIONS',
  headers: {
    Origin: origin,
    'Access-Control-Request-Method': 'PUT',
    'Access-Control-Request-Headers': 'authorization,content-type',
  },
});

const list = (text: string | null): string[] => text?.split(', ') ?? [];

test.each(['/wp-json/calendar/events/v1/events', '/wp-json/calendar/events/v1/events/9', '/wp-json/', '/graphql'])(
  'a preflight for %s by a listed origin is granted',
  async (path) => {
    const { status, headers } = await closed.fetch(path, preflight(LISTED));
    expect([200, 204]).toContain(status);
    expect(headers.get('access-control-allow-origin')).toBe(LISTED);
    expect(list(headers.get('access-control-allow-methods'))).toEqual(
      expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    );
    expect(list(headers.get('access-control-allow-headers'))).toEqual(
      expect.arrayContaining(['Authorization', 'Content-Type', 'X-HTTP-Method-Override']),
    );
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0);
  },
);

test('a page may send what clients of GraphQL send', async () => {
  const { headers } = await closed.fetch('/graphql', preflight(LISTED));
  const allowed = list(headers.get('access-control-allow-headers')).map((name) => name.toLowerCase());
  expect(allowed).toEqual(
    expect.arrayContaining([
      'authorization',
      'content-type',
      'if-none-match',
      'x-requested-with',
      'x-request-id',
      'apollo-require-preflight',
      'graphql-require-preflight',
      'x-apollo-operation-name',
      'x-apollo-operation-id',
      'apollographql-client-name',
      'apollographql-client-version',
    ]),
  );
});

test.each(ADDRESSES)('an unlisted origin is granted nothing at %s', async (path) => {
  for (const asked of [preflight(UNLISTED), { headers: { Origin: UNLISTED } }]) {
    const { headers } = await closed.fetch(path, asked);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

test.each([`${LISTED}.evil.example`, `${LISTED}:444`, 'http://a.example', 'null', 'https://A.example.', '*'])(
  '%s is not the listed origin',
  async (origin) => {
    const { headers } = await closed.fetch('/wp-json/', { headers: { Origin: origin } });
    expect(headers.has('access-control-allow-origin')).toBe(false);
  },
);

test.each(ADDRESSES)('with listed origins the answer of %s is kept apart by origin', async (path) => {
  for (const headers of [{}, { Origin: LISTED }, { Origin: UNLISTED }] as Record<string, string>[]) {
    expect((await closed.fetch(path, { headers })).headers.get('vary')).toMatch(/\bOrigin\b/);
  }
});

test.each(ADDRESSES)('where every origin is allowed, %s says so to all', async (path) => {
  for (const headers of [{}, { Origin: UNLISTED }] as Record<string, string>[]) {
    expect((await open.fetch(path, { headers })).headers.get('access-control-allow-origin')).toBe('*');
  }
});

test.each(ADDRESSES)('at %s a named origin may send credentials that the browser keeps, and no other', async (path) => {
  const allowed = async (app: TestApp, origin: string) =>
    Promise.all(
      [preflight(origin), { headers: { Origin: origin } }].map(async (asked) =>
        (await app.fetch(path, asked)).headers.get('access-control-allow-credentials'),
      ),
    );
  expect(await allowed(closed, LISTED)).toEqual(['true', 'true']);
  expect(await allowed(closed, UNLISTED)).toEqual([null, null]);
  expect(await allowed(open, LISTED)).toEqual([null, null]);
});

test('a page may read the totals, the links and what it may do', async () => {
  const { headers } = await closed.rest('GET', '/events', { headers: { Origin: LISTED } });
  expect(list(headers.get('access-control-expose-headers'))).toEqual(
    expect.arrayContaining(['X-TEC-Total', 'X-TEC-TotalPages', 'Link', 'Allow', 'Content-Language']),
  );
  expect(headers.has('access-control-allow-methods')).toBe(false);
});
