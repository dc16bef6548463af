import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byName, EVENT_LINKS } from '../../../src/kinds/event-links.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { byPlural, made, NAME, PLURALS, type Plural, upTo } from '../../support/making.ts';
import { elementsOf, type Found, languagesOf, linked, loadedBy, pageAt, textOf } from './support.ts';

const SITE = 'http://127.0.0.1:4000';
const REST = `${SITE}/wp-json/calendar/events/v1`;

let app: TestApp;
// biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed
let records = {} as Record<Plural, any>;
/** The page of each, and what it is made of. */
const pages = {} as Record<Plural, Awaited<ReturnType<typeof pageAt>> & { elements: readonly Found[] }>;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const music = await made(app, 'categories', { name: 'Music', description: 'All that sounds.' });
  for (const { inEvents } of EVENT_LINKS)
    records[inEvents] = await made(app, inEvents, { [NAME[inEvents]]: NAMES[inEvents], ...MORE[inEvents] });
  records = {
    ...records,
    categories: await made(app, 'categories', { name: 'Jazz', parent: music.id }),
    tags: await made(app, 'tags', { name: 'Free' }),
    events: undefined,
  };
  records.events = await made(app, 'events', {
    title: 'Open day',
    description: 'Come <em>in</em>.',
    ...byName(({ inEvents }) => records[inEvents].id),
    categories: [records.categories.id],
    tags: [records.tags.id],
  });
  await translate('ko', `events/${records.events.id}`, { title: '열린 날', description: '어서 오세요.' });
  for (const plural of PLURALS) {
    const page = await pageAt(app, records[plural].url);
    pages[plural] = { ...page, elements: elementsOf(page.text) };
  }
});
afterAll(() => app.close());

/** Says the texts of a record in another language. */
async function translate(language: 'ko' | 'es', record: string, json: object): Promise<void> {
  await app.fetch(`/${language}${REST.replace(SITE, '')}/${record}`, { method: 'PATCH', as: 'administrator', json });
}

const NAMES: Record<Plural, string> = {
  ...byPlural(() => 'Ann & Co'),
  events: 'Open day',
  venues: 'Town Hall',
  categories: 'Jazz',
  tags: 'Free',
};

/** What else is known of what the event links to. */
const MORE: Partial<Record<Plural, object>> = {
  venues: { city: 'Sevilla', website: 'https://hall.example/' },
  organizers: { email: 'ann@a.example' },
};

describe.each(PLURALS)('the page at the url of %s', (plural) => {
  test('shows the record, in less than 30 KB with its styles', async () => {
    const { status, text, headers, path } = pages[plural];
    const name = NAMES[plural];
    expect([status, textOf(text, 'h1'), textOf(text, 'title')]).toEqual([200, name, `${name} – Event calendar`]);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const loaded = [...new Set(loadedBy(text))].map((address) => app.fetch(new URL(address, SITE + path).pathname));
    const sizes = (await Promise.all(loaded)).map((answer) => answer.text);
    expect(Buffer.byteLength(text + sizes.join(''))).toBeLessThan(30_000);
  });

  test('names itself, its form as data, and the root of REST', () => {
    const { text, headers } = pages[plural];
    const { url } = records[plural];
    expect(linked(text, 'canonical')).toEqual([url]);
    expect(linked(text, 'alternate')).toContain(`application/json ${url.replace(/\/$/, '.json')}`);
    expect(headers.get('link')).toBe(`<${SITE}/wp-json/>; rel="https://api.w.org/"`);
  });

  test('tells other sites what it is about', () => {
    const { elements } = pages[plural];
    const { url } = records[plural];
    const metas = elements.filter(({ name }) => name === 'meta').map(({ attributes }) => attributes);
    const meta = Object.fromEntries(metas.map(({ property, content }) => [property, content]));
    expect(meta).toMatchObject({ 'og:title': NAMES[plural], 'og:url': url, 'og:locale': 'en_US' });
    const [data] = elements.filter(({ attributes: { type } }) => type === 'application/ld+json');
    const said = { '@context': 'http://schema.org', name: NAMES[plural], url };
    expect(JSON.parse(data!.text)).toMatchObject(said);
  });

  test('with .json leads to what REST answers', async () => {
    const { status, location } = await pageAt(app, records[plural].url.replace(/\/$/, '.json'));
    expect([status, location]).toEqual([307, `${REST}/${plural}/${records[plural].id}`]);
  });
});

