import fc from 'fast-check';
import { type ByList, byList, byName, EVENT_LINKS } from '../../src/kinds/event-links.ts';
import type { TestApp } from './app.ts';
import { defineFields } from './custom-fields.ts';
import { made, NAME } from './making.ts';

/** The seed of what the run draws. Set FUZZ_SEED to draw the same again. */
export const SEED = fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31;

/** Zones, with their hours from UTC in winter. */
const ZONES = { UTC: 0, 'Asia/Seoul': 9, 'Europe/Madrid': 1 } as const;

/** Costs, and what they mean. */
const COSTS: Readonly<Record<string, { free?: true; lowest?: number; currency?: string }>> = {
  '': {},
  Free: { free: true, lowest: 0 },
  '0': { free: true, lowest: 0 },
  '5 €': { lowest: 5, currency: 'EUR' },
  '10 €, 30 €': { lowest: 10, currency: 'EUR' },
  '£20': { lowest: 20, currency: 'GBP' },
  $40: { lowest: 40 },
  'ask at the door': {},
};

/** Venues, with their Korean texts. Only callers who may see private venues see the last one. */
export const VENUES = [
  { venue: 'Plaza', city: 'Sevilla', country: 'Spain', geo_lat: 37.39, geo_lng: -5.98 },
  {
    venue: 'Hall',
    city: 'Seoul',
    country: 'South Korea',
    geo_lat: 37.57,
    geo_lng: 126.98,
    ko: { city: '서울', country: '대한민국' },
  },
  { venue: 'Café', city: 'Orléans', country: 'FR', geo_lat: 47.9, geo_lng: 1.91 },
  { venue: 'Barn', city: 'Orleans', country: 'United States', geo_lat: 44.81, geo_lng: -72.2 },
  { venue: 'Attic', city: 'Plain', country: 'Nowhere' },
  { venue: 'Cellar', city: 'Sevilla', country: 'Spain', geo_lat: 37.4, geo_lng: -5.99, status: 'private' },
] as const;

/** The index of the venue that visitors do not see. */
export const PRIVATE_VENUE = 5;

const WORDS = ['river', 'market', 'night', 'open'] as const;

const some = (most: number) => fc.uniqueArray(fc.nat({ max: most }), { maxLength: 2 });
const words = fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 2 }).map((each) => each.join(' '));

const drawn = fc.record({
  title: words,
  description: words,
  /** Hours after the first day begins. */
  start: fc.nat({ max: 20 * 24 }),
  hours: fc.integer({ min: 1, max: 60 }),
  zone: fc.constantFrom(...(Object.keys(ZONES) as (keyof typeof ZONES)[])),
  allDay: fc.boolean(),
  featured: fc.boolean(),
  sticky: fc.boolean(),
  eventStatus: fc.constantFrom('', 'scheduled', 'canceled', 'postponed'),
  online: fc.boolean(),
  colour: fc.constantFrom('', 'Red', 'Blue'),
  size: fc.constantFrom(null, 1, 2.5),
  cost: fc.constantFrom(...Object.keys(COSTS)),
  /** As indexes of the records that the calendar has. */
  categories: some(2),
  tags: some(1),
  ...byList(() => some(1)),
  venues: some(VENUES.length - 1),
  author: fc.constantFrom<'administrator' | 'editor'>('administrator', 'editor'),
  korean: fc.boolean(),
  hidden: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.boolean() }),
  status: fc.oneof({ weight: 5, arbitrary: fc.constant('publish') }, { weight: 1, arbitrary: fc.constant('draft') }),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer D> ? D : never;

/** An event in the calendar, and what a visitor may know about it. */
export interface Known extends Drawn {
  id: number;
  slug: string;
  startsAt: number;
  endsAt: number;
  /** `YYYY-MM-DD`, in the zone of the event. */
  days: [string, string];
  modifiedAt: number;
  price: (typeof COSTS)[string];
}

export interface DrawnCalendar extends ByList<number[]> {
  /** The events that visitors see in lists, in no particular order. */
  listed: Known[];
  /** Music, jazz below it, and food. */
  categories: number[];
  tags: number[];
}

const HOUR = 3_600_000;
const FIRST = Date.parse('2026-11-14T00:00:00Z');
const wall = (moment: number): string => new Date(moment).toISOString().slice(0, 19).replace('T', ' ');

