import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../src/api/graphql/schema.ts';
import { createFragmentCache } from '../../../src/api/graphql/writer/fragment-cache.ts';
import { loadPageOperations } from '../../../src/api/pages/queries.ts';
import { EVENT_LINKS } from '../../../src/kinds/event-links.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';
import { markSeeded } from '../../support/stored.ts';
import { incomingOf } from '../../support/web.ts';
import { elementsOf, languagesOf, linked, loadedBy, pageAt, textOf } from './support.ts';

/** What is counted of the kinds that events link to: there is one venue. */
const LINKED = { ...Object.fromEntries(EVENT_LINKS.map(({ words }) => [words.en.counted, 0])), venues: 1 };

const SITE = 'http://127.0.0.1:4000';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  await markSeeded(app.store);
});
afterAll(() => app.close());

/** The paths that a page links to on our site. Feeds are not pages. */
const ownLinks = (page: string, address: string): string[] =>
  elementsOf(page)
    .flatMap(({ name, attributes: { href } }) => (name === 'a' && href ? [new URL(href, address)] : []))
    .filter(({ origin, searchParams }) => origin === SITE && !searchParams.has('ical'))
    .map(({ pathname, search }) => pathname + search);

/** What the page at the root counts. */
const counts = (page: string): Record<string, number> =>
  Object.fromEntries(
    elementsOf(page)
      .filter(({ name, path }) => name === 'li' && path.includes('ul.counts'))
      .map(({ text }) => [text.replace(/^\d+ /, ''), Number.parseInt(text, 10)]),
  );

test('a calendar of somebody shows visitors events only, and leads programs to /docs', async () => {
  const own = await buildApp({ now: FRIDAY });
  const { text } = await pageAt(own, '/');
  const about = elementsOf((await pageAt(own, '/docs')).text).find(({ attributes }) => attributes.class === 'about');
  await own.close();
  expect(text).not.toMatch(/curl|Version|"about"/);
  expect(ownLinks(text, `${SITE}/`)).toContain('/docs');
  expect(about?.text).toMatch(/curl[\s\S]*GraphQL/);
});

describe('the page at / of a seeded calendar', () => {
  test('counts what a visitor may see, whoever asks', async () => {
    const { id } = await made(app, 'venues', { venue: 'Hall' });
    await made(app, 'categories', { name: 'Music' });
    await made(app, 'events', { title: 'Next', venue: id });
    await made(app, 'events', { title: 'Past', start_date: '2020-01-01 10:00', end_date: '2020-01-01 12:00' });
    await made(app, 'events', { title: 'Secret', status: 'draft' });
    for (const as of ['anonymous', 'administrator'] as const) {
      const { text } = await app.fetch('/', { as });
      const events = { 'events on or to come': 1, 'events in all': 2 };
      expect(counts(text)).toEqual({ ...events, ...LINKED, categories: 1, tags: 0 });
      expect(['Next', 'Secret', 'empty so far'].filter((each) => text.includes(each))).toEqual(['Next']);
    }
  });

  test('shows questions that are answered', async () => {
    const examples = elementsOf((await pageAt(app, '/')).text).filter(({ name }) => name === 'pre');
    const [rest, graphql] = examples.map(({ text }) => text);
    expect((await app.fetch(/'([^']+)'/.exec(rest!)![1]!.replace(SITE, ''))).body.total).toBe(1);
    const body = /-d '([^']+)'/.exec(graphql!)![1]!;
    const headers = { 'Content-Type': 'application/json' };
    const answer = await app.fetch('/graphql', { method: 'POST', body, headers });
    expect(answer.body.data.events).toMatchObject({ totalCount: 1, nodes: [{ startsAt: expect.any(String) }] });
  });
});

