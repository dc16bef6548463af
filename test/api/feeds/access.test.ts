import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type Caller, FRIDAY, type TestApp } from '../../support/app.ts';
import { made, NAME, PLURALS } from '../../support/making.ts';
import { sampled } from '../../support/sample.ts';
import { listing } from './support.ts';

const REST = '/wp-json/calendar/events/v1';
const LISTED = PLURALS.filter((plural) => plural !== 'events');

/** What an event, a venue or an organizer can be that visitors are not to see. */
const STATES = {
  draft: { status: 'draft' },
  pending: { status: 'pending' },
  private: { status: 'private' },
  future: { status: 'future', date: '2026-12-24 10:00' },
  trashed: undefined,
} as const;

const env = listing(
  'query Everything { events { totalCount } }',
  'query Drafts { events(where: { status: [DRAFT, PENDING, PRIVATE, FUTURE, PUBLISH] }) { totalCount } }',
  'query Found($search: String, $in: [ID!]) { events(where: { search: $search, in: $in }) { totalCount } }',
);

let app: TestApp;
/** Ids of the public records, by what stands for them in the paths below. */
const ids: Record<string, number> = {};
let secret: number[];

/** Public records, and a secret event and what it alone names in each state, all of the editor and in the words of it. */
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, env });
  const linked: Record<string, number> = {};
  for (const plural of LISTED) linked[plural] = (await made(app, plural, { [NAME[plural]]: 'Shared' }, 'editor')).id;
  Object.assign(ids, linked);
  const event = { categories: [linked.categories], tags: [linked.tags] };
  const hide = async (plural: 'events' | 'venues' | 'organizers', id: number, fields?: object) => {
    const method = fields ? 'PATCH' : 'DELETE';
    const { status } = await app.rest(method, `/${plural}/${id}`, { as: 'editor', json: fields });
    expect(status).toBe(200);
  };
  secret = [];
  for (const [state, fields] of Object.entries(STATES)) {
    const venue = (await made(app, 'venues', { venue: `Secret ${state} hall` }, 'editor')).id;
    const organizer = (await made(app, 'organizers', { organizer: `Secret ${state} club` }, 'editor')).id;
    const both = { venue: [linked.venues, venue], organizer: [linked.organizers, organizer] };
    await made(app, 'events', { title: `Public lantern with ${state}`, ...event, ...both }, 'editor');
    const { id } = await made(
      app,
      'events',
      { title: `Secret ${state}`, excerpt: 'A lantern', ...event, ...both },
      'editor',
    );
    await hide('events', id, fields);
    await hide('venues', venue, fields);
    await hide('organizers', organizer, fields);
    secret.push(id);
  }
  const unlisted = { title: 'Secret unlisted', hide_from_listings: true, ...event };
  secret.push((await made(app, 'events', unlisted, 'editor')).id);
  ids.public = (await app.rest('GET', '/events')).body.events[0].id;
});
afterAll(() => app.close());

const filled = (path: string): string =>
  path.replace(/<(\w+)>/g, (_, name: string) => String(name === 'secret' ? secret : ids[name]));

/** The feeds that are everybody's. */
const PUBLIC = [
  `${REST}/events.rss`,
  `${REST}/events.feed.json`,
  `${REST}/events.fullcalendar.json?start=2026-11-01&end=2027-01-01`,
  `${REST}/events.rss?search=lantern`,
  `${REST}/venues/<venues>.rss`,
  `${REST}/organizers/<organizers>.feed.json`,
  `${REST}/categories/<categories>.rss`,
  `${REST}/tags/<tags>.feed.json`,
  '/?ical=1',
  '/events/?ical=1',
  '/events/feed/',
  '/events/month/2026-12/?ical=1',
  '/events/2026-12-01/?ical=1',
  '/events/list/?ical=1&tribe-bar-search=lantern',
  '/?post_type=tribe_events&ical=1',
  '/?post_type=tribe_events&ical=1&event_ids=<public>,<secret>',
  '/venue/shared/?ical=1',
  '/organizer/shared/?ical=1',
  '/events/category/shared/?ical=1',
  '/tag/shared/ical/',
  '/feeds/Everything.ics',
  '/feeds/Everything.rss',
  '/feeds/Everything.feed.json',
  '/feeds/Found.ics?search=lantern',
  '/feeds/Found.ics?in=<public>,<secret>',
];

