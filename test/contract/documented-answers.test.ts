import { afterAll, beforeAll, expect, test } from 'vitest';
import { LARGEST_BODY } from '../../src/api/rest/body.ts';
import { byList } from '../../src/kinds/event-links.ts';
import { type Answered, buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { type Mismatches, mismatchesIn, resolved } from '../support/json-schema.ts';
import { made, NAME, PLURALS, type Plural } from '../support/making.ts';
import { valuesOf } from '../support/parity/values.ts';
import { wireBody } from '../support/parity/wire.ts';

let app: TestApp;
// biome-ignore lint/suspicious/noExplicitAny: documents are looked at, not typed
let doc: any;
let mismatches: Mismatches;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  doc = (await app.rest('GET', '/doc')).body;
  mismatches = mismatchesIn(doc);
});
afterAll(() => app.close());

/** The documented path that an address is of. */
const pathOf = (address: string): string =>
  address
    .replace(/\?.*/, '')
    .replace(/by-slug\/[^/]+$/, 'by-slug/{slug}')
    .replace(/\/\d+$/, '/{id}') || '/';

/** Where an answer is not what the documentation says of it. */
function undocumented(method: string, address: string, { status, body, headers }: Answered): string[] {
  const answer = doc.paths[pathOf(address)]?.[method.toLowerCase()]?.responses[status];
  // biome-ignore lint/suspicious/noExplicitAny: documents are looked at, not typed
  const documented: any = answer?.$ref ? resolved(doc, answer.$ref) : answer;
  if (!documented) return [`${method} ${address}: ${status} is not documented`];
  const { schema } = documented.content['application/json'];
  const absent = Object.keys(documented.headers ?? {}).filter((name) => !headers.has(name));
  return [...mismatches(body, schema), ...absent.map((name) => `the header ${name} is missing`)].map(
    (problem) => `${method} ${address} ${status}: ${problem}`,
  );
}

type Asking = NonNullable<Parameters<TestApp['rest']>[2]>;

/** Asks, looks that the status is the one that is meant to be seen, and compares with the documentation. */
async function compared(status: number, method: string, address: string, asked: Asking = {}) {
  const answered = await app.rest(method, address, asked);
  expect([method, address, answered.status, answered.text]).toEqual([method, address, status, answered.text]);
  expect(undocumented(method, address, answered)).toEqual([]);
  return answered.body;
}

const admin = (json: object): Asking => ({ as: 'administrator', json });

const IMAGE = 'https://a.example/i.jpg';
const TIMES = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' };

/** Of each kind a record with nothing but what it must have, and one with everything. */
const SAMPLES: Readonly<Record<Plural, readonly [bare: object, full: object, more: object]>> = {
  ...byList(({ name, fields }): [object, object, object] => [
    wireBody(fields, { name: `Bare ${name}` }),
    { ...wireBody(fields, valuesOf(fields, `Full ${name}`)), status: 'draft' },
    { description: 'Changed', image: '' },
  ]),
  categories: [{ name: 'Bare' }, { name: 'Full', description: 'Text', slug: 'full-one' }, { description: 'Changed' }],
  tags: [{ name: 'Bare' }, { name: 'Full', description: 'Text', slug: 'full-one' }, { slug: 'another' }],
  events: [
    { title: 'Bare evening', ...TIMES },
    {
      title: 'Full evening',
      ...TIMES,
      description: 'Text',
      excerpt: 'Short',
      image: IMAGE,
      cost: '€10-20',
      website: 'https://a.example/',
      all_day: true,
      featured: true,
      sticky: true,
      show_map: true,
      timezone: 'Asia/Seoul',
      venue: [{ venue: 'One', geo_lat: 1, geo_lng: 2, image: IMAGE }, { venue: 'Two' }],
      organizer: [{ organizer: 'A', image: IMAGE }, { organizer: 'B' }],
      categories: ['Music'],
      tags: ['x'],
    },
    { venue: { venue: 'Only one' }, cost: 'free', status: 'draft' },
  ],
};

test('the namespace and the documentation are documented', async () => {
  await compared(200, 'GET', '');
  await compared(200, 'GET', '/doc');
  await compared(400, 'GET', '?multilang_language=xx');
  await compared(400, 'GET', '/doc?multilang_language=xx');
  await compared(404, 'GET', '?namespace=other');
});

const POSTS = PLURALS.filter((kind) => kind !== 'categories' && kind !== 'tags');

test.each(PLURALS)('%s are created, read, updated and deleted as documented', async (kind) => {
  const [bare, full, more] = SAMPLES[kind];
  for (const [sample, method] of [
    [bare, 'POST'],
    [full, 'PATCH'],
  ] as const) {
    const { id } = await compared(201, 'POST', `/${kind}`, admin(sample));
    await compared(200, 'GET', `/${kind}/${id}`, { as: 'administrator' });
    await compared(200, method, `/${kind}/${id}`, admin(more));
    await compared(200, 'DELETE', `/${kind}/${id}`, { as: 'administrator' });
  }
});

