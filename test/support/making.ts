import { expect } from 'vitest';
import { EVENTS, type EventRecord } from '../../src/kinds/event/record.ts';
import type { LinkList } from '../../src/kinds/event-links.ts';
import { KINDS } from '../../src/kinds/kinds.ts';
import type { Answered, Caller, TestApp } from './app.ts';

/** A collection of REST. */
export type Plural = 'events' | LinkList | 'categories' | 'tags';

/** All of them. */
export const PLURALS = KINDS.map(({ plural }) => plural as Plural);

/** One value for each collection, made from its kind. */
export const byPlural = <V>(make: (kind: (typeof KINDS)[number]) => V) =>
  Object.fromEntries(KINDS.map((kind) => [kind.plural, make(kind)])) as Record<Plural, V>;

/** The singular: the name of the kind, and of its root field in GraphQL. */
export const ONE = byPlural(({ name }) => name);

/** What REST calls the name of a record. */
export const NAME = byPlural(({ fields }) => (fields.title ?? fields.name)!.wire);

/** The fields that a new record of each must have. */
const REQUIRED: Record<Plural, object> = {
  ...byPlural(({ name, plural }) => ({ [NAME[plural as Plural]]: `A ${name}` })),
  events: { title: 'An event', start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' },
};

/** What must be sent for a new record of this name. */
export const namedAs = (kind: Plural, name: string) => ({ ...REQUIRED[kind], [NAME[kind]]: name });

/** Sends a new record. Required fields that `fields` does not name get a default. */
export const post = (
  app: Pick<TestApp, 'rest'>,
  kind: Plural,
  fields: object = {},
  as: Caller = 'administrator',
): Promise<Answered> => app.rest('POST', `/${kind}`, { as, json: { ...REQUIRED[kind], ...fields } });

/** Makes a record and returns it as REST answered. */
export async function made(
  app: Pick<TestApp, 'rest'>,
  kind: Plural,
  fields: object = {},
  as: Caller = 'administrator',
): Promise<Answered['body']> {
  const { status, body } = await post(app, kind, fields, as);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** Makes a venue, two organizers and three categories, and returns the fields that link an event to them. */
export async function madeLinks(app: TestApp): Promise<object> {
  const idOf = async (kind: Plural, fields: object): Promise<number> => (await made(app, kind, fields)).id;
  const categories: number[] = [];
  for (const name of ['One', 'Two', 'Three']) categories.push(await idOf('categories', { name }));
  return {
    categories,
    venue: await idOf('venues', { venue: 'Hall' }),
    organizer: [await idOf('organizers', { organizer: 'Club' }), await idOf('organizers', { organizer: 'Choir' })],
  };
}

/** The numbers below `count`. */
export const upTo = (count: number): number[] => [...Array(count).keys()];

/**
 * Puts copies of the existing events, taken in turn, into the store. Bypasses the services, which take milliseconds for each.
 * Every copy has an id, a slug and a UID of its own, and the fields that `change` returns.
 */
export async function putCopies(
  app: TestApp,
  count: number,
  change: (event: EventRecord, number: number) => Partial<EventRecord>,
): Promise<void> {
  const events = await app.store.find<EventRecord>(EVENTS.name, {});
  const copies = upTo(count).map((number) => {
    const event = events[number % events.length]!;
    const own = { _id: 1_000_000 + number, slug: { en: `copy-${number}` }, slugs: [`copy-${number}`] };
    const uid = `11111111-0000-4000-8000-${String(number).padStart(12, '0')}`;
    return { ...event, ...own, uid, ...change(event, number) };
  });
  await app.store.put(EVENTS.name, copies);
  await app.tellAll();
}
