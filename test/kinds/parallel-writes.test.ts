import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { expectCounted as expectNumbers } from '../support/counted.ts';
import { made, type Plural, post, upTo } from '../support/making.ts';
import { contents, keptValues, recounted } from '../support/stored.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const MANY = 8;

/** The records of a collection with this slug. */
const having = (collection: string, slug: string) => app.store.find(collection, { slugs: slug });

async function expectCounted(): Promise<void> {
  const all = await contents(app.store);
  expect(keptValues(all)).toEqual(recounted(all));
  await expectNumbers(app, all);
}

const together = (kind: Plural, fields: (index: number) => object) =>
  Promise.all(upTo(MANY).map((index) => made(app, kind, fields(index))));

const numbered = (slug: string) => new Set([slug, ...upTo(MANY - 1).map((index) => `${slug}-${index + 2}`)]);

const slugsOf = (records: { slug: string }[]) => new Set(records.map(({ slug }) => slug));

const ALIKE: [kind: Plural, slug: string, fields: (index: number) => object][] = [
  ['events', 'open-day', () => ({ title: 'Open day' })],
  ['venues', 'city-hall', (index) => ({ venue: 'City Hall', description: `Number ${index}` })],
  ['tags', 'same', (index) => ({ name: `Tag ${index}`, slug: 'same' })],
];

test.each(ALIKE)('%s made at once that would have the slug %s get numbered slugs', async (kind, slug, fields) => {
  expect(slugsOf(await together(kind, fields))).toEqual(numbered(slug));
});

test('titles as long as a slug can be get slugs of their own', async () => {
  const title = '가'.repeat(40);
  const events = await Promise.all(upTo(MANY).map(() => made(app, 'events', { title })));
  expect(slugsOf(events).size).toBe(MANY);
  expect(events.every(({ slug }) => slug.length <= 200)).toBe(true);
});

test('venues made at once under one name and nothing else are one venue', async () => {
  const venues = await together('venues', () => ({ venue: 'Only Hall' }));
  expect(new Set(venues.map(({ id }) => id)).size).toBe(1);
  expect(await app.store.count('venues', { names: 'only hall' })).toBe(1);
});

test('events made at once that name one new category, tag, venue, organizer and image share them', async () => {
  const image = 'https://example.org/poster.png';
  await together('events', () => ({
    categories: ['Music'],
    tags: ['Free'],
    image,
    venue: [{ venue: 'Shared Hall' }],
    organizer: [{ organizer: 'City' }],
  }));
  for (const [list, slug] of [
    ['categories', 'music'],
    ['tags', 'free'],
    ['venues', 'shared-hall'],
    ['organizers', 'city'],
  ] as const) {
    const [{ _id }] = (await having(list, slug)) as [{ _id: number }];
    expect(await app.store.count('events', { [list]: _id })).toBe(MANY);
  }
  expect(await app.store.count('images', { url: image })).toBe(1);
  await expectCounted();
});

