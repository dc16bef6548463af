import { afterAll, beforeAll, expect } from 'vitest';
import { outcomeOf } from '../../support/outcome.ts';
import { sampled } from '../../support/sample.ts';
import { type SmallCalendar, smallCalendar } from '../../support/small-calendar.ts';

let calendar: SmallCalendar;

beforeAll(async () => {
  calendar = await smallCalendar();
});
afterAll(() => calendar.app.close());

const ask = (path: string) => calendar.app.rest('GET', calendar.fill(path), { as: 'editor' });

/** Every form that a parameter of a list is taken in (behaviour §1.8), and the events that it keeps. */
const EVENTS: readonly (readonly [rule: string, query: string, titles: string])[] = [
  ['positive integer', 'page=1&per_page=2', 'One Two'],
  ['positive integer, with a point', 'page=1.0&per_page=2.0', 'One Two'],
  ['positive integer, with a sign and blanks', 'page=%2B1&per_page=%202', 'One Two'],
  ['positive integer, with an exponent', 'per_page=1e1', 'One Two Three'],
  ['positive integer, more than is given', 'per_page=500', 'One Two Three'],
  ['positive integer, sent twice: the last', 'per_page=x&per_page=1', 'One'],
  ['positive integer list: one', 'venue={hall}', 'One Three'],
  ['positive integer list: CSV', 'include={one},{two}', 'One Two'],
  ['positive integer list: CSV with blanks', 'include=%20{one}%20,%20{two}%20', 'One Two'],
  ['positive integer list: CSV with nothing between commas', 'include=,{one},,{two},', 'One Two'],
  ['positive integer list: CSV with points', 'include={one}.0,{two}.0', 'One Two'],
  ['positive integer list: CSV encoded twice', 'include={one}%252C{two}', 'One Two'],
  ['positive integer list: repeated', 'include={one}&include={two}', 'One Two'],
  ['positive integer list: brackets', 'include[]={one}&include[]={two}', 'One Two'],
  ['positive integer list: encoded brackets', 'include%5B%5D={one}&include%5B%5D={two}', 'One Two'],
  ['positive integer list: numbered brackets', 'include[1]={one}&include[0]={two}', 'One Two'],
  ['positive integer list: named brackets', 'include[a]={one}&include[constructor]={two}', 'One Two'],
  ['positive integer list: JSON', 'include=[{one},{two}]', 'One Two'],
  ['positive integer list: JSON of texts', 'include=["{one}", "{two}"]', 'One Two'],
  ['positive integer list: one twice', 'venue={hall},{hall}', 'One Three'],
  ['id list: organizers', 'organizer={ann}', 'Three'],
  ['id list: unknown ids of events are ignored', 'include={one},999999', 'One'],
  ['category: id', 'categories={music}', 'One'],
  ['category: slug in any case', 'categories=ART-craft', 'Two'],
  ['category: exact name in any case', 'categories=art%20%26%20CRAFT', 'Two'],
  ['category: list of id and name', 'categories={music},Art%20%26%20Craft', 'One Two'],
  ['category: brackets', 'categories[]={music}&categories[]=art-craft', 'One Two'],
  ['category: JSON', 'categories=["music",{craft}]', 'One Two'],
  ['tag: a name with a percent sign', 'tags=50%25%20off', 'Two Three'],
  ['tag: id', 'tags={free}', 'One Three'],
  ['string', 'search=thr', 'Three'],
  ['string: text of a boolean', 'search=true', ''],
  ['boolean: true', 'featured=true', 'One'],
  ['boolean: in any case', 'featured=TRUE', 'One'],
  ['boolean: 1', 'featured=1', 'One'],
  ['boolean: false', 'featured=False', 'Two Three'],
  ['boolean: 0', 'featured=0', 'Two Three'],
  ['time: date', 'start_date=2026-12-02', 'Two Three'],
  ['time: date and time', 'start_date=2026-12-02%2010:00:01', 'Three'],
  ['time: ISO 8601', 'start_date=2026-12-02T10:00:00Z', 'Two Three'],
  ['time: ISO 8601 with an offset', 'start_date=2026-12-02T18:59:59%2B09:00', 'Two Three'],
  ['time: words', 'start_date=3%20December%202026%209am', 'Three'],
  ['time: relative words', 'start_date=%2B12%20days', 'Three'],
  ['time: tomorrow', 'start_date=tomorrow', 'One Two Three'],
  ['time: time stamp', 'start_date=1796205601', 'Three'],
  ['time: eight digits', 'start_date=20261203', 'Three'],
  ['time: fourteen digits', 'start_date=20261202100001', 'Three'],
  ['time: the beginning of time', 'start_date=1970-01-01%2000:00:00', 'One Two Three'],
  ['time: 0', 'start_date=0', 'One Two Three'],
  ['truthy', 'start_date=2026-12-02&end_date=2026-12-02&strict_dates=yes', ''],
  ['truthy: other words are false', 'start_date=2026-12-02&end_date=2026-12-02&strict_dates=foo', 'Two'],
  ['truthy: 0', 'start_date=2026-12-02&end_date=2026-12-02&strict_dates=0', 'Two'],
  ['truthy: nothing', 'start_date=2026-12-02&end_date=2026-12-02&strict_dates=', 'Two'],
  ['truthy: a list', 'start_date=2026-12-02&end_date=2026-12-02&strict_dates[]=1', 'Two'],
  ['status: one', 'status=publish', 'One Two Three'],
  ['status: brackets', 'status[]=publish', 'One Two Three'],
  ['status: CSV with blanks', 'status=publish,%20draft', 'One Two Three'],
  ['status: any', 'status=any', 'One Two Three'],
  ['status: nothing but blanks in brackets', 'status[]=', 'One Two Three'],
  ['status: a comma', 'status=,', 'One Two Three'],
  ['status: blanks', 'status=%20,%20', 'One Two Three'],
  ['status: sent twice, both count', 'status=draft&status=publish', 'One Two Three'],
  ['status: sent twice without a match', 'status=draft&status=pending', ''],
  ['status: internal ones', 'status=auto-draft,inherit', ''],
  ['number: nothing', 'geoloc_lat=', 'One Two Three'],
  ['an event that no other belongs to', 'post_parent={one}', ''],
  ['what nobody declared', 'orderby=title&order=desc&offset=2&exclude={one}&ticketed=1', 'One Two Three'],
];

