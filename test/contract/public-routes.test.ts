import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, buildApp, type Caller, FRIDAY, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';

const SITE = 'http://127.0.0.1:4000';
const ROOT = `${SITE}/wp-json/wp/v2`;
const PICTURE = 'https://pictures.example.org/stage.jpg';

let app: TestApp;
/** The ids of records by a word for each. */
const id: Record<string, number> = {};

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const keep = async (name: string, kind: Parameters<typeof made>[1], fields: object, as: Caller = 'administrator') => {
    id[name] = (await made(app, kind, fields, as)).id;
  };
  await keep('music', 'categories', { name: 'Music & more', description: 'What sounds.' });
  await keep('jazz', 'categories', { name: 'Jazz', parent: id.music });
  await keep('empty', 'categories', { name: 'Empty' });
  await keep('red', 'tags', { name: 'Red' });
  await keep('blue', 'tags', { name: 'Blue' });
  const address = { address: 'High Street 1', city: 'Sevilla', country: 'Spain', zip: '41001', phone: '+34 1' };
  await keep('hall', 'venues', {
    venue: 'Hall <&>',
    ...address,
    website: 'https://hall.example',
    geo_lat: 37.4,
    geo_lng: -6,
  });
  await keep('plain', 'venues', { venue: 'Barn', date: '2026-01-01 00:00:00' });
  await keep('ann', 'organizers', { organizer: 'Ann', email: 'ann@example.org', description: '<p>Sings.</p>' });
  const links = { venue: id.hall, organizer: [id.ann], categories: [id.jazz], tags: [id.blue, id.red] };
  const dates = { start_date: '2026-12-05 20:00:00', end_date: '2026-12-05 22:00:00', timezone: 'Europe/Madrid' };
  const texts = { title: 'Tea & Jazz', description: '<p>All <b>night</b>.</p>', excerpt: '<p>Jazz.</p>' };
  const more = { cost: '10€', website: 'https://jazz.example', image: PICTURE, author: app.idOf('author') };
  await keep('jazz night', 'events', { ...texts, ...dates, ...links, ...more, date: '2026-03-01 10:00:00' });
  await keep('fair', 'events', { title: 'Fair', categories: [id.music], date: '2026-01-01 10:00:00' });
  await keep('past', 'events', {
    title: 'Ball',
    start_date: '2020-01-01',
    end_date: '2020-01-02',
    date: '2026-02-01 10:00:00',
  });
  await keep('draft', 'events', { title: 'Draft', status: 'draft' });
  await keep('private', 'events', { title: 'Private', status: 'private' });
  await keep('private hall', 'venues', { venue: 'Cellar', status: 'private' });
  await keep('gone', 'events', { title: 'Gone' });
  await app.rest('DELETE', `/events/${id.gone}`, { as: 'administrator' });
  await app.rest('PATCH', `/events/${id['jazz night']}?multilang_language=ko`, {
    as: 'administrator',
    json: { title: '재즈' },
  });
});
afterAll(() => app.close());

const get = (path: string, options: Parameters<TestApp['fetch']>[1] = {}): Promise<Answered> =>
  app.fetch(`/wp-json/wp/v2${path}`, options);

/** The one record with this slug. */
const bySlug = async (path: string, slug: string) => (await get(`${path}?slug=${slug}`)).body[0];

const linksOf = (path: string, of: number | undefined, more: object = {}) => ({
  self: [{ href: `${ROOT}${path}/${of}` }],
  collection: [{ href: `${ROOT}${path}` }],
  ...more,
});

const post = (of: number | undefined, type: string, slug: string, title: string) => ({
  id: of,
  slug,
  status: 'publish',
  type,
  title: { rendered: title },
  comment_status: 'closed',
  ping_status: 'closed',
  template: '',
});

const term = (of: number | undefined, name: string, slug: string, count: number) => ({
  ...{ id: of, name, slug, count, description: '', meta: [] },
});