describe('an event tells search engines', () => {
  /** What its page says in JSON-LD. */
  async function told(fields: object) {
    const { id } = await made(app, 'events', fields);
    const { url } = (await app.rest('GET', `/events/${id}`)).body;
    const { text } = await pageAt(app, url);
    const [data] = elementsOf(text).filter(({ attributes: { type } }) => type === 'application/ld+json');
    return JSON.parse(data!.text);
  }
  const offered = { availability: 'https://schema.org/InStock', category: 'primary' };

  test.each([
    ['€10 - €15', { ...offered, '@type': 'AggregateOffer', lowPrice: 10, highPrice: 15, priceCurrency: 'EUR' }],
    ['$12.50', { ...offered, '@type': 'Offer', price: 12.5, priceCurrency: 'USD' }],
    ['Free', { ...offered, '@type': 'Offer', price: 0, priceCurrency: 'USD' }],
    ['Free, £20', { ...offered, '@type': 'AggregateOffer', lowPrice: 0, highPrice: 20, priceCurrency: 'GBP' }],
    ['Sold out', undefined],
    ['', undefined],
  ])('what the cost %j offers, as numbers', async (cost, expected) => {
    const { offers } = await told({ cost });
    const { url: _, validFrom: __, ...said } = offers ?? {};
    expect(said).toEqual(expected ?? {});
  });

  test('days without times of whole days, and no performer', async () => {
    const said = await told({ start_date: '2027-06-05', end_date: '2027-06-06', all_day: true });
    expect(said).toMatchObject({ '@type': 'Event', startDate: '2027-06-05', endDate: '2027-06-06' });
    expect(said).not.toHaveProperty('performer');
  });
});

test('pages answer HEAD, and nothing else', async () => {
  const statusOf = async (method: string, plural: Plural) =>
    (await app.fetch(records[plural].url.replace(SITE, ''), { method })).status;
  expect([await statusOf('HEAD', 'events'), await statusOf('HEAD', 'tags')]).toEqual([200, 200]);
  expect([await statusOf('POST', 'venues'), await statusOf('DELETE', 'organizers')]).toEqual([404, 404]);
});

test.each([
  ['a word', 'events', 'nothing'],
  ['a broken code', 'venues', '%ff'],
  ['a NUL', 'organizers', '%00'],
  ['2,000 letters', 'categories', 'a'.repeat(2000)],
  ['a name of JavaScript', 'tags', '__proto__'],
] as const)('a slug that nothing has leads nowhere: %s, of %s', async (_what, plural, slug) => {
  const { status, headers, text } = await pageAt(app, records[plural].url.replace(/[^/]+\/$/, `${slug}/`));
  expect([status, headers.get('content-type'), textOf(text, 'h1')]).toEqual([404, 'text/html; charset=utf-8', '404']);
});

describe('a page in several languages', () => {
  const KOREAN = `${SITE}/ko/event/${encodeURIComponent('열린-날').toLowerCase()}/`;

  test('is there in each, under the slug of each', async () => {
    const { status, text, headers } = await pageAt(app, KOREAN);
    expect([status, textOf(text, 'h1'), headers.get('content-language')]).toEqual([200, '열린 날', 'ko']);
    expect(elementsOf(text).find(({ name }) => name === 'html')?.attributes.lang).toBe('ko');
  });

  test.each([`${SITE}/event/open-day/`, KOREAN])('%s names those that the record has', async (address) => {
    const alternates = languagesOf((await pageAt(app, address)).text);
    expect(alternates).toEqual([`en ${SITE}/event/open-day/`, `ko ${KOREAN}`, `x-default ${SITE}/event/open-day/`]);
  });

  test('says which language a text is in that is not in the one asked for', async () => {
    const { text, status } = await pageAt(app, `${SITE}/es/event/open-day/`);
    const [heading] = elementsOf(text).filter(({ name }) => name === 'h1');
    expect([status, heading!.text, heading!.attributes.lang]).toEqual([200, 'Open day', 'en']);
  });

  test.each([
    ['the slug of another language', '/event/%EC%97%B4%EB%A6%B0-%EB%82%A0/', `${SITE}/event/open-day/`],
    ['no slash at its end', '/event/open-day', `${SITE}/event/open-day/`],
    ['no slash at its end and a query', '/event/open-day?a=1', `${SITE}/event/open-day/?a=1`],
    ['capitals', '/event/Open-Day/', `${SITE}/event/open-day/`],
    ['something before the slug', '/event/a/open-day/', `${SITE}/event/open-day/`],
    ['no parents of a category', '/events/category/jazz/', `${SITE}/events/category/music/jazz/`],
    ['other parents of a category', '/es/events/category/x/y/jazz', `${SITE}/es/events/category/music/jazz/`],
  ])('with %s leads to its address', async (_, path, location) => {
    expect(await pageAt(app, path)).toMatchObject({ status: 301, location });
  });

  test('is found in capitals of percent-encoding', async () => {
    expect((await pageAt(app, '/ko/event/%EC%97%B4%EB%A6%B0-%EB%82%A0/')).status).toBe(200);
  });

  test('by its id leads to its address', async () => {
    const { id } = records.events;
    const english = { status: 301, location: `${SITE}/event/open-day/` };
    expect(await pageAt(app, `/?post_type=event&p=${id}`)).toMatchObject(english);
    expect(await pageAt(app, `/ko/?post_type=event&p=${id}`)).toMatchObject({ status: 301, location: KOREAN });
    expect((await pageAt(app, `/?post_type=venue&p=${id}`)).status).toBe(404);
  });
});

