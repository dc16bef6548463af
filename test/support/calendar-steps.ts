import fc from 'fast-check';
import type { Answered, TestApp } from './app.ts';
import { byPlural, type Plural, post } from './making.ts';

/** One thing that somebody does to the calendar. The numbers choose records, states and dates. */
export interface Step {
  does: keyof typeof STEPS;
  a: number;
  b: number;
  c: number;
}

/** The ids of the records that a sequence of steps has made so far, by collection. */
type Made = Record<Plural, number[]>;

/** What the steps send their requests to: an app, or servers. */
type Asked = Pick<TestApp, 'rest' | 'graphql' | 'clock'>;

interface Scene {
  app: Asked;
  made: Made;
}

type Numbers = Omit<Step, 'does'>;

const HOUR = 3_600_000;
const STATUSES = ['publish', 'publish', 'draft', 'pending', 'private', 'future', 'trash'];
const LANGUAGES = ['en', 'ko', 'es'];

const one = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(1, list.length)];

/** None, one, or two of a list. */
const some = (list: readonly number[], number: number): number[] =>
  list.filter((_, index) => [number % 7, number % 5].includes(index));

const day = (number: number): string => `2026-12-${String((number % 27) + 1).padStart(2, '0')}`;
const image = (number: number): string => `https://example.org/${number % 4}.png`;

const relations = ({ made }: Scene, { a, b, c }: Numbers) => ({
  venue: some(made.venues, a),
  organizer: some(made.organizers, b),
  categories: some(made.categories, c),
  tags: some(made.tags, a + b),
});

/** A state: published, scheduled for a date ahead of the clock, or another. */
const state = ({ app }: Scene, number: number) => {
  const status = one(STATUSES, number);
  const ahead = new Date(app.clock.now + (number % 40) * HOUR).toISOString();
  return { status, ...(status === 'future' ? { date: ahead } : {}) };
};

const put = ({ app }: Scene, kind: Plural, id: number | undefined, json: object, query = ''): Promise<Answered> =>
  app.rest('PUT', `/${kind}/${id ?? 0}${query}`, { as: 'administrator', json });

const remove = ({ app }: Scene, kind: Plural, id: number | undefined): Promise<Answered> =>
  app.rest('DELETE', `/${kind}/${id ?? 0}`, { as: 'administrator' });

async function make({ app, made }: Scene, kind: Plural, fields: object): Promise<Answered> {
  const answer = await post(app, kind, fields);
  made[kind].push(...(answer.status === 201 ? [answer.body.id] : []));
  return answer;
}

