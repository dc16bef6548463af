import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../src/data/port.ts';
import { machineBusy } from '../../src/domain/errors.ts';
import { LANGUAGES } from '../../src/domain/language.ts';
import { fetchPictures, sitesOfRecords } from '../../src/import/fetch-pictures.ts';
import { fileSource } from '../../src/import/files/open.ts';
import { readHosts } from '../../src/import/options.ts';
import type { Report } from '../../src/import/report.ts';
import type { NamedSite } from '../../src/import/site/address.ts';
import { EVENTS, type EventRecord } from '../../src/kinds/event/record.ts';
import { IMAGES } from '../../src/kinds/image/record.ts';
import { exportedText, lastRevision } from '../import/calendars.ts';
import { serveRecorded } from '../import/recorded-site.ts';
import { answerLists, type Lists, type Site, serveSite } from '../import/site.ts';
import { calendarIn, dying, importInto, sourceAt } from '../import/support.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { serveApp } from '../support/served-app.ts';
import { LINKS } from '../support/services.ts';
import { type Contents, contents } from '../support/stored.ts';
import { hearRequests } from './requests.ts';
import { openHouse } from './support.ts';

const pictureOf = (background: string, width = 320): Promise<Buffer> =>
  sharp({ create: { width, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

/** The files of the old site. */
const FILES = new Map<string, Buffer>();
beforeAll(async () => {
  for (const [name, colour] of Object.entries({ hall: '#a00', stage: '#0a0', 'stage-300': '#0b0', poster: '#00a' }))
    FILES.set(`/files/${name}.jpg`, await pictureOf(colour));
});

const house = openHouse();
afterAll(() => house.remove());

async function newApp(): Promise<TestApp> {
  const app = await buildApp();
  onTestFinished(() => app.close());
  return app;
}

const imageAt = (id: number, url: string) => ({ id, url, width: 9, height: 9, sizes: {} });

/** A venue and three events, which show four pictures. */
function listsOf({ url }: Site, description = ''): Lists {
  const hall = {
    id: 9000,
    venue: 'Hall',
    slug: 'hall',
    status: 'publish',
    image: imageAt(501, `${url}/files/hall.jpg`),
  };
  const event = (id: number, fields: object) => ({
    ...{ id, title: `Event ${id}`, slug: `event-${id}`, status: 'publish', uid: `${id}@${url}`, timezone: 'UTC' },
    ...{ start_date: '2027-01-05 10:00:00', end_date: '2027-01-05 12:00:00', all_day: false, venue: hall },
    ...fields,
  });
  const shown = `<p>See <img src="${url}/files/stage.jpg" srcset="${url}/files/stage-300.jpg 300w, /files/stage.jpg 900w"></p>`;
  return {
    ...{ venues: [hall], organizers: [], categories: [], tags: [] },
    events: [
      event(1, { image: imageAt(502, `${url}/files/stage.jpg`), description: shown + description }),
      event(2, { image: imageAt(502, `${url}/files/stage.jpg`), description: 'No picture.' }),
      event(3, { image: imageAt(503, `${url}/files/poster.jpg`), excerpt: shown }),
    ],
  };
}

/** A site with these files; `others` answers the rest. */
const serveOld = (others?: (path: string, response: ServerResponse, site: Site) => unknown, lists = listsOf) =>
  serveSite((site) => (asked, response) => {
    const file = FILES.get(asked.url.pathname);
    if (file) response.end(file);
    else if (asked.url.pathname.startsWith('/bad/') && others) others(asked.url.pathname, response, site);
    else if (!answerLists(lists(site), asked, response)) response.writeHead(404).end();
  });

const take = async (app: TestApp, site: Site): Promise<Report> =>
  importInto(app.store, { source: await sourceAt(site.url) });

/** Fetches from these sites, by default as `import` does that names one. Returns its lines, the last of which says what was done. */
async function fetchFrom(
  store: Store,
  sites: readonly NamedSite[],
  { longestAnswer = 10_000, links = LINKS, paused = [] as number[] } = {},
): Promise<string[]> {
  const lines: string[] = [];
  const done = await fetchPictures({
    ...{
      calendar: { ...calendarIn(store), links },
      sites,
      language: 'en',
      longestAnswer,
      warn: (line) => lines.push(line),
    },
    ...{ progress: () => undefined, giveWay: async () => undefined, clock: () => 0 },
    pause: async (milliseconds) => void paused.push(milliseconds),
  });
  return [...lines, done];
}

const named = (...urls: string[]): NamedSite[] => readHosts(urls.map((url) => new URL(url).host).join()) as NamedSite[];

/** What was done, where nothing is refused or left. */
const inNumbers = (fetched: number, rewritten: number, site = LINKS.site): string =>
  `Pictures: ${fetched} fetched, 0 refused, 0 left; ${rewritten} records show them from ${site} now.`;

const NOTHING = inNumbers(0, 0);

const picturesAsked = ({ asked }: Site): string[] => asked.filter((path) => /^\/(?:files|bad)\//.test(path)).sort();

/** A second server of ours, whose records show uploaded pictures. */
async function serveOurs() {
  const old = await serveApp();
  const urls: string[] = [];
  for (const colour of ['#111', '#222', '#333', '#444']) {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await pictureOf(colour, 900))]), 'picture.png');
    const { source_url: url } = (await old.app.fetch('/wp-json/wp/v2/media', { method: 'POST', as: 'author', body }))
      .body;
    urls.push(url);
  }
  const venue = await made(old.app, 'venues', { image: urls[0] });
  const organizer = await made(old.app, 'organizers', { image: urls[1], description: `<img src="${urls[0]}">` });
  const { id } = await made(old.app, 'events', { image: urls[2], venue: venue.id, organizer: organizer.id });
  for (const [at, language] of LANGUAGES.entries()) {
    const json = { description: `<p>${language} <img src="${urls[at]}" srcset="${urls[3]} 900w"></p>` };
    await old.app.rest('PATCH', `/events/${id}?multilang_language=${language}`, { as: 'administrator', json });
  }
  return old;
}

