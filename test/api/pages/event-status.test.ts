import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { elementsOf, pageAt } from './support.ts';

let app: TestApp;
let canceled: { id: number };
let postponed: { id: number };
let asPlanned: { id: number };

const LIVE = 'https://a.example/live?room=1&copy=2';

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const hall = {
    venue: { venue: 'Hall', city: 'Ghent' },
    start_date: '2026-12-01 10:00',
    end_date: '2026-12-01 12:00',
  };
  const rain = { ...hall, event_status: 'canceled', event_status_reason: 'Rain & wind' };
  canceled = await made(app, 'events', { title: 'Rained off', ...rain, virtual_url: LIVE });
  postponed = await made(app, 'events', { title: 'Later', event_status: 'postponed' });
  asPlanned = await made(app, 'events', { title: 'Sunny', event_status: 'scheduled', event_status_reason: 'No rain' });
  await app.rest('PATCH', `/events/${canceled.id}?multilang_language=ko`, {
    as: 'administrator',
    json: { title: '비', event_status_reason: '비와 바람' },
  });
});
afterAll(() => app.close());

/** What a page says in paragraphs, each in one line. */
const paragraphs = (page: string): string[] =>
  elementsOf(page)
    .filter(({ name }) => name === 'p')
    .map(({ text }) => text.trim());

const WORDS = {
  en: {
    off: ['Cancelled', 'Postponed'],
    why: 'Rain & wind',
    online: 'Online',
    on: /^Tue, Dec 1, 2026, 10:00 AM – 12:00 PM UTC · Hall, Ghent/,
  },
  ko: {
    off: ['취소됨', '연기됨'],
    why: '비와 바람',
    online: '온라인',
    on: /^2026년 12월 1일 \(화\) 10:00 ~ 12:00 UTC · Hall, Ghent/,
  },
  es: {
    off: ['Cancelado', 'Aplazado'],
    why: 'Rain & wind',
    online: 'En línea',
    on: /^mar, 1 dic 2026, 10:00–12:00 UTC · Hall, Ghent/,
  },
} as const;

describe.each(['en', 'ko', 'es'] as const)('in %s', (language) => {
  const said = WORDS[language];
  const pageOf = async ({ id }: { id: number }) => {
    const query =
      'query ($id: ID!, $language: Language) { event(ref: { databaseId: $id }) { url(language: $language) } }';
    const { body } = await app.graphql(query, { id, language: language.toUpperCase() });
    return (await pageAt(app, body.data.event.url)).text;
  };

  test('the page of an event says that it is canceled, and why, or that it is postponed', async () => {
    expect(paragraphs(await pageOf(canceled))).toContain(`${said.off[0]}: ${said.why}`);
    expect(paragraphs(await pageOf(postponed))).toContain(said.off[1]);
  });

  test('the page of an event that takes place as planned says nothing of it', async () => {
    const page = await pageOf(asPlanned);
    expect(elementsOf(page).filter(({ attributes }) => attributes.class === 'status')).toEqual([]);
    expect(page).not.toContain('No rain');
  });

  test('what other sites show of an event says its status, its date and its place', async () => {
    const meta = Object.fromEntries(
      elementsOf(await pageOf(canceled)).flatMap(({ attributes: { property, name = property, content } }) =>
        name && content !== undefined ? [[name, content.replace(/[\u2009\u202f]/g, ' ')]] : [],
      ),
    );
    expect(meta['og:title']).toMatch(new RegExp(`^${said.off[0]}: `));
    expect(meta['og:description']).toMatch(said.on);
    expect(meta['twitter:card']).toBe('summary');
  });

  test('the page of an event links where people take part online', async () => {
    const elements = elementsOf(await pageOf(canceled));
    expect(elements.find(({ name, text }) => name === 'a' && text === LIVE)?.attributes.href).toBe(LIVE);
    expect(elements.some(({ name, text }) => name === 'dt' && text === said.online)).toBe(true);
  });

  test('lists say it in a word, and that people can take part online', async () => {
    const { text } = await app.fetch(language === 'en' ? '/' : `/${language}/`);
    const marks = elementsOf(text)
      .filter(({ name, path }) => name === 'ul' && path.includes('ul.events'))
      .map((each) => each.text);
    expect(marks).toEqual([said.off[0] + said.online, said.off[1]]);
  });

  test('a month says it before the title', async () => {
    const { text } = await app.fetch(`/${language}/events/month/2026-12/`);
    const shown = elementsOf(text).filter(({ name, path }) => name === 'a' && path.includes(' li'));
    const items = shown.filter(({ path }) => path.includes('table.month')).map((each) => each.text);
    expect(items.slice(0, 2).map((item) => item.split(' ')[0])).toEqual(said.off);
    expect(items).toHaveLength(3);
  });
});

test('an event that is off is not said to be on while it would be', async () => {
  const now = { start_date: '2026-11-20 11:00', end_date: '2026-11-20 13:00' };
  const on = await made(app, 'events', { title: 'On', ...now });
  const off = await made(app, 'events', { title: 'Off', ...now, event_status: 'postponed' });
  expect((await pageAt(app, on.url)).text).toContain('On now');
  expect((await pageAt(app, off.url)).text).not.toContain('On now');
});