const STEPS = {
  makeVenue: (at: Scene, { a, b }: Numbers) =>
    make(at, 'venues', { venue: `Hall ${a}`, image: image(b), status: one(STATUSES, b) }),
  makeOrganizer: (at: Scene, { a, b }: Numbers) =>
    make(at, 'organizers', { organizer: `Club ${a}`, image: image(b), status: one(STATUSES, b) }),
  makeCategory: (at: Scene, { a, b }: Numbers) =>
    make(at, 'categories', { name: `Kind ${a}`, parent: one([0, ...at.made.categories], b) }),
  makeTag: (at: Scene, { a }: Numbers) => make(at, 'tags', { name: `Tag ${a}` }),
  makeEvent: (at: Scene, numbers: Numbers) =>
    make(at, 'events', {
      ...relations(at, numbers),
      ...state(at, numbers.a),
      start_date: day(numbers.b),
      end_date: `${day(numbers.b)} 20:00:00`,
      hide_from_listings: numbers.c % 3 === 0,
      image: image(numbers.c),
    }),
  makeEventWithNewRecords: (at: Scene, { a, b, c }: Numbers) =>
    make(at, 'events', {
      venue: [{ venue: `Hall ${a % 3}`, image: image(a) }],
      organizer: [{ organizer: `Club ${b % 3}`, image: image(b) }],
      categories: [`Kind ${a}`, `Kind ${b}`],
      tags: [`Tag ${c}`],
      ...state(at, c),
    }),
  relinkEvent: (at: Scene, numbers: Numbers) =>
    put(at, 'events', one(at.made.events, numbers.a), relations(at, numbers)),
  moveEvent: (at: Scene, { a, b }: Numbers) =>
    put(at, 'events', one(at.made.events, a), { start_date: day(b), end_date: `${day(b)} 23:00:00` }),
  moveEventWithinADay: (at: Scene, { a, b, c }: Numbers) =>
    put(at, 'events', one(at.made.events, a), {
      start_date: `${day(b)} ${String(c % 20).padStart(2, '0')}:30:00`,
      end_date: `${day(b)} 23:00:00`,
    }),
  moveEventToAnotherMonth: (at: Scene, { a, b, c }: Numbers) => {
    const date = `2027-0${(b % 3) + 1}-1${c % 10}`;
    return put(at, 'events', one(at.made.events, a), { start_date: date, end_date: date });
  },
  retitleEvent: (at: Scene, { a, b, c }: Numbers) =>
    put(at, 'events', one(at.made.events, a), { title: `Event ${b}` }, `?multilang_language=${one(LANGUAGES, c)}`),
  featureEvent: (at: Scene, { a, b }: Numbers) =>
    put(at, 'events', one(at.made.events, a), { featured: b % 2 === 0, sticky: b % 3 === 0 }),
  reslugEvent: (at: Scene, { a, b }: Numbers) =>
    put(at, 'events', one(at.made.events, a), { slug: one(['an-event', 'an-event-2', 'other'], b) }),
  restore: ({ app, made }: Scene, { a, b }: Numbers) => {
    const [kind, ids] = b % 2 ? (['Event', made.events] as const) : (['Venue', made.venues] as const);
    const says = `mutation ($input: Restore${kind}Input!) { restore${kind}(input: $input) { userErrors { code } } }`;
    return app.graphql(says, { input: { ref: { databaseId: one(ids, a) ?? 0 } } }, { as: 'administrator' });
  },
  hideEvent: (at: Scene, { a, b }: Numbers) =>
    put(at, 'events', one(at.made.events, a), { hide_from_listings: b % 2 === 0 }),
  changeEventStatus: (at: Scene, { a, b }: Numbers) => put(at, 'events', one(at.made.events, a), state(at, b)),
  changeEventImage: (at: Scene, { a, b }: Numbers) =>
    put(at, 'events', one(at.made.events, a), { image: one([false, image(b)], b) }),
  trashEvent: (at: Scene, { a }: Numbers) => remove(at, 'events', one(at.made.events, a)),
  changeVenue: (at: Scene, { a, b }: Numbers) =>
    put(at, 'venues', one(at.made.venues, a), { status: one(STATUSES, b), image: one(['', image(b)], b) }),
  changeOrganizer: (at: Scene, { a, b }: Numbers) =>
    put(at, 'organizers', one(at.made.organizers, a), { status: one(STATUSES, b), image: one(['', image(b)], b) }),
  renameVenue: (at: Scene, { a, b, c }: Numbers) =>
    put(
      at,
      'venues',
      one(at.made.venues, a),
      { venue: `House ${b}`, city: one(['Seoul', 'Sevilla'], b) },
      `?multilang_language=${one(LANGUAGES, c)}`,
    ),
  renameOrganizer: (at: Scene, { a, b }: Numbers) =>
    put(at, 'organizers', one(at.made.organizers, a), { organizer: `Band ${b}` }),
  renameTag: (at: Scene, { a, b }: Numbers) => put(at, 'tags', one(at.made.tags, a), { name: `Mark ${b}` }),
  trashVenue: (at: Scene, { a }: Numbers) => remove(at, 'venues', one(at.made.venues, a)),
  trashOrganizer: (at: Scene, { a }: Numbers) => remove(at, 'organizers', one(at.made.organizers, a)),
  moveCategory: (at: Scene, { a, b }: Numbers) =>
    put(at, 'categories', one(at.made.categories, a), { parent: one([0, ...at.made.categories], b) }),
  renameCategory: (at: Scene, { a, b, c }: Numbers) =>
    put(
      at,
      'categories',
      one(at.made.categories, a),
      { name: `Other ${b}`, slug: `other-${b}` },
      `?multilang_language=${one(LANGUAGES, c)}`,
    ),
  mergeCategory: async (at: Scene, { a, b }: Numbers) => {
    const [from, into] = [one(at.made.categories, a), one(at.made.categories, b)];
    const { body } = await at.app.rest('GET', '/categories?per_page=50&hide_empty=false', { as: 'administrator' });
    const below = body.categories.filter(({ parent }: { parent: number }) => parent === from && from !== undefined);
    for (const { id } of below) await put(at, 'categories', id, { parent: into });
    const carried = await at.app.rest('GET', `/events?categories=${from ?? 0}&start_date=1970-01-01&per_page=50`, {
      as: 'administrator',
    });
    for (const { id, categories } of carried.body.events ?? [])
      await put(at, 'events', id, { categories: [...categories.map((each: { id: number }) => each.id), into] });
    return remove(at, 'categories', from);
  },
  removeCategory: (at: Scene, { a }: Numbers) => remove(at, 'categories', one(at.made.categories, a)),
  removeTag: (at: Scene, { a }: Numbers) => remove(at, 'tags', one(at.made.tags, a)),
  describeImage: async ({ app, made }: Scene, { a, b, c }: Numbers) => {
    const { body } = await app.rest('GET', `/events/${one(made.events, a) ?? 0}`, { as: 'administrator' });
    const patch = { alternativeText: one(['', `Picture ${b}`], b) };
    const says = `mutation ($input: UpdateImageInput!) { updateImage(input: $input) { image { id: databaseId } } }`;
    const headers = { 'Accept-Language': one(LANGUAGES, c)! };
    return app.graphql(
      says,
      { input: { ref: { databaseId: body.image?.id ?? 0 }, ...patch } },
      { as: 'administrator', headers },
    );
  },
  wait: ({ app }: Scene, { a }: Numbers) => {
    app.clock.now += ((a % 48) + 1) * HOUR;
    return app.rest('GET', '/events');
  },
};