sampled(20).each(EVENTS)('/events, %s: %s', async (_, query, titles) => {
  const answer = await ask(`/events?${query}`);
  expect([answer.status, answer.body.events?.map(({ title }: { title: string }) => title).join(' ')]).toEqual([
    200,
    titles,
  ]);
});

/** Forms that lists of the other kinds take. */
const TAKEN: readonly (readonly [path: string, total: number])[] = [
  ['/venues?has_events=1', 2],
  ['/venues?has_events=YES', 2],
  ['/venues?has_events=', 0],
  ['/venues?has_events=0', 0],
  ['/venues?has_events=foo', 0],
  ['/venues?has_events[]=1', 0],
  ['/venues?only_with_upcoming=On', 2],
  ['/venues?only_with_upcoming=', 2],
  ['/venues?only_with_upcoming[]=1', 2],
  ['/venues?event={three}', 2],
  ['/venues?event={one}.0', 1],
  ['/venues?status=', 2],
  ['/organizers?search=ann', 1],
  ['/organizers?event={one}', 0],
  ['/categories?hide_empty=FALSE', 2],
  ['/categories?include={music},{craft}', 2],
  ['/categories?include[]={music}', 1],
  ['/categories?include=music', 1],
  ['/categories?include=ART%20%26%20craft', 1],
  ['/categories?include=art-craft,{music}', 2],
  ['/categories?include=music&orderby=include&exclude=music', 1],
  ['/categories?exclude={music}', 1],
  // In the reference, only ids have an effect.
  ['/categories?exclude=music', 2],
  ['/categories?slug=MUSIC', 1],
  ['/categories?slug=nope', 0],
  ['/categories?post={one}', 1],
  ['/categories?order=sideways&orderby=nope', 2],
  ['/tags?event={three}&post={one}', 2],
  ['/tags?parent={music}', 2],
];

sampled(10).each(TAKEN)('%s is taken, and keeps %i', async (path, total) => {
  const answer = await ask(path);
  expect([outcomeOf(answer), answer.body.total]).toEqual([200, total]);
});