describe('what comes from another language', () => {
  /** The text of each element below `main` that says its language, with that. */
  const marked = (page: string): string[] =>
    elementsOf(page)
      .filter(({ path, attributes }) => path.includes('main') && attributes.lang)
      .map(({ attributes, text }) => `${attributes.lang} ${text.trim()}`);

  test('is marked, text by text', async () => {
    const venue = await made(app, 'venues', { venue: 'Hall', city: 'Seville', address: 'Calle Mayor 1' });
    await translate('es', `venues/${venue.id}`, { venue: 'Sala', city: 'Sevilla' });
    const event = await made(app, 'events', { title: 'Half', description: 'In English.', venue: venue.id });
    await translate('es', `events/${event.id}`, { title: 'Medio' });
    expect(marked((await pageAt(app, event.url)).text)).toEqual([]);
    expect(marked((await pageAt(app, `${SITE}/es/event/medio/`)).text)).toEqual(['en In English.', 'en Calle Mayor 1']);
    expect(marked((await pageAt(app, `${SITE}/es/venue/sala/`)).text)).toEqual(['en Calle Mayor 1']);
    expect(marked((await pageAt(app, `${SITE}/ko/venue/hall/`)).text)).toEqual([
      'en Hall',
      'en Calle Mayor 1',
      'en Seville',
      'en Half',
    ]);
    expect(marked((await pageAt(app, `${SITE}/ko/event/half/`)).text)).toEqual([
      'en Half',
      'en In English.',
      'en Hall',
      'en Calle Mayor 1',
      'en Seville',
    ]);
  });
});

describe('times', () => {
  const timeOf = (page: string): (string | undefined)[] =>
    elementsOf(page)
      .filter(({ name }) => name === 'time')
      .flatMap(({ attributes: { datetime }, text }) => [datetime, text]);
  const dates = { start_date: '2027-01-10 15:30', end_date: '2027-01-10 18:00', timezone: 'Asia/Seoul' };

  test('are as they are printed in the language of the page, with their offset for programs', async () => {
    const { slug } = await made(app, 'events', { title: 'Timed', ...dates });
    const said: string[] = [];
    for (const language of ['en', 'ko', 'es']) {
      const [moment, words] = timeOf((await pageAt(app, `/${language}/event/${slug}/`)).text);
      expect(moment).toBe('2027-01-10T15:30:00+09:00');
      said.push(words!.replace(/[\u2009\u202f]/g, ' '));
    }
    expect(said).toEqual([
      'Sunday, January 10, 2027, 3:30 – 6:00 PM KST',
      '2027년 1월 10일 일요일 15:30 ~ 18:00 KST',
      'domingo, 10 de enero de 2027, 15:30–18:00 KST',
    ]);
  });

  test('of whole days are the days', async () => {
    const { url } = await made(app, 'events', { title: 'Whole', ...dates, all_day: true });
    expect(timeOf((await pageAt(app, url)).text)[0]).toBe('2027-01-10');
  });
});

