import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FRIDAY } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { keepLog } from '../support/kept-log.ts';
import { made, upTo } from '../support/making.ts';
import { askAbout, QUESTIONS, QUESTIONS_ENV } from '../support/questions.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

const { log, requests } = keepLog();
let served: ServedApp;
const clients: Client[] = [];

beforeAll(async () => {
  served = await serveApp({ env: { MCP: 'write', MAX_IN_FLIGHT: '20' }, log });
  await made(served.app, 'events', { title: 'Concert' });
  await made(served.app, 'events', { title: 'Secret', status: 'draft' });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => served.close());

/** The client of the SDK, unmodified, with these credentials. */
async function connect(authorization?: string, { url }: Pick<ServedApp, 'url'> = served): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  // A connection that the server closes just then would be a fault of the client.
  const headers = { Connection: 'close', ...(authorization !== undefined && { Authorization: authorization }) };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  clients.push(client);
  return client;
}

const basic = (secret: string): string => `Basic ${Buffer.from(secret).toString('base64')}`;

test('a visitor lists tools and calls them, and sees nothing that is not published', async () => {
  const client = await connect();
  expect(client.getServerVersion()?.name).toBe('event-calendar');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('find_events');
  expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
  const { structuredContent, isError } = await client.callTool({ name: 'find_events', arguments: {} });
  expect([isError, structuredContent]).toMatchObject([undefined, { events: [{ event: { title: 'Concert' } }] }]);
  await expect(client.callTool({ name: 'create_event', arguments: {} })).rejects.toThrow('There is no such tool');
});

test('an editor creates an event, and is told what is wrong with one', async () => {
  const client = await connect(basic(served.app.credentials('editor')));
  const fields = { title: 'Made', startDate: '2027-01-01 10:00', endDate: '2027-01-01 12:00' };
  const made = await client.callTool({ name: 'create_event', arguments: fields });
  expect(made.structuredContent).toMatchObject({ event: { title: 'Made', status: 'DRAFT' } });
  const wrong = await client.callTool({ name: 'create_event', arguments: { ...fields, endDate: '2026-01-01' } });
  expect(wrong).toMatchObject({ isError: true, structuredContent: { userErrors: [{ path: ['endDate'] }] } });
});

test('a generated password works as a Bearer token, and a wrong one is refused', async () => {
  const [, secret = ''] = served.app.credentials('editor').split(':');
  const { tools } = await (await connect(`Bearer ${secret}`)).listTools();
  expect(tools.map(({ name }) => name)).toContain('create_event');
  await expect(connect('Bearer wrong')).rejects.toThrow('credentials are not valid');
});

test('the log names the tool, and no name that is none', async () => {
  const client = await connect();
  await expect(client.callTool({ name: 'no\u001b[31m_tool' })).rejects.toThrow('no such tool');
  await client.callTool({ name: 'list_categories' });
  const named = () => requests().map(({ operation }) => operation);
  await eventually(() => expect(named()).toContain('list_categories'));
  expect(named().filter((name) => name?.includes('no'))).toEqual([]);
});

test('200 calls at once are answered, or told to come again', async () => {
  const client = await connect();
  const calls = await Promise.allSettled(
    upTo(200).map((at) => client.callTool({ name: 'find_events', arguments: { first: 1 + (at % 100) } })),
  );
  const answered = calls.filter(({ status }) => status === 'fulfilled');
  const refused = calls.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
  expect(answered.length).toBeGreaterThan(0);
  expect(refused.filter((reason) => !/Too many requests|503/.test(reason))).toEqual([]);
  expect((await client.callTool({ name: 'find_events' })).isError).toBeUndefined();
});

test('a client that goes away leaves nothing behind', async () => {
  const client = await connect();
  const before = requests().length;
  const gone = upTo(20).map((at) => client.callTool({ name: 'find_events', arguments: { text: `word${at}` } }));
  const settled = Promise.allSettled(gone);
  await client.close();
  expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  const other = await connect();
  await eventually(() => expect(requests().length).toBeGreaterThan(before));
  expect((await other.callTool({ name: 'find_events' })).isError).toBeUndefined();
});

