import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSourceRefused } from '../../src/import/item.ts';
import { parseBody } from '../../src/import/site/bodies.ts';
import { createSiteClient, retryAfter } from '../../src/import/site/client.ts';
import { discover, parsed } from '../../src/import/site/discover.ts';
import { EVENTS, type EventRecord } from '../../src/kinds/event/record.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { upTo } from '../support/making.ts';
import { sampled } from '../support/sample.ts';
import { lastRevision } from './calendars.ts';
import { type AnswerSite, answerLists, type Lists, type Site, sendJson, serveSite } from './site.ts';
import { type Asking, clientOf, importInto, type Run, sourceAt } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const HALL = { id: 9000, venue: 'Hall', slug: 'hall', status: 'publish' };

const event = (id: number, { url }: Site, fields: object = {}) => ({
  ...{ id, title: `Event ${id}`, slug: `event-${id}`, status: 'publish', uid: `${id}@${url}`, timezone: 'UTC' },
  ...{ start_date: '2027-01-05 10:00:00', end_date: '2027-01-05 12:00:00', all_day: false, venue: HALL },
  ...fields,
});

const listsOf = (site: Site, events: readonly unknown[] = upTo(5).map((at) => event(at + 1, site))): Lists => ({
  ...{ events: events as object[], venues: [HALL], organizers: [], categories: [], tags: [] },
});

/** Events that the site gives at once. */
const PAGE = 3;
const secondPage = (site: Site) => ({ events: listsOf(site).events.slice(PAGE), total: 5, total_pages: 2 });

/** The site, of which the second page of events is answered otherwise, and how often that was. */
const siteWith = (answer: (response: ServerResponse, times: number, site: Site) => unknown): Promise<Site> => {
  let times = 0;
  return serveSite((site) => (asked, response) => {
    if (asked.url.searchParams.get('page') === '2' && asked.url.pathname.endsWith('/events')) {
      times += 1;
      answer(response, times, site);
    } else if (!answerLists(listsOf(site), asked, response, PAGE)) response.writeHead(404).end();
  });
};

const take = async (site: Site, asking: Asking = {}) =>
  importInto(app.store, { source: await sourceAt(site.url, asking) });

/** The message that an import ends with. */
const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'It was not refused.',
    (error: Error) => (isSourceRefused(error) ? error.message : `It is no refusal: ${error.stack}`),
  );

const eventsOf = (site: Site) => app.store.find<EventRecord>(EVENTS.name, { 'source.site': site.url });

const json =
  (text: string | Buffer, headers: object = {}) =>
  (response: ServerResponse) =>
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(text);

const BOMB = gzipSync(Buffer.alloc(31_000_000, ' '));
const redirect = (to: (site: Site) => string) => (response: ServerResponse, _: number, site: Site) =>
  response.writeHead(302, { Location: to(site) }).end();

/** Half of what was said, behind which the connection breaks. */
const broken = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1000 });
  response.write('{"events":[', () => response.destroy());
};