/** Those of REST for calendars, in which credentials count. */
const OWN = [
  `${REST}/events.ics`,
  `${REST}/events.ics?include=<public>,<secret>`,
  `${REST}/venues/<venues>.ics`,
  `${REST}/categories/<categories>.ics`,
];

const PAGES = ['/', '/events/', '/events/month/2026-12/', '/events/2026-12-01/', '/venue/shared/', '/tag/shared/'];
const SITEMAPS = ['events', 'venues', 'organizers', 'categories', 'tags'].map((name) => `/sitemap-${name}-1.xml`);

describe('only what is public is shown', () => {
  sampled(8).each(PUBLIC)('in address %$, also with credentials', async (path) => {
    const { status, text } = await app.fetch(filled(path));
    expect([status, /public/i.test(text), /secret/i.test(text)]).toEqual([200, true, false]);
    const own = await app.fetch(filled(path), { as: 'administrator' });
    expect([own.text, own.headers.get('cache-control')]).toEqual([text, 'public, max-age=0, must-revalidate']);
    expect(`${own.headers.get('vary')}`).not.toContain('Authorization');
  });

  test.each([...PAGES, ...SITEMAPS])('in the page or the sitemap %s', async (path) => {
    const { status, text } = await app.fetch(path, { headers: { Accept: 'text/html' } });
    expect([status, /(?:public|shared)/i.test(text), /secret/i.test(text)]).toEqual([200, true, false]);
  });

  test.each(Object.keys(STATES))('at the addresses of what is %s', async (state) => {
    const paths = [
      ...['', '?ical=1', 'ical/'].map((end) => `/event/secret-${state}/${end}`),
      ...['', '?ical=1'].flatMap((end) => [
        `/venue/secret-${state}-hall/${end}`,
        `/organizer/secret-${state}-club/${end}`,
      ]),
    ];
    for (const path of paths) {
      const { status, text } = await app.fetch(path);
      expect([path, status, text.includes('Secret')]).toEqual([path, 404, false]);
    }
    const record = await app.rest('GET', `/events/by-slug/secret-${state}`);
    for (const form of ['ics', 'rss', 'feed.json']) {
      const { status, text } = await app.rest('GET', `/events/by-slug/secret-${state}.${form}`);
      expect([status, text]).toEqual([record.status, record.text]);
    }
  });

  test('an event that is in no list has a feed of its own, as it has a page', async () => {
    const answers = [await app.fetch('/event/secret-unlisted/'), await app.fetch('/event/secret-unlisted/?ical=1')];
    expect(answers.map(({ status, text }) => [status, text.includes('Secret unlisted')])).toEqual([
      [200, true],
      [200, true],
    ]);
  });

  test('a list that asks for other states is refused', async () => {
    const saved = await app.fetch('/feeds/Drafts.ics');
    expect([saved.status, saved.body.message]).toEqual([400, 'Not accepted: status.']);
    expect((await app.rest('GET', '/events.ics?status=draft')).status).toBe(400);
  });
});

describe('credentials', () => {
  test.each(OWN)('count in %s, which nobody keeps then', async (path) => {
    const own = await app.fetch(filled(path), { as: 'editor' });
    expect([own.text.includes('Secret private'), own.text.includes('Secret unlisted')]).toEqual([true, false]);
    expect(own.headers.get('cache-control')).toMatch(/(?=.*private)(?=.*no-store)/);
    expect(own.headers.get('vary')).toContain('Authorization');
    const { status, text, headers } = await app.fetch(filled(path));
    expect([status, /public/i.test(text), /secret/i.test(text)]).toEqual([200, true, false]);
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(headers.get('vary')).toContain('Authorization');
  });

  test('that are wrong are refused where they count, and only there', async () => {
    const wrong = { headers: { Authorization: 'Bearer wrong' } };
    expect((await app.fetch(`${REST}/events.ics`, wrong)).status).toBe(401);
    for (const path of [`${REST}/events.rss`, '/events/ical/', '/feeds/Everything.ics'])
      expect((await app.fetch(path, wrong)).status).toBe(200);
  });

  test.each([
    ['administrator', 'draft', true],
    ['editor', 'draft', true],
    ['contributor', 'draft', false],
  ] as const satisfies [Caller, string, boolean][])('let the %s ask for %s events: %s', async (as, state, sees) => {
    const { status, text } = await app.rest('GET', `/events.ics?status=${state}`, { as });
    expect([status, text.includes(`SUMMARY:Secret ${state}`)]).toEqual([200, sees]);
  });
});
