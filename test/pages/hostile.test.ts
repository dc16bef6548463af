import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Html, html } from '../../src/pages/html.ts';
import { LANGUAGES, type Language } from '../../src/rules/language.ts';
import { buildApp, type TestApp } from '../support/app.ts';
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

/** What a page is made of, but for descriptions, which are HTML. */
const skeleton = (page: string): string[] =>
  elementsOf(page)
    .filter(({ path }) => !path.includes('div.text'))
    .map(({ name, attributes, path }) => `${path} ${name} ${Object.keys(attributes).join(' ')}`);

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
        expect(JSON.parse(textOf(page.text, 'script')).name).toBe(page.name);
      }
    }
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
      expect(loadedBy(page).filter((address) => !/^(\.\.\/)+(files|pictures)\//.test(address))).toEqual([]);
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
    '<p><img src="https://cdn.example/a.png" srcset="https://cdn.example/b.png 2x" alt="A &quot;picture&quot; <b>"></p>',
    '<iframe src="https://www.youtube.com/embed/1" title="A film"></iframe>',
    '<video poster="https://cdn.example/p.png" controls><source src="https://cdn.example/v.mp4"><track src="https://cdn.example/t.vtt"></video>',
    '<audio src="https://cdn.example/a.mp3"></audio>',
    '<picture><source srcset="https://cdn.example/c.webp"><img src="https://cdn.example/c.png"></picture>',
    '<img src="http://127.0.0.1:4000/pictures/own.svg" alt="Hills" width="96">',
  ].join('\n');
  let page: string;
  beforeAll(async () => {
    const input = { title: 'Elsewhere', startDate: '2026-12-01 10:00', endDate: '2026-12-01 12:00', description };
    const create = 'mutation ($input: CreateEventInput!) { record: createEvent(input: $input) { event { url } } }';
    const {
      event: { url },
    } = await ask('en', create, { input: { ...input, image: 'https://cdn.example/own.png' } });
    page = (await pageAt(app, url)).text;
  });

  test('is a link to it', () => {
    const links = elementsOf(page)
      .filter(({ name, path }) => name === 'a' && /div\.text|article p/.test(path))
      .map(({ text, attributes: { href } }) => [text, href]);
    expect(links).toEqual([
      ['Picture', 'https://cdn.example/own.png'],
      ['A "picture" <b>', 'https://cdn.example/a.png'],
      ['A film', 'https://www.youtube.com/embed/1'],
      ['cdn.example', 'https://cdn.example/v.mp4'],
      ['cdn.example', 'https://cdn.example/a.mp3'],
      ['cdn.example', 'https://cdn.example/c.png'],
    ]);
  });

  test('is only what is ours, and there', async () => {
    const loaded = [...new Set(loadedBy(page))];
    expect(loaded).toEqual([
      expect.stringMatching(/^(\.\.\/){3}files\/calendar-\w+\.svg$/),
      expect.stringMatching(/^(\.\.\/){3}files\/pages-\w+\.css$/),
      '../../../pictures/own.svg',
    ]);
    for (const address of loaded) expect((await app.fetch(address.replace('../../..', ''))).status).toBe(200);
  });

  test('may not be loaded either, and nothing may run', async () => {
    const { headers } = await pageAt(app, '/event/elsewhere/');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
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