sampled(6).each<[string, (response: ServerResponse, times: number, site: Site) => unknown, RegExp, number, number?]>([
  // A busy machine gives up before its first questions have come.
  ['does not answer', () => undefined, /cannot be read: no whole answer came in a minute$/, 3, 50],
  ['answers 500 again and again', (response) => response.writeHead(500).end('<p>'), /answers 500 again and again$/, 6],
  [
    'asks to come back in an hour',
    (response) => response.writeHead(429, { 'Retry-After': '3600' }).end(),
    /answers 429 and asks to come back in 60 minutes$/,
    1,
  ],
  [
    'answers a page of HTML',
    (response) => response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end('<h1>Please log in</h1>'),
    /answers text\/html without a list of events$/,
    1,
  ],
  ['answers other JSON', json('{"message":"no"}'), /answers JSON without a list of events$/, 1],
  ['answers half of its JSON', json('{"events":[{"id":'), /answers application\/json without a list of events$/, 1],
  ['breaks off', broken, /cannot be read: the connection broke before all had come$/, 6],
  ['answers a gzip bomb', json(BOMB, { 'Content-Encoding': 'gzip' }), /the answer is larger than 30 MB$/, 1],
  [
    'answers half of a gzip file',
    json(BOMB.subarray(0, 1000), { 'Content-Encoding': 'gzip' }),
    /cannot be read: the connection broke before all had come$/,
    6,
  ],
  ['calls gzip what is none', json('{}', { 'Content-Encoding': 'gzip' }), /is not compressed as it says$/, 6],
  [
    'leads in a circle',
    redirect(({ url, asked }) => url + asked.at(-1)),
    /leads from one address to the next, and never arrives$/,
    1,
  ],
  [
    'leads on and on',
    redirect(({ url, asked }) => `${url}${asked.at(-1)}1`),
    /leads from one address to the next, and never arrives$/,
    1,
  ],
  [
    'leads to a private address',
    redirect(() => 'http://10.0.0.1/admin'),
    /leads to http:\/\/10\.0\.0\.1, which is another site$/,
    1,
  ],
  ['leads to a file', redirect(() => 'file:///etc/passwd'), /leads to null, which is another site$/, 1],
  ['leads nowhere', redirect(() => 'http://['), /leads to "http:\/\/\["$/, 1],
  ['refuses', (response) => sendJson(response, { code: 'rest_forbidden' }, 401), /answers 401 rest_forbidden$/, 1],
  [
    'has a list without an end',
    (response, _, site) =>
      sendJson(response, { events: listsOf(site).events.slice(0, PAGE), total: 1e6, total_pages: 20_000 }),
    /the list of events does not end: its page 2 shows what was shown before$/,
    1,
  ],
])(
  'a site that %s is refused in one line; what came before is there; the next run goes on',
  async (_, answer, said, times, longestAnswer = 60_000) => {
    let isWell = false;
    let answered = 0;
    const site = await siteWith((response, time, own) => {
      answered = time;
      return isWell ? sendJson(response, secondPage(own)) : answer(response, time, own);
    });
    const message = await refusalOf(take(site, { longestAnswer }));
    expect(message).toMatch(said);
    expect(message).not.toContain('\n');
    expect(answered).toBeGreaterThanOrEqual(times);
    const before = await eventsOf(site);
    expect(before.map(({ venues }) => venues)).toEqual(Array(PAGE).fill(before[0]?.venues));
    isWell = true;
    site.asked.length = 0;
    await take(site);
    expect(await eventsOf(site)).toHaveLength(5);
    expect(site.asked.filter((path) => /\/events\?/.test(path))).toEqual([expect.stringContaining('page=2')]);
  },
);

test('an import with --trash that was stopped and goes on leaves alone what it had seen unchanged', async () => {
  let isDown = false;
  const site = await siteWith((response, _, own) =>
    isDown ? response.writeHead(401).end() : sendJson(response, secondPage(own)),
  );
  const runAt = async (minute: number, how: Partial<Run> = {}) =>
    importInto(app.store, { source: await sourceAt(site.url), now: app.clock.now + minute * 60_000, ...how });
  await runAt(1);
  isDown = true;
  expect(await refusalOf(runAt(2))).toMatch(/answers 401/);
  isDown = false;
  expect(await runAt(3, { trash: 'all' })).toMatchObject({
    resumed: true,
    gone: [],
    counts: { event: { unchanged: 2 } },
  });
  expect((await eventsOf(site)).map(({ status }) => status)).toEqual(Array(5).fill('publish'));
});

test.each(['categories', 'tags', 'events', 'venues'] as const)(
  'a list of %s that shows two pages in turn is refused at the third',
  async (list) => {
    const pageOf = (page: number) => ({
      [list]: [{ id: (page % 2) + 1, name: 'Name', slug: `slug-${page % 2}` }],
      ...{ total: 1e6, total_pages: 1e6 },
    });
    const site = await serveSite((own) => (asked, response) => {
      if (asked.url.pathname.endsWith(`/${list}`))
        sendJson(response, pageOf(Number(asked.url.searchParams.get('page'))));
      else if (!answerLists(listsOf(own, []), asked, response)) response.writeHead(404).end();
    });
    expect(await refusalOf(take(site))).toMatch(/does not end: its page 3 shows what was shown before$/);
  },
);

