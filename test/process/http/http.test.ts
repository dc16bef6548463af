import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHouse, post, type Running, rest, sendRaw } from '../support.ts';

const house = openHouse();
let server: Running;

beforeAll(async () => {
  server = await house.start(house.place());
});
afterAll(() => house.remove());

const NO_ROUTE = { code: 'rest_no_route', message: expect.any(String), data: { status: 404 } };

const stillAnswers = async (): Promise<void> => expect((await fetch(`${server.url}/health`)).status).toBe(200);

const closing = (line: string, headers = 'Host: 127.0.0.1\r\n'): string =>
  `${line}\r\n${headers}Connection: close\r\n\r\n`;

test('a method that HTTP does not know is no route', async () => {
  const answer = await sendRaw(server.port, closing('FOO /events HTTP/1.1'));
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 404 /);
  expect(head).toContain('Content-Type: application/json; charset=UTF-8');
  expect(JSON.parse(body)).toEqual(NO_ROUTE);
  await stillAnswers();
});

test('a method that HTTP knows and the calendar does not is no route', async () => {
  for (const method of ['TRACE', 'PROPFIND']) {
    const answer = await sendRaw(server.port, closing(`${method} /wp-json/calendar/events/v1/events HTTP/1.1`));
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"code":"rest_no_route"');
  }
});

test('what is no request is refused and does not end the server', async () => {
  expect(await sendRaw(server.port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(await sendRaw(server.port, closing('GET /a b HTTP/1.1'))).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sendRaw(server.port, closing('GET / HTTP/9.9'))).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sendRaw(server.port, closing('GET / HTTP/1.1', ''))).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sendRaw(server.port, closing('GET / HTTP/1.1', 'Host: [\r\n'))).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sendRaw(server.port, closing('GET / HTTP/1.1', 'Host: a\r\nhost: a\r\n'))).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sendRaw(server.port, closing(`GET /${'a'.repeat(20_000)} HTTP/1.1`))).toMatch(/^HTTP\/1\.1 431 /);
  await stillAnswers();
});

/** The status, and the body, of what is answered to a line of request with the headers of a client. */
async function answered(line: string, headers?: string): Promise<[status: number, body: string]> {
  const answer = await sendRaw(server.port, closing(line, headers));
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return [Number(head.split(' ')[1]), body];
}

test.each(['/wp-json/calendar/events/v1/tags', '/graphql?query=%7BtagPage%7Btotal%7D%7D', '/health', '/nowhere'])(
  '%s is the same in the form for proxies, whatever host it names',
  async (path) => {
    const plain = await answered(`GET ${path} HTTP/1.1`);
    expect(plain[0]).toBe(path === '/nowhere' ? 404 : 200);
    expect(await answered(`GET http://other.example${path} HTTP/1.1`)).toEqual(plain);
    expect(await answered(`GET HTTPS://other.example:8443${path} HTTP/1.1`)).toEqual(plain);
  },
);

test('OPTIONS of the server as a whole is 404', async () => {
  expect((await answered('OPTIONS * HTTP/1.1'))[0]).toBe(404);
  expect((await answered('OPTIONS * HTTP/1.1', 'Host: x\r\nOrigin: http://a.example\r\n'))[0]).toBe(404);
  await stillAnswers();
});

/** What a stack has and no answer: `at name (file:line:column)`, or a file of a program. */
const STACK = /\bat .*:\d+:\d+|node_modules|node:internal|\.[jt]s\b.*:\d+/;