const records = ({ events, venues, organizers }: Contents) => [...events, ...venues, ...organizers];

test.each<[string, () => Promise<{ url: string; close?(): Promise<void> }>, (url: string) => string, number]>([
  ['a site', serveOld, () => '/files/', 4],
  ['the recorded site', () => serveRecorded(undefined, FILES.get('/files/hall.jpg')), () => '/wp-content/uploads/', 2],
  ['a second server of ours', serveOurs, (url) => `${url}/pictures/`, 4],
])(
  'pictures of %s move in: each is asked for once, ids stay, and a further run does nothing',
  async (_, serve, where, count) => {
    const [app, { url, close }] = [await newApp(), await serve()];
    const place = where(url);
    const asked: string[] = [];
    const stop = hearRequests((path) => asked.push(new URL(path, url).href));
    onTestFinished(async () => {
      stop();
      await close?.();
    });
    const pictures = () => asked.filter((address) => address.includes(place)).sort();
    await importInto(app.store, { source: await sourceAt(url) });
    const before = await contents(app.store);
    const showing = records(before).filter((record) => JSON.stringify(record).includes(place));
    expect(await fetchFrom(app.store, named(url))).toEqual([inNumbers(count, showing.length)]);
    const after = await contents(app.store);
    expect(pictures()).toEqual(after.images.map(({ from }) => from).sort());
    expect(JSON.stringify(records(after).map(({ image, text }) => ({ image, text })))).not.toContain(place);
    expect(records(after).map(({ version }) => version)).toEqual(
      records(before).map((record) => record.version + Number(showing.includes(record))),
    );
    expect(records(after).map(({ image }) => image?.id)).toEqual(records(before).map(({ image }) => image?.id));
    expect(after.images.slice(0, before.images.length).map(({ from }) => from)).toEqual(
      before.images.map((each) => each.url),
    );
    const revision = await lastRevision(app.store);
    asked.length = 0;
    await importInto(app.store, { source: await sourceAt(url) });
    expect(await fetchFrom(app.store, named(url))).toEqual([NOTHING]);
    expect([pictures(), await lastRevision(app.store)]).toEqual([[], revision]);
  },
);

test('a text that changes at the source keeps showing the fetched pictures, without a conflict or another fetch', async () => {
  let more = '';
  const [app, site] = [await newApp(), await serveOld(undefined, (own) => listsOf(own, more))];
  await take(app, site);
  await fetchFrom(app.store, named(site.url));
  more = '<p>And more.</p>';
  site.asked.length = 0;
  const { counts, conflicts } = await take(app, site);
  expect([counts.event, conflicts, picturesAsked(site)]).toEqual([{ unchanged: 2, updated: 1 }, [], []]);
  const [event] = (await contents(app.store)).events;
  expect(JSON.stringify(event!.text)).toMatch(/And more/);
  expect(JSON.stringify(event!.text)).not.toContain('/files/');
});