test.each<[string, () => unknown]>([
  ['300,000 line breaks', () => parsed(`${'\n'.repeat(300_000)}{"`)],
  ['300,000 tabs', () => parsed('\t'.repeat(300_000))],
  ['30,000 tags of an event, in two languages', () => toldInTwo({ tags: idsUpTo(30_000) })],
  ['30,000 custom fields, in two languages', () => toldInTwo({ custom_fields: idsUpTo(30_000) })],
])('%s are read in time that grows with their number', (_, read) => {
  expect(read).not.toThrow();
});

const idsUpTo = (many: number) => Array.from({ length: many }, (_, id) => ({ id: id + 1, name: 'A', value: 'a' }));

function toldInTwo(fields: object) {
  const body = { id: 1, title: 'Event', ...fields };
  const custom = 'custom_fields' in fields && { custom_fields: { ...(fields.custom_fields as object[]) } };
  return parseBody('event', {
    ...{ language: 'en', body: { ...body, ...custom } },
    others: [{ language: 'ko', body: { ...body, ...custom } }],
  });
}

test.each<[string, unknown]>([
  ['after lines that a program of the site printed', 'Notice: [x\nWarning\n  {"a":[1]}'],
  ['after a byte order mark', '\uFEFF{"a":[1]}'],
])('JSON is read %s', (_, text) => {
  expect(parsed(String(text))).toEqual({ a: [1] });
});

test('a site that is busy is asked again after growing pauses, or when it says', async () => {
  const paused: number[] = [];
  const site = await siteWith((response, times, own) => {
    if (times < 4) response.writeHead(503).end();
    else if (times === 4) response.writeHead(429, { 'Retry-After': '90' }).end();
    else sendJson(response, secondPage(own));
  });
  await take(site, { paused });
  expect(paused).toEqual([1_000, 2_000, 4_000, 90_000]);
  expect(await eventsOf(site)).toHaveLength(5);
});

test('an export that is busy is waited for as well', async () => {
  const site = await serveSite(() => (_, response) => response.writeHead(503, { 'Retry-After': '15' }).end());
  const paused: number[] = [];
  const client = clientOf(site.url, { paused });
  expect(await refusalOf(client.open(new URL('/export.jsonl', site.url)))).toMatch(/answers 503 again and again$/);
  expect(paused).toEqual([15_000, 15_000, 15_000, 15_000, 16_000]);
});

test('requests of a client have their distance', async () => {
  const site = await serveSite(() => (_, response) => response.end('{}'));
  const pauses: number[] = [];
  const deps = { sites: [{ url: new URL(site.url), isPrivate: true, isHere: true }], perSecond: 4, clock: () => 0 };
  const client = createSiteClient({ ...deps, pause: async (milliseconds) => void pauses.push(milliseconds) });
  for (const path of ['/a', '/b', '/c']) await client.ask(new URL(path, site.url));
  client.close();
  expect(pauses).toEqual([250, 250]);
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['-5', 0],
  ['soon', 0],
  [undefined, 0],
])('Retry-After: %s asks for %d ms', (header, milliseconds) => {
  expect(retryAfter(header, Date.parse('2026-11-20T12:00:00Z'))).toBe(milliseconds);
});

