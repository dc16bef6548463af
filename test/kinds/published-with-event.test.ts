import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHANGES as LOG } from '../../src/data/changes/record.ts';
import { EVENT_DAYS } from '../../src/kinds/counts/event-days.ts';
import { type Answered, buildApp, type Caller, type TestApp } from '../support/app.ts';
import { made, post, upTo } from '../support/making.ts';
import { typed } from '../support/parity/wire.ts';
import { contents, empty, keptValues, recounted } from '../support/stored.ts';
import { createWatch } from '../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
});
beforeEach(() => empty(app));
afterAll(() => app.close());

const HOUR = 3_600_000;
const LINKED = [
  { kind: 'venues', link: 'venue', name: 'venue' },
  { kind: 'organizers', link: 'organizer', name: 'organizer' },
] as const;

const update = (id: number, json: object, as: Caller = 'editor'): Promise<Answered> =>
  app.rest('PUT', `/events/${id}`, { as, json });

const updateInGraphql = (id: number, patch: object, as: Caller = 'editor'): Promise<Answered> =>
  app.graphql(
    'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { event { id: databaseId status } } }',
    { input: { ref: { databaseId: id }, ...typed(patch) } },
    { as },
  );

const publish = (id: number, as: Caller = 'editor'): Promise<Answered> => update(id, { status: 'publish' }, as);

const stateOf = async (kind: 'events' | 'venues' | 'organizers', id: number): Promise<string> =>
  (await app.rest('GET', `/${kind}/${id}`, { as: 'administrator' })).body.status;

async function expectCounted(): Promise<void> {
  const all = await contents(app.store);
  expect(keptValues(all)).toEqual(recounted(all));
}

/** What a contributor hands in: nobody but editors sees it. */
const handedIn = (fields: object = {}) =>
  made(
    app,
    'events',
    { status: 'publish', venue: { venue: 'Old Mill' }, organizer: { organizer: 'Millers' }, ...fields },
    'contributor',
  );

test.each([
  { door: 'REST', send: update },
  { door: 'GraphQL', send: updateInGraphql },
])('through $door, who publishes an event publishes the venue and organizer that came with it', async ({ send }) => {
  const event = await handedIn();
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
    venue: { id: venue, venue: 'Old Mill', slug: 'old-mill', status: 'publish', date_utc: date, modified_utc: date },
    organizer: [{ id: organizer, organizer: 'Millers', slug: 'millers', status: 'publish', date_utc: date }],
  });
  for (const path of [
    ...[`/venues/${venue}`, '/venues/by-slug/old-mill', '/venues?search=mill&has_events=1&only_with_upcoming=1'],
    ...[`/organizers/${organizer}`, '/organizers/by-slug/millers', '/organizers?search=mill&has_events=1'],
  ]) {
    const { status, body } = await app.rest('GET', path);
    expect([path, status, body.total ?? 1]).toEqual([path, 200, 1]);
  }
  await expectCounted();
});

test('the answer to the update that publishes an event shows its venue as public', async () => {
  const { id } = await handedIn();
  expect((await publish(id)).body).toMatchObject({
    status: 'publish',
    venue: { status: 'publish' },
    organizer: [{ status: 'publish' }],
  });
});

test('an author who publishes an own event publishes own drafts with it, and leaves those of others', async () => {
  for (const { kind, link, name } of LINKED) {
    const own = await made(app, kind, { [name]: 'Mine', status: 'draft' }, 'author');
    const other = await made(app, kind, { [name]: 'Theirs', status: 'draft' }, 'editor');
    const event = await made(app, 'events', { status: 'draft', [link]: [own.id, other.id] }, 'author');
    const { status, body } = await publish(event.id, 'author');
    expect([status, body.status]).toEqual([200, 'publish']);
    expect([await stateOf(kind, own.id), await stateOf(kind, other.id)]).toEqual(['publish', 'draft']);
  }
  await expectCounted();
});

test('a contributor publishes neither an event nor what it links', async () => {
  const { id, venue } = await handedIn();
  expect((await publish(id, 'contributor')).body.status).toBe('pending');
  expect(await stateOf('venues', venue.id)).toBe('draft');
});

/** An event in a state, with a venue and an organizer in another; both are there before. */
async function eventIn(state: string, linked: string): Promise<{ id: number; venues: number; organizers: number }> {
  const venue = await made(app, 'venues', { venue: 'A venue' }, 'editor');
  const organizer = await made(app, 'organizers', { organizer: 'An organizer' }, 'editor');
  const ahead = new Date(app.clock.now + HOUR).toISOString();
  const { id } = await made(app, 'events', { venue: venue.id, organizer: organizer.id, status: 'private' }, 'editor');
  const set = (path: string, status: string) => app.rest('PUT', path, { as: 'editor', json: { status } });
  await update(id, { status: state, ...(state === 'future' ? { date: ahead } : {}) });
  expect((await set(`/venues/${venue.id}`, linked)).body.status).toBe(linked);
  expect((await set(`/organizers/${organizer.id}`, linked)).body.status).toBe(linked);
  expect(await app.store.find('events', { _id: id })).toMatchObject([{ status: state }]);
  return { id, venues: venue.id, organizers: organizer.id };
}

const HIDDEN = ['draft', 'pending', 'private', 'trash'] as const;
const DATE = '2031-01-01T00:00:00Z';
const PAST = '2020-01-01T00:00:00Z';