describe('the page at the root, in each language', () => {
  test.each([
    ['/', 'en', './'],
    ['/en/', 'en', '../en/'],
    ['/ko/', 'ko', '../ko/'],
    ['/es/', 'es', '../es/'],
  ])('%s is in %s, and its brand leads to %s', async (path, language, brand) => {
    const { status, text, headers } = await pageAt(app, path);
    expect([status, headers.get('content-language')]).toEqual([200, language]);
    const elements = elementsOf(text);
    expect(elements.find(({ name }) => name === 'html')?.attributes.lang).toBe(language);
    expect(elements.find(({ attributes }) => attributes.class === 'name')?.attributes.href).toBe(brand);
    expect(Object.values(counts(text))).toEqual([1, 2, ...Object.values(LINKED), 1, 0]);
    const alternates = languagesOf(text);
    expect(alternates).toEqual([`en ${SITE}/`, `ko ${SITE}/ko/`, `es ${SITE}/es/`, `x-default ${SITE}/`]);
    expect(linked(text, 'canonical')).toEqual([alternates.find((each) => each.startsWith(language))!.slice(3)]);
  });

  test('leads to pages that are there', async () => {
    for (const link of ownLinks((await pageAt(app, '/ko/')).text, `${SITE}/ko/`))
      expect([link, (await pageAt(app, link)).status]).toEqual([link, 200]);
  });

  test('without its slash leads there', async () => {
    expect(await pageAt(app, '/ko?a=1')).toMatchObject({ status: 301, location: `${SITE}/ko/?a=1` });
    expect((await pageAt(app, '/fr')).status).toBe(404);
  });

  test('follows DEFAULT_LANGUAGE', async () => {
    const { text, headers } = await pageAt({ ...app, fetch: app.secondServer({ DEFAULT_LANGUAGE: 'ko' }) }, '/');
    expect(headers.get('content-language')).toBe('ko');
    expect(languagesOf(text)).toEqual([`en ${SITE}/en/`, `ko ${SITE}/`, `es ${SITE}/es/`, `x-default ${SITE}/`]);
  });
});

test('/favicon.ico is one icon of 16 by 16 pixels, to be kept for a day', async () => {
  const { status, headers, content } = await app.answer(incomingOf(new Request(`${SITE}/favicon.ico`)));
  const said = [status, headers['Content-Type'], headers['Cache-Control']];
  expect(said).toEqual([200, 'image/x-icon', 'public, max-age=86400']);
  const file = Buffer.from(content as Uint8Array);
  const [type, count] = [file.readUInt16LE(2), file.readUInt16LE(4)];
  const [length, at] = [file.readUInt32LE(14), file.readUInt32LE(18)];
  expect([type, count, file[6], file[7], length + at]).toEqual([1, 1, 16, 16, file.length]);
  // A pixel of each colour stands in the drawing, and nothing in its corner.
  const colours = upTo(256).map((pixel) => file.toString('hex', 62 + 4 * pixel, 66 + 4 * pixel));
  expect(new Set(colours)).toEqual(new Set(['00000000', 'b0570bff', '0c41c2ff', 'ffffffff']));
});

