import { expect, test } from 'vitest';
import { parseParams } from '../../src/api/rest/params.ts';
import { routeStep } from '../../src/api/rest/steps/request.ts';
import { ROUTES } from '../../src/api/rest/table.ts';

const own = { path: '', methods: ['GET'], show: () => ({}), describe: () => ({}) } as const;
const route = routeStep({ above: [own], below: ROUTES });

/** The operation that a request names, without a server or a store. */
const named = (method: string, path: string, { headers = {}, query = '' } = {}) => {
  const url = new URL(`http://localhost/wp-json/calendar/events/v1${path}`);
  const found = route({
    method,
    url,
    headers,
    peer: '127.0.0.1',
    httpVersion: '1.1',
    load: { inFlight: 0 },
    running: {},
    body: async () => new Uint8Array(),
    namespace: 'calendar/events/v1',
    path,
    query: parseParams(query),
  });
  return 'answer' in found
    ? found.answer.content
    : [found.row && 'operation' in found.row ? found.row.operation : undefined, { ...found.match.params }];
};

test.each([
  ['GET', '/events', {}, ['ListEvents', {}]],
  ['HEAD', '/events', {}, ['ListEvents', {}]],
  ['PUT', '/VENUES/07/', {}, ['UpdateVenue', { id: '07' }]],
  ['POST', '/venues/7', { query: '_method=DELETE' }, ['DeleteVenue', { id: '7' }]],
  ['POST', '/venues/7', { headers: { 'x-http-method-override': 'patch' } }, ['UpdateVenue', { id: '7' }]],
  ['OPTIONS', '/tags/7', {}, [undefined, { id: '7' }]],
  ['OPTIONS', '/nothing', {}, '[]'],
] as const)('%s %s names its row, with %j', (method, path, more, expected) => {
  expect(named(method, path, more)).toEqual(expected);
});

test.each([
  ['GET', '/nothing'],
  ['PATCH', '/events'],
  ['GET', '/events/abc'],
])('%s %s is no route', (method, path) => {
  expect(() => named(method, path)).toThrow(expect.objectContaining({ code: 'NO_ROUTE' }));
});