const number = fc.nat({ max: 41 });
const step = (does: fc.Arbitrary<Step['does']>) => fc.record({ does, a: number, b: number, c: number });

/** Any step. Some steps come a little more often. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: step(fc.constantFrom(...(Object.keys(STEPS) as Step['does'][]))) },
  {
    weight: 1,
    arbitrary: step(
      fc.constantFrom('makeEvent', 'relinkEvent', 'changeEventStatus', 'mergeCategory', 'describeImage', 'wait'),
    ),
  },
  { weight: 1, arbitrary: step(fc.constant('makeEventWithNewRecords')) },
);

/** A step of one kind with any numbers, to draw beside others. */
export const stepThat = (does: Step['does']) => ({ weight: 1, arbitrary: step(fc.constant(does)) });

/** The steps that begin every sequence, so that later steps have records to choose from. */
export const beginning: Step[] = (
  [
    'makeVenue',
    'makeVenue',
    'makeOrganizer',
    'makeCategory',
    'makeCategory',
    'makeCategory',
    'makeTag',
    'makeEvent',
    'makeEvent',
    'makeEvent',
    'makeEvent',
  ] as Step['does'][]
).map((does, index) => ({ does, a: index, b: index, c: index }));

/** Takes steps one after the other. Each step can use what earlier ones made. */
export function createWalk(app: Asked): (step: Step) => Promise<Answered> {
  const made: Made = byPlural(() => []);
  return ({ does, ...numbers }) => STEPS[does]({ app, made }, numbers);
}
