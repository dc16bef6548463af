import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataScript, Html, html } from '../../../src/api/pages/html.ts';
import type { Language } from '../../../src/domain/language.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { elementsOf, type Found, loadedBy, pageAt } from './support.ts';

/** One text that leaves content, both kinds of quotes, a title and a script, and that is another one once it is decoded. */
const EVERYWHERE = `'"><img src=x onerror=alert(1)></title></script><script>alert(1)</script></h1>\u2028 &lt;b&gt; <!--`;

/** Others, for the template. */
const HOSTILE: readonly string[] = [
  '</script><script>alert(1)</script>',
  '--><img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)" x="',
  "' autofocus onfocus='alert(1)",
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '&lt;img src=x onerror=alert(1)&gt; &amp;quot; onload=1',
  '\u2028</script\u2029<base href=//evil.example>',
  '`$\u007balert(1)}` {{constructor.constructor("alert(1)")()}} <%= 1 %>',
];

const KINDS = ['event', 'venue', 'organizer', 'category', 'tag'] as const;
type Kind = (typeof KINDS)[number];

/** The texts of a record of each kind. */
const TEXTS: Record<Kind, readonly string[]> = {
  event: ['title', 'description', 'excerpt', 'cost'],
  venue: ['name', 'description', 'address', 'city', 'stateProvince', 'country', 'zip', 'phone'],
  organizer: ['name', 'description', 'phone'],
  category: ['name', 'description'],
  tag: ['name', 'description'],
};

type Calendar = Record<Kind, number>;

let app: TestApp;
/** The same calendar twice, with hostile texts and with others. */
let hostile: Calendar;
let harmless: Calendar;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  [hostile, harmless] = [await calendarOf(EVERYWHERE), await calendarOf('plain')];
});
afterAll(() => app.close());

async function ask(query: string, variables: object, language: Language = 'en') {
  const { body, text } = await app.fetch(`/${language}/graphql`, {
    method: 'POST',
    as: 'administrator',
    json: { query, variables },
  });
  expect(body.errors, text).toBeUndefined();
  return body.data.record;
}

/** A record of each kind whose every text is this one; the event links to all others. */
async function calendarOf(text: string): Promise<Calendar> {
  const ids: Partial<Calendar> = {};
  for (const kind of [...KINDS].reverse()) {
    const Kind = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    const said = Object.fromEntries(TEXTS[kind].map((key) => [key, `A ${text} z`]));
    const more = {
      event: {
        startDate: '2026-12-01 10:00:00',
        endDate: '2026-12-01 12:00:00',
        venues: { set: [{ databaseId: ids.venue }] },
        organizers: { set: [{ databaseId: ids.organizer }] },
        categories: { set: [{ databaseId: ids.category }] },
        tags: { set: [{ databaseId: ids.tag }] },
      },
    }[kind as 'event'];
    const create = `mutation ($input: Create${Kind}Input!) { record: create${Kind}(input: $input) { it: ${kind} { id: databaseId } } }`;
    ids[kind] = (await ask(create, { input: { ...said, ...more } })).it.id;
  }
  return ids as Calendar;
}

/** What a page is made of, but for descriptions, which are HTML, and the colours of categories, which follow their ids. */
const skeleton = (elements: readonly Found[]): string[] =>
  elements
    .filter(({ path }) => !path.includes('div.text'))
    .map(({ name, attributes, path }) => `${path} ${name} ${Object.keys(attributes).join(' ')}`)
    .map((element) => element.replace(/([. ])c\d+/g, '$1c'));

