import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE_SCRIPT } from '../../../src/api/pages/scripts.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';
import { elementsOf, pageAt } from './support.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const categories = upTo(20).map((number) => `Topic ${String(number).padStart(2, '0')}`);
  await made(app, 'events', { title: 'All', start_date: '2026-12-01 10:00', end_date: '2026-12-01 12:00', categories });
  const past = { start_date: '2020-12-01 10:00', end_date: '2020-12-01 12:00' };
  await made(app, 'events', { title: 'Gone', ...past, categories: ['Topic of once'] });
});
afterAll(() => app.close());

const page = async (path: string) => elementsOf((await pageAt(app, path)).text);

const topicsOf = async (path: string) =>
  (await page(path)).filter(({ name, text }) => name === 'a' && text.startsWith('Topic'));

test('every category with events to come is offered, twelve at once and the others behind a word', async () => {
  const topics = await topicsOf('/events/');
  expect(topics.map(({ text }) => text).sort()).toEqual(upTo(20).map((at) => `Topic ${String(at).padStart(2, '0')}`));
  expect(topics.filter(({ path }) => path.includes('details.others'))).toHaveLength(8);
});

test.each(['/events/list/?eventDisplay=past', '/events/2020-12/', '/events/2020-12-01/'])(
  '%s also offers categories whose events are over',
  async (path) => {
    const texts = (await topicsOf(path)).map(({ text }) => text);
    expect([texts.length, texts.includes('Topic of once')]).toEqual([21, true]);
  },
);

test('of the menus of a page one is open, and its address can be copied', async () => {
  const elements = await page('/event/all/');
  const menus = elements.filter(({ name, attributes }) => name === 'details' && attributes.class === 'menu');
  expect(menus.map(({ attributes }) => attributes.name)).toEqual(['menu', 'menu']);
  const copy = elements.find(({ attributes }) => attributes['data-copy'] !== undefined)!;
  expect([copy.attributes['data-copy'], copy.text]).toEqual(['http://127.0.0.1:4000/event/all/', 'Copy']);
});

/** Runs the script of pages in a page with one open menu that contains some things. */
function opened(inside: readonly object[]) {
  const heard = new Map<string, (event: object) => void>();
  const focused: string[] = [];
  const menu = {
    open: true,
    contains: (thing: object) => inside.includes(thing),
    firstElementChild: { focus: () => focused.push('summary') },
  };
  const document = {
    querySelectorAll: (which: string) => (which.startsWith('.menu') ? [menu] : []),
    activeElement: inside[0],
  };
  const listen = (name: string, hear: (event: object) => void) => heard.set(name, hear);
  new Function('navigator', 'document', 'addEventListener', PAGE_SCRIPT)({}, document, listen);
  return { menu, focused, tell: (name: string, event: object) => heard.get(name)!(event) };
}

test.each([
  ['keydown', { key: 'Escape' }, false],
  ['keydown', { key: 'a' }, true],
  ['click', { target: 'elsewhere' }, false],
])('after a %s %j, a menu is open: %s', (name, event, isOpen) => {
  const { menu, tell } = opened([]);
  tell(name, event);
  expect(menu.open).toBe(isOpen);
});

test('a click inside a menu leaves it open, and Escape gives the focus back to its button', () => {
  const link = {};
  const { menu, focused, tell } = opened([link]);
  tell('click', { target: link });
  expect([menu.open, focused]).toEqual([true, []]);
  tell('keydown', { key: 'Escape' });
  expect([menu.open, focused]).toEqual([false, ['summary']]);
});
