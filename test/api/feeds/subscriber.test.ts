import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import type { ReadEvent } from '../../support/icalendar.ts';
import { made } from '../../support/making.ts';
import { changeEvent, MINUTE, readCalendarOf, readRss } from './support.ts';

const REST = '/wp-json/calendar/events/v1';

let app: TestApp;
let venue: number;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, env: { AUTH_FAILURES_PER_MINUTE: '0' } });
  venue = (await made(app, 'venues', { venue: 'Hall', city: 'Sevilla' })).id;
});
afterAll(() => app.close());

/** What somebody sees who reads the calendar of a language again, of one event. */
async function seen(uid: string, language = 'en') {
  const [event, ...others] = (await readCalendarOf(app, language)).filter((each) => each.uid === uid);
  expect(others).toEqual([]);
  return event;
}

const change = (id: number, fields: object, language?: string) => changeEvent(app, id, fields, language);

const uidOf = async (id: number): Promise<string> =>
  (await app.graphql(`{ event(ref: { databaseId: ${id} }) { uid } }`)).body.data.event.uid;

const SITE = 'http://127.0.0.1:4000';
const PAGE = `${SITE}/en/event/concert/`;

describe('somebody who follows the calendar', () => {
  const changes: readonly (readonly [what: string, fields: object, rises: number, shows: Partial<ReadEvent>])[] = [
    ['another title', { title: 'Renamed' }, 0, { title: 'Renamed' }],
    ['another text', { description: 'Bring a chair.' }, 0, { description: `Bring a chair.\n\n${PAGE}` }],
    ['another start', { start_date: '2026-12-01 11:00:00' }, 1, { start: Date.parse('2026-12-01T11:00Z') }],
    ['another zone', { timezone: 'Europe/Madrid' }, 1, { start: Date.parse('2026-12-01T10:00Z') }],
    ['an address online', { virtual_url: 'https://live.example/' }, 1, { location: 'https://live.example/' }],
    ['a cancellation', { event_status: 'canceled' }, 1, { status: 'CANCELLED', title: 'Cancelled: Renamed' }],
    ['the same again', { event_status: 'canceled' }, 0, { status: 'CANCELLED' }],
    ['why', { event_status_reason: 'Rain' }, 0, { description: `Cancelled: Rain\n\nBring a chair.\n\n${PAGE}` }],
    [
      'a new time that is not known',
      { event_status: 'postponed' },
      1,
      { status: 'TENTATIVE', title: 'Postponed: Renamed' },
    ],
    ['that it takes place', { event_status: 'scheduled', event_status_reason: '' }, 1, { status: 'CONFIRMED' }],
  ];

  test('sees each change under one UID, and a SEQUENCE that rises with time, place, status', async () => {
    const { id } = await made(app, 'events', { title: 'Concert' });
    const uid = await uidOf(id);
    let before = (await seen(uid))!;
    expect(before).toMatchObject({ sequence: 0, status: 'CONFIRMED' });
    for (const [what, fields, rises, shows] of changes) {
      await change(id, fields);
      const event = (await seen(uid))!;
      expect(event, what).toMatchObject({ sequence: before.sequence + rises, ...shows });
      before = event;
    }
    await change(id, { venue });
    const description = `Bring a chair.\n\nhttps://live.example/\n\n${PAGE}`;
    expect(await seen(uid)).toMatchObject({ sequence: before.sequence + 1, location: 'Hall, Sevilla', description });
  });

  test.each([
    ['trashed', (id: number) => app.rest('DELETE', `/events/${id}`, { as: 'administrator' })],
    ['a draft again', (id: number) => change(id, { status: 'draft' })],
    ['private', (id: number) => change(id, { status: 'private' })],
    ['hidden from listings', (id: number) => change(id, { hide_from_listings: true })],
  ])('sees nothing of what is %s, until it is back under its UID', async (_, hide) => {
    const { id } = await made(app, 'events', { title: 'Here and gone' });
    const uid = await uidOf(id);
    await hide(id);
    expect(await seen(uid)).toBeUndefined();
    await change(id, { status: 'publish', hide_from_listings: false });
    expect(await seen(uid)).toMatchObject({ uid, title: 'Here and gone' });
  });

  test('is told by its own addresses what its page and its record tell, once it is trashed', async () => {
    const { id } = await made(app, 'events', { title: 'Deleted' });
    const own = ['/event/deleted/', '/event/deleted/?ical=1', `${REST}/events/${id}`, `${REST}/events/${id}.ics`];
    const statuses = () => Promise.all(own.map(async (path) => (await app.fetch(path)).status));
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await app.rest('DELETE', `/events/${id}`, { as: 'administrator' });
    expect(await statuses()).toEqual([404, 404, 403, 403]);
  });

  test('sees the same event in each language, in its words', async () => {
    const { id } = await made(app, 'events', { title: 'Concert', event_status: 'postponed', venue });
    await change(id, { title: '음악회' }, 'ko');
    const uid = await uidOf(id);
    const [en, ko, es] = [await seen(uid), await seen(uid, 'ko'), await seen(uid, 'es')];
    expect([en!.title, ko!.title, es!.title]).toEqual(['Postponed: Concert', '연기됨: 음악회', 'Aplazado: Concert']);
    const same = ({ sequence, start, end, status }: ReadEvent) => ({ sequence, start, end, status });
    expect([same(ko!), same(es!)]).toEqual([same(en!), same(en!)]);
  });

  test('sees another DTSTAMP where a venue, organizer, category or tag was changed', async () => {
    const others = {
      venues: { venue: 'Place' },
      organizers: { organizer: 'Ann' },
      categories: { name: 'Music' },
      tags: { name: 'Free' },
    };
    const ids = Object.fromEntries(
      await Promise.all(
        Object.entries(others).map(async ([plural, json]) => [plural, (await made(app, plural as 'tags', json)).id]),
      ),
    );
    const { venues, organizers, categories, tags } = ids;
    const event = { title: 'Linked', venue: venues, organizer: organizers, categories: [categories], tags: [tags] };
    const uid = await uidOf((await made(app, 'events', event)).id);
    const stamps = [(await seen(uid))!.raw.dtstamp];
    for (const [plural, json] of Object.entries(others)) {
      app.clock.now += MINUTE;
      const named = Object.fromEntries(Object.entries(json).map(([name, value]) => [name, `${value} of now`]));
      await app.rest('PATCH', `/${plural}/${ids[plural]}`, { as: 'administrator', json: named });
      const { raw } = (await seen(uid))!;
      expect(raw.dtstamp).toEqual(raw['last-modified']);
      stamps.push(raw.dtstamp);
    }
    const moments = stamps.map((stamp) => Date.parse(String(stamp)));
    expect(moments.slice(1).map((at, n) => at - moments[n]!)).toEqual([MINUTE, MINUTE, MINUTE, MINUTE]);
  });
});

