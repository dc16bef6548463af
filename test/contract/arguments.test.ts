import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { ENDPOINTS, LANGUAGE } from './spec-arguments.ts';

interface Told {
  type?: string;
  items?: { type?: string };
  format?: string;
  enum?: string[];
  required?: boolean;
  default?: unknown;
  description?: string;
}

interface Route {
  endpoints: { methods: string[]; args: Record<string, Told> | [] }[];
}

let app: TestApp;
let routes: Record<string, Route>;

beforeAll(async () => {
  app = await buildApp();
  routes = (await app.rest('GET', '')).body.routes;
});
afterAll(() => app.close());

const FORMATS: Record<string, string> = { double: 'number (double)' };

function typeOf({ type = 'untyped', items, format, enum: words }: Told): string {
  if (items) return `${type} of ${items.type}`;
  return words ? `${type} of ${words.join(', ')}` : format ? (FORMATS[format] ?? format) : type;
}

const lineOf = (told: Told): string =>
  [typeOf(told), told.required ? 'yes' : 'no', told.default === undefined ? '-' : JSON.stringify(told.default)].join(
    ' | ',
  );

const pathOf = (pattern: string): string =>
  pattern.replace('/calendar/events/v1', '').replace('(?P<id>\\d+)', '<id>').replace('(?P<slug>[^/]+)', '<slug>');

const linesOf = (told: Record<string, Route>) =>
  Object.entries(told).flatMap(([pattern, { endpoints }]) =>
    endpoints.map(({ methods, args }) => ({
      endpoint: `${methods} ${pathOf(pattern)}`,
      args: Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, lineOf(arg)])),
    })),
  );

test('the namespace tells of the endpoints of the specification, and of no others', () => {
  expect(
    linesOf(routes)
      .map(({ endpoint }) => endpoint)
      .sort(),
  ).toEqual(Object.keys(ENDPOINTS).sort());
});

test.each(Object.entries(ENDPOINTS))('%s takes the arguments of the specification, and no others', (name, args) => {
  const told = linesOf(routes).find(({ endpoint }) => endpoint === name);
  expect(told?.args).toEqual({ ...args, ...LANGUAGE });
});

test('every argument is described in words', () => {
  const silent = Object.entries(routes).flatMap(([pattern, { endpoints }]) =>
    endpoints.flatMap(({ args }) =>
      Object.entries(args)
        .filter(([, { description = '' }]: [string, Told]) => description.length < 5)
        .map(([name]) => `${pattern}: ${name}`),
    ),
  );
  expect(silent).toEqual([]);
});

test('OPTIONS of every path tells what the namespace tells of it', async () => {
  for (const [pattern, route] of Object.entries(routes)) {
    const path = pathOf(pattern).replace('<id>', '1').replace('<slug>', 'some');
    const { status, body } = await app.rest('OPTIONS', path);
    expect([path, status, body]).toEqual([path, 200, route]);
  }
});

test('moving defaults move with the clock, in the zone of the site', async () => {
  const seoul = await buildApp({ env: { SITE_TIMEZONE: 'Asia/Seoul' }, now: '2027-03-01T16:00:00Z' });
  const { body } = await seoul.rest('OPTIONS', '/events');
  const { start_date, end_date } = body.endpoints[0].args;
  expect([start_date.default, end_date.default]).toEqual(['2027-03-02 01:00:00', '2029-03-02 01:00:00']);
  await seoul.close();
});
