import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Language } from '../../../src/domain/language.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { graphqlIn, restIn } from './asking.ts';

let app: TestApp;
const ids: Record<string, number> = {};

const put = (language: Language, path: string, json: object) =>
  restIn(app, { form: 'segment', language }, 'PUT', path, { json });

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const all = await made(app, 'events', { title: 'Concert', description: 'In the open' });
  const english = await made(app, 'events', { title: 'Lantern walk' });
  const venue = await made(app, 'venues', { venue: 'Hall' });
  const tag = await made(app, 'tags', { name: 'Dance' });
  Object.assign(ids, { all: all.id, english: english.id, venue: venue.id, tag: tag.id });
  await put('ko', `/events/${all.id}`, { title: '국립중앙박물관 음악회', description: '<p>가을 <b>저녁</b></p>' });
  await put('es', `/events/${all.id}`, { title: 'Concierto de AÑO Nuevo', description: 'Canción de la ciudad' });
  await put('ko', `/venues/${venue.id}`, { venue: '세종문화회관', city: '서울' });
  await put('es', `/venues/${venue.id}`, { venue: 'Peñón', city: 'Málaga' });
  await put('ko', `/tags/${tag.id}`, { name: '한국무용' });
  await put('es', `/tags/${tag.id}`, { name: 'Danza de niños' });
});
afterAll(() => app.close());

const FOUND: [language: Language, kind: string, search: string, found: string[]][] = [
  ['ko', 'events', '국립중앙박물관', ['all']],
  ['ko', 'events', '국립중앙박물관'.normalize('NFD'), ['all']],
  ['ko', 'events', '저녁 음악', ['all']],
  ['ko', 'events', '"가을 저녁"', ['all']],
  ['ko', 'events', '음악회 -가을', []],
  ['ko', 'events', 'b', []],
  ['ko', 'events', 'lantern', ['english']],
  ['ko', 'events', 'Concert', []],
  ['es', 'events', 'ano', ['all']],
  ['es', 'events', 'año'.normalize('NFD'), ['all']],
  ['es', 'events', 'cancion CIUDAD', ['all']],
  ['es', 'events', 'open', []],
  ['en', 'events', 'concert', ['all']],
  ['en', 'events', 'concierto', []],
  ['ko', 'venues', '문화', ['venue']],
  ['ko', 'venues', '서울'.normalize('NFD'), ['venue']],
  ['ko', 'venues', 'Hall', []],
  ['es', 'venues', 'penon malaga', ['venue']],
  ['ko', 'tags', '국무', ['tag']],
  ['ko', 'tags', 'Dance', []],
  ['es', 'tags', 'NINOS', ['tag']],
  ['en', 'tags', 'ninos', []],
];

test.each(FOUND)('in %s the %s that "%s" is searched in are %j', async (language, kind, search, found) => {
  const expected = found.map((label) => ids[label]);
  const query = new URLSearchParams({ search, hide_empty: '0' });
  const rest = await restIn(app, { form: 'parameter', language }, 'GET', `/${kind}?${query}`);
  expect(rest.body[kind].map(({ id }: { id: number }) => id)).toEqual(expected);
});

test('GraphQL searches in the language of the request as well', async () => {
  const query = `query ($search: String) {
    events: eventPage(where: { search: $search }) { total } tags: tagPage(where: { search: $search }) { total }
    venues: venuePage(where: { search: $search }) { total }
  }`;
  const found = async (language: Language, search: string) => {
    const { events, venues, tags } = (await graphqlIn(app, { form: 'segment', language }, query, { search })).body.data;
    return [events.total, venues.total, tags.total];
  };
  expect(await found('ko', '문화')).toEqual([0, 1, 0]);
  expect(await found('ko', '국')).toEqual([1, 0, 1]);
  expect(await found('en', '국')).toEqual([0, 0, 0]);
});

test('terms are in the order of the names that are shown in the language, ties by id, and the other way round', async () => {
  const fresh = await buildApp({ now: FRIDAY });
  for (const [en, es, ko] of [
    ['Delta', 'oso', '하늘'],
    ['alpha', 'ñu', '나무'],
    ['Écho', 'nz', '가방'],
    ['charlie', 'nube', '까치'],
    ['Bravo', 'Ñame', '각도'],
    ['Zulu', 'Ábaco', '나무 둘'],
  ]) {
    const { id } = await made(fresh, 'tags', { name: en });
    await restIn(fresh, { form: 'segment', language: 'es' }, 'PUT', `/tags/${id}`, { json: { name: es } });
    await restIn(fresh, { form: 'segment', language: 'ko' }, 'PUT', `/tags/${id}`, { json: { name: ko } });
  }
  await made(fresh, 'tags', { name: 'zz', slug: 'b' });
  await made(fresh, 'tags', { name: 'ZZ', slug: 'a' });
  const names = async (language: Language, order: string) => {
    const path = `/tags?hide_empty=0&per_page=50&orderby=name&order=${order}`;
    const { body } = await restIn(fresh, { form: 'parameter', language }, 'GET', path);
    return body.tags.map(({ name }: { name: string }) => name);
  };
  expect(await names('en', 'asc')).toEqual(['alpha', 'Bravo', 'charlie', 'Delta', 'Écho', 'Zulu', 'zz', 'ZZ']);
  expect(await names('en', 'desc')).toEqual(['ZZ', 'zz', 'Zulu', 'Écho', 'Delta', 'charlie', 'Bravo', 'alpha']);
  expect(await names('es', 'asc')).toEqual(['Ábaco', 'nube', 'nz', 'Ñame', 'ñu', 'oso', 'zz', 'ZZ']);
  expect(await names('ko', 'asc')).toEqual(['zz', 'ZZ', '가방', '각도', '까치', '나무', '나무 둘', '하늘']);
  await fresh.close();
});

test('terms that an event names in any language are the ones that are there', async () => {
  const kind = 'categories';
  const { id } = await made(app, kind, { name: 'Theatre' });
  await put('ko', `/${kind}/${id}`, { name: '연극' });
  await put('es', `/${kind}/${id}`, { name: 'Teatro español' });
  const post = (language: Language, name: string) => {
    const json = { title: 'Play', start_date: '2026-12-01', end_date: '2026-12-01', [kind]: [name] };
    return restIn(app, { form: 'segment', language }, 'POST', '/events', { json });
  };
  for (const [language, name] of [
    ['en', 'THEATRE'],
    ['ko', '연극'],
    ['es', '연극'.normalize('NFD')],
    ['en', 'teatro ESPAÑOL'],
    ['ko', 'teatro-espanol'],
  ] as const) {
    const { status, body } = await post(language, name);
    expect([status, body[kind].map((term: { id: number }) => term.id)]).toEqual([201, [id]]);
  }
  const { body } = await post('ko', '오페라');
  const query = `{ term: category(ref: { databaseId: ${body[kind][0].id} }) { translations { language isOriginal } } }`;
  expect((await app.graphql(query)).body.data.term.translations).toEqual([{ language: 'KO', isOriginal: true }]);
});
