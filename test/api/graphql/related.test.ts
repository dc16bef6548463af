import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';
import { createWatch } from '../../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;
const ids = new Map<string, number>();

const day = (at: number): string => `2026-12-${String(at).padStart(2, '0')} 10:00:00`;

async function event(title: string, at: number, fields: object): Promise<void> {
  const { id } = await made(app, 'events', { title, start_date: day(at), end_date: day(at), ...fields });
  ids.set(title, id);
}

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, wrap: watch.wrap });
  const [hall, barn] = [await made(app, 'venues', { venue: 'Hall' }), await made(app, 'venues', { venue: 'Barn' })];
  const cellar = await made(app, 'venues', { venue: 'Cellar', status: 'private' });
  const music = await made(app, 'categories', { name: 'Music' });
  const jazz = await made(app, 'categories', { name: 'Jazz', parent: music.id });
  const food = await made(app, 'categories', { name: 'Food' });
  await event('Itself', 10, { venue: [hall.id, cellar.id], categories: [music.id, food.id] });
  await event('Same place', 3, { venue: hall.id });
  await event('Same subject', 2, { venue: barn.id, categories: [food.id] });
  await event('Below the subject', 4, { categories: [jazz.id] });
  await event('Place and subject', 20, { venue: hall.id, categories: [music.id] });
  await event('All of it', 25, { venue: hall.id, categories: [music.id, food.id] });
  await event('Hidden place', 1, { venue: cellar.id });
  await event('Something else', 1, { venue: barn.id, tags: ['New'] });
  await event('Draft', 1, { venue: hall.id, status: 'draft' });
  await event('Hidden', 1, { venue: hall.id, hide_from_listings: true });
  await event('Over', 1, { venue: hall.id, start_date: '2026-11-01', end_date: '2026-11-02' });
});
afterAll(() => app.close());

async function related(title: string, first: number): Promise<string[]> {
  const { body } = await app.graphql(
    `query ($id: ID!, $first: Int) { event(ref: { databaseId: $id }) { related(first: $first) { title } } }`,
    { id: ids.get(title), first },
  );
  expect(body.errors).toBeUndefined();
  return body.data.event.related.map((each: { title: string }) => each.title);
}

test('what shares most comes first, then what starts first, and nothing that a visitor does not see', async () => {
  expect(await related('Itself', 10)).toEqual([
    'All of it',
    'Place and subject',
    'Same subject',
    'Same place',
    'Below the subject',
  ]);
  expect(await related('Something else', 10)).toEqual(['Same subject']);
});

test('fewer are the first of them', async () => {
  expect(await related('Itself', 1)).toEqual(['All of it']);
  expect(await related('Itself', 0)).toEqual([]);
});

test('ten of each category and place are looked at, and more when more are asked for', async () => {
  const [place, subject] = [
    await made(app, 'venues', { venue: 'Arena' }),
    await made(app, 'categories', { name: 'Chess' }),
  ];
  const both = { venue: place.id, categories: [subject.id] };
  await event('Board', 12, both);
  for (const at of upTo(11)) await event(`Filler ${at}`, at + 1, { venue: place.id });
  await event('Twin', 28, both);
  expect(await related('Board', 10)).toEqual(upTo(10).map((at) => `Filler ${at}`));
  expect(await related('Board', 12)).toEqual(['Twin', ...upTo(11).map((at) => `Filler ${at}`)]);
});

test.each([-1, 101])('%d are refused, naming the argument', async (first) => {
  const { body } = await app.graphql(`{ events(first: 1) { nodes { related(first: ${first}) { title } } } }`);
  expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_FIELD', problems: [{ field: 'first' }] } }]);
});

test('they are found in as many queries for seven events as for three', async () => {
  for (const at of upTo(3))
    await event(`More ${at}`, 5 + at, { venue: { venue: `Hall ${at}` }, categories: ['Music'] });
  const asked = async (first: number) => {
    app.clock.now += 5000;
    const { reads, result } = await watch.during(() =>
      app.graphql(
        `{ events(first: ${first}, where: { categoriesIn: ["music"] }) { nodes { related(first: 2) { title } } } }`,
      ),
    );
    expect(result.body.data.events.nodes).toHaveLength(first);
    return reads.length;
  };
  await asked(7);
  expect(await asked(7)).toBe(await asked(3));
});