const jazz = () => ({
  ...term(id.jazz, 'Jazz', 'jazz', 1),
  ...{ taxonomy: 'tribe_events_cat', parent: id.music, link: `${SITE}/events/category/music-more/jazz/` },
  _links: linksOf('/tribe_events_cat', id.jazz, {
    up: [{ href: `${ROOT}/tribe_events_cat/${id.music}` }],
    'wp:post_type': [{ href: `${ROOT}/tribe_events?tribe_events_cat=${id.jazz}` }],
  }),
});

const tag = (word: string, name: string) => ({
  ...term(id[word], name, word, 1),
  ...{ taxonomy: 'post_tag', link: `${SITE}/tag/${word}/` },
  _links: linksOf('/tags', id[word], { 'wp:post_type': [{ href: `${ROOT}/tribe_events?tags=${id[word]}` }] }),
});

describe('every member', () => {
  test('of an event', async () => {
    const found = await bySlug('/tribe_events', 'tea-jazz');
    const link = `${SITE}/event/tea-jazz/`;
    expect(found).toEqual({
      ...post(id['jazz night'], 'tribe_events', 'tea-jazz', 'Tea &amp; Jazz'),
      ...{ date: '2026-03-01T10:00:00', date_gmt: '2026-03-01T10:00:00', link, guid: { rendered: link } },
      ...{ modified: '2026-11-20T11:30:00', modified_gmt: '2026-11-20T11:30:00', author: app.idOf('author') },
      content: { rendered: '<p>All <b>night</b>.</p>', protected: false },
      excerpt: { rendered: '<p>Jazz.</p>', protected: false },
      featured_media: expect.any(Number),
      meta: {
        ...{ _EventAllDay: false, _EventTimezone: 'Europe/Madrid' },
        ...{ _EventStartDate: '2026-12-05 20:00:00', _EventStartDateUTC: '2026-12-05 19:00:00' },
        ...{ _EventEndDate: '2026-12-05 22:00:00', _EventEndDateUTC: '2026-12-05 21:00:00' },
        ...{ _EventShowMap: false, _EventShowMapLink: false, _EventURL: 'https://jazz.example' },
        ...{ _EventCost: '10€', _EventCurrencySymbol: '€', _EventCurrencyPosition: 'postfix' },
        ...{ _EventOrganizerID: [id.ann], _EventVenueID: id.hall },
      },
      tribe_events_cat: [id.jazz],
      tags: [id.blue, id.red],
      _links: linksOf('/tribe_events', id['jazz night'], {
        'wp:featuredmedia': [{ embeddable: true, href: `${ROOT}/media/${found.featured_media}` }],
        'wp:term': [
          { taxonomy: 'tribe_events_cat', embeddable: true, href: `${ROOT}/tribe_events_cat?post=${id['jazz night']}` },
          { taxonomy: 'post_tag', embeddable: true, href: `${ROOT}/tags?post=${id['jazz night']}` },
        ],
      }),
    });
  });

  test('of an event that links to nothing', async () => {
    const { featured_media, meta, tribe_events_cat, tags, _links } = await bySlug('/tribe_events', 'ball');
    expect({ featured_media, tribe_events_cat, tags }).toEqual({ featured_media: 0, tribe_events_cat: [], tags: [] });
    expect(meta).toMatchObject({ _EventOrganizerID: [], _EventVenueID: 0, _EventCost: '' });
    expect(Object.keys(_links)).toEqual(['self', 'collection', 'wp:term']);
  });

  test('of a venue', async () => {
    expect(await bySlug('/tribe_venue', 'hall')).toMatchObject({
      ...post(id.hall, 'tribe_venue', 'hall', 'Hall &lt;&amp;&gt;'),
      content: { rendered: '', protected: false },
      meta: {
        ...{ _VenueAddress: 'High Street 1', _VenueCity: 'Sevilla', _VenueCountry: 'Spain', _VenueProvince: '' },
        ...{ _VenueZip: '41001', _VenuePhone: '+34 1', _VenueURL: 'https://hall.example', _VenueStateProvince: '' },
        ...{ _VenueLat: '37.4', _VenueLng: '-6' },
      },
      _links: linksOf('/tribe_venue', id.hall),
    });
  });

  test('of an organizer', async () => {
    expect(await bySlug('/tribe_organizer', 'ann')).toMatchObject({
      ...post(id.ann, 'tribe_organizer', 'ann', 'Ann'),
      content: { rendered: '<p>Sings.</p>', protected: false },
      meta: { _OrganizerEmail: 'ann@example.org', _OrganizerPhone: '', _OrganizerWebsite: '' },
      _links: linksOf('/tribe_organizer', id.ann),
    });
  });

  test('of a category and a tag', async () => {
    expect(await bySlug('/tribe_events_cat', 'jazz')).toEqual(jazz());
    expect(await bySlug('/tags', 'red')).toEqual(tag('red', 'Red'));
  });

  test.each([
    ['/tribe_events', 'tea-jazz'],
    ['/tribe_venue', 'hall'],
    ['/tribe_organizer', 'ann'],
    ['/tribe_events_cat', 'jazz'],
    ['/tags', 'red'],
  ])('one of %s is the same by its id, and all of its links lead somewhere', async (path, slug) => {
    const listed = await bySlug(path, slug);
    expect((await get(`${path}/${listed.id}`)).body).toEqual(listed);
    const hrefs = Object.values<{ href: string }[]>(listed._links).flatMap((each) => each.map(({ href }) => href));
    for (const href of hrefs) expect([href, (await app.fetch(href.slice(SITE.length))).status]).toEqual([href, 200]);
  });
});