/** Puts a calendar into an app, and lets an hour pass between one event and the next. `titleOf` tells titles that repeat apart. */
export async function drawCalendar(
  app: TestApp,
  events: number,
  seed = SEED,
  titleOf = (title: string, _at: number): string => title,
): Promise<DrawnCalendar> {
  await defineFields(app);
  const linked = byList((): number[] => []);
  for (const { ko, ...fields } of VENUES as readonly ({ ko?: object } & object)[]) {
    const { id } = await made(app, 'venues', fields);
    linked.venues.push(id);
    if (ko) await app.rest('PATCH', `/venues/${id}?multilang_language=ko`, { as: 'administrator', json: ko });
  }
  for (const { inEvents } of EVENT_LINKS.filter(({ name }) => name !== 'venue'))
    for (const name of ['One', 'Two'])
      linked[inEvents].push((await made(app, inEvents, { [NAME[inEvents]]: name })).id);
  const music = (await made(app, 'categories', { name: 'Music' })).id;
  const jazz = (await made(app, 'categories', { name: 'Jazz', parent: music })).id;
  const categories = [music, jazz, (await made(app, 'categories', { name: 'Food' })).id];
  const tags = [(await made(app, 'tags', { name: 'New' })).id, (await made(app, 'tags', { name: 'Old' })).id];
  const known: Known[] = [];
  for (const event of fc.sample(drawn, { numRuns: events, seed })) {
    app.clock.now += HOUR;
    const { start, hours, allDay } = event;
    const begins = FIRST + start * HOUR;
    const [first, last] = [wall(begins), wall(begins + hours * HOUR)];
    const { id, slug } = await made(app, 'events', {
      title: titleOf(event.title, known.length),
      description: event.description,
      start_date: first,
      end_date: last,
      timezone: event.zone,
      all_day: allDay,
      featured: event.featured,
      sticky: event.sticky,
      event_status: event.eventStatus,
      custom_fields: { colour: event.colour, size: event.size },
      ...(event.online ? { virtual_url: 'https://a.example/live' } : {}),
      hide_from_listings: event.hidden,
      status: event.status,
      author: app.idOf(event.author),
      ...(event.cost === '' ? {} : { cost: event.cost }),
      ...byName(({ inEvents }) => event[inEvents].map((at) => linked[inEvents][at])),
      categories: event.categories.map((at) => categories[at]),
      tags: event.tags.map((at) => tags[at]),
    });
    if (event.korean)
      await app.rest('PATCH', `/events/${id}?multilang_language=ko`, {
        as: 'administrator',
        json: { title: `${event.title} 강` },
      });
    const away = ZONES[event.zone] * HOUR;
    const days: Known['days'] = [first.slice(0, 10), last.slice(0, 10)];
    known.push({
      ...event,
      id,
      slug,
      days,
      startsAt: (allDay ? Date.parse(`${days[0]}T00:00:00Z`) : begins) - away,
      endsAt: (allDay ? Date.parse(`${days[1]}T23:59:59Z`) : begins + hours * HOUR) - away,
      modifiedAt: app.clock.now,
      price: COSTS[event.cost]!,
    });
  }
  const listed = known.filter(({ hidden, status }) => !hidden && status === 'publish');
  return { listed, ...linked, categories, tags };
}

/** The first moment that a date means in UTC, without a time or with one. `lastOf` gives the last one. */
export const firstOf = (text: string): number => Date.parse(`${`${text} 00:00:00`.slice(0, 19).replace(' ', 'T')}Z`);
export const lastOf = (text: string): number =>
  Date.parse(`${(text.length > 10 ? text : `${text} 23:59:59`).replace(' ', 'T')}Z`);

const day = fc
  .integer({ min: 14, max: 34 })
  .map((at) => wall(Date.parse('2026-11-01T00:00:00Z') + (at - 1) * 24 * HOUR).slice(0, 10));

/** Days and moments in the period of the events. */
export const when: fc.Arbitrary<string> = fc.oneof(
  day,
  fc.tuple(day, fc.nat({ max: 23 })).map(([date, hour]) => `${date} ${String(hour).padStart(2, '0')}:00:00`),
);