describe('an assistant', () => {
  let asked: ServedApp;
  beforeAll(async () => {
    asked = await serveApp({ env: { ...QUESTIONS_ENV, RATE_LIMIT: '1000' }, now: FRIDAY });
    await askAbout(asked.app);
  });
  afterAll(() => asked.close());

  /** What a tool answers. The client checks it against the schema that the tool has for its answers. */
  const answered = async (client: Client, name: string, args: object): Promise<Answer> => {
    const { structuredContent, isError } = await client.callTool({ name, arguments: { ...args } });
    expect([name, args, isError && structuredContent]).toEqual([name, args, undefined]);
    return structuredContent as unknown as Answer;
  };

  test('is told where and when it is, and answers what visitors ask by one call each', async () => {
    const client = await connect(undefined, asked);
    expect(client.getInstructions()).toMatch(/of What is on\. Today is Fri, 2026-11-20; .* Asia\/Seoul/);
    const { tools } = await client.listTools();
    expect(tools.filter(({ outputSchema, title, annotations }) => !outputSchema || !title || !annotations)).toEqual([]);
    for (const [question, args, titles] of QUESTIONS) {
      const { events } = await answered(client, 'find_events', args);
      expect([question, events.map(({ event }) => event.title)]).toEqual([question, titles]);
    }
  });

  test('that knows only search and fetch reads an event by them', async () => {
    const client = await connect(undefined, asked);
    await client.listTools();
    const { results } = await answered(client, 'search', { query: '사진' });
    const [{ id }] = results as [{ id: string }];
    expect(results).toMatchObject([{ title: 'Light and Shadow' }, { title: 'Photo Walk' }]);
    expect(await answered(client, 'fetch', { id })).toEqual({
      id,
      title: 'Light and Shadow',
      url: `${asked.url}/event/light-and-shadow/`,
      text: [
        'Light and Shadow',
        '2026-11-01 10:00 – 2026-12-13 18:00 (Asia/Seoul)',
        'Dallae Gallery, Seoul',
        'Studio Haneul',
        'Free',
      ].join('\n'),
    });
  });

  test.each([
    ['contributor', {}],
    ['editor', { imageUrl: 'https://example.org/poster.png' }],
  ] as const)('of %s makes, changes, cancels and reinstates an event', async (as, more) => {
    const client = await connect(basic(asked.app.credentials(as)), asked);
    await client.listTools();
    const made = await answered(client, 'create_event', {
      title: `Poster Night of ${as}`,
      startDate: '2026-12-09 19:00',
      endDate: '2026-12-09 21:00',
      venues: ['dallae gallery'],
      organizers: ['colectivo nandu'],
      categories: ['사진'],
      tags: ['outdoor'],
      ...more,
      recurrence: { rule: 'FREQ=WEEKLY;COUNT=8' },
    });
    expect(made).toMatchObject({
      dates: '8 of 8 dates',
      event: { status: 'DRAFT', venues: [{ name: 'Dallae Gallery' }], categories: [{ name: 'Photography' }] },
    });
    const { id, version, url } = made.event;
    const changed = await answered(client, 'update_event', {
      id: url,
      ifVersion: version,
      venues: ['Sala Rio'],
      tags: null,
      status: 'pending',
      scope: 'all',
    });
    expect(changed).toMatchObject({
      dates: '8 of 8 dates',
      event: { status: 'PENDING', venues: [{ name: 'Sala Río' }] },
    });
    const canceled = await answered(client, 'cancel_event', { id, reason: 'Rain' });
    expect(canceled).toMatchObject({ dates: '1 of 8 dates', event: { eventStatus: 'CANCELED' } });
    const back = await answered(client, 'reinstate_event', { id, ifVersion: canceled.event.version });
    expect(back).toMatchObject({ dates: '1 of 8 dates', event: { id, eventStatus: 'SCHEDULED' } });
    const late = await client.callTool({ name: 'update_event', arguments: { id, ifVersion: version, title: 'Late' } });
    expect(late).toMatchObject({ isError: true, structuredContent: { userErrors: [{ code: 'CONFLICT' }] } });
  });
});

interface Answer {
  events: { event: { title: string } }[];
  event: { id: string; version: number; url: string };
  results: unknown;
}