test('only sites that an import has read are asked for pictures, whatever else is called the source of an event', async () => {
  const [app, site] = [await newApp(), await serveOld()];
  await take(app, site);
  const source = { site: 'https://elsewhere.example', id: '1' };
  const input = { title: 'Fair', startDate: '2027-05-01 10:00', endDate: '2027-05-01 12:00', source };
  const query = 'mutation ($input: UpsertEventInput!) { upsertEvent(input: $input) { event { source { site } } } }';
  const { body } = await app.fetch('/graphql', {
    method: 'POST',
    as: 'contributor',
    json: { query, variables: { input } },
  });
  expect(body.data.upsertEvent.event.source.site).toBe(source.site);
  expect((await sitesOfRecords(app.store)).map(({ url }) => url.origin)).toEqual([site.url]);
});

test('who brings in the address of a fetched picture gets its image', async () => {
  const [app, site] = [await newApp(), await serveOld()];
  await take(app, site);
  await fetchFrom(app.store, named(site.url));
  const { image } = await made(app, 'events', { image: `${site.url}/files/hall.jpg` });
  expect(image).toMatchObject({ id: 501, url: expect.stringMatching(/\/pictures\/501-.*\/hall\.png$/) });
});

test('a site that gets another address shows the pictures in its texts from there, once they are fetched again', async () => {
  const [app, site] = [await newApp(), await serveOld()];
  await take(app, site);
  await fetchFrom(app.store, named(site.url));
  const moved = { site: 'https://new.example' };
  const fetchThere = () => fetchFrom(app.store, [], { links: { ...LINKS, ...moved } });
  expect(await fetchThere()).toEqual([inNumbers(0, 2, moved.site)]);
  const { events } = await contents(app.store);
  expect(JSON.stringify(events.map(({ text }) => text))).not.toContain(`${LINKS.site}/pictures/`);
  expect(await fetchThere()).toEqual([inNumbers(0, 0, moved.site)]);
});

test('an export names the old addresses: after its import the old site finds all images, with their texts', async () => {
  const [app, another, site] = [await newApp(), await newApp(), await serveOld()];
  await take(app, site);
  await fetchFrom(app.store, named(site.url));
  const json = { title: 'The hall', alt_text: 'Its door' };
  await app.fetch('/wp-json/wp/v2/media/501', { method: 'POST', as: 'administrator', json });
  const path = join(house.dir, 'calendar.jsonl');
  writeFileSync(path, await exportedText(app));
  const source = await fileSource({ path, language: 'en', zone: 'UTC', calendar: 'another' });
  expect((await importInto(another.store, { source })).notTaken).toEqual({});
  const { counts, conflicts } = await take(another, site);
  expect([counts.event, counts.image, conflicts]).toEqual([{ unchanged: 3 }, { unchanged: 3 }, []]);
  const kept = async ({ store }: TestApp) =>
    (await contents(store)).images.map(({ _id, from, text }) => ({ _id, from, text }));
  expect(await kept(another)).toEqual(await kept(app));
});

test('ended at each of its writes and run again, it ends as if it had never been, with each picture once', async () => {
  const [app, undisturbed, site] = [await newApp(), await newApp(), await serveOld()];
  for (const each of [app, undisturbed]) await take(each, site);
  await fetchFrom(undisturbed.store, named(site.url));
  let killed = 0;
  const run = (writes: number): Promise<boolean> =>
    fetchFrom(dying(app.store, writes), named(site.url)).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('killed');
        killed += 1;
        return false;
      },
    );
  for (let writes = 0; !(await run(writes)); writes = (writes + 1) % 12) expect(killed).toBeLessThan(100);
  expect(killed).toBeGreaterThanOrEqual(8);
  const plain = async ({ store }: TestApp) => {
    const { events, venues, images } = await contents(store);
    return JSON.parse(
      JSON.stringify([events, venues, images], (key, value) =>
        /^(_?id|version|.*At)$/.test(key) ? undefined : value,
      ).replace(/\/pictures\/\d+-/g, '/pictures/ID-'),
    );
  };
  expect(await plain(app)).toEqual(await plain(undisturbed));
  const revision = await lastRevision(app.store);
  expect(await fetchFrom(app.store, named(site.url))).toEqual([NOTHING]);
  expect(await lastRevision(app.store)).toBe(revision);
});

