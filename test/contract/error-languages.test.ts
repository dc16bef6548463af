import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../src/domain/language.ts';
import { type Answered, buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';

let app: TestApp;
let taken: { id: number; version: number };

beforeAll(async () => {
  app = await buildApp();
  taken = await made(app, 'venues', { venue: 'Hall' });
  await made(app, 'categories', { name: 'Music' });
});
afterAll(() => app.close());

const as = 'editor';
const EVENT = { title: 'Concert', start_date: '2031-05-01', end_date: '2031-05-02' };

type Told = Readonly<Record<Language, unknown>>;

/** What an answer says in each language. */
async function told(ask: (language: Language) => Promise<Answered>, of: (body: Answered['body']) => unknown) {
  const said = await Promise.all(
    LANGUAGES.map(async (language) => [language, of((await ask(language)).body)] as const),
  );
  return Object.fromEntries(said);
}

const spoken = (path: string, language: Language): string =>
  `${path}${path.includes('?') ? '&' : '?'}multilang_language=${language}`;

type Wrong = readonly [what: string, method: string, path: () => string, json: object | undefined, told: Told];

/** One of each class of error in REST: what its parameters say, or without any the whole. */
const REST: readonly Wrong[] = [
  [
    'a missing value',
    'POST',
    () => '/events',
    {},
    {
      en: 'Required and not given: title, start_date, end_date.',
      ko: '필수 항목이 빠졌습니다: title, start_date, end_date.',
      es: 'Faltan datos obligatorios: title, start_date, end_date.',
    },
  ],
  [
    'bad values',
    'POST',
    () => '/events',
    { ...EVENT, cost: '1'.repeat(1001), virtual_url: 'https://a.example/', is_virtual: false },
    {
      en: { cost: 'Must not be longer than 200 characters.', is_virtual: 'Must not be false beside virtual_url.' },
      ko: { cost: '200자를 넘을 수 없습니다.', is_virtual: 'virtual_url 값이 있으면 false일 수 없습니다.' },
      es: { cost: 'No puede tener más de 200 caracteres.', is_virtual: 'No puede ser false junto con virtual_url.' },
    },
  ],
  [
    'a bad value inside a new record',
    'POST',
    () => '/events',
    { ...EVENT, venue: { venue: 'New', website: 'x' } },
    {
      en: { venue: 'website: Must be an absolute http, https, ftp, mailto or tel address.' },
      ko: { venue: 'website: http, https, ftp, mailto 또는 tel로 시작하는 절대 주소여야 합니다.' },
      es: { venue: 'website: Debe ser una dirección absoluta http, https, ftp, mailto o tel.' },
    },
  ],
  [
    'a rule',
    'POST',
    () => '/events',
    { ...EVENT, end_date: '2031-04-01' },
    {
      en: { end_date: 'An event cannot end before it starts.' },
      ko: { end_date: '행사는 시작하기 전에 끝날 수 없습니다.' },
      es: { end_date: 'Un evento no puede terminar antes de empezar.' },
    },
  ],
  [
    'a bad parameter of a list beside another',
    'GET',
    () => '/events?geoloc_lat=1',
    undefined,
    {
      en: { geoloc_lat: 'Must be sent together with geoloc_lng.' },
      ko: { geoloc_lat: 'geoloc_lng 값과 함께 보내야 합니다.' },
      es: { geoloc_lat: 'Debe enviarse junto con geoloc_lng.' },
    },
  ],
  [
    'an unknown record',
    'GET',
    () => '/events/99999',
    undefined,
    {
      en: 'There is no event with ID 99999.',
      ko: 'ID 99999에 해당하는 행사 항목이 없습니다.',
      es: 'No existe evento con el ID 99999.',
    },
  ],
  [
    'an unknown record that is a bad part of the path',
    'GET',
    () => '/venues/99999',
    undefined,
    {
      en: { id: 'There is no venue with ID 99999.' },
      ko: { id: 'ID 99999에 해당하는 장소 항목이 없습니다.' },
      es: { id: 'No existe lugar con el ID 99999.' },
    },
  ],
  [
    'a name that is taken',
    'POST',
    () => '/categories',
    { name: 'Music' },
    {
      en: 'There is a term with this name already.',
      ko: '이 이름의 분류나 태그가 이미 있습니다.',
      es: 'Ya existe una categoría o etiqueta con este nombre.',
    },
  ],
  [
    'a page that is not there',
    'GET',
    () => '/events?page=99',
    undefined,
    { en: 'There is no such page.', ko: '해당 페이지가 없습니다.', es: 'No existe esa página.' },
  ],
  [
    'no route',
    'GET',
    () => '/nothing',
    undefined,
    {
      en: 'There is no route for this address and method.',
      ko: '이 주소와 메서드에 해당하는 경로가 없습니다.',
      es: 'No hay ninguna ruta para esta dirección y este método.',
    },
  ],
];

describe('REST tells in the language of the request of', () => {
  test.each(REST)('%s', async (_, method, path, json, expected) => {
    const ask = (language: Language) => app.rest(method, spoken(path(), language), { as, ...(json ? { json } : {}) });
    const shown = ({ message, data }: Answered['body']) => (data.details ? data.params : message);
    expect(await told(ask, shown)).toEqual(expected);
  });

  test('a conflict', async () => {
    const headers = { 'If-Match': '"99"' };
    const ask = (language: Language) =>
      app.rest('PUT', spoken(`/venues/${taken.id}`, language), { as, headers, json: { city: 'X' } });
    expect(await told(ask, ({ message }) => message)).toEqual({
      en: 'The record was changed after it was read.',
      ko: '항목을 읽은 뒤에 내용이 바뀌었습니다.',
      es: 'El registro cambió después de que se leyó.',
    });
  });

  test('missing rights and wrong credentials', async () => {
    const path = (language: Language) => spoken('/venues', language);
    const json = { venue: 'X' };
    const rights = (language: Language) => app.rest('POST', path(language), { as: 'subscriber', json });
    expect(await told(rights, ({ message }) => message)).toEqual({
      en: 'This needs rights that you do not have.',
      ko: '필요한 권한이 없습니다.',
      es: 'Se requieren permisos que usted no tiene.',
    });
    const wrong = { headers: { Authorization: `Basic ${btoa('nobody:wrong')}` }, json };
    const said = await told(
      (language) => app.rest('POST', path(language), wrong),
      ({ message }) => message.slice(0, 20),
    );
    expect(said).toEqual({
      en: 'These credentials ar',
      ko: '올바른 로그인 정보가 아닙니다. Ba',
      es: 'Estas credenciales n',
    });
  });

  test('a body that is too large or no JSON', async () => {
    const ask = (body: string) => (language: Language) =>
      app.rest('POST', spoken('/events', language), { as, body, headers: { 'Content-Type': 'application/json' } });
    expect(await told(ask('{'), ({ message }) => message)).toEqual({
      en: 'The body is not valid JSON.',
      ko: '본문이 올바른 JSON이 아닙니다.',
      es: 'El cuerpo no es JSON válido.',
    });
    expect(await told(ask(' '.repeat(1_000_001)), ({ message }) => message)).toEqual({
      en: 'A body may have 1,000,000 bytes at the most.',
      ko: '본문은 1,000,000바이트까지입니다.',
      es: 'El cuerpo puede tener 1.000.000 bytes como máximo.',
    });
  });
});

/** One of each class of error in GraphQL: a document, and what it tells. */
const GRAPHQL: readonly (readonly [what: string, query: string, told: Told])[] = [
  [
    'user errors',
    'mutation { createEvent(input: { title: " ", startsAt: "2031-05-01T20:00:00Z", endDate: "2031-05-01", endsAt: "2031-05-01T20:00:00Z" }) { userErrors { message } } }',
    {
      en: ['Must not be empty.', 'Must not stand beside endsAt.', 'Must not stand beside endDate.'],
      ko: ['비워 둘 수 없습니다.', 'endsAt 값과 함께 보낼 수 없습니다.', 'endDate 값과 함께 보낼 수 없습니다.'],
      es: ['No puede estar vacío.', 'No puede enviarse junto con endsAt.', 'No puede enviarse junto con endDate.'],
    },
  ],
  [
    'the user error of a whole request',
    'mutation { updateTag(input: { ref: { slug: "nowhere" } }) { userErrors { message } } }',
    {
      en: ['There is no tag with this slug.'],
      ko: ['이 슬러그에 해당하는 태그 항목이 없습니다.'],
      es: ['No existe etiqueta con este slug.'],
    },
  ],
  [
    'what was not done in a batch',
    'mutation { deleteEvents(input: { mode: ALL_OR_NOTHING, items: [{ ref: { slug: "nowhere" } }] }) { results { userErrors { message } } } }',
    {
      en: ['There is no event with this slug.'],
      ko: ['이 슬러그에 해당하는 행사 항목이 없습니다.'],
      es: ['No existe evento con este slug.'],
    },
  ],
  [
    'errors beside the data, with their problems',
    '{ events(first: 101) { totalCount } }',
    {
      en: ['Not accepted: first.', 'Must be a number from 0 to 100.'],
      ko: ['허용되지 않습니다: first.', '0에서 100 사이의 숫자여야 합니다.'],
      es: ['No se acepta: first.', 'Debe ser un número de 0 a 100.'],
    },
  ],
  [
    'limits of documents',
    `{ ${'a'.repeat(70_000)} }`,
    {
      en: ['A document may have 65,536 bytes at the most.'],
      ko: ['문서는 65,536바이트까지입니다.'],
      es: ['Un documento puede tener 65.536 bytes como máximo.'],
    },
  ],
  [
    'nothing that GraphQL itself says',
    '{ nothing }',
    { en: [expect.stringMatching(/^Cannot query/)], ko: [expect.stringMatching(/^Cannot/)], es: [expect.any(String)] },
  ],
];

describe('GraphQL tells in the language of the request of', () => {
  /** All messages of a response. */
  const messagesOf = ({ data, errors = [] }: Answered['body']): string[] => {
    const [payload] = Object.values(data ?? {}) as { userErrors?: { message: string }[]; results?: object[] }[];
    const payloads = payload ? [payload, ...((payload.results ?? []) as (typeof payload)[])] : [];
    type Shown = { message: string; extensions: { problems?: { message: string }[] } };
    return [
      ...payloads.flatMap(({ userErrors = [] }) => userErrors.map(({ message }) => message)),
      ...errors.flatMap(({ message, extensions }: Shown) => [
        message,
        ...(extensions.problems ?? []).map((problem) => problem.message),
      ]),
    ];
  };

  test.each(GRAPHQL)('%s, by Accept-Language', async (_, query, expected) => {
    const ask = (language: Language) =>
      app.graphql(query, {}, { as, headers: { 'Accept-Language': `fr, ${language};q=0.9` } });
    expect(await told(ask, messagesOf)).toEqual(expected);
  });

  test.each([
    ['en', 'Must be a cursor that this list gave.'],
    ['ko', '이 목록에서 받은 커서여야 합니다.'],
  ])('a refused subscription, with the same status: %s', async (language, problem) => {
    const headers = { Accept: 'text/event-stream', 'Accept-Language': language };
    const { status, text } = await app.graphql('subscription { changed(after: "x") { cursor } }', {}, { as, headers });
    expect(status).toBe(200);
    expect(text).toContain(problem);
  });

  test('what is wrong before GraphQL runs, by the path too', async () => {
    const wrong = {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('nobody:wrong')}` },
      json: { query: '{ a }' },
    };
    const { body } = await app.fetch('/ko/graphql', wrong);
    expect(body.errors[0].message).toMatch(/^올바른 로그인 정보가 아닙니다/);
    const other = await app.fetch('/graphql?multilang_language=xx', { headers: { 'Accept-Language': 'es' } });
    expect(other.body.errors[0].extensions.problems[0].message).toBe('Debe ser uno de estos valores: en, ko, es.');
  });
});

test('the events of a range are refused in the language of the address', async () => {
  const path = '/events.fullcalendar.json?start=2031-05-02&end=2031-05-01';
  const ask = (language: Language) => app.rest('GET', spoken(path, language));
  expect(await told(ask, ({ data }) => data.params)).toEqual({
    en: { end: 'Must be after start.' },
    ko: { end: 'start 값보다 뒤여야 합니다.' },
    es: { end: 'Debe ser posterior a start.' },
  });
});

test('a fault of the server is told in the language of the request, without detail', async () => {
  const failing = await buildApp({
    wrap: (store) => ({
      ...store,
      byIds: (name, ...query) => (name === 'events' ? Promise.reject(new Error('disk')) : store.byIds(name, ...query)),
    }),
  });
  const rest = await failing.rest('GET', spoken('/events/7', 'es'));
  const query = '{ event(ref: { databaseId: 7 }) { title } }';
  const graphql = await failing.graphql(query, {}, { headers: { 'Accept-Language': 'ko' } });
  await failing.close();
  expect([rest.body.message, graphql.body.errors[0].message]).toEqual([
    'Algo ha fallado en el servidor.',
    '서버에서 문제가 발생했습니다.',
  ]);
  expect(rest.text + graphql.text).not.toContain('disk');
});

test('a server with another language tells errors in it', async () => {
  const korean = await buildApp({ env: { DEFAULT_LANGUAGE: 'ko' } });
  const rest = await korean.rest('GET', '/events/99999');
  const graphql = await korean.graphql('{ events(first: 101) { totalCount } }');
  const page = await korean.fetch('/nowhere', { headers: { Accept: 'application/json' } });
  await korean.close();
  expect([rest.body.message, graphql.body.errors[0].message, page.body.message]).toEqual([
    'ID 99999에 해당하는 행사 항목이 없습니다.',
    '허용되지 않습니다: first.',
    '이 주소에는 아무것도 없습니다.',
  ]);
});