describe('somebody who follows the news', () => {
  const itemOf = async (path: string, title: string) =>
    readRss((await app.fetch(path)).text).find((item) => item.title!.includes(title))!;

  test('sees an event under its permalink, with publication, date in the title, and picture', async () => {
    app.clock.now = Date.parse('2027-01-04T09:00:00Z');
    const image = 'https://images.example/a.jpg?b&c';
    const event = { title: 'News', start_date: '2027-02-01 10:00', end_date: '2027-02-01 12:00', image };
    const { id } = await made(app, 'events', event);
    const before = await itemOf('/events/feed/', 'News');
    expect(before).toMatchObject({ pubDate: 'Mon, 04 Jan 2027 09:00:00 GMT', guid: `${SITE}/event/news/` });
    const { text } = await app.fetch('/events/feed/');
    expect(text).toContain('<guid isPermaLink="true">');
    expect(text).toContain('<media:content url="https://images.example/a.jpg?b&amp;c" medium="image"/>');
    expect(before.title).toMatch(/^News – Mon, Feb 1, 2027, 10:00.AM.–.12:00.PM UTC$/);
    await change(id, { event_status: 'canceled', start_date: '2027-02-01 11:00' });
    const after = await itemOf('/events/feed/', 'News');
    expect([after.guid, after.pubDate]).toEqual([before.guid, before.pubDate]);
    expect((await itemOf('/ko/events/feed/', 'News')).title).toMatch(
      /^취소됨: News – 2027년 2월 1일 \(월\) 11:00.+12:00 UTC$/,
    );
  });
});
