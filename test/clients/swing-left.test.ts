import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { made } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { empty } from '../support/stored.ts';

/**
 * What the calendar updater of Swing Left's volunteers writes: it knows what is there by name and slug, looks ids up once,
 * and names what it does not find by an id of null. It runs every night, over the same events.
 */
let served: ServedApp;
let known: Known;

/** What the updater has read before it writes. */
interface Known {
  venues: Shown[];
  organizers: Shown[];
  categories: Shown[];
  tags: Shown[];
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed
type Shown = Record<string, any>;

/** A line of the feed that is brought in. */
interface Slot {
  title: string;
  day: string;
  organizer: string;
  category?: string;
  tag?: string;
  city?: string;
  place?: { name: string; address: string; latitude: number; longitude: number };
  image?: string;
}

beforeAll(async () => {
  served = await serveApp({ env: { SITE_TIMEZONE: 'America/New_York' } });
});
beforeEach(async () => {
  await empty(served.app);
  for (const name of ['Canvassing', 'Phone Banking']) await made(served.app, 'categories', { name });
  await made(served.app, 'tags', { name: 'Georgia' });
  await made(served.app, 'organizers', { organizer: 'Swing Blue' }, 'editor');
  known = await everythingKnown();
});
afterAll(() => served.close());

/** A request of the updater, who is an author. */
async function send(method: string, path: string, json?: object): Promise<{ status: number; body: Shown }> {
  const answer = await fetch(`${served.url}/wp-json/tribe/events/v1/${path}`, {
    method,
    headers: {
      Authorization: `Basic ${Buffer.from(served.app.credentials('author')).toString('base64')}`,
      'User-Agent': 'python-requests/2.31.0',
      ...(json ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(json ? { body: JSON.stringify(json) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Shown };
}

/** All records of a list, page by page, until a page says that it is the last. */
async function all(kind: string): Promise<Shown[]> {
  const records: Shown[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { body } = await send('GET', `${kind}?per_page=50&hide_empty=0&page=${page}`);
    records.push(...body[kind]);
    pages = body.total_pages;
  }
  return records;
}

const everythingKnown = async (): Promise<Known> => ({
  venues: await all('venues'),
  organizers: await all('organizers'),
  categories: await all('categories'),
  tags: await all('tags'),
});

const idBy = (records: Shown[], key: string, value: string | undefined): number | null =>
  records.find((each) => each[key] === value)?.id ?? null;

/** The venue of a slot: the one at its coordinates or of its name, else a new one. */
async function venueFor({ city, place }: Slot): Promise<number> {
  const venue = place?.name ?? city ?? 'Online/Anywhere';
  const there = known.venues.find((each) => each.venue === venue && each.geo_lat === place?.latitude.toString());
  if (there) return there.id;
  const { latitude: geo_lat, longitude: geo_lng, address } = place ?? {};
  const about = { ...(city ? { city, province: 'GA', zip: '30303' } : {}), address, geo_lat, geo_lng };
  const { status, body } = await send('POST', 'venues', { venue, ...about });
  expect(status).toBe(201);
  known.venues.push(body);
  return body.id;
}

/** The event of a slot as the updater sends it, whether it is there or not. */
async function bodyOf(slot: Slot): Promise<Shown> {
  const organizer = idBy(known.organizers, 'organizer', slot.organizer);
  return {
    title: slot.title,
    description: `<p>${slot.title}</p>\n\n<b><a target=_blank href=https://m.example/event/7?utm_source=cal>SIGN UP</a></b>`,
    start_date: `${slot.day} 18:30:00`,
    end_date: `${slot.day} 20:00:00`,
    website: 'https://m.example/event/7?utm_source=cal',
    show_map: true,
    show_map_link: true,
    tags: { id: idBy(known.tags, 'slug', slot.tag) },
    categories: slot.category ? { id: idBy(known.categories, 'slug', slot.category) } : {},
    venue: { id: await venueFor(slot) },
    ...(organizer ? { organizer: { id: organizer } } : {}),
    ...(slot.image ? { image: slot.image } : {}),
    is_virtual: true,
  };
}

const CANVASS: Slot = {
  title: 'ATLANTA, GA - Canvass & pizza',
  day: '2026-12-05',
  organizer: 'Swing Blue',
  category: 'canvassing',
  tag: 'georgia',
  city: 'Atlanta',
  place: { name: 'Union Hall', address: '1 Peachtree St', latitude: 33.75, longitude: -84.39 },
  image: 'https://m.example/donkey.jpg',
};

async function brought(slot: Slot): Promise<Shown> {
  const { status, body } = await send('POST', 'events', await bodyOf(slot));
  expect([status, body.code]).toEqual([201, undefined]);
  return body;
}

/** The updater sends the id of the event in the body as well. */
async function broughtAgain({ id }: Shown, slot: Slot): Promise<Shown> {
  const { status, body } = await send('POST', `events/${id}`, { ...(await bodyOf(slot)), id });
  expect([status, body.code, body.id]).toEqual([200, undefined, id]);
  return body;
}

const linksOf = ({ venue, organizer, categories, tags }: Shown) => ({
  venue: venue.venue,
  organizers: organizer.map((each: Shown) => each.organizer),
  categories: categories.map(({ slug }: Shown) => slug),
  tags: tags.map(({ slug }: Shown) => slug),
});

const LINKED = { venue: 'Union Hall', organizers: ['Swing Blue'], categories: ['canvassing'], tags: ['georgia'] };

describe('the updater', () => {
  test('creates an event with all that it names, in the zone of the site', async () => {
    const event = await brought(CANVASS);
    expect(linksOf(event)).toEqual(LINKED);
    expect(event).toMatchObject({
      title: 'ATLANTA, GA - Canvass &amp; pizza',
      start_date: '2026-12-05 18:30:00',
      utc_start_date: '2026-12-05 23:30:00',
      timezone: 'America/New_York',
      website: 'https://m.example/event/7?utm_source=cal',
      image: { url: 'https://m.example/donkey.jpg' },
      venue: { province: 'GA', zip: '30303', geo_lat: '33.75', geo_lng: '-84.39' },
      author: String(served.app.idOf('author')),
    });
  });

  test.each([
    ['no category', { category: 'no-such-category' }, { categories: [] }],
    ['no tag', { tag: 'no-such-tag' }, { tags: [] }],
    ['neither a category nor a tag', { category: 'nope', tag: 'nope' }, { categories: [], tags: [] }],
    ['nobody who organizes it', { organizer: 'Nobody' }, { organizers: [] }],
  ])('creates an event for which it finds %s', async (_, missing, without) => {
    expect(linksOf(await brought({ ...CANVASS, ...missing }))).toEqual({ ...LINKED, ...without });
  });

  test.each([{ category: 'no-such-category' }, { tag: 'no-such-tag' }, { organizer: 'Nobody' }])(
    'keeps what an event has when it finds %j no more',
    async (missing) => {
      const event = await brought(CANVASS);
      expect(linksOf(await broughtAgain(event, { ...CANVASS, ...missing }))).toEqual(LINKED);
    },
  );

  test('takes the categories away where it sends an empty object', async () => {
    const { category: _, ...slot } = CANVASS;
    expect(linksOf(await broughtAgain(await brought(CANVASS), slot))).toEqual({ ...LINKED, categories: [] });
  });

  test('moves an event to another day, and changes nothing else', async () => {
    const event = await brought(CANVASS);
    const moved = await broughtAgain(event, { ...CANVASS, day: '2026-12-06' });
    expect(moved).toMatchObject({ start_date: '2026-12-06 18:30:00', utc_end_date: '2026-12-07 01:00:00' });
    const { slug, image, description, url } = event;
    expect([linksOf(moved), moved]).toMatchObject([LINKED, { slug, image, description, url }]);
  });

  test('makes each venue once, however often it runs', async () => {
    const { place: _, city: __, ...online } = CANVASS;
    for (const night of [1, 2]) {
      known = await everythingKnown();
      for (const slot of [CANVASS, { ...online, title: `Online ${night}` }]) await brought(slot);
    }
    expect((await all('venues')).map(({ venue }) => venue).sort()).toEqual(['Online/Anywhere', 'Union Hall']);
  });
});

describe('an author who sends records by name', () => {
  const sent = {
    title: 'By name',
    start_date: '2026-12-05 18:30:00',
    end_date: '2026-12-05 20:00:00',
    cost: '$5 - $10',
  };

  test('links the organizer of an editor, and writes nothing into it', async () => {
    const { body } = await send('POST', 'events', { ...sent, organizer: { organizer: 'swing blue', phone: '1' } });
    expect([body.cost, linksOf(body).organizers]).toEqual(['$5 – $10', ['Swing Blue']]);
    expect(await all('organizers')).toEqual(known.organizers);
  });

  test('sends the empty rows of a form, which change nothing', async () => {
    const event = await brought(CANVASS);
    const rows = {
      organizer: [{ organizer: '' }],
      venue: { venue: '', city: '' },
      tags: [{ id: '' }],
      categories: [{}],
    };
    const { status, body } = await send('PUT', `events/${event.id}`, rows);
    expect([status, linksOf(body)]).toEqual([200, LINKED]);
  });
});