describe('the brand', () => {
  test.each([
    [`${SITE}/event/open-day/`, `${SITE}/`],
    [`${SITE}/ko/events/category/music/jazz/`, `${SITE}/ko/`],
  ])('of %s leads to %s', async (address, home) => {
    const { text } = await pageAt(app, address);
    const brand = elementsOf(text).find(({ attributes }) => attributes.class === 'name')!.attributes.href!;
    expect(new URL(brand, address).href).toBe(home);
  });
});

describe('the link to a map', () => {
  const mapsOf = (page: string): string[] =>
    elementsOf(page)
      .filter(({ name, text }) => name === 'a' && text === 'Show on a map')
      .map(({ attributes: { href } }) => href!);
  const address = { address: 'Calle Mayor 1', zip: '41001', city: 'Sevilla', country: 'Spain' };
  const point = { geo_lat: 37.3886, geo_lng: -5.9823 };
  const MAP = 'https://www.openstreetmap.org';
  const BY_ADDRESS = 'https://www.openstreetmap.org/search?query=Calle+Mayor+1%2C+41001+Sevilla%2C+Spain';
  const BY_POINT = 'https://www.openstreetmap.org/?mlat=37.3886&mlon=-5.9823#map=17/37.3886/-5.9823';

  test.each([
    ['an address', address, [BY_ADDRESS]],
    ['a town', { city: 'Sevilla' }, [`${MAP}/search?query=Sevilla`]],
    ['a point', point, [BY_POINT]],
    ['both', { ...address, ...point }, [BY_POINT]],
    ['a point at zero', { geo_lat: 0, geo_lng: 0 }, [`${MAP}/?mlat=0&mlon=0#map=17/0/0`]],
    [
      'a point next to zero',
      { geo_lat: 1e-7, geo_lng: -12.3456789 },
      [`${MAP}/?mlat=0&mlon=-12.345679#map=17/0/-12.345679`],
    ],
    ['half a point', { geo_lat: 1 }, []],
    ['a country alone', { country: 'Spain' }, []],
    ['a place that shows no link', { ...address, show_map_link: false }, []],
  ])('of %s is there, where it is one', async (name, fields, maps) => {
    const { url } = await made(app, 'venues', { venue: `Place with ${name}`, ...fields });
    expect(mapsOf((await pageAt(app, url)).text)).toEqual(maps);
  });

  test('is on the page of an event that shows it', async () => {
    const venue = await made(app, 'venues', { venue: 'Pointed', ...point });
    for (const [show_map_link, maps] of [
      [true, [BY_POINT]],
      [false, []],
    ] as const) {
      const { url } = await made(app, 'events', { title: `Shown ${show_map_link}`, venue: venue.id, show_map_link });
      expect(mapsOf((await pageAt(app, url)).text)).toEqual(maps);
    }
  });
});

describe('a picture of ours', () => {
  test('follows the site, is known by its address, and tells its size', async () => {
    const image = `${SITE}/pictures/own-1.svg`;
    const { id, url, image: sent } = await made(app, 'events', { title: 'Drawn', image });
    expect(sent).toMatchObject({ url: image, width: 960, height: 600, extension: 'svg' });
    const again = await made(app, 'venues', { venue: 'Drawn as well', image });
    expect(again.image.id).toBe(sent.id);
    const moved = app.secondServer({ SITE_URL: 'https://www.example.org/agenda' });
    const { body } = await moved(`/wp-json/calendar/events/v1/events/${id}`);
    const there = 'https://www.example.org/agenda/pictures/own-1.svg';
    expect([body.image.url, body.json_ld.image]).toEqual([there, there]);
    for (const server of [app, { ...app, fetch: moved }]) {
      const elements = elementsOf((await pageAt(server, new URL(url).pathname)).text);
      const picture = elements.find(({ attributes }) => attributes.class === 'picture')!;
      const size = { width: '960', height: '600', alt: '' };
      expect(picture.attributes).toMatchObject({ src: '../../pictures/own-1.svg', ...size });
    }
  });
});

describe('what is not public', () => {
  test.each(['draft', 'pending', 'private'])('has no page when it is %s, for nobody', async (status) => {
    const { id, slug } = await made(app, 'events', { title: `Hidden ${status}`, status });
    for (const path of [`/?post_type=event&p=${id}`, `/event/${slug || `hidden-${status}`}/`]) {
      const answer = await app.fetch(path, { as: 'administrator' });
      expect([answer.status, answer.text.includes(`Hidden ${status}`)]).toEqual([404, false]);
    }
  });

  test('is not there when it lies in the trash', async () => {
    const { id } = await made(app, 'events', { title: 'Trashed' });
    await app.rest('DELETE', `/events/${id}`, { as: 'administrator' });
    const { status, text } = await pageAt(app, `/?post_type=event&p=${id}`);
    expect([status, textOf(text, 'h1'), text.includes('Trashed')]).toEqual([404, '404', false]);
  });
});

