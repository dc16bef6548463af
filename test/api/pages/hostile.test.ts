import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Html, html } from '../../../src/api/pages/html.ts';
import { LANGUAGES, type Language } from '../../../src/domain/language.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { elementsOf, loadedBy, pageAt, textOf } from './support.ts';

/** Texts that would do something if they were taken for HTML, wherever they stand. */
const HOSTILE: readonly string[] = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '<!--<script>alert(1)</script>',
  '--><img src=x onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '" onmouseover="alert(1)" x="',
  "' autofocus onfocus='alert(1)",
  '</h1></main></body></html><iframe src=javascript:alert(1)>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<a href="javascript:alert(1)">',
  '&lt;img src=x onerror=alert(1)&gt; &amp;quot; onload=1',
  '\u2028</script\u2029<base href=//evil.example>',
  '<link rel=stylesheet href=//evil.example> <meta http-equiv=refresh content=0;url=//evil.example>',
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

let app: TestApp;
let number = 0;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

async function ask(language: Language, query: string, variables: object) {
  const { body, text } = await app.fetch(`/${language}/graphql`, {
    method: 'POST',
    as: 'administrator',
    json: { query, variables },
  });
  expect(body.errors, text).toBeUndefined();
  return body.data.record;
}

/** A record of each kind whose every text is this one, in every language; the event links to all others. */
async function calendarOf(text: string): Promise<Record<Kind, number>> {
  const ids: Partial<Record<Kind, number>> = {};
  // Terms have no namesakes, not even when tags are taken off their names.
  number += 1;
  for (const kind of [...KINDS].reverse()) {
    const Kind = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    const said = Object.fromEntries(TEXTS[kind].map((key) => [key, `A${number} ${text} z`]));
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
    const {
      it: { id },
    } = await ask('en', create, { input: { ...said, ...more } });
    ids[kind] = id;
    const update = `mutation ($input: Update${Kind}Input!) { record: update${Kind}(input: $input) { it: ${kind} { id: databaseId } } }`;
    for (const language of ['ko', 'es'] as const)
      await ask(language, update, { input: { ref: { databaseId: id }, ...said } });
  }
  return ids as Record<Kind, number>;
}

/** What a page is made of, but for descriptions, which are HTML, and the colours of categories, which follow their ids. */
const skeleton = (page: string): string[] =>
  elementsOf(page)
    .filter(({ path }) => !path.includes('div.text'))
    .map(({ name, attributes, path }) => `${path} ${name} ${Object.keys(attributes).join(' ')}`)
    .map((element) => element.replace(/([. ])c\d+/g, '$1c'));

