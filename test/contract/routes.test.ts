import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { NAME, PLURALS, type Plural } from '../support/making.ts';
import { sample, sampled } from '../support/sample.ts';
import { ROUTES, type Shape } from './spec-routes.ts';

const kindOf = (path: string): Plural => path.split('/')[1] as Plural;

const TIMES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' };

/** The body that makes a record with this name, or gives one this name. */
const named = (kind: Plural, name: string): object => ({ [NAME[kind]]: name, ...(kind === 'events' ? TIMES : {}) });

interface Made {
  id: number;
  slug: string;
}

const NAMESPACE = '/wp-json/calendar/events/v1';

let app: TestApp;
const records = new Map<string, Made>();

// For every row of the table that names a record, one that no other row names: so lists are not empty either.
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  for (const [method, path] of ROUTES.filter(([, path]) => path.includes('<'))) {
    const kind = kindOf(path);
    const answer = await app.rest('POST', `/${kind}`, {
      as: 'administrator',
      json: named(kind, `Old ${records.size}`),
    });
    expect(answer.status).toBe(201);
    records.set(method + path, answer.body);
  }
});
afterAll(() => app.close());

/** The path with id or slug of the record of its row. */
function fill(method: string, path: string): { path: string; id: number | undefined } {
  const { id, slug } = records.get(method + path) ?? {};
  return { path: path.replace('<id>', String(id)).replace('<slug>', String(slug)), id };
}

const STATUS: Record<Shape, number> = { namespace: 200, documentation: 200, list: 200, made: 201, record: 200 };

function bodyOf(shape: Shape, method: string, kind: Plural, id: number | undefined): unknown {
  const changed = ['POST', 'PUT', 'PATCH'].includes(method);
  const name = { [NAME[kind]]: changed ? `New ${method}` : expect.stringMatching(/^Old \d+$/) };
  const bodies: Record<Shape, () => unknown> = {
    namespace: () => expect.objectContaining({ namespace: 'calendar/events/v1', routes: expect.any(Object) }),
    documentation: () =>
      expect.objectContaining({ openapi: expect.stringMatching(/^3\.1\./), paths: expect.any(Object) }),
    list: () =>
      expect.objectContaining({
        [kind]: expect.arrayContaining([expect.objectContaining({ id: expect.any(Number) })]),
        rest_url: expect.stringContaining(`${NAMESPACE}/${kind}/`),
        total: expect.any(Number),
        total_pages: expect.any(Number),
      }),
    made: () => expect.objectContaining({ id: expect.any(Number), slug: expect.any(String), ...name }),
    record: () => expect.objectContaining({ id, slug: expect.any(String), ...name }),
  };
  return bodies[shape]();
}

/** What lists of terms need to show those without events. */
const question = (shape: Shape): Record<string, string> => (shape === 'list' ? { hide_empty: '0' } : {});

const withQuery = (path: string, query: Record<string, string>): string => {
  const text = new URLSearchParams(query).toString();
  return text ? `${path}?${text}` : path;
};

type Address = (path: string, query: Record<string, string>) => string;

const FORMS: readonly (readonly [form: string, address: Address, language: string])[] = [
  ['as it is', (path, query) => withQuery(`${NAMESPACE}${path}`, query), 'en'],
  ['with a slash at the end', (path, query) => withQuery(`${NAMESPACE}${path}/`, query), 'en'],
  ['below a language', (path, query) => withQuery(`/ko${NAMESPACE}${path}`, query), 'ko'],
  ['as rest_route', (path, query) => withQuery('/', { rest_route: `/calendar/events/v1${path}`, ...query }), 'en'],
  [
    'as rest_route below a language',
    (path, query) => withQuery('/es/index.php', { rest_route: `/calendar/events/v1${path}/`, ...query }),
    'es',
  ],
  [
    'in capitals',
    (path, query) =>
      withQuery(`/wp-json/Calendar/EVENTS/v1${path.replace(/^\/[a-z-]+/, (word) => word.toUpperCase())}`, query),
    'en',
  ],
];

const expectAnswer = async (row: (typeof ROUTES)[number], [, address, language]: (typeof FORMS)[number]) => {
  const [method, pattern, shape] = row;
  const kind = kindOf(pattern);
  const { path, id } = fill(method, pattern);
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? { json: named(kind, `New ${method}`) } : {};
  const answer = await app.fetch(address(path, question(shape)), { method, as: 'administrator', ...body });
  expect([answer.status, answer.body]).toEqual([STATUS[shape], bodyOf(shape, method, kind, id)]);
  expect(answer.headers.get('content-language')).toBe(language);
};

/** One route of each sort: what stands before a route does not depend on the route. */
const SAMPLES = ROUTES.filter(([method, path]) =>
  ['GET ', 'GET /doc', 'GET /tags', 'POST /venues', 'GET /organizers/<id>', 'PATCH /events/by-slug/<slug>'].includes(
    `${method} ${path}`,
  ),
);

describe.each(sample(FORMS.slice(1), 2))('an address %s', (...form) => {
  test.each(SAMPLES)('is %s %s and gives a %s', (...row) => expectAnswer(row, form));
});

sampled(18).each(ROUTES)('%s %s gives a %s', (...row) => expectAnswer(row, FORMS[0]!));

test.each(SAMPLES.filter(([method]) => method === 'GET'))(
  'HEAD is %s %s with its headers alone',
  async (_, row, shape) => {
    const { path } = fill('GET', row);
    const ask = (method: string) =>
      app.fetch(withQuery(`${NAMESPACE}${path}`, question(shape)), { method, as: 'administrator' });
    const [head, get] = [await ask('HEAD'), await ask('GET')];
    expect([head.status, head.text]).toEqual([get.status, '']);
    expect([...head.headers]).toEqual([...get.headers]);
  },
);

describe('OPTIONS', () => {
  const methodsOf = (path: string): string[] => ROUTES.filter(([, row]) => row === path).map(([method]) => method);

  test.each([...new Set(ROUTES.map(([, path]) => path))])('of "%s" names its methods', async (path) => {
    const { path: filled } = fill('GET', path);
    const answer = await app.rest('OPTIONS', filled, { as: 'administrator' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ namespace: 'calendar/events/v1', methods: methodsOf(path) });
    expect(answer.headers.get('allow')?.split(', ')).toEqual(methodsOf(path));
    const anonymous = await app.rest('OPTIONS', filled);
    expect(anonymous.headers.get('allow')).toBe('GET');
  });

  test('the namespace tells of these routes and of no others', async () => {
    const { body } = await app.rest('GET', '');
    const told = Object.entries(body.routes as Record<string, { methods: string[] }>).flatMap(
      ([pattern, { methods }]) => {
        const path = pattern
          .replace('/calendar/events/v1', '')
          .replace(/\(\?P<(\w+)>[^/]*\)$|\(\?P<(\w+)>\[\^\/\]\+\)$/, '<$1$2>');
        return methods.map((method) => `${method} ${path}`);
      },
    );
    const specified = ROUTES.map(([method, path]) => `${method} ${path}`);
    expect(told.sort()).toEqual([...specified, 'GET /changes', 'GET /export.jsonl'].sort());
  });

  test.each(PLURALS)('another method on /%s is no route', async (kind) => {
    const answers = await Promise.all(
      [
        ['PUT', `/${kind}`],
        ['PATCH', `/${kind}`],
        ['DELETE', `/${kind}`],
        ['LINK', `/${kind}/1`],
      ].map(([method = '', path = '']) => app.rest(method, path, { as: 'administrator' })),
    );
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, 'rest_no_route']));
  });
});