/** What a page loads that is no file and no picture of ours. */
const loadedOutside = (page: string): string[] =>
  loadedBy(page).filter((address) => !/^(\.\.\/)+(files|pictures)\//.test(address));

/** The page of a record, or a view of its events. */
async function shownIn(language: Language, kind: Kind, ids: Calendar, view = '') {
  const query = `query ($ref: RecordRef!) { record: ${kind}(ref: $ref) { url name: ${kind === 'event' ? 'title' : 'name'} } }`;
  const { url, name } = await ask(query, { ref: { databaseId: ids[kind] } }, language);
  const { status, text } = await pageAt(app, url + view);
  expect([status, loadedOutside(text)]).toEqual([200, []]);
  return { name: name as string, elements: elementsOf(text) };
}

// In Korean and Spanish, texts are those of another language, which pages mark.
test.each([
  ['event', 'en'],
  ['event', 'ko'],
  ['venue', 'es'],
  ['organizer', 'en'],
  ['category', 'ko'],
  ['tag', 'es'],
] as const)(
  'a hostile text in every text of a record shows as text on the page of its %s in %s',
  async (kind, language) => {
    const { name, elements } = await shownIn(language, kind, hostile);
    const twin = await shownIn(language, kind, harmless);
    expect(skeleton(elements)).toEqual(skeleton(twin.elements));
    expect(name).toContain('<script>');
    const texts = (sought: string) => elements.filter((element) => element.name === sought).map(({ text }) => text);
    expect(texts('h1')).toEqual([name]);
    expect(texts('title')).toEqual([expect.stringContaining(`${name} – `)]);
    const meta = elements.find(({ attributes }) => attributes.property === 'og:title');
    expect(meta?.attributes.content).toBe(name);
    const data = elements.find(({ attributes: { type } }) => type === 'application/ld+json');
    expect(JSON.parse(data!.text).name).toBe(name);
    // Descriptions are HTML, of which only what does nothing is left.
    const inside = elements.filter(({ path }) => path.includes('div.text'));
    expect(inside.map(({ name }) => name).filter((name) => !/^(p|b|br|a)$/.test(name))).toEqual([]);
    expect(inside.flatMap(({ attributes }) => Object.keys(attributes)).filter((name) => name !== 'href')).toEqual([]);
  },
);

test.each([
  ['venue', ''],
  ['category', 'month/2026-12/'],
  ['organizer', '2026-12-01/'],
  ['tag', 'past/'],
  ['venue', 'featured/'],
] as const)('a hostile text shows as text in the view of a %s at "%s"', async (kind, view) => {
  const [page, twin] = [await shownIn('ko', kind, hostile, view), await shownIn('ko', kind, harmless, view)];
  expect(skeleton(page.elements)).toEqual(skeleton(twin.elements));
});

test('a hostile text in a query shows as text, or not at all', async () => {
  const partsOf = async (query: string, status: number) => {
    const page = await pageAt(app, `/events/${query}`);
    expect(page.status).toBe(status);
    return elementsOf(page.text);
  };
  const asked = encodeURIComponent(EVERYWHERE);
  const [found, twin] = [await partsOf(`past/?s=${asked}`, 200), await partsOf('past/?s=plain', 200)];
  expect(skeleton(found)).toEqual(skeleton(twin));
  expect(found.find(({ name }) => name === 'h1')!.text).toContain(EVERYWHERE);
  const wrong = (text: string) => partsOf(`?tribe-bar-date=${text}&eventDisplay=${text}&paged=${text}`, 200);
  expect(skeleton(await wrong(asked))).toEqual(skeleton(await wrong('plain')));
  const filtered = (text: string) => partsOf(`?tag=${text}&city=${text}`, 200);
  expect(skeleton(await filtered(asked))).toEqual(skeleton(await filtered('nothing')));
});

test('the link to a map leads to the map, with a hostile place as text', async () => {
  const { elements } = await shownIn('en', 'venue', hostile);
  const links = elements.filter(({ name, text }) => name === 'a' && text === 'Show on a map');
  expect(links).toHaveLength(1);
  const { origin, pathname, searchParams, hash } = new URL(links[0]!.attributes.href!);
  expect([origin + pathname, hash]).toEqual(['https://www.openstreetmap.org/search', '']);
  const shown = elements.find(({ name, path }) => name === 'dd' && path.includes('dl.facts'))!.text;
  expect([...searchParams]).toEqual([['query', shown.replace('Show on a map', '').trim()]]);
});

describe('what a page would load from elsewhere', () => {
  const description = [
    '<h1>Big</h1>',
    '<p><img src="https://cdn.example/a.png" srcset="https://cdn.example/b.png 2x" alt="A &quot;picture&quot; <b>" width="96"></p>',
    '<iframe src="https://www.youtube.com/embed/1" title="A film"></iframe>',
    '<video poster="https://cdn.example/p.png" controls><source src="https://cdn.example/v.mp4"><track src="https://cdn.example/t.vtt"></video>',
    '<audio src="https://cdn.example/a.mp3"></audio>',
    '<picture><source srcset="https://cdn.example/c.webp"><img src="https://other.example/c.png"></picture>',
    '<img src="http://cdn.example/plain.png" alt="By http">',
    '<img src="https://cdn.example:8443/d.png" alt="At a port">',
    '<img src="https://cdn.example@evil.example/e.png" alt="With a user">',
    '<img src="//cdn.example/f.png"><img src="data:image/png;base64,AA"><img src="javascript:alert(1)">',
    '<img src="https://cdn.example/&quot; onerror=&quot;alert(1)" alt="A quote">',
    '<img src="http://127.0.0.1:4000/pictures/own.svg" alt="Hills" width="96">',
  ].join('\n');
  const IMAGE = `https://cdn.example/own.png?a='"<&b`;

  /** The page of an event with that text and that image. */
  let url: string;
  beforeAll(async () => {
    const input = { title: 'Elsewhere', startDate: '2026-12-01 10:00', endDate: '2026-12-01 12:00', description };
    const query = 'mutation ($input: CreateEventInput!) { record: createEvent(input: $input) { event { url } } }';
    ({ url } = (await ask(query, { input: { ...input, image: IMAGE } })).event);
  });

  const ADDRESSES = [
    IMAGE,
    'https://cdn.example/a.png',
    'https://other.example/c.png',
    'https://cdn.example:8443/d.png',
    'https://cdn.example@evil.example/e.png',
    'https://cdn.example/" onerror="alert(1)',
  ];
  const OF_CDN = [ADDRESSES[0], ADDRESSES[1], ADDRESSES[5]];

  describe.each([
    ['*', "'self' https:", ADDRESSES],
    ['cdn.example,b.example', "'self' https://cdn.example https://b.example", OF_CDN],
    ['none', "'self'", []],
  ])('with IMAGE_HOSTS=%s', (hosts, sources, shown) => {
    let page: string;
    let policy: string;
    beforeAll(async () => {
      const { text, headers } = await pageAt({ ...app, fetch: app.secondServer({ IMAGE_HOSTS: hosts }) }, url);
      [page, policy] = [text, headers.get('content-security-policy')!];
    });

    test('is pictures of these by https, and lazy', () => {
      const pictures = elementsOf(page).filter(({ name, path }) => name === 'img' && path.includes('main'));
      const sources = pictures.map(({ attributes }) => attributes.src!);
      expect(sources.filter((src) => /^[a-z]+:/i.test(src))).toEqual(shown);
      for (const { attributes } of pictures) {
        expect(attributes).toMatchObject({ loading: 'lazy', referrerpolicy: 'no-referrer', alt: expect.any(String) });
        expect(Object.keys(attributes).filter((name) => /^on|^srcset$/.test(name))).toEqual([]);
      }
      const own = loadedBy(page).filter((address) => !/^[a-z]+:/i.test(address));
      const names = own.map((address) => address.replace(/^(\.\.\/){3}(\w+\/\w+)-\w+\./, '$2.'));
      const files = ['files/calendar.svg', 'files/pages.css', 'files/pages.js'];
      expect([...new Set(names)].sort()).toEqual(['../../../pictures/own.svg', ...files]);
    });

    test('is a link, where it is none of these', () => {
      const links = elementsOf(page)
        .filter(({ name, path }) => name === 'a' && /div\.text|article\.record p/.test(path))
        .map(({ attributes: { href } }) => href!);
      const linkedTo = ADDRESSES.filter((address) => !(shown as unknown[]).includes(address));
      const others = ['https://www.youtube.com/embed/1', 'https://cdn.example/v.mp4', 'http://cdn.example/plain.png'];
      expect(links).toEqual(expect.arrayContaining([...linkedTo, ...others]));
      expect(links.filter((href) => !/^https?:\/\//.test(href))).toEqual([]);
    });

    test('is all that may be loaded, beside our files', () => {
      expect(policy).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self'; img-src ${sources}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      );
    });
  });
});

describe('the template', () => {
  test('writes hostile texts as text, in content, in attributes and in data', () => {
    for (const text of [...HOSTILE, EVERYWHERE]) {
      const written = html`<p title="${text}">${[text]}</p>${dataScript('application/json', { text })}<i></i>`.text;
      const elements = elementsOf(`<!doctype html><body>${written}`).filter(({ path }) => path.endsWith(' body'));
      const [paragraph, data] = elements;
      expect(elements.map(({ name }) => name)).toEqual(['p', 'script', 'i']);
      expect([paragraph!.text, paragraph!.attributes]).toEqual([text, { title: text }]);
      expect(JSON.parse(data!.text)).toEqual({ text });
    }
  });

  test('takes nothing for nothing, and what is vouched for as it is', () => {
    expect(html`${undefined}${null}${false}${0}${new Html('<b>')}`.text).toBe('0<b>');
  });

  test('refuses an attribute without quotes', () => {
    expect(() => html`<p title=${'a b=c'}>`).toThrow('an attribute without quotes');
    expect(html`<a href="?page=${2}">`.text).toBe('<a href="?page=2">');
  });
});

test.each(['/javascript:alert(1)', '/https:evil.example', '//evil.example/x', '/ko/javascript:alert(1)'])(
  'the page at %s, where there is nothing, leads to this site only',
  async (path) => {
    const { status, text } = await app.fetch(path, { headers: { Accept: 'text/html' } });
    const here = new URL(`https://calendar.example${path}`);
    const links = [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link]) => new URL(link!, here).origin);
    expect([status, new Set(links)]).toEqual([404, new Set([here.origin])]);
  },
);