/** What a page loads that is no file and no picture of ours. */
const loadedOutside = (page: string): string[] =>
  loadedBy(page).filter((address) => !/^(\.\.\/)+(files|pictures)\//.test(address));

async function shownIn(language: Language, kind: Kind, id: number) {
  const name = kind === 'event' ? 'title' : 'name';
  const query = `query ($ref: RecordRef!) { record: ${kind}(ref: $ref) { url name: ${name} } }`;
  const record = await ask(language, query, { ref: { databaseId: id } });
  const { status, text } = await pageAt(app, record.url);
  expect(status).toBe(200);
  return { name: record.name as string, text };
}

describe.each(HOSTILE)('%j', (text) => {
  let hostile: Record<Kind, number>;
  let harmless: Record<Kind, number>;
  beforeAll(async () => {
    [hostile, harmless] = [await calendarOf(text), await calendarOf('plain')];
  });

  test('in every text of a record shows as text on its page, in every language', async () => {
    for (const kind of KINDS) {
      for (const language of LANGUAGES) {
        const page = await shownIn(language, kind, hostile[kind]);
        const twin = await shownIn(language, kind, harmless[kind]);
        expect(skeleton(page.text)).toEqual(skeleton(twin.text));
        expect(textOf(page.text, 'h1')).toBe(page.name);
        expect(textOf(page.text, 'title').startsWith(`${page.name} – `)).toBe(true);
        const elements = elementsOf(page.text);
        const meta = elements.find(({ attributes }) => attributes.property === 'og:title');
        expect(meta?.attributes.content).toBe(page.name);
        const data = elements.find(({ attributes: { type } }) => type === 'application/ld+json');
        expect(JSON.parse(data!.text).name).toBe(page.name);
      }
    }
  });

  test.each(['', 'month/2026-12/', '2026-12-01/', 'past/', 'featured/'])(
    'in every text of a record shows as text in the view %j of its events',
    async (view) => {
      for (const kind of KINDS.slice(1)) {
        const [page, twin] = await Promise.all(
          [hostile, harmless].map(async (ids) => {
            const query = `query ($ref: RecordRef!) { record: ${kind}(ref: $ref) { url name } }`;
            const { url } = await ask('ko', query, { ref: { databaseId: ids[kind] } });
            const answer = await pageAt(app, url + view);
            expect([answer.status, loadedOutside(answer.text)]).toEqual([200, []]);
            return skeleton(answer.text);
          }),
        );
        expect(page).toEqual(twin);
      }
    },
  );

  test('in a query shows as text, or not at all', async () => {
    const query = encodeURIComponent(text);
    const [found, twin] = [await pageAt(app, `/events/past/?s=${query}`), await pageAt(app, '/events/past/?s=plain')];
    expect(found.status).toBe(200);
    expect(skeleton(found.text)).toEqual(skeleton(twin.text));
    expect(textOf(found.text, 'h1')).toContain(text.trim());
    const wrong = (date: string) => pageAt(app, `/events/?tribe-bar-date=${date}&eventDisplay=${date}`);
    const [refused, plain] = [await wrong(query), await wrong('plain')];
    expect([refused.status, skeleton(refused.text)]).toEqual([400, skeleton(plain.text)]);
  });

  test('in descriptions runs nothing and loads nothing', async () => {
    for (const kind of KINDS) {
      const { text: page } = await shownIn('en', kind, hostile[kind]);
      const inside = elementsOf(page).filter(({ path }) => path.includes('div.text'));
      const names = inside.map(({ name }) => name);
      expect(
        names.filter((name) => /^(script|style|link|base|meta|form|svg|math|iframe|object|embed)$/.test(name)),
      ).toEqual([]);
      const attributes = inside.flatMap(({ attributes }) => Object.entries(attributes));
      expect(attributes.filter(([name, value]) => /^on|^style$/.test(name) || /^\s*javascript:/i.test(value))).toEqual(
        [],
      );
      expect(loadedOutside(page)).toEqual([]);
    }
  });
});

test('the corpus keeps its teeth: titles are kept with their brackets', async () => {
  const { event } = await calendarOf('<script>alert(1)</script>');
  expect((await shownIn('en', 'event', event)).name).toContain('<script>');
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

  /** The page of an event with that text and that image, of a server with these hosts. */
  async function pageWith(hosts: string) {
    const own = await buildApp({ env: { IMAGE_HOSTS: hosts } });
    const input = { title: 'Elsewhere', startDate: '2026-12-01 10:00', endDate: '2026-12-01 12:00', description };
    const query = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { url } } }';
    const json = { query, variables: { input: { ...input, image: IMAGE } } };
    const { body, text } = await own.fetch('/graphql', { method: 'POST', as: 'administrator', json });
    expect(body.errors, text).toBeUndefined();
    const { text: page, headers } = await pageAt(own, body.data.createEvent.event.url);
    await own.close();
    return { page, policy: headers.get('content-security-policy')! };
  }

  const EVERYWHERE = [
    IMAGE,
    'https://cdn.example/a.png',
    'https://other.example/c.png',
    'https://cdn.example:8443/d.png',
    'https://cdn.example@evil.example/e.png',
    'https://cdn.example/" onerror="alert(1)',
  ];
  const OF_CDN = [EVERYWHERE[0], EVERYWHERE[1], EVERYWHERE[5]];

  describe.each([
    ['*', "'self' https:", EVERYWHERE],
    ['cdn.example,b.example', "'self' https://cdn.example https://b.example", OF_CDN],
    ['none', "'self'", []],
  ])('with IMAGE_HOSTS=%s', (hosts, sources, shown) => {
    let page: string;
    let policy: string;
    beforeAll(async () => {
      ({ page, policy } = await pageWith(hosts));
    });

    test('is pictures by https of these hosts, lazily and without a referrer', () => {
      const pictures = elementsOf(page).filter(({ name, path }) => name === 'img' && path.includes('main'));
      const outside = pictures.filter(({ attributes: { src } }) => /^[a-z]+:/i.test(src!));
      expect(outside.map(({ attributes: { src } }) => src)).toEqual(shown);
      for (const { attributes } of pictures) {
        expect(attributes).toMatchObject({ loading: 'lazy', referrerpolicy: 'no-referrer', alt: expect.any(String) });
        expect(Object.keys(attributes).filter((name) => /^on|^srcset$/.test(name))).toEqual([]);
      }
      const own = loadedBy(page).filter((address) => !/^[a-z]+:/i.test(address));
      expect(new Set(own)).toEqual(
        new Set([
          expect.stringMatching(/^(\.\.\/){2}files\/calendar-\w+\.svg$/),
          expect.stringMatching(/^(\.\.\/){2}files\/pages-\w+\.css$/),
          expect.stringMatching(/^(\.\.\/){2}files\/pages-\w+\.js$/),
          '../../pictures/own.svg',
        ]),
      );
    });

    test('is a link, where it is none of these', () => {
      const links = elementsOf(page)
        .filter(({ name, path }) => name === 'a' && /div\.text|article\.record p/.test(path))
        .map(({ attributes: { href } }) => href!);
      const linkedTo = EVERYWHERE.filter((address) => !(shown as unknown[]).includes(address));
      expect(links).toEqual(
        expect.arrayContaining([...linkedTo, 'https://www.youtube.com/embed/1', 'https://cdn.example/v.mp4']),
      );
      expect(links.filter((href) => !/^https?:\/\//.test(href))).toEqual([]);
      expect(links).toContain('http://cdn.example/plain.png');
    });

    test('is all that may be loaded, beside our files', () => {
      expect(policy).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self'; img-src ${sources}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      );
    });
  });
});

describe('the link to a map', () => {
  test.each(HOSTILE)('of a place that is called %j leads to the map, with the place as text', async (text) => {
    const create = 'mutation ($input: CreateVenueInput!) { record: createVenue(input: $input) { venue { url } } }';
    const { venue } = await ask('en', create, {
      input: { name: 'Somewhere', address: `A ${text} z`, city: '&query=x#y' },
    });
    const { text: page } = await pageAt(app, venue.url);
    const links = elementsOf(page).filter(({ name, text }) => name === 'a' && text === 'Show on a map');
    expect(links).toHaveLength(1);
    const { origin, pathname, searchParams, hash } = new URL(links[0]!.attributes.href!);
    expect([origin, pathname, hash, [...searchParams.keys()]]).toEqual([
      'https://www.openstreetmap.org',
      '/search',
      '',
      ['query'],
    ]);
    const shown = elementsOf(page).find(({ name, path }) => name === 'dd' && path.includes('dl.facts'))!.text;
    expect(searchParams.get('query')).toBe(shown);
  });
});

describe('the template', () => {
  test.each(HOSTILE)('writes %j as text, in content and in attributes', (text) => {
    const [paragraph] = elementsOf(html`<p title="${text}">${[text]}</p>`.text).filter(({ name }) => name === 'p');
    expect([paragraph!.text, paragraph!.attributes]).toEqual([text, { title: text }]);
  });

  test('takes nothing for nothing, and what is vouched for as it is', () => {
    expect(html`${undefined}${null}${false}${0}${new Html('<b>')}`.text).toBe('0<b>');
  });

  test('refuses an attribute without quotes', () => {
    expect(() => html`<p title=${'a b=c'}>`).toThrow('an attribute without quotes');
    expect(html`<a href="?page=${2}">`.text).toBe('<a href="?page=2">');
  });
});