test.each(POSTS)('%s by slug are read, updated and deleted as documented', async (kind) => {
  const { slug } = await made(app, kind, { ...SAMPLES[kind][1], status: 'publish' });
  await compared(200, 'GET', `/${kind}/by-slug/${slug}`);
  await compared(200, 'PUT', `/${kind}/by-slug/${slug}`, admin({}));
  await compared(200, 'DELETE', `/${kind}/by-slug/${slug}`, { as: 'administrator' });
});

test.each(PLURALS)('lists of %s are as documented, with records and without', async (kind) => {
  await made(app, kind, { ...SAMPLES[kind][0], [NAME[kind]]: 'Listed bare' });
  await made(app, kind, { ...SAMPLES[kind][1], [NAME[kind]]: 'Listed full' });
  const queries = ['?hide_empty=0', '?per_page=1&page=2&hide_empty=0&status=any', '?search=nothing-like-this'];
  for (const query of queries) await compared(200, 'GET', `/${kind}${query}`, { as: 'administrator' });
  await compared(200, 'GET', `/${kind}`);
});

test('an event is as documented with no venue, one and several, and a category below another', async () => {
  const parent = await compared(201, 'POST', '/categories', admin({ name: 'Upper' }));
  const child = await compared(201, 'POST', '/categories', admin({ name: 'Lower', parent: parent.id }));
  const event = await made(app, 'events', { title: 'Changing', categories: [child.id] });
  for (const venue of [[], [{ venue: 'V1' }], [{ venue: 'V1' }, { venue: 'V2' }]]) {
    await compared(200, 'PUT', `/events/${event.id}`, admin({ venue }));
    await compared(200, 'GET', `/events/${event.id}`);
  }
});

test.each(['events', 'organizers', 'tags'] as const)('refusals of %s are as documented', async (kind) => {
  const { id } = await made(app, kind, { ...SAMPLES[kind][0], [NAME[kind]]: 'Refused' });
  const wrong: Asking = { headers: { Authorization: 'Bearer wrong' } };
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) await compared(401, method, `/${kind}/${id}`, wrong);
  await compared(401, 'GET', `/${kind}`, wrong);
  await compared(401, 'POST', `/${kind}`, { json: SAMPLES[kind][0] });
  await compared(403, 'POST', `/${kind}`, { json: SAMPLES[kind][0], as: 'subscriber' });
  await compared(403, 'PUT', `/${kind}/${id}`, { json: {}, as: 'subscriber' });
  await compared(403, 'DELETE', `/${kind}/${id}`, { as: 'subscriber' });
  await compared(400, 'POST', `/${kind}`, admin({}));
  await compared(400, 'POST', `/${kind}`, admin({ ...SAMPLES[kind][0], multilang_language: 'xx' }));
  await compared(400, 'GET', `/${kind}?page=0&per_page=x`);
  await compared(400, 'POST', `/${kind}`, {
    as: 'administrator',
    body: '{',
    headers: { 'Content-Type': 'application/json' },
  });
  await compared(400, 'GET', `/${kind}/${id}?multilang_language=xx`);
});

test.each(['events', 'venues'] as const)(
  '%s that are not there, not to be seen or in the trash are refused as documented',
  async (kind) => {
    const { id } = await made(app, kind, { ...SAMPLES[kind][1], status: 'draft' });
    const unknown = kind === 'events' ? 404 : 400;
    for (const method of ['GET', 'PUT', 'DELETE'])
      await compared(unknown, method, `/${kind}/99999`, {
        as: 'administrator',
        ...(method === 'PUT' ? { json: {} } : {}),
      });
    await compared(403, 'GET', `/${kind}/${id}`);
    await compared(400, 'GET', `/${kind}/by-slug/nobody-has-this`);
    await compared(404, 'GET', `/${kind}?page=9999`);
    await compared(200, 'DELETE', `/${kind}/${id}`, { as: 'administrator' });
    await compared(410, 'DELETE', `/${kind}/${id}`, { as: 'administrator' });
    await compared(403, 'GET', `/${kind}/${id}`);
  },
);

test('categories that clash are refused as documented', async () => {
  const { id, name } = await made(app, 'categories', { name: 'Taken' });
  const other = await made(app, 'categories', { name: 'Other', slug: 'other-slug' });
  await compared(400, 'POST', '/categories', admin({ name }));
  await compared(400, 'PUT', `/categories/${id}`, admin({ slug: other.slug }));
  await compared(400, 'POST', '/categories', admin({ name: ' ' }));
  await compared(400, 'GET', '/categories/99999');
});

test('a body that is too large is refused as documented', async () => {
  const body = JSON.stringify({ venue: 'x'.repeat(LARGEST_BODY) });
  await compared(413, 'POST', '/venues', { body, headers: { 'Content-Type': 'application/json' } });
});

test('a request at a bad moment is refused as documented', async () => {
  await compared(503, 'GET', '/events', { sent: { load: { inFlight: 1_000_000 } } });
});

test('one request too many is refused as documented', async () => {
  const limited = await buildApp({ now: FRIDAY, env: { RATE_LIMIT: '1' } });
  const answered = [await limited.rest('GET', '/events'), await limited.rest('GET', '/events')];
  await limited.close();
  expect(answered.map(({ status }) => status)).toEqual([200, 429]);
  expect(answered.flatMap((each) => undocumented('GET', '/events', each))).toEqual([]);
});
