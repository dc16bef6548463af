import { expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../src/data/port.ts';
import { EVENTS, type EventRecord } from '../../src/kinds/event/record.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { serveApp } from '../support/served-app.ts';
import { exported } from './calendars.ts';
import { answerLists, sendJson, serveSite } from './site.ts';
import { dying, importInto, sourceAt } from './support.ts';

// Whatever the administrator of a site sees arrives, or is named.

const STATES = ['publish', 'future', 'draft', 'pending', 'private'];
const JAZZ = { id: 3, name: 'Jazz', slug: 'jazz', count: 0, parent: 0 };

/** Events in each status: shown or hidden, over or to come; and one with a password. */
const EVENTS_THERE = [
  ...STATES.flatMap((status, at) =>
    [false, true].flatMap((isHidden) =>
      ['2025', '2027'].map((year, late) => ({
        ...{ id: 100 + at * 20 + Number(isHidden) * 10 + late, status, hide_from_listings: isHidden, timezone: 'UTC' },
        ...{ title: `${status} ${isHidden} ${year}`, all_day: false, categories: [JAZZ] },
        ...{ start_date: `${year}-06-01 10:00:00`, end_date: `${year}-06-01 12:00:00` },
      })),
    ),
  ),
  { id: 200, status: 'publish', hide_from_listings: true, title: 'Locked', locked: true },
  {
    id: 201,
    status: 'publish',
    hide_from_listings: true,
    title: 'Old',
    start_date: '1999-01-01 10:00:00',
    end_date: '1999-01-01 12:00:00',
  },
];

const ACKNOWLEDGED = /^I understand that this endpoint is experimental .* support is not provided for it\.$/;

/** A site as WordPress with the plug-in, of one version or another. */
function serveWordPress(version: 'new' | 'old' | 'oldest') {
  const routes = { new: ['/tec/v1/events', '/wp/v2/tribe_events'], old: ['/wp/v2/tribe_events'], oldest: [] }[version];
  return serveSite(() => (asked, response) => {
    const { pathname, searchParams } = asked.url;
    const isEditor = asked.request.headers.authorization !== undefined;
    const statuses = isEditor ? (searchParams.get('status')?.split(',') ?? ['publish']) : ['publish'];
    const mine = EVENTS_THERE.filter(({ status }) => isEditor || status === 'publish');
    const listed = mine.filter((each) => !each.hide_from_listings && statuses.includes(each.status));
    const count = EVENTS_THERE.filter(({ status, id }) => status === 'publish' && id < 200).length;
    const lists = { events: listed, venues: [], organizers: [], categories: [{ ...JAZZ, count }], tags: [] };
    const [, id] = /\/v1\/events\/(\d+)$/.exec(pathname) ?? [];
    const ids = (events: readonly { id: number }[]) =>
      sendJson(
        response,
        events.map((each) => ({ id: each.id })),
      );
    if (pathname === '/wp-json/tec/v1/events' && version === 'new') {
      if (!ACKNOWLEDGED.test(String(asked.request.headers['x-tec-eea']))) return void response.writeHead(400).end('{}');
      const wanted = [0, 1, 2, 3, 4].flatMap((at) => searchParams.get(`status[${at}]`) ?? []);
      return ids(mine.filter(({ status }) => (wanted.length ? wanted : ['publish']).includes(status)));
    }
    if (pathname === '/wp-json/wp/v2/tribe_events' && version !== 'oldest')
      return ids(mine.filter((each) => each.status === 'publish' && /^2027/.test(each.start_date ?? '')));
    if (id !== undefined) {
      const body = EVENTS_THERE.find((each) => String(each.id) === id);
      if (!body) return sendJson(response, { code: 'event-not-found' }, 404);
      if ('locked' in body) return sendJson(response, { code: 'event-password-protected' }, 403);
      return mine.includes(body) ? sendJson(response, body) : sendJson(response, { code: 'event-not-accessible' }, 403);
    }
    const single = '/tribe/events/v1/events/(?P<id>\\d+)';
    if (!answerLists(lists, asked, response, 50, [...routes, single])) response.writeHead(404).end();
  });
}

async function emptyApp(): Promise<TestApp> {
  const app = await buildApp();
  onTestFinished(() => app.close());
  return app;
}

const idsIn = async ({ store }: TestApp) =>
  (await store.find<EventRecord>(EVENTS.name, {})).map(({ _id }) => _id).sort();

const OLD = { 'An event before 2000-01-01.': { records: 1, of: 'Old' } };

test.each(['new', 'old', 'oldest'] as const)(
  'of the %s plug-in, all that an administrator sees arrives or is named, and a second run finds it again',
  async (version) => {
    const [app, site] = [await emptyApp(), await serveWordPress(version)];
    const take = async (now = app.clock.now) =>
      importInto(app.store, { now, source: await sourceAt(site.url, { credentials: 'ana:secret' }) });
    const report = await take();
    expect(await idsIn(app)).toEqual(EVENTS_THERE.map(({ id }) => id).filter((id) => id < 200));
    const locked = { kind: 'event', what: 'event 200', why: 'It has a password there.' };
    expect([report.refused, { ...report.notTaken }]).toMatchObject([[locked], OLD]);
    expect((await take(app.clock.now + 1000)).counts.event).toEqual({ unchanged: 20, refused: 1 });
  },
);

test.each(['new', 'old', 'oldest'] as const)(
  'of the %s plug-in, a visitor gets all that is published',
  async (version) => {
    const [app, site] = [await emptyApp(), await serveWordPress(version)];
    const { notTaken } = await importInto(app.store, { source: await sourceAt(site.url) });
    expect(await idsIn(app)).toEqual([100, 101, 110, 111]);
    expect(Object.keys(notTaken)).not.toContain('Jazz');
  },
);

test('of a server of ours, a visitor gets the hidden events of each category, and what is missing is numbered', async () => {
  const served = await serveApp();
  onTestFinished(() => served.close());
  const { id } = await made(served.app, 'categories', { name: 'Jazz' });
  const day = (at: string) => ({ start_date: `${at} 10:00:00`, end_date: `${at} 12:00:00`, categories: [id] });
  for (const at of ['2025-06-01', '2027-06-01']) {
    await made(served.app, 'events', { title: `Hidden ${at}`, hide_from_listings: true, ...day(at) });
    await made(served.app, 'events', { title: `Shown ${at}`, ...day(at) });
  }
  const app = await emptyApp();
  const { notTaken } = await importInto(app.store, { source: await sourceAt(served.url) });
  expect(await idsIn(app)).toEqual(await idsIn(served.app));
  expect(notTaken).toEqual({});
});

test('ended at every fifth of its writes and run again, it ends as one that was not', async () => {
  const [killed, whole, site] = [await emptyApp(), await emptyApp(), await serveWordPress('old')];
  const take = async (store: Store, now: number) =>
    importInto(store, { now, source: await sourceAt(site.url, { credentials: 'ana:secret' }) });
  let times = 0;
  const run = (writes: number): Promise<boolean> =>
    take(dying(killed.store, writes), killed.clock.now + writes).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('killed');
        times += 1;
        return false;
      },
    );
  for (let writes = 4; !(await run(writes)); writes += 5) expect(times).toBeLessThan(100);
  expect(times).toBeGreaterThanOrEqual(3);
  await take(whole.store, whole.clock.now);
  expect(await exported(killed, ['publishedAt', 'uid'])).toEqual(await exported(whole, ['publishedAt', 'uid']));
});
