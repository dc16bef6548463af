import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHANGES as LOG } from '../../src/data/changes/record.ts';
import type { OrganizerRecord } from '../../src/kinds/organizer/record.ts';
import type { VenueRecord } from '../../src/kinds/venue/record.ts';
import { type Answered, buildApp, type Caller, FRIDAY, type TestApp } from '../support/app.ts';
import { made, upTo } from '../support/making.ts';
import { typed } from '../support/parity/wire.ts';
import { contents, keptValues, recounted } from '../support/stored.ts';
import { createWatch } from '../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, wrap: watch.wrap });
});
afterAll(async () => {
  const all = await contents(app.store);
  expect(keptValues(all)).toEqual(recounted(all));
  await app.close();
});

const HOUR = 3_600_000;
const LINKED = [
  { kind: 'venues', link: 'venue', name: 'venue' },
  { kind: 'organizers', link: 'organizer', name: 'organizer' },
] as const;

const update = (id: number, json: object, as: Caller = 'editor'): Promise<Answered> =>
  app.rest('PUT', `/events/${id}`, { as, json });

const updateInGraphql = (id: number, patch: object): Promise<Answered> =>
  app.graphql(
    'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { event { id: databaseId status } } }',
    { input: { ref: { databaseId: id }, ...typed(patch) } },
    { as: 'editor' },
  );

const publish = (id: number, as: Caller = 'editor'): Promise<Answered> => update(id, { status: 'publish' }, as);

/** The states of these records, as they are stored. */
const statesOf = async (kind: 'events' | 'venues' | 'organizers', ids: readonly number[]): Promise<string[]> =>
  (await app.store.find<VenueRecord>(kind, { _id: { $in: [...ids] } }, { sort: [['_id', 1]] })).map(
    ({ status }) => status,
  );

let count = 0;

/** What a contributor hands in: nobody but editors sees it. */
const handedIn = (fields: object = {}) => {
  count += 1;
  const links = { venue: { venue: `Old Mill ${count}` }, organizer: { organizer: `Millers ${count}` } };
  return made(app, 'events', { status: 'publish', ...links, ...fields }, 'contributor');
};

/** Puts records of an editor in these states into the store, and gives their ids. */
async function stored(kind: 'venues' | 'organizers', states: readonly string[]): Promise<number[]> {
  count += 1;
  const { id } = await made(
    app,
    kind,
    { [LINKED.find((each) => each.kind === kind)!.name]: `Model ${count}` },
    'editor',
  );
  const [model] = await app.store.byIds<VenueRecord | OrganizerRecord>(kind, [id]);
  const records = states.map((status, at) => {
    const slug = `model-${count}-${at}`;
    return { ...model!, _id: 1_000_000 + 100 * count + at, slug: { en: slug }, slugs: [slug], status };
  });
  await app.store.put(kind, records);
  return records.map(({ _id }) => _id);
}

test.each([
  { api: 'REST', mill: 'Mill at sea', send: update },
  { api: 'GraphQL', mill: 'Mill in town', send: updateInGraphql },
])(
  'through $api, who publishes an event publishes the venue and organizer that came with it',
  async ({ mill, send }) => {
    const event = await handedIn({ venue: { venue: mill }, organizer: { organizer: mill } });
    const slug = mill.toLowerCase().replaceAll(' ', '-');
    const [venue, organizer] = [event.venue.id, event.organizer[0].id];
    expect([event.status, event.venue.status, event.organizer[0].status]).toEqual(['pending', 'draft', 'draft']);
    expect((await app.rest('GET', `/venues/${venue}`)).status).toBe(403);

    app.clock.now += HOUR;
    const { body } = await send(event.id, { status: 'publish' });
    expect(body.errors).toBeUndefined();

    const date = new Date(app.clock.now).toISOString().slice(0, 19).replace('T', ' ');
    const seen = await app.rest('GET', `/events/${event.id}`);
    expect(seen.body).toMatchObject({
      status: 'publish',
      venue: { id: venue, venue: mill, slug, status: 'publish', date_utc: date, modified_utc: date },
      organizer: [{ id: organizer, organizer: mill, slug, status: 'publish', date_utc: date }],
    });
    for (const path of [
      `/venues/${venue}`,
      `/venues/by-slug/${slug}`,
      `/venues?search="${mill}"&has_events=1&only_with_upcoming=1`,
      `/organizers/${organizer}`,
      `/organizers/by-slug/${slug}`,
      `/organizers?search="${mill}"&has_events=1`,
    ]) {
      const { status, body } = await app.rest('GET', path);
      expect([path, status, body.total ?? 1]).toEqual([path, 200, 1]);
    }
  },
);