test('a picture that this machine is too busy to read is tried again when it says, and in the end left for another run', async () => {
  const [app, site] = [await newApp(), await serveOld()];
  await take(app, site);
  const { store } = app;
  let busy = Number.POSITIVE_INFINITY;
  async function put(...file: Parameters<typeof store.pictures.put>): Promise<void> {
    busy -= 1;
    if (busy >= 0) throw machineBusy();
    await store.pictures.put(...file);
  }
  const [slow, paused]: [Store, number[]] = [{ ...store, pictures: { ...store.pictures, put } }, []];
  const fetchThere = () => fetchFrom(slow, named(site.url), { paused });
  expect(await fetchThere()).toEqual([
    'This machine is too busy to read them. Pictures left for another run: 4',
    inNumbers(0, 0).replace('0 left', '4 left'),
  ]);
  expect(paused).toEqual(Array(8).fill(10_000));
  busy = 2;
  expect(await fetchThere()).toEqual([inNumbers(4, 4)]);
  expect(paused).toHaveLength(10);
});

const endless = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'image/png' });
  const more = (): void => {
    if (!response.destroyed) response.write(Buffer.alloc(64_000), more);
  };
  more();
};

const to = (location: (site: Site) => string) => (response: ServerResponse, site: Site) =>
  response.writeHead(302, { Location: location(site) }).end();

test.each<[string, (response: ServerResponse, site: Site) => unknown, RegExp, number?]>([
  ['never answers', () => undefined, /^\S+ cannot be read: no whole answer came in a minute$/, 100],
  [
    'begins and goes no further',
    (response) => response.write('\x89PNG'),
    /^\S+ cannot be read: no whole answer came in a minute$/,
    100,
  ],
  ['never ends', endless, /^\S+ cannot be read: the answer is larger than 10 MB$/],
  [
    'breaks off',
    (response) => void response.writeHead(200, { 'Content-Length': 9 }).write('\x89PNG', () => response.destroy()),
    /^\S+ cannot be read: the connection broke before all had come$/,
  ],
  ['is not there', (response) => response.writeHead(404).end(), /^\S+ answers 404$/],
  ['asks for a password', (response) => response.writeHead(401).end(), /^\S+ answers 401$/],
  [
    'leads to loopback',
    to(({ url }) => url.replace('127.0.0.1', 'localhost')),
    /^\S+ leads to http:\/\/localhost:\d+, which is another site$/,
  ],
  ['leads to a file', to(() => 'file:///etc/passwd'), /^\S+ leads to null, which is another site$/],
  [
    'leads in a circle',
    to(({ url }) => `${url}/bad/picture.jpg`),
    /^\S+ leads from one address to the next, and never arrives$/,
  ],
  [
    'is a page that calls itself a picture',
    (response) => response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end('<!doctype html>'),
    /^\S+: Must be a JPEG, PNG, WebP, AVIF or GIF picture\.$/,
  ],
  [
    'is drawn as SVG',
    (response) =>
      response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    /^\S+: Must be a JPEG, PNG, WebP, AVIF or GIF picture\.$/,
  ],
  [
    'is half a picture',
    (response) => response.end(FILES.get('/files/hall.jpg')!.subarray(0, 80)),
    /^\S+: Must be a whole picture: this one is broken\.$/,
  ],
  ['is empty', (response) => response.end(), /^\S+: Must be a JPEG, PNG, WebP, AVIF or GIF picture\.$/],
])('a picture that %s is refused in one line', async (_, answer, line, longestAnswer = 10_000) => {
  const shows = { id: 1, title: 'A', description: '<img src="/bad/picture.jpg">' };
  const event = { ...shows, start_date: '2027-01-05 10:00:00', end_date: '2027-01-05 12:00:00', uid: 'a' };
  const lists = { events: [event], venues: [], organizers: [], categories: [], tags: [] };
  const [app, site] = [
    await newApp(),
    await serveOld(
      (_path, response, own) => answer(response, own),
      () => lists,
    ),
  ];
  await take(app, site);
  const [said, ...others] = await fetchFrom(app.store, named(site.url), { longestAnswer });
  expect([said, others]).toEqual([expect.stringMatching(line), [NOTHING.replace('0 refused', '1 refused')]]);
  expect(said!.startsWith(site.url)).toBe(true);
});

test.each<[string, (site: Site) => NamedSite[], RegExp]>([
  [
    'a site that nobody named',
    () => [],
    /^127\.0\.0\.1:\d+ was not asked: --hosts 127\.0\.0\.1:\d+ asks it\. Its pictures: 4$/,
  ],
  [
    'a private address that only records name',
    ({ url }) => [{ url: new URL(url), isPrivate: false, isHere: false }],
    /^127\.0\.0\.1:\d+ is in a private network: --hosts 127\.0\.0\.1:\d+ --private asks it\. Its pictures: 4$/,
  ],
])('%s is not asked', async (_, sites, line) => {
  const [app, site] = [await newApp(), await serveOld()];
  await take(app, site);
  const [said] = await fetchFrom(app.store, sites(site));
  expect([said, picturesAsked(site)]).toEqual([expect.stringMatching(line), []]);
});

