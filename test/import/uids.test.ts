import { expect, test } from 'vitest';
import { createUids } from '../../src/import/site/uids.ts';
import { upTo } from '../support/making.ts';
import { type Body, type Naming, serveRecorded } from './recorded-site.ts';
import { serveSite } from './site.ts';
import { clientOf } from './support.ts';

const TIMES = {
  start_date: '2026-12-01 10:00:00',
  end_date: '2026-12-01 12:00:00',
  utc_start_date: '2026-12-01 10:00:00',
  utc_end_date: '2026-12-01 12:00:00',
};

/** The plug-in's UID of an event at those times. */
const made = (id: number): string => `${id}-1796119200-1796126400@a.example`;

/** A site that answers each page of an event with a feed, or with none. */
async function siteWith(uidOf?: (id: number) => string) {
  const lines: string[] = [];
  const site = await serveSite(() => ({ url }, response) => {
    const ids = url.searchParams.get('event_ids')?.split(',') ?? [url.pathname.split('/')[2]!];
    const events = ids.flatMap((id) => ['BEGIN:VEVENT', `UID:${uidOf?.(Number(id))}`, 'END:VEVENT']);
    response.end(uidOf ? ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR'].join('\r\n') : '<!doctype html>');
  });
  const { url } = site;
  const uids = createUids({
    client: clientOf(url),
    site: new URL(url),
    zone: 'UTC',
    warn: (line) => lines.push(line),
  });
  const event = (id: number, more: object = {}): Body => ({ id, url: `${url}/event/${id}/`, ...TIMES, ...more });
  /** The UIDs by id, and how many requests it took to find them. */
  const find = async (events: Body[]) => {
    site.asked.length = 0;
    const found = await uids(events);
    return [Object.fromEntries([...found].map(([{ id }, uid]) => [id, uid])), site.asked.length] as const;
  };
  return { find, event, lines };
}

const allMade = (ids: number[]) => Object.fromEntries(ids.map((id) => [id, made(id)]));

test('one event of each zone is looked up, and one of whole days, for as many events as there are', async () => {
  const { find, event } = await siteWith(made);
  const events = upTo(40).map((id) => event(id, { timezone: ['UTC', 'Asia/Seoul'][id % 2], all_day: id % 4 === 3 }));
  expect(await find(events)).toEqual([allMade(upTo(40)), 3]);
  expect(await find(events)).toEqual([allMade(upTo(40)), 0]);
});

test('no more than 20 events are looked up, however many zones there are', async () => {
  const { find, event } = await siteWith(made);
  const zoned = upTo(30).map((id) => event(id, { timezone: `Zone ${id}` }));
  expect(await find(zoned)).toEqual([allMade(upTo(30)), 20]);
  expect(await find([event(30, { timezone: 'Zone 30' })])).toEqual([allMade([30]), 0]);
});

test('a site is asked for three events, and for none after that, if it has no feeds', async () => {
  const { find, event, lines } = await siteWith();
  const events = upTo(10).map((id) => event(id));
  expect(await find(events)).toEqual([{}, 3]);
  expect(await find(events)).toEqual([{}, 0]);
  expect(lines).toEqual([expect.stringContaining('no iCalendar feeds')]);
});

test('after a UID that no formula makes, the feeds are read 25 events at a time, and no event alone', async () => {
  const { find, event } = await siteWith((id) => `${id}-of-my-own`);
  const own = Object.fromEntries(upTo(60).map((id) => [id, `${id}-of-my-own`]));
  const events = upTo(60).map((id) => event(id, { timezone: `Zone ${id}` }));
  expect(await find(events)).toEqual([own, 1 + 3]);
  expect(await find(events)).toEqual([own, 3]);
});

test('events that say their UID, and those without times, are not looked up', async () => {
  const { find, event } = await siteWith(made);
  expect(await find([event(1, { uid: 'said' }), event(2, { utc_end_date: '' })])).toEqual([{}, 0]);
});

/** Seconds of what a clock shows, read as UTC. */
const seconds = (clock: string): number => Date.parse(`${clock.replace(' ', 'T')}Z`) / 1000;
const HOST = 'reference.example';

/** What the clocks of New York show. */
const inNewYork = (utc: string): string =>
  new Date(`${utc.replace(' ', 'T')}Z`).toLocaleString('sv', { timeZone: 'America/New_York' });

test.each<[formula: string, nameOf: Naming, reads: boolean]>([
  [
    'the clock of each event',
    ({ id, start_date: start, end_date: end }) => `${id}-${seconds(start)}-${seconds(end)}@${HOST}`,
    false,
  ],
  [
    'the clock of the site',
    ({ id, utc_start_date: start, utc_end_date: end }) =>
      `${id}-${seconds(inNewYork(start))}-${seconds(inNewYork(end))}@${HOST}`,
    false,
  ],
  [
    'UTC',
    ({ id, utc_start_date: start, utc_end_date: end }) => `${id}-${seconds(start)}-${seconds(end)}@${HOST}`,
    false,
  ],
  ['no formula that is known', ({ id, slug }) => `event_${id * 7}_${slug}@${HOST}`, true],
])('of a whole site UIDs made of %s are found, by feeds only without a formula', async (_, nameOf, reads) => {
  const site = await serveRecorded(nameOf);
  const events = site.lists.events as readonly Body[];
  const zone = 'America/New_York';
  const uids = await createUids({ client: clientOf(site.url), site: new URL(site.url), zone, warn: () => 0 })(events);
  expect(events.map((event) => uids.get(event))).toEqual(events.map(nameOf));
  expect(site.asked.length).toBeLessThan(events.length / 2);
  expect(site.asked.some((path) => path.includes('event_ids='))).toBe(reads);
});