test('an author who publishes an own event publishes own drafts with it, and leaves those of others', async () => {
  for (const { kind, link, name } of LINKED) {
    const own = await made(app, kind, { [name]: 'Mine', status: 'draft' }, 'author');
    const other = await made(app, kind, { [name]: 'Theirs', status: 'draft' }, 'editor');
    const event = await made(app, 'events', { status: 'draft', [link]: [own.id, other.id] }, 'author');
    const { status, body } = await publish(event.id, 'author');
    expect([status, body.status]).toEqual([200, 'publish']);
    expect(await statesOf(kind, [own.id, other.id])).toEqual(['publish', 'draft']);
  }
});

test('a contributor publishes neither an event nor what it links', async () => {
  const { id, venue } = await handedIn();
  expect((await publish(id, 'contributor')).body.status).toBe('pending');
  expect(await statesOf('venues', [venue.id])).toEqual(['draft']);
});

const HIDDEN = ['draft', 'pending', 'private', 'trash'] as const;
const DATE = '2031-01-01T00:00:00Z';

/** What an update makes of an event, and whether that makes it public; test/rules/status.test.ts has all changes of state. */
const CHANGES = [
  { from: { status: 'draft' }, patch: { status: 'publish' }, public: true },
  { from: { status: 'pending' }, patch: { status: 'publish', date: DATE }, public: true },
  { from: { status: 'trash' }, patch: { status: 'publish' }, public: true },
  { from: { status: 'future', date: DATE }, patch: { date: '2020-01-01T00:00:00Z' }, public: true },
  { from: { status: 'future', date: DATE }, patch: { title: 'Another' }, public: false },
  { from: { status: 'publish' }, patch: { title: 'Another' }, public: false },
  { from: { status: 'private' }, patch: { status: 'pending' }, public: false },
];

test.each(CHANGES)('from $from, $patch publishes the drafts that the event links: $public', async (row) => {
  const [venue, organizer] = [await stored('venues', HIDDEN), await stored('organizers', HIDDEN)];
  const { id } = await made(app, 'events', { ...row.from, venue, organizer }, 'editor');
  expect(await statesOf('venues', venue)).toEqual(HIDDEN);
  expect((await update(id, row.patch)).status).toBe(200);
  const after = row.public ? ['publish', 'publish', 'private', 'trash'] : HIDDEN;
  expect([await statesOf('venues', venue), await statesOf('organizers', organizer)]).toEqual([after, after]);
});

test('a scheduled event shows the venue that came with it from the moment of its date on', async () => {
  const { id, venue } = await handedIn();
  await update(id, { status: 'publish', date: new Date(app.clock.now + HOUR).toISOString() });
  expect((await app.rest('GET', `/venues/${venue.id}`)).status).toBe(200);
  expect((await app.rest('GET', `/events/${id}`)).status).toBe(403);
  app.clock.now += 2 * HOUR;
  const { body } = await app.rest('GET', `/events?venue=${venue.id}`);
  expect(body).toMatchObject({ total: 1, events: [{ id, venue: { id: venue.id } }] });
});

test('an event whose date has come was public before, whether anybody has looked or not', async () => {
  const date = new Date(app.clock.now + HOUR).toISOString();
  const { id, status } = await made(app, 'events', { status: 'future', date }, 'editor');
  expect(status).toBe('future');
  const [venue] = await stored('venues', ['draft']);
  await update(id, { venue });
  app.clock.now += 2 * HOUR;
  expect((await update(id, { title: 'Another' })).body.status).toBe('publish');
  expect(await statesOf('venues', [venue!])).toEqual(['draft']);
});