test.each([
  'OPTIONS * HTTP/1.1',
  'GET * HTTP/1.1',
  'GET http:// HTTP/1.1',
  'GET http://[/ HTTP/1.1',
  'GET //[ HTTP/1.1',
  'GET /%E0%A4%A/%00 HTTP/1.1',
  'GET /wp-json/%E0%A4%A HTTP/1.1',
  'GET /wp-json/calendar/events/v1/events/%FF HTTP/1.1',
  'GET /wp-json/calendar/events/v1/events?page=%FF&_fields[=1 HTTP/1.1',
  'GET /graphql?query=%FF HTTP/1.1',
  'GET /graphql?query=%7B&variables=%7B HTTP/1.1',
  'GET /graphql?query=%7B__typename%7D&extensions=1 HTTP/1.1',
  'DELETE /graphql HTTP/1.1',
  'PATCH /graphql HTTP/1.1',
  'GET /nowhere HTTP/1.1',
])('%s gets an answer without a stack', async (line) => {
  const [status, body] = await answered(line);
  expect(status).toBeLessThan(500);
  expect(body).not.toMatch(STACK);
  await stillAnswers();
});

test.each([
  ['no JSON', 'application/json', '{"query":"{'],
  ['a list', 'application/json', '[{"query":"{__typename}"}]'],
  ['wrong types', 'application/json', '{"query":1,"variables":[],"operationName":{}}'],
  ['half a document', 'application/graphql', `${'{a'.repeat(900)}`],
  ['half a form', 'application/x-www-form-urlencoded', 'query=%7B&variables=%7B'],
  [
    'parts',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{\r\n--x--',
  ],
  ['nothing', 'multipart/form-data', 'nothing'],
  ['a document', 'text/plain', '{__typename}'],
  ['JSON', '', '{"query":"{__typename}"}'],
])('%s as "%s", which GraphQL cannot read, gets an answer without a stack', async (_, type, body) => {
  for (const path of ['/graphql', '/wp-json/calendar/events/v1/tags']) {
    const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers: { 'Content-Type': type }, body });
    expect(answer.status).toBeLessThan(500);
    expect(await answer.text()).not.toMatch(STACK);
  }
});

test('HEAD answers with the headers of GET and no body', async () => {
  await post(rest(server, '/venues'), { venue: 'Hall' });
  const address = rest(server, '/venues?search=hall');
  const [head, get] = [await fetch(address, { method: 'HEAD' }), await fetch(address)];
  const told = ({ status, headers }: Response) => [
    status,
    ...['content-type', 'x-tec-total', 'x-tec-totalpages', 'link', 'allow'].map((name) => headers.get(name)),
  ];
  expect(await head.text()).toBe('');
  expect(told(head)).toEqual(told(get));
  expect(head.headers.get('x-tec-total')).toBe('1');
});

/** A text that comes in pieces, with no word about its length. */
const inPieces = (text: string): ReadableStream =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 10_000) controller.enqueue(Buffer.from(text.slice(at, at + 10_000)));
      controller.close();
    },
  });

const send = (path: string, body: BodyInit): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit);

const VENUES = '/wp-json/calendar/events/v1/venues';
const large = (start: object): string => JSON.stringify({ ...start, padding: 'x'.repeat(1_500_000) });

test.each([
  ['announced', (text: string) => text],
  ['in pieces', inPieces],
])('a body over a megabyte, %s, is 413 at both APIs', async (_, body) => {
  const atRest = await send(VENUES, body(large({ venue: 'Hall' })));
  expect(atRest.status).toBe(413);
  expect(await atRest.json()).toMatchObject({ code: 'rest_body_too_large', data: { status: 413 } });
  const atGraphql = await send('/graphql', body(large({ query: '{ venuePage { total } }' })));
  expect(atGraphql.status).toBe(413);
  expect(await atGraphql.json()).toMatchObject({ errors: [{ extensions: { code: 'TOO_LARGE' } }] });
  expect((await send('/health', body(large({})))).status).toBe(200);
  await stillAnswers();
});

test('a smaller body in pieces is read', async () => {
  expect((await send(VENUES, inPieces(JSON.stringify({ venue: 'Annex' })))).status).toBe(201);
  const queried = await send(
    '/graphql',
    inPieces(JSON.stringify({ query: '{ venuePage(where: { search: "annex" }) { total } }' })),
  );
  expect(await queried.json()).toEqual({ data: { venuePage: { total: 1 } } });
});