test('the page of a venue does not name it after each event, and names the others', async () => {
  const [here, there] = [await made(app, 'venues', { venue: 'Here' }), await made(app, 'venues', { venue: 'There' })];
  await made(app, 'events', { title: 'One place', venue: here.id });
  await made(app, 'events', { title: 'Two places', venue: [here.id, there.id] });
  const lines = async (address: string) =>
    elementsOf((await pageAt(app, address)).text)
      .filter(({ attributes, path }) => attributes.class === 'when' && path.includes('ul.events'))
      .map(({ text }) => text.split(' · ').slice(1));
  expect(await lines(here.url)).toEqual([[], ['There']]);
  expect(await lines(there.url)).toEqual([['Here']]);
});

describe('the page of a record with many events', () => {
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed
  const busy = {} as Record<Exclude<Plural, 'events'>, any>;

  beforeAll(async () => {
    busy.venues = await made(app, 'venues', { venue: 'Busy' });
    busy.organizers = await made(app, 'organizers', { organizer: 'Busy' });
    for (const kind of ['categories', 'tags'] as const) busy[kind] = await made(app, kind, { name: 'Busy' });
    const links = { venue: [busy.venues.id], organizer: [busy.organizers.id] };
    const terms = { categories: [busy.categories.id], tags: [busy.tags.id] };
    const on = (title: string, start_date: string, end_date: string) =>
      made(app, 'events', { title, start_date, end_date, ...links, ...terms });
    await on('Running', '2026-11-01 10:00', '2026-11-30 10:00');
    await on('Past', '2026-11-01 10:00', '2026-11-02 10:00');
    for (const number of upTo(16)) await on(`Event ${number}`, '2026-12-01 10:00', '2026-12-01 12:00');
  });

  /** The titles that a page lists, and where it leads from there. */
  async function listedAt(address: string, view: string) {
    const elements = elementsOf((await pageAt(app, address + view)).text);
    const titles = elements.filter(({ name, path }) => /^h[34]$/.test(name) && path.includes('ul.events'));
    const links = elements.filter(({ attributes: { rel } }) => rel === 'next' || rel === 'prev');
    const ways = links.map(({ attributes: { rel, href } }) => `${rel} ${new URL(href!, address + view).href}`);
    return { titles: titles.map(({ text }) => text), ways: ways.map((way) => way.replace(address, '')) };
  }

  test.each(['venues', 'organizers', 'categories', 'tags'] as const)(
    'of %s lists its events, those that are running too, and pages of them',
    async (plural) => {
      const { url } = busy[plural];
      const titles = ['Running', ...upTo(16).map((number) => `Event ${number}`)];
      const ways = ['prev past/', 'next list/page/2/'];
      expect(await listedAt(url, '')).toEqual({ titles: titles.slice(0, 15), ways });
      expect(await listedAt(url, 'list/page/2/')).toEqual({ titles: titles.slice(15), ways: ['prev '] });
      expect(await listedAt(url, 'past/')).toEqual({ titles: ['Past'], ways: ['next '] });
    },
  );

  test('has no page beyond its last', async () => {
    for (const page of ['3', '0', '-1', 'a', '999999'])
      expect([page, (await pageAt(app, `${busy.venues.url}list/page/${page}/`)).status]).toEqual([page, 404]);
  });
});

test('with PUBLIC_URL links name that site, and our address leads there; REST stays here', async () => {
  const other = { ...app, fetch: app.secondServer({ PUBLIC_URL: 'https://www.example.org/agenda' }) };
  const { body } = await other.fetch(`${REST.replace(SITE, '')}/events/${records.events.id}`);
  const there = (path: string) => ({ status: 301, location: `https://www.example.org/agenda${path}` });
  expect(body).toMatchObject({
    url: there('/event/open-day/').location,
    rest_url: `${REST}/events/${records.events.id}`,
  });
  for (const path of ['/event/open-day/', '/es/event/open-day/'])
    expect(await pageAt(other, path)).toMatchObject(there(path));
});