test('making a public event leaves the venues and organizers that it links as they are', async () => {
  const [venue, organizer] = [await stored('venues', ['draft']), await stored('organizers', ['draft'])];
  await made(app, 'events', { venue, organizer }, 'editor');
  expect([...(await statesOf('venues', venue)), ...(await statesOf('organizers', organizer))]).toEqual([
    'draft',
    'draft',
  ]);
});

test('of two events that share a venue, the first that is published publishes it', async () => {
  const shared = { venue: { venue: 'Shared by two' } };
  const [first, second] = [await handedIn(shared), await handedIn(shared)];
  expect(second.venue.id).toBe(first.venue.id);
  const { body } = await publish(first.id);
  app.clock.now += HOUR;
  expect(await statesOf('events', [second.id])).toEqual(['pending']);
  expect(body.venue.status).toBe('publish');
  expect((await publish(second.id)).body.venue).toEqual(body.venue);
});

test('an update that publishes an event and links it anew publishes what it links then', async () => {
  const { id, venue } = await handedIn();
  const draft = await made(app, 'venues', { venue: 'Barn', status: 'draft' }, 'contributor');
  const { body } = await update(id, { status: 'publish', venue: [{ venue: 'New hall' }, { venue: 'Barn' }] });
  expect(body.venue).toMatchObject([
    { venue: 'New hall', status: 'publish' },
    { id: draft.id, status: 'publish' },
  ]);
  expect(await statesOf('venues', [venue.id])).toEqual(['draft']);
});

test('a venue with a publication date of its own keeps it, and waits for one that lies ahead', async () => {
  const dated = (name: string, date: string) => ({ venue: name, status: 'draft', date });
  const venues = [
    await made(app, 'venues', dated('Past', '2020-05-01 10:00:00'), 'author'),
    await made(app, 'venues', dated('Ahead', '2031-05-01 10:00:00'), 'author'),
  ];
  const event = await made(app, 'events', { status: 'draft', venue: venues.map(({ id }) => id) }, 'author');
  expect((await publish(event.id, 'author')).body.venue).toMatchObject([
    { status: 'publish', date: '2020-05-01 10:00:00' },
    { status: 'future', date: '2031-05-01 10:00:00' },
  ]);
});

test('events that are published at once publish the venue that they share', async () => {
  const links = { venue: { venue: 'At once' }, organizer: { organizer: 'At once' } };
  const events = await Promise.all(upTo(8).map((index) => handedIn({ title: `Event ${index}`, ...links })));
  const answers = await Promise.all(events.map(({ id }) => publish(id)));
  expect(answers.map(({ status }) => status)).toEqual(events.map(() => 200));
  for (const { kind } of LINKED) {
    const found = await app.store.find<VenueRecord>(kind, { names: 'at once' });
    expect(found).toMatchObject([{ status: 'publish' }]);
    expect(await app.store.count('events', { [kind]: found[0]!._id, status: 'publish' })).toBe(events.length);
  }
});

/** How many verbs it takes to publish an event with that many links of each kind in a state. */
async function cost(links: number, status: string): Promise<number> {
  const states = upTo(links).map(() => status);
  const [venue, organizer] = [await stored('venues', states), await stored('organizers', states)];
  const { id } = await made(app, 'events', { status: 'draft', venue, organizer }, 'editor');
  const { reads, writes } = await watch.during(() => publish(id));
  // The numbers of a day are made with its first event, and now and then the log is looked at for what is old.
  return [...reads, ...writes].filter((line) => line !== `find ${LOG.name}`).length;
}

test('publishing 8 drafts with an event takes a write of each kind and a read of what it made, and so do 2', async () => {
  await cost(1, 'publish');
  const more = async (links: number) => (await cost(links, 'draft')) - (await cost(links, 'publish'));
  expect([await more(2), await more(8)]).toEqual([4, 4]);
});