test.each(['?slug=tea-jazz&_embed', `/{}?_embed=wp:term,wp:featuredmedia`])(
  '%s shows terms and picture',
  async (how) => {
    const { body } = await get(`/tribe_events${how.replace('{}', String(id['jazz night']))}`);
    const { _embedded, ...event } = [body].flat()[0];
    expect(event).toEqual(await bySlug('/tribe_events', 'tea-jazz'));
    expect(_embedded).toEqual({
      'wp:featuredmedia': [
        expect.objectContaining({ id: event.featured_media, media_type: 'image', source_url: PICTURE }),
      ],
      'wp:term': [[jazz()], [tag('blue', 'Blue'), tag('red', 'Red')]],
    });
  },
);

test('without a picture none is embedded', async () => {
  const [ball] = (await get('/tribe_events?slug=ball&_embed')).body;
  expect(ball._embedded).toEqual({ 'wp:term': [[], []] });
});

const NAMES: Readonly<Record<string, string>> = {
  'Tea &amp; Jazz': 'jazz night',
  Ball: 'past',
  'Hall &lt;&amp;&gt;': 'hall',
  Barn: 'plain',
  'Music &amp; more': 'music',
};

const nameOf = ({ title, name }: { title?: { rendered: string }; name?: string }): string => {
  const shown = title?.rendered ?? name!;
  return NAMES[shown] ?? shown.toLowerCase();
};

/** A text in which a word in braces stands for the id of that record. */
const filled = (text: string): string => text.replace(/\{(.+?)\}/g, (_, word: string) => String(id[word]));