test('a host on which one picture after the other finds nobody is left for another run', async () => {
  const pictures = Array.from({ length: 30 }, (_, at) => `<img src="/bad/${at}.jpg">`).join('');
  const [app, site] = [
    await newApp(),
    await serveOld(
      (_path, response) => response.destroy(),
      (own) => listsOf(own, pictures),
    ),
  ];
  await take(app, site);
  const lines = await fetchFrom(app.store, named(site.url));
  expect(lines.at(-2)).toMatch(/^127\.0\.0\.1:\d+ does not answer\. Pictures left for another run: \d\d$/);
  expect(new Set(picturesAsked(site).filter((path) => path.startsWith('/bad/'))).size).toBe(10);
});

/** A calendar of one event with this line. */
const calendarWith = (line: string): string => {
  const event = ['BEGIN:VEVENT', 'UID:a', 'SUMMARY:A', 'DTSTART:20270105T100000Z', line, 'END:VEVENT'];
  return ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR'].join('\r\n');
};

test.each([
  ['calendar.ics', (url: string) => calendarWith(`IMAGE;VALUE=URI:${url}`)],
  ['attached.ics', (url: string) => calendarWith(`ATTACH;FMTTYPE=image/jpeg:${url}`)],
  [
    'events.csv',
    (url: string) =>
      `Event Name,Event Start Date,Event Start Time,Event End Date,Event End Time,Event Featured Image\nA,2027-01-05,10:00,2027-01-05,12:00,${url}\n`,
  ],
])('a picture that %s names comes from the hosts that are named', async (name, text) => {
  const [app, site] = [await newApp(), await serveOld()];
  const path = join(house.dir, name);
  writeFileSync(path, text(`${site.url}/files/hall.jpg`));
  await importInto(app.store, { source: await fileSource({ path, language: 'en', zone: 'UTC', calendar: 'another' }) });
  await fetchFrom(app.store, named(site.url));
  const [event] = await app.store.find<EventRecord>(EVENTS.name, {});
  expect(event!.image?.url).toMatch(/^\/pictures\/\d+-[0-9a-f]{32}\/hall\.png$/);
  expect(await app.store.count(IMAGES.name, {})).toBe(1);
});

test('after the move, every body, page and feed shows pictures of this site only, in three languages', async () => {
  const old = await serveOurs();
  const app = await newApp();
  await importInto(app.store, { source: await sourceAt(old.url) });
  await fetchFrom(app.store, named(old.url));
  await old.close();
  await app.tellAll();

  const lists = ['events', 'venues', 'organizers', 'events.ics', 'events.rss', 'events.feed.json'];
  const bodies = LANGUAGES.flatMap((language) =>
    lists.map((list) => `/wp-json/calendar/events/v1/${list}?multilang_language=${language}&hide_empty=false`),
  );
  const images = 'image { url renditions { url } }';
  const texts = LANGUAGES.map((each) => `${each}: description(language: ${each.toUpperCase()})`).join(' ');
  const linked = `venues { ${images} } organizers { ${images} description }`;
  const query = encodeURIComponent(`{ events(first: 5) { nodes { ${images} ${texts} ${linked} } } }`);
  const paths = new Set(['/', '/sitemap.xml', `/graphql?query=${query}`, ...bodies]);
  const pictures = new Set<string>();
  for (const path of paths) {
    const { status, text: body } = await app.fetch(path, { headers: { 'GraphQL-Require-Preflight': '1' } });
    const text = body.replaceAll('\\/', '/').replaceAll('&amp;', '&').replace(/\r\n /g, '');
    expect([path, status < 400, text.includes(new URL(old.url).host)]).toEqual([path, true, false]);
    for (const [each] of text.matchAll(/\/pictures\/\d[\w./-]+/g)) pictures.add(each);
    const links = [
      ...text.matchAll(/(?:http:\/\/127\.0\.0\.1:4000|(?<=href="))(\/(?:event|venue|organizer|events)\/[^\s"'<>\\]*)/g),
    ];
    for (const [, link] of links.slice(0, Math.max(0, 100 - paths.size))) paths.add(link!);
  }
  // Of three pictures also their three smaller sizes.
  expect(pictures.size).toBe(3 * 4 + 1);
  for (const picture of pictures) expect([picture, (await app.fetch(picture)).status]).toEqual([picture, 200]);
});
