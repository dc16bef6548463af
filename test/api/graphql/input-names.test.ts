import { isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../src/api/graphql/schema.ts';
import { nodeId } from '../../../src/domain/node-id.ts';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';
import { made, type Plural } from '../../support/making.ts';

let app: TestApp;
/** An image that an event shows. */
let shown: { id: number; url: string };

beforeAll(async () => {
  app = await buildApp({ env: { SITE_TIMEZONE: 'Europe/Madrid' } });
  shown = (await made(app, 'events', { image: 'https://a.example/shown.png' })).image;
});
afterAll(() => app.close());

interface UserError {
  path: string[];
  code: string;
}

test('each old name of an input has its new ones beside it, and says so', () => {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  const replaced = inputs.flatMap((input) => {
    const fields = Object.values(input.getFields());
    const kept = fields.filter(({ deprecationReason }) => !deprecationReason).map((field) => field.name);
    return fields.flatMap(({ name: old, deprecationReason }) => {
      const named = [...(deprecationReason ?? '').matchAll(/`(\w+)`/g)].map(([, each]) => each);
      expect(kept).toEqual(expect.arrayContaining(named));
      return deprecationReason ? [`${input.name}.${old}: ${named.join(', ')}`] : [];
    });
  });
  const posts = [
    ...['Event', 'Venue', 'Organizer'].flatMap((kind) => [`Create${kind}`, `Update${kind}`, `Upsert${kind}`]),
    ...['UpdateSeries', 'Venue', 'Organizer'],
  ];
  expect(replaced.sort()).toEqual(
    posts
      .flatMap((name) => [
        `${name}Input.date: publishedAt`,
        `${name}Input.dateUtc: publishedAt`,
        `${name}Input.image: imageId, imageUrl`,
        ...(/Event|Series/.test(name) ? [`${name}Input.sticky: isSticky`] : []),
      ])
      .sort(),
  );
});

/** Runs a mutation and returns its payload, in which `record` is what was written. */
async function write(name: string, input: object, as: Caller = 'editor') {
  const Name = name.replace(/^./, (letter) => letter.toUpperCase());
  const kind = /[A-Z].*/.exec(name)![0];
  const members = `publishedAt image { id url } ${kind === 'Event' ? 'isSticky sticky venues { publishedAt image { url } }' : ''}`;
  const { body } = await app.graphql(
    `mutation ($input: ${Name}Input!) {
      it: ${name}(input: $input) { record: ${kind.toLowerCase()} { ${members} } userErrors { path code message } }
    }`,
    { input },
    { as },
  );
  expect(body.errors).toBeUndefined();
  return body.data.it;
}

const TIMES = { startsAt: '2031-05-01T20:00:00+02:00', endsAt: '2031-05-01T22:00:00+02:00' };
const URL = 'https://a.example/i.png';

let names = 0;
const name = () => `Hall ${++names}`;
const source = () => ({ site: 'https://a.example', id: name() });
const refTo = async (kind: Plural) => ({ databaseId: (await made(app, kind)).id });

/** Each write of a record, with what it must say besides. */
const WRITES: [name: string, needs: () => Promise<object> | object][] = [
  ['createEvent', () => ({ title: name(), ...TIMES })],
  ['updateEvent', async () => ({ ref: await refTo('events') })],
  ['upsertEvent', () => ({ title: name(), ...TIMES, source: source() })],
  ['createVenue', () => ({ name: name() })],
  ['updateVenue', async () => ({ ref: await refTo('venues') })],
  ['upsertVenue', () => ({ name: name(), source: source() })],
  ['createOrganizer', () => ({ name: name() })],
  ['updateOrganizer', async () => ({ ref: await refTo('organizers') })],
  ['upsertOrganizer', () => ({ name: name(), source: source() })],
];

test.each(WRITES)('%s takes the new names as it takes the old ones', async (mutation, needs) => {
  const run = async (sent: object) => write(mutation, { ...(await needs()), ...sent });
  const isEvent = mutation.endsWith('Event');
  const old = await run({ date: '2021-05-01 10:00', image: URL, ...(isEvent && { sticky: true }) });
  const sent = { publishedAt: '2021-05-01T08:00:00Z', ...(isEvent && { isSticky: true }) };
  expect(old).toMatchObject({
    record: {
      publishedAt: '2021-05-01T10:00:00+02:00',
      image: { url: URL },
      ...(isEvent && { isSticky: true, sticky: true }),
    },
    userErrors: [],
  });
  expect(await run({ ...sent, imageUrl: URL })).toEqual(old);
  expect(await run({ ...sent, imageId: old.record.image.id })).toEqual(old);
});

test('a batch, and a venue that is made with its event, take the new names', async () => {
  const venue = { name: name(), publishedAt: '2021-05-01T08:00:00Z', imageUrl: URL };
  const items = [{ title: 'A', ...TIMES, isSticky: true, imageId: shown.id, venues: { create: [venue] } }];
  const { body } = await app.graphql(
    `mutation ($items: [CreateEventInput!]!) { createEvents(input: { items: $items }) {
      results { event { isSticky image { url } venues { publishedAt image { url } } } }
    } }`,
    { items },
    { as: 'editor' },
  );
  const venues = [{ publishedAt: '2021-05-01T10:00:00+02:00', image: { url: URL } }];
  expect(body.data.createEvents.results).toEqual([{ event: { isSticky: true, image: { url: shown.url }, venues } }]);
});

test('an address that could end an attribute is kept encoded', async () => {
  const { record } = await write('createVenue', { name: name(), imageUrl: 'https://a.example/"><script>.png' });
  expect(record.image.url).toBe('https://a.example/%22%3E%3Cscript%3E.png');
});

test('null removes the image by either name, and says nothing beside another', async () => {
  const ref = await refTo('venues');
  const imageAfter = async (sent: object) => (await write('updateVenue', { ref, ...sent })).record.image?.url ?? null;
  expect(await imageAfter({ imageUrl: URL, imageId: null, image: null })).toBe(URL);
  expect(await imageAfter({ imageId: null })).toBeNull();
  expect(await imageAfter({ imageId: String(shown.id), imageUrl: null })).toBe(shown.url);
  expect(await imageAfter({ imageUrl: '' })).toBeNull();
});

test('what comes later is scheduled, and a moment that is sent back as it was shown changes nothing', async () => {
  const later = '2031-01-01T00:00:00+01:00';
  const { record } = await write('createVenue', { name: name(), status: 'PUBLISH', publishedAt: later });
  expect(record.publishedAt).toBe(later);
  const ref = await refTo('venues');
  const before = (await write('updateVenue', { ref })).record.publishedAt;
  app.clock.now += 60_000;
  expect((await write('updateVenue', { ref, publishedAt: before })).record.publishedAt).toBe(before);
});

test('what is there already, by its name, keeps its date of publication', async () => {
  const existing = name();
  const { record } = await write('createVenue', { name: existing });
  const again = await write('upsertVenue', { name: existing, publishedAt: '2021-05-01T08:00:00Z', imageUrl: URL });
  expect(again.record).toMatchObject({ publishedAt: record.publishedAt, image: { url: URL } });
});

const ODDS = (...names: string[]) => names.map((each) => `${each} AT_ODDS`);

describe('is refused, under the name that was sent:', () => {
  test.each<[what: string, sent: object, errors: string[]]>([
    [
      'a moment beside both dates',
      { publishedAt: '2021-05-01T08:00:00Z', date: '2021-05-01 10:00', dateUtc: '2021-05-01 08:00' },
      ODDS('date', 'publishedAt', 'dateUtc'),
    ],
    ['a moment that is none', { publishedAt: '0001-01-01T00:00:00+14:00' }, ['publishedAt INVALID_DATE']],
    ['no moment', { publishedAt: null }, ['publishedAt EMPTY']],
    ['an id beside an address', { imageId: 1, imageUrl: URL }, ODDS('imageId', 'imageUrl')],
    ['an id beside an image', { imageId: 1, image: URL }, ODDS('image', 'imageId')],
    ['an address beside an image', { imageUrl: URL, image: URL }, ODDS('image', 'imageUrl')],
    ['both switches', { isSticky: true, sticky: true }, ODDS('sticky', 'isSticky')],
    ['no switch', { isSticky: null }, ['isSticky EMPTY']],
    ['an id of nothing', { imageId: 999 }, ['imageId INVALID_IMAGE']],
    ['an id of another kind', { imageId: nodeId('venue', 1) }, ['imageId UNKNOWN']],
    ['an id of no kind', { imageId: 'x' }, ['imageId UNKNOWN']],
    ['the id 0', { imageId: 0 }, ['imageId INVALID_NUMBER']],
    ['an id as an address', { imageUrl: '5' }, ['imageUrl INVALID_IMAGE']],
    ['a path', { imageUrl: '/wp-content/a.png' }, ['imageUrl INVALID_IMAGE']],
    ['an address of mail', { imageUrl: 'mailto:a@a.example' }, ['imageUrl INVALID_IMAGE']],
    ['a long address', { imageUrl: `${URL}?${'x'.repeat(5_000)}` }, ['imageUrl TOO_LONG']],
    ['a file that did not come', { imageUrl: `upload:${'0'.repeat(64)}` }, ['imageUrl INVALID_IMAGE']],
  ])('%s', async (_, sent, errors) => {
    const { record, userErrors } = await write('createEvent', { title: name(), ...TIMES, ...sent });
    expect(record).toBeNull();
    expect(userErrors.map(({ path, code }: UserError) => `${path.slice(1).join('.')} ${code}`)).toEqual(errors);
  });

  test('an image that the caller may not bring in, also for a venue inside an event', async () => {
    const pathsOf = async (sent: object) => {
      const { userErrors } = await write('createEvent', { title: name(), ...TIMES, ...sent }, 'contributor');
      return userErrors.map(({ path }: UserError) => path.join('.'));
    };
    expect(await pathsOf({ imageUrl: URL })).toEqual(['input.imageUrl']);
    expect(await pathsOf({ venues: { upsert: [{ name: name(), imageUrl: URL }] } })).toEqual([
      'input.venues.upsert.0.imageUrl',
    ]);
  });
});

test('REST takes none of these names, not even inside an event', async () => {
  const names = { published_at: '2021-05-01T08:00:00Z', image_url: URL, image_id: shown.id, is_sticky: true };
  const venue = { venue: name(), ...names };
  const event = await made(app, 'events', { ...names, venue });
  expect([event.sticky, event.image, event.venue.image]).toEqual([false, false, undefined]);
  const { image, date_utc } = await made(app, 'venues', { ...venue, venue: name() });
  expect([image, date_utc.slice(0, 4) > '2021']).toEqual([undefined, true]);
});