test('a tag made at once under one name is made once and refused otherwise', async () => {
  const answers = await Promise.all(upTo(MANY).map(() => post(app, 'tags', { name: 'Only' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...upTo(MANY - 1).map(() => 400)]);
  expect(await having('tags', 'only')).toHaveLength(1);
});

test('different writes at once leave every value and number as counting all records anew gives it', async () => {
  const venues = await Promise.all([made(app, 'venues', { venue: 'One' }), made(app, 'venues', { venue: 'Two' })]);
  const top = await made(app, 'categories', { name: 'Top' });
  const middle = await made(app, 'categories', { name: 'Middle', parent: top.id });
  const below = await made(app, 'categories', { name: 'Below', parent: middle.id });
  const links = { venue: venues.map(({ id }) => id), categories: [below.id] };
  const events = await Promise.all(upTo(6).map(() => made(app, 'events', links)));
  const [moved, hidden, trashed, drafted] = events;
  const as = 'administrator';

  const answers = await Promise.all([
    ...upTo(4).map(() => post(app, 'events', links)),
    app.rest('PUT', `/events/${moved.id}`, { as, json: { venue: venues[1].id, categories: [top.id] } }),
    app.rest('PUT', `/events/${hidden.id}`, { as, json: { hide_from_listings: true } }),
    app.rest('DELETE', `/events/${trashed.id}`, { as }),
    app.rest('PUT', `/events/${drafted.id}`, { as, json: { status: 'draft' } }),
    app.rest('PUT', `/categories/${below.id}`, { as, json: { parent: top.id } }),
    app.rest('DELETE', `/categories/${middle.id}`, { as }),
    app.rest('PUT', `/categories/${top.id}`, { as, json: { slug: 'summit' } }),
    app.rest('DELETE', `/venues/${venues[0].id}`, { as }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([...upTo(4).map(() => 201), ...upTo(8).map(() => 200)]);
  await expectCounted();
  const found = await Promise.all([top, below].map(({ id }) => app.rest('GET', `/categories/${id}`)));
  expect(found.map(({ body }) => body.count)).toEqual([1, 7]);
});

test('categories made below one that is moved and renamed at once stand where it stands then', async () => {
  const before = await app.store.count('categories', {});
  const goals = await Promise.all(upTo(3).map((index) => made(app, 'categories', { name: `Goal ${index}` })));
  const parent = await made(app, 'categories', { name: 'Parent' });
  await Promise.all([
    ...upTo(6).map((index) => made(app, 'categories', { name: `Child ${index}`, parent: parent.id })),
    ...goals.map(({ id }, index) =>
      app.rest('PUT', `/categories/${parent.id}`, {
        as: 'administrator',
        json: { parent: id, slug: `parent-${index}` },
      }),
    ),
  ]);
  expect(await app.store.count('categories', {})).toBe(before + 10);
  await expectCounted();
});

test('categories made below one that is removed at once are refused or move up, and none loses its parent', async () => {
  const top = await made(app, 'categories', { name: 'Last' });
  const parent = await made(app, 'categories', { name: 'Leaving', parent: top.id });
  const child = (index: number) => post(app, 'categories', { name: `Orphan ${index}`, parent: parent.id });
  await Promise.all([
    ...upTo(4).map(child),
    app.rest('DELETE', `/categories/${parent.id}`, { as: 'administrator' }),
    ...upTo(4).map((index) => child(index + 4)),
  ]);
  expect(await app.store.count('categories', { ancestors: parent.id })).toBe(0);
  const below = (await contents(app.store)).categories.filter(({ text }) => text.en?.name?.startsWith('Orphan'));
  expect(below.map(({ parent, ancestors }) => [parent, ancestors])).toEqual(below.map(() => [top.id, [top.id]]));
});

test.each([
  { list: 'categories', hidden: false },
  { list: 'tags', hidden: true },
] as const)('events made at once with one of the $list that is removed do not show it: hidden $hidden', async (row) => {
  const { list, hidden } = row;
  const { id } = await made(app, list, { name: 'Short-lived' });
  const title = `Without ${list}`;
  const draft = () => post(app, 'events', { title, status: 'draft', hide_from_listings: hidden, [list]: [id] });
  await Promise.all([
    ...upTo(4).map(draft),
    app.rest('DELETE', `/${list}/${id}`, { as: 'administrator' }),
    ...upTo(4).map(draft),
  ]);
  const { _id } = (await app.store.find<EventRecord>('events', { names: title.toLowerCase() }))[0]!;
  const { body } = await app.rest('GET', `/events?status=draft&search=${title}&hide`, { as: 'administrator' });
  const alone = await app.rest('GET', `/events/${_id}`, { as: 'administrator' });
  expect([...body.events, alone.body].map((event) => event[list])).toEqual([...body.events, alone].map(() => []));
});