test.each<[path: string, names: string[]]>([
  ['/tribe_events', ['jazz night', 'past', 'fair']],
  ['/tribe_events?order=asc', ['fair', 'past', 'jazz night']],
  ['/tribe_events?orderby=id', ['past', 'fair', 'jazz night']],
  ['/tribe_events?orderby=title&order=asc', ['past', 'fair', 'jazz night']],
  ['/tribe_events?orderby=modified&order=asc', ['jazz night', 'fair', 'past']],
  ['/tribe_events?per_page=2', ['jazz night', 'past']],
  ['/tribe_events?per_page=2&page=2', ['fair']],
  ['/tribe_events?per_page=100', ['jazz night', 'past', 'fair']],
  ['/tribe_events?search=night', ['jazz night']],
  ['/tribe_events?include={fair},{past},9999', ['past', 'fair']],
  ['/tribe_events?include[]={fair}', ['fair']],
  ['/tribe_events?include={draft},{private}', []],
  ['/tribe_events?exclude={past},9999', ['jazz night', 'fair']],
  ['/tribe_events?slug=fair,ball', ['past', 'fair']],
  ['/tribe_events?slug=none', []],
  ['/tribe_events?tribe_events_cat={music}', ['fair']],
  ['/tribe_events?tribe_events_cat={music},{jazz}', ['jazz night', 'fair']],
  ['/tribe_events?tribe_events_cat=9999', []],
  ['/tribe_events?tags={red}', ['jazz night']],
  ['/tribe_events?modified_after=2026-11-21', []],
  ['/tribe_events?modified_before=2026-11-21', ['jazz night', 'past', 'fair']],
  ['/tribe_venue', ['hall', 'plain']],
  ['/tribe_venue?orderby=title&order=asc', ['plain', 'hall']],
  ['/tribe_venue?search=sevilla', ['hall']],
  ['/tribe_venue?slug=barn', ['plain']],
  ['/tribe_venue?include={plain}', ['plain']],
  ['/tribe_venue?exclude={plain}', ['hall']],
  ['/tribe_organizer?per_page=1', ['ann']],
  ['/tribe_events_cat', ['empty', 'jazz', 'music']],
  ['/tribe_events_cat?hide_empty=true', ['jazz', 'music']],
  ['/tribe_events_cat?parent={music}', ['jazz']],
  ['/tribe_events_cat?parent=0', ['empty', 'music']],
  ['/tribe_events_cat?orderby=id&order=desc', ['empty', 'jazz', 'music']],
  ['/tribe_events_cat?include={music},{jazz},9999&orderby=include', ['music', 'jazz']],
  ['/tribe_events_cat?exclude=9999,{empty}', ['jazz', 'music']],
  ['/tribe_events_cat?slug=jazz,empty', ['empty', 'jazz']],
  ['/tribe_events_cat?post={fair}', ['music']],
  ['/tribe_events_cat?search=jazz', ['jazz']],
  ['/tags', ['blue', 'red']],
  ['/tags?orderby=slug&order=desc', ['red', 'blue']],
  ['/tags?per_page=1&page=2', ['red']],
])('%s lists %j', async (path, names) => {
  const { status, body } = await get(filled(path));
  expect([status, [body].flat().map(nameOf)]).toEqual([200, names]);
});

test('_fields keeps members, and members of members', async () => {
  const { body } = await get('/tribe_events?_fields=title.rendered,meta._EventTimezone&per_page=1');
  expect(body).toEqual([{ title: { rendered: 'Tea &amp; Jazz' }, meta: { _EventTimezone: 'Europe/Madrid' } }]);
});

test('totals and the pages around are in the headers, with everything that was asked', async () => {
  const { headers } = await get('/tribe_events?order=asc&per_page=1&page=2');
  expect([headers.get('X-WP-Total'), headers.get('X-WP-TotalPages')]).toEqual(['3', '3']);
  const page = (number: number, rel: string) =>
    `<${ROOT}/tribe_events?order=asc&per_page=1&page=${number}>; rel="${rel}"`;
  expect(headers.get('Link')).toBe(
    [`<${SITE}/wp-json/>; rel="https://api.w.org/"`, page(1, 'prev'), page(3, 'next')].join(', '),
  );
  expect((await get('/tribe_events?search=none')).headers.get('X-WP-TotalPages')).toBe('0');
});

const codeOf = ({ status, body }: Answered): string =>
  [status, body?.code, ...Object.keys(body?.data?.params ?? {})].filter(Boolean).join(' ');

test.each([
  ['/tribe_events?per_page=0', '400 rest_invalid_param per_page'],
  ['/tribe_events?per_page=101', '400 rest_invalid_param per_page'],
  ['/tribe_events?per_page=x&page=0', '400 rest_invalid_param page per_page'],
  ['/tribe_events?order=up&orderby=rank', '400 rest_invalid_param order orderby'],
  ['/tribe_events?include=x', '400 rest_invalid_param include'],
  ['/tribe_events_cat?hide_empty=maybe', '400 rest_invalid_param hide_empty'],
  ['/tribe_events?page=2', '400 rest_post_invalid_page_number'],
  ['/tags?page=2', '400 rest_post_invalid_page_number'],
  ['/tribe_events/9999', '404 rest_post_invalid_id'],
  ['/tribe_venue/9999', '404 rest_post_invalid_id'],
  ['/tribe_organizer/{hall}', '404 rest_post_invalid_id'],
  ['/tribe_events/{hall}', '404 rest_post_invalid_id'],
  ['/tribe_events_cat/9999', '404 rest_term_invalid'],
  ['/tags/9999', '404 rest_term_invalid'],
  ['/posts', '404 rest_no_route'],
])('%s is %s', async (path, refusal) => {
  expect(codeOf(await get(filled(path)))).toBe(refusal);
});