describe('the page at /docs', () => {
  const scripts = async () => loadedBy((await pageAt(app, '/docs')).text).filter((path) => path.endsWith('.js'));

  test('loads only what lies beside it', async () => {
    const { status, text, headers } = await pageAt(app, '/docs');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toMatch(/http|\*|unsafe|blob/);
    const loaded = [...new Set(loadedBy(text))];
    expect(loaded).toHaveLength(7);
    for (const path of loaded) {
      expect(path).toMatch(/^(docs|files)\/[\w-]+-[0-9a-f]{16}\.(js|css|svg)$/);
      expect((await app.fetch(`/${path}`)).status).toBe(200);
    }
  });

  test('asks where it came from alone, and has forms of texts and files, for pictures too', async () => {
    const start = (await scripts()).find((path) => path.includes('start-'));
    const { text } = await app.fetch(`/${start}`);
    const [root] = elementsOf((await pageAt(app, '/docs')).text).filter(({ attributes: { id } }) => id === 'docs');
    const asked: string[] = [];
    // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document
    const shown: { spec: any }[] = [];
    const run = new Function('document', 'location', 'matchMedia', 'fetch', 'SwaggerUIBundle', text);
    const form = { schema: { $ref: '#/components/schemas/Input' }, example: { title: 'Open day', venue: {} } };
    const properties = { title: { type: 'string' }, venue: { type: 'object' }, image: { type: 'integer' } };
    const document = {
      ...{ servers: [{ url: 'https://elsewhere.example' }], tags: [], paths: { '/events': {} } },
      components: {
        requestBodies: { CreateEvent: { content: { 'application/json': form, 'multipart/form-data': form } } },
        schemas: { Input: { properties, required: ['title'] } },
      },
    };
    const endpoints = [{ methods: ['POST'], args: { file: { type: 'string', required: true } } }];
    const answers = (address: string) => (address.endsWith('/doc') ? document : { endpoints });
    const { 'data-namespace': path, 'data-media': media } = root!.attributes;
    const element = { dataset: { namespace: path, media } };
    run(
      { querySelector: () => element, documentElement: { classList: { toggle: () => {} } } },
      { href: 'https://behind.example/calendar/docs' },
      () => ({ matches: false, addEventListener: () => {} }),
      (address: string) => {
        asked.push(address);
        return Promise.resolve({ json: async () => structuredClone(answers(address)) });
      },
      (options: (typeof shown)[number]) => shown.push(options),
    );
    await expect.poll(() => shown).toHaveLength(1);
    const api = 'https://behind.example/calendar/wp-json';
    const namespace = `${api}/calendar/events/v1`;
    expect(asked).toEqual([`${namespace}/doc`, `${api}/wp/v2/media`, `${api}/wp/v2/media/1`]);
    expect(shown[0]).toMatchObject({ spec: { servers: [{ url: namespace }] }, validatorUrl: null });
    const { paths, components } = shown[0]!.spec;
    expect(Object.keys(paths)).toEqual(['/events', '/media', '/media/{id}']);
    expect(paths['/media'].post).toMatchObject({
      servers: [{ url: `${api}/wp/v2` }],
      requestBody: { content: { 'multipart/form-data': { schema: { properties: { file: { format: 'binary' } } } } } },
    });
    const { content } = components.requestBodies.CreateEvent;
    expect(content['application/json']).toEqual(form);
    expect(content['multipart/form-data'].schema).toMatchObject({
      required: ['title'],
      properties: { title: { example: 'Open day' }, venue: { example: '' }, image: { format: 'binary' } },
    });
  });
});

describe('an address where nothing is', () => {
  test('is a page for browsers, and JSON for programs', async () => {
    const [page, program] = [await pageAt(app, '/nothing'), await app.fetch('/nothing')];
    expect([page.status, textOf(page.text, 'h1')]).toEqual([404, '404']);
    expect(page.headers.get('vary')).toMatch(/^Accept,/);
    expect([program.status, program.body]).toEqual([404, { message: 'There is nothing at this address.' }]);
  });

  test.each(['/ko/event/nothing/', '/ko/nothing'])('%s says so in Korean, and its brand keeps it', async (path) => {
    const { text, headers } = await pageAt(app, path);
    expect(headers.get('content-language')).toBe('ko');
    expect(textOf(text, 'title')).toBe('이 주소에는 아무것도 없습니다. – 행사 달력');
    const brand = elementsOf(text).find(({ attributes }) => attributes.class === 'name')!.attributes.href!;
    expect(new URL(brand, SITE + path).href).toBe(`${SITE}/ko/`);
  });
});

test('too many requests at once are told as a page as well', async () => {
  const asked = { headers: { Accept: 'text/html' }, sent: { load: { inFlight: 1000 } } };
  const { status, text, headers } = await app.fetch('/', asked);
  expect([status, textOf(text, 'h1'), headers.get('cache-control')]).toEqual([503, '503', 'no-cache']);
});

test('the documents of pages have to be there, and to fit the schema', () => {
  const load = (text: string) => () => loadPageOperations([text], { schema, fragmentCache: createFragmentCache(0) });
  expect(load('query HomePage { __typename }')).toThrow('EventList');
  expect(load('query HomePage { nothing }')).toThrow('Cannot query field "nothing"');
});