/** What an update makes of an event, and whether that makes it public. */
const CHANGES = [
  ...HIDDEN.map((from) => ({ from, patch: { status: 'publish' }, public: true })),
  ...HIDDEN.map((from) => ({ from, patch: { status: 'publish', date: DATE }, public: true })),
  { from: 'draft', patch: { status: 'future', date: DATE }, public: true },
  { from: 'future', patch: { date: PAST }, public: true },
  { from: 'future', patch: { date: DATE }, public: false },
  { from: 'future', patch: { title: 'Another' }, public: false },
  { from: 'publish', patch: { status: 'publish' }, public: false },
  { from: 'publish', patch: { title: 'Another' }, public: false },
  { from: 'publish', patch: { date: DATE }, public: false },
  { from: 'publish', patch: { status: 'draft' }, public: false },
  { from: 'draft', patch: { status: 'pending' }, public: false },
  { from: 'draft', patch: { title: 'Another' }, public: false },
  { from: 'trash', patch: { status: 'draft' }, public: false },
  { from: 'trash', patch: { status: 'private' }, public: false },
];

describe.each(CHANGES)('an event that is $from and gets $patch', ({ from, patch, public: madePublic }) => {
  test.each(HIDDEN)(`${madePublic ? 'makes' : 'does not make'} what it links public, from %s`, async (linked) => {
    const { id, venues, organizers } = await eventIn(from, linked);
    expect((await update(id, patch)).status).toBe(200);
    const after = madePublic && ['draft', 'pending'].includes(linked) ? 'publish' : linked;
    expect([await stateOf('venues', venues), await stateOf('organizers', organizers)]).toEqual([after, after]);
    await expectCounted();
  });
});

test('a scheduled event shows the venue that came with it from the moment of its date on', async () => {
  const { id, venue } = await handedIn();
  await update(id, { status: 'publish', date: new Date(app.clock.now + HOUR).toISOString() });
  expect((await app.rest('GET', `/venues/${venue.id}`)).status).toBe(200);
  expect((await app.rest('GET', `/events/${id}`)).status).toBe(403);
  app.clock.now += 2 * HOUR;
  expect((await app.rest('GET', '/events')).body).toMatchObject({ total: 1, events: [{ venue: { id: venue.id } }] });
  await expectCounted();
});

test('an event whose date has come was public before, whether anybody has looked or not', async () => {
  const { id } = await eventIn('future', 'private');
  const { id: venue } = await made(app, 'venues', { venue: 'Later', status: 'draft' }, 'editor');
  await update(id, { venue });
  app.clock.now += 2 * HOUR;
  expect((await update(id, { title: 'Another' })).body.status).toBe('publish');
  expect(await stateOf('venues', venue)).toBe('draft');
});

test('making a public event leaves the venues and organizers that it links as they are', async () => {
  for (const { kind, link } of LINKED) {
    const draft = await made(app, kind, { status: 'draft' }, 'editor');
    await made(app, 'events', { [link]: draft.id }, 'editor');
    expect(await stateOf(kind, draft.id)).toBe('draft');
  }
});

test('of two events that share a venue, the first that is published publishes it', async () => {
  const first = await handedIn();
  const second = await handedIn({ title: 'Another' });
  expect(second.venue.id).toBe(first.venue.id);
  const { body } = await publish(first.id);
  app.clock.now += HOUR;
  expect(await stateOf('events', second.id)).toBe('pending');
  expect((await publish(second.id)).body.venue).toEqual(body.venue);
  await expectCounted();
});

test('an update that publishes an event and links it anew publishes what it links then', async () => {
  const { id, venue } = await handedIn();
  const draft = await made(app, 'venues', { venue: 'Barn', status: 'draft' }, 'contributor');
  const { body } = await update(id, { status: 'publish', venue: [{ venue: 'New hall' }, { venue: 'Barn' }] });
  expect(body.venue).toMatchObject([
    { venue: 'New hall', status: 'publish' },
    { id: draft.id, status: 'publish' },
  ]);
  expect(await stateOf('venues', venue.id)).toBe('draft');
  await expectCounted();
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
  const events = await Promise.all(upTo(8).map((index) => handedIn({ title: `Event ${index}` })));
  const answers = await Promise.all(events.map(({ id }) => publish(id)));
  expect(answers.map(({ status }) => status)).toEqual(events.map(() => 200));
  expect(await contents(app.store)).toMatchObject({
    venues: [{ status: 'publish', publicEvents: events.length }],
    organizers: [{ status: 'publish', publicEvents: events.length }],
  });
  await expectCounted();
});

/** How many verbs it takes to publish an event with that many links of each kind in a state. */
async function cost(count: number, status: string): Promise<number> {
  const links: Record<string, number[]> = { venue: [], organizer: [] };
  for (const { kind, link, name } of LINKED) {
    for (const index of upTo(count)) {
      links[link]!.push((await made(app, kind, { [name]: `${status} ${count} ${index}`, status }, 'editor')).id);
    }
  }
  const { body } = await post(app, 'events', { status: 'draft', ...links }, 'editor');
  const { reads, writes } = await watch.during(() => publish(body.id));
  // The numbers of a day are made with its first event, and now and then the log is looked at for what is old.
  return [...reads, ...writes].filter((line) => !line.endsWith(EVENT_DAYS.name) && line !== `find ${LOG.name}`).length;
}

test('publishing 50 drafts with an event takes a write of each kind and a read of what it made, and so do 2', async () => {
  await cost(1, 'publish');
  const more = async (count: number) => (await cost(count, 'draft')) - (await cost(count, 'publish'));
  expect([await more(2), await more(50)]).toEqual([4, 4]);
  await expectCounted();
});