test.each(['draft', 'private', 'gone', 'private hall'])('what is %s is missing, for everybody', async (word) => {
  const path = `${word === 'private hall' ? '/tribe_venue' : '/tribe_events'}/${id[word]}`;
  const missing = codeOf(await get(path));
  expect(missing).toBe('404 rest_post_invalid_id');
  expect(codeOf(await get(path, { as: 'administrator' }))).toBe(missing);
});

test('an administrator gets what a visitor gets', async () => {
  for (const path of ['/tribe_events?_embed', '/tribe_venue', '/tribe_organizer', '/tribe_events_cat', '/tags'])
    expect((await get(path, { as: 'administrator' })).body).toEqual((await get(path)).body);
});

test('texts and addresses are in the language of the path, or of the parameter', async () => {
  const [byPath, byParameter] = [
    (await app.fetch('/ko/wp-json/wp/v2/tribe_events?slug=tea-jazz')).body[0],
    (await get('/tribe_events?slug=tea-jazz&multilang_language=ko')).body[0],
  ];
  expect([byPath.title, byParameter.title]).toEqual([{ rendered: '재즈' }, { rendered: '재즈' }]);
  expect(byPath._links.self[0].href).toBe(`${SITE}/ko/wp-json/wp/v2/tribe_events/${id['jazz night']}`);
});

test('they are for reading only', async () => {
  for (const path of ['/tribe_events', `/tribe_events/${id.fair}`, '/tags', '/types', '/taxonomies']) {
    expect((await get(path)).headers.get('Allow')).toBe('GET');
    expect((await get(path, { method: 'OPTIONS' })).body.methods).toEqual(['GET']);
    const head = await get(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('Allow')]).toEqual([200, 'GET']);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(codeOf(await get(path, { method, as: 'administrator', json: {} }))).toBe('404 rest_no_route');
  }
});

test('who has an answer is told that it is still the same', async () => {
  for (const path of ['/tribe_events', `/tribe_events/${id.fair}?_embed`, '/types']) {
    const tag = (await get(path)).headers.get('ETag')!;
    expect((await get(path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
  }
});

test('types and taxonomies name the lists, each at its address', async () => {
  const [types, taxonomies] = [(await get('/types')).body, (await get('/taxonomies')).body];
  expect(Object.keys(types)).toEqual(['tribe_events', 'tribe_venue', 'tribe_organizer']);
  expect(Object.keys(taxonomies)).toEqual(['tribe_events_cat', 'post_tag']);
  expect(types.tribe_events).toMatchObject({ slug: 'tribe_events', taxonomies: ['tribe_events_cat', 'post_tag'] });
  expect(taxonomies.post_tag).toMatchObject({ slug: 'post_tag', rest_base: 'tags', types: ['tribe_events'] });
  const named: { rest_base: string; rest_namespace: string; _links: Record<string, { href: string }[]> }[] = [
    ...Object.values(types as object),
    ...Object.values(taxonomies as object),
  ];
  for (const { rest_base, rest_namespace, _links } of named) {
    expect(_links['wp:items']).toEqual([{ href: `${SITE}/wp-json/${rest_namespace}/${rest_base}` }]);
    expect((await get(`/${rest_base}`)).status).toBe(200);
  }
});

test('the root lists the routes, with what they take', async () => {
  const { routes, namespaces } = (await app.fetch('/wp-json/')).body;
  expect(namespaces).not.toContain('wp/v2');
  expect(routes['/wp/v2/tribe_events']).toMatchObject({
    ...{ namespace: 'wp/v2', methods: ['GET'] },
    endpoints: [{ args: { orderby: { enum: ['date', 'id', 'modified', 'title'] }, per_page: { default: 10 } } }],
  });
  expect(routes['/wp/v2/tags/(?P<id>\\d+)'].methods).toEqual(['GET']);
});