test.each<[string, path: string, headers: (url: string) => object]>([
  ['its page names the root of REST', '/api/', (url) => ({ Link: `<${url}/api/>; rel="https://api.w.org/"` })],
  ['its page names the events API', '/api/', (url) => ({ 'X-TEC-API-ROOT': `${url}/api/tribe/events/v1/` })],
  ['REST lies where it usually does', '/wp-json/', () => ({})],
])('a site shows its calendar where %s', async (_, root, headers) => {
  const routes = Object.keys(listsOf({ url: '', asked: [] }, [])).map((list) => [`/tribe/events/v1/${list}`, {}]);
  const site = await serveSite(({ url: own }) => ({ url }, response) => {
    if (url.pathname === root) sendJson(response, { routes: Object.fromEntries(routes) });
    else response.writeHead(200, { 'Content-Type': 'text/html', ...headers(own) }).end();
  });
  const { address } = await discover(clientOf(site.url), new URL(site.url));
  expect(address('/events').href).toBe(`${site.url}${root}tribe/events/v1/events`);
});

describe('at the beginning', () => {
  const html = (response: ServerResponse) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Hi</h1>');
  const index =
    (body: unknown): AnswerSite =>
    ({ url }, response) =>
      url.pathname === '/wp-json/' ? sendJson(response, body) : html(response);

  test.each<[string, AnswerSite]>([
    ['has no interface at all', (_, response) => html(response)],
    ['has one without events', index({ namespaces: ['wp/v2'], routes: { '/wp/v2/posts': {} } })],
    ['says odd things of its routes', index({ namespaces: 5, routes: 'all' })],
    ['says nothing', index(null)],
  ])('a site that %s shows no calendar, and where was looked is said', async (_, answer) => {
    const site = await serveSite(() => answer);
    const message = await refusalOf(sourceAt(site.url));
    expect(message).toMatch(/shows no calendar: there is no events interface at \S+\/wp-json\/, \S+\?rest_route=%2F$/);
  });

  test('an address where nobody listens is said in one line', async () => {
    const [site] = [await serveSite(() => () => undefined)];
    const closed = site.url.replace(/\d+$/, '1');
    expect(await refusalOf(sourceAt(closed))).toMatch(/cannot be read: nobody answers there$/);
  });

  test.each(['127.0.0.1', 'localhost'])('a name that means %s is not asked unless it was named', async (host) => {
    const site = await serveSite(() => (_, response) => response.end());
    const url = new URL(site.url.replace('127.0.0.1', host));
    const deps = { perSecond: 100, clock: () => 0, pause: async () => undefined };
    const client = createSiteClient({ sites: [{ url, isPrivate: false, isHere: false }], ...deps });
    expect(await refusalOf(client.ask(url))).toMatch(/an address of a private network: say --private if it is meant$/);
    expect(site.asked).toEqual([]);
  });

  test('credentials do not leave the site, nor go over a network in clear', async () => {
    const sent: unknown[] = [];
    const other = await serveSite(
      () =>
        ({ request }) =>
          sent.push(request.headers.authorization),
    );
    const site = await serveSite(() => ({ request }, response) => {
      sent.push(request.headers.authorization);
      response.writeHead(302, { Location: `${other.url}/wp-json/` }).end();
    });
    const message = await refusalOf(sourceAt(site.url, { credentials: 'ana:secret' }));
    expect(message).toMatch(/which is another site$/);
    expect(message).not.toContain('secret');
    expect(sent).toEqual([`Basic ${Buffer.from('ana:secret').toString('base64')}`]);
    expect(() => clientOf('http://example.org', { credentials: 'ana:secret' })).toThrow(/in clear/);
  });
});

test('records with a password are named as not taken, and stay; tags without events are taken', async () => {
  let isLocked = false;
  const locked = (own: Site) => event(82, own, isLocked ? { all_day: null, featured: null, description: '' } : {});
  const site = await serveSite((own) => (asked, response) => {
    const lists = { ...listsOf(own, [event(81, own), locked(own)]), tags: [{ id: 83, name: 'Quiet', slug: 'quiet' }] };
    if (asked.url.pathname.endsWith('/events/82')) sendJson(response, { code: 'event-password-protected' }, 403);
    else if (!answerLists(lists, asked, response)) response.writeHead(404).end();
  });
  expect((await take(site)).counts.tag).toEqual({ made: 1 });
  isLocked = true;
  const { refused, gone } = await take(site);
  expect({ refused, gone }).toEqual({
    refused: [{ kind: 'event', ref: '82', what: 'Event 82', why: 'It has a password there.' }],
    gone: [],
  });
});

test('members that are not known here are told, unless they say nothing', async () => {
  const nothing = { mood: null, moods: [], motto: '', calm: false };
  const site = await serveSite((own) => (asked, response) => {
    const events = [event(61, own, nothing), event(62, own, { ...nothing, calm: true })];
    if (!answerLists(listsOf(own, events), asked, response)) response.writeHead(404).end();
  });
  expect((await take(site)).notTaken).toEqual({ calm: { records: 1, of: 'Event 62' } });
});

/** An object of which no text can be made. */
const NO_TEXT: object = { toString: 1, valueOf: 1 };

test.each<[string, unknown]>([
  ['width', -1],
  ['height', 3e9],
  ['filesize', '5'],
  ['mime-type', 'text/html'],
  ['url', 'javascript:alert(1)'],
  ['width', NO_TEXT],
])('a size of an image whose %s is %j is named and not stored', async (member, value) => {
  const sound = { width: 10, height: 10, 'mime-type': 'image/png', filesize: 10, url: 'https://a.example/b.png' };
  const url = `https://a.example/${member}-${typeof value}.png`;
  const site = await serveSite((own) => (asked, response) => {
    const image = { url, width: value, sizes: { sound, wrong: { ...sound, [member]: value } } };
    if (!answerLists(listsOf(own, [event(64, own, { image })]), asked, response)) response.writeHead(404).end();
  });
  const { notTaken } = await take(site);
  expect(Object.keys(notTaken)).toEqual([
    'width: Must be a whole number.',
    'sizes: Must be images with an address, and whole numbers of pixels and bytes.',
  ]);
  const [stored] = await app.store.find<{ _id: number; sizes?: object }>('images', { url });
  expect(stored?.sizes).toEqual({ sound });
});

test('records that cannot be are refused one by one, and the others are there', async () => {
  const odd = (own: Site): unknown[] => [
    ...[null, 5, 'text', [], {}, { id: 'x', title: 'No number' }, { id: -3 }],
    event(71, own, { start_date: 'soon' }),
    event(72, own, { title: '' }),
    event(73, own, { end_date: '1066-10-14 09:00:00' }),
    event(74, own, { venue: { id: 9001, venue: '' }, website: 'javascript:alert(1)', cost: { a: 1 } }),
    event(75, own, { title: '<script>alert(1)</script>Fair', description: '<img src=x onerror=alert(1)><p>Text</p>' }),
    event(76, own),
    { ...event(77, own), id: NO_TEXT },
    event(78, own, { start_date: NO_TEXT }),
    event(79, own, { author: NO_TEXT, url: NO_TEXT, end_date: undefined, timezone: NO_TEXT, sequence: '3', uid: 5 }),
  ];
  const site = await serveSite((own) => (asked, response) => {
    if (!answerLists(listsOf(own, odd(own)), asked, response)) response.writeHead(404).end();
  });
  const report = await take(site);
  const made = await eventsOf(site);
  expect(made.map(({ source }) => source!.id).sort()).toEqual(['73', '74', '75', '76']);
  expect(report.refused.map(({ kind, what }) => `${kind} ${what}`)).toEqual(
    expect.arrayContaining(['event No number', 'event Event 71', 'event Event 77', 'event Event 78', 'event Event 79']),
  );
  expect(report.notTaken).toMatchObject({ 'The end: it is before the start.': { records: 1, of: 'Event 73' } });
  const fair = made.find(({ source }) => source!.id === '75')!;
  const { body } = await app.rest('GET', `/events/${fair._id}`);
  expect(`${body.title} ${body.description}`).not.toMatch(/<script|onerror/);
  const revision = await lastRevision(app.store);
  await take(site);
  expect(await lastRevision(app.store)).toBe(revision);
});
