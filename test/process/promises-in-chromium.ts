/**
 * What pages promise to the eye, in a real Chromium: where things stand and what they say, in three languages, light and dark, 390
 * and 1280 pixels wide, and what axe finds. It serves a calendar of its own: one of Seoul on a site in UTC, with ten events a day.
 * Prints what is broken, and exits with 1 if anything is. Without Chromium it says so.
 *
 *   CHROMIUM=/usr/bin/chromium npm run test:promises
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import { chromium, type Page } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Language = 'en' | 'ko' | 'es';
type Said = Readonly<Record<Language, unknown>>;
const all = (value: unknown): Said => ({ en: value, ko: value, es: value });

/** A page, and what a function finds in it. */
interface Promised {
  says: string;
  path: string;
  width?: 390 | 1280;
  media?: 'print';
  look(page: Page): Promise<unknown>;
  found: Said;
}

const LONG = `${'The long night of museums and small theatres '.repeat(3)}until the morning`;
const MONTH = 'events/month/2026-12/';
const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether the first of these is seen without scrolling, at 1280 × 900. */
const inFirstScreen = (page: Page, ...selectors: string[]) =>
  page.evaluate(
    (all) => all.map((each) => document.querySelector(each)!.getBoundingClientRect().bottom <= innerHeight),
    selectors,
  );

const PROMISES: readonly Promised[] = [
  {
    says: 'a bar begins on its first day, and says in other weeks since when',
    path: MONTH,
    width: 1280,
    look: (page) =>
      page.$$eval('.bars li.run', (bars) =>
        bars
          .filter((bar) => bar.textContent!.includes('Festival'))
          .slice(0, 2)
          .map((bar) => `${bar.closest('td')!.querySelector('.date b')!.textContent}: ${bar.textContent}`),
      ),
    found: {
      en: ['1: Festival', '6: since Dec 1 Festival'],
      ko: ['1: Festival', '6: 12월 1일부터 Festival'],
      es: ['1: Festival', '7: desde el 1 dic Festival'],
    },
  },
  {
    says: 'bars stand above single events, featured ones first, and none is hidden',
    path: MONTH,
    width: 1280,
    look: (page) =>
      page.$$eval('.month td', (cells) => {
        const first = cells.find(({ id }) => id === '2026-12-01')!;
        const bars = [...first.querySelectorAll('.run')].map((bar) => bar.textContent);
        const isAbove = cells.every((cell) => {
          const lowest = Math.max(
            0,
            ...[...cell.querySelectorAll('.bars li')].map((each) => each.getBoundingClientRect().bottom),
          );
          return [...cell.querySelectorAll('ul:not(.bars) li')].every(
            (each) => each.getBoundingClientRect().top >= lowest,
          );
        });
        const isSeen = [...document.querySelectorAll('.run')].every((each) => each.getBoundingClientRect().height > 20);
        return { bars, isAbove, isSeen };
      }),
    found: all({ bars: ['Festival', 'Exhibition'], isAbove: true, isSeen: true }),
  },
  {
    says: '+N more counts single events',
    path: MONTH,
    width: 1280,
    look: (page) => page.$eval('[id="2026-12-02"] .more', ({ textContent }) => textContent),
    found: { en: '+7 more', ko: '7개 더 보기', es: '+7 más' },
  },
  {
    says: 'an event says its own date in the cell of another day',
    path: MONTH,
    look: async (page) => spaced((await page.$$eval('.month td.out li', ([, li]) => li!.textContent))!),
    found: { en: 'Dec 1, 8 AM Class', ko: '12월 1일 08:00 Class', es: '1 dic, 8:00 Class' },
  },
  {
    says: 'the zone of a month stands once',
    path: MONTH,
    look: (page) => page.evaluate(() => document.body.innerText.match(/KST/g)?.length),
    found: all(1),
  },
  {
    says: 'a bar without a category has an outline, and the colour of the page',
    path: MONTH,
    width: 1280,
    look: (page) =>
      page.$eval('.bars .c a', (bar) => {
        const [own, around] = [getComputedStyle(bar), getComputedStyle(document.body)];
        return [own.backgroundColor === around.backgroundColor, own.boxShadow !== 'none'];
      }),
    found: all([true, true]),
  },
  {
    says: 'a phone has a dot for each event of a day, also of several days, and a number for many',
    path: MONTH,
    width: 390,
    look: (page) =>
      page.evaluate(() =>
        ['2026-12-02', '2026-12-20'].map((day) => {
          const pick = document.getElementById(day)!.querySelector('.pick')!;
          return [pick.querySelectorAll('i').length, pick.querySelector('small')?.textContent ?? ''];
        }),
      ),
    found: all([
      [0, '13'],
      [3, ''],
    ]),
  },
  {
    says: 'the open search form of a phone leaves the first event above the fold',
    path: 'events/#find',
    width: 390,
    look: (page) =>
      page.evaluate(() => [
        document.querySelector('.find')!.getBoundingClientRect().height > 0,
        document.querySelector('.events li')!.getBoundingClientRect().top + scrollY < 400,
      ]),
    found: all([true, true]),
  },
  ...['event/picture/', 'event/bare/', 'event/night/'].map(
    (path): Promised => ({
      says: 'to add an event, and its place, stand in the first screen',
      path,
      width: 1280,
      look: (page) => inFirstScreen(page, 'aside .menu summary', '.facts dd a'),
      found: all([true, true]),
    }),
  ),
  {
    says: 'the page of an event without a picture has two columns',
    path: 'event/bare/',
    width: 1280,
    look: (page) =>
      page.evaluate(() => {
        const [header, aside] = ['.record > header', '.record > aside'].map((each) =>
          document.querySelector(each)!.getBoundingClientRect(),
        );
        return [header!.width < 800, header!.top === aside!.top, aside!.left > header!.right];
      }),
    found: all([true, true, true]),
  },
  {
    says: 'what is free says so where others say their price, with or without a picture',
    path: 'events/?tribe-bar-date=2026-12-19',
    look: (page) =>
      page.$$eval('.events li', (events) =>
        [...events]
          .filter((event) => event.querySelector('.marks'))
          .slice(0, 3)
          .map((event) => {
            const [when, marks] = ['.when', '.marks'].map((each) => event.querySelector(each)!.getBoundingClientRect());
            return [marks!.left === when!.left, marks!.top >= when!.bottom];
          }),
      ),
    found: all([
      [true, true],
      [true, true],
      [true, true],
    ]),
  },
  {
    says: 'a long title is cut in lists',
    path: 'events/?tribe-bar-date=2026-12-22',
    look: (page) =>
      page.$eval('.events h4', ({ textContent }) => textContent!.length <= 91 && textContent!.endsWith('…')),
    found: all(true),
  },
  {
    says: 'and whole on its page',
    path: 'event/night/',
    look: (page) => page.$eval('h1', ({ textContent }) => textContent),
    found: all(LONG),
  },
  {
    says: 'a series has no hole above its dates',
    path: 'series/choir/',
    width: 1280,
    look: (page) =>
      page.evaluate(() => {
        const [article, dates] = ['article', '.dates h2'].map((each) =>
          document.querySelector(each)!.getBoundingClientRect(),
        );
        return dates!.top - article!.bottom < 45;
      }),
    found: all(true),
  },
  {
    says: 'paper has no grey panels',
    path: 'event/bare/',
    media: 'print',
    look: (page) =>
      page.$$eval('main *', (elements) =>
        elements
          .map((element) => getComputedStyle(element))
          .filter(({ display }) => display !== 'none')
          .map(({ backgroundColor }) => backgroundColor)
          .filter((colour) => !['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'].includes(colour)),
      ),
    found: all([]),
  },
  {
    says: 'the choice of a place unfolds, and leads to cities and venues',
    path: 'events/',
    async look(page) {
      const isHidden = !(await page.isVisible('.places'));
      await page.click('.topics a[href$="places=1"]');
      const names = await page.$$eval('.places a', (links) => links.map(({ textContent }) => textContent));
      return [isHidden, await page.isVisible('.places'), names];
    },
    found: all([true, true, ['Seoul', 'Busan', 'Hall', 'Pier']]),
  },
  {
    says: 'an event leads to all events at its venue',
    path: 'event/bare/',
    look: (page) =>
      page.$$eval<string[], HTMLAnchorElement>('.facts a', (links) =>
        links.filter((each) => each.href.endsWith('events/?venue=hall')).map((each) => each.textContent),
      ),
    found: { en: ['All events here'], ko: ['이곳의 모든 행사'], es: ['Todos los eventos aquí'] },
  },
];

/** Starts an empty calendar in UTC, and calls back with its address. */
async function serving<T>(run: (site: string) => Promise<T>): Promise<T> {
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: ':memory:' };
  const server = spawn(process.execPath, ['dist/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let said = '';
    for await (const text of server.stdout) {
      said += text;
      const [, site] = /listening on (http:[^\s"]+)/.exec(said) ?? [];
      if (site) return await run(site);
    }
    throw new Error('The calendar did not start.');
  } finally {
    server.kill();
  }
}

async function fill(site: string): Promise<void> {
  const post = async (path: string, body: object): Promise<{ id: number }> => {
    const answer = await fetch(`${site}/wp-json/calendar/events/v1/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { id: number };
  };
  const hall = await post('venues', { venue: 'Hall', address: '1 Sejong-daero', city: 'Seoul' });
  const pier = await post('venues', { venue: 'Pier', city: 'Busan' });
  const art = await post('categories', { name: 'Art' });
  const add = (title: string, start_date: string, end_date: string, more = {}) =>
    post('events', { title, start_date, end_date, timezone: 'Asia/Seoul', venue: pier.id, ...more });
  await add('Exhibition', '2026-12-01 10:00', '2026-12-31 18:00', { categories: [art.id] });
  await add('Festival', '2026-12-01 18:00', '2026-12-31 23:00', { featured: true });
  await add('Market', '2026-12-01 08:00', '2026-12-05 20:00');
  for (let number = 0; number < 50; number++) {
    const [day, hour] = [`2026-12-0${1 + Math.floor(number / 10)}`, String(8 + (number % 10)).padStart(2, '0')];
    await add('Class', `${day} ${hour}:00`, `${day} ${hour}:45`, { venue: hall.id });
  }
  const image = `${site}/favicon.ico`;
  await add('Picture', '2026-12-19 10:00', '2026-12-19 12:00', { cost: '0', image, categories: [art.id] });
  await add('Bare', '2026-12-19 11:00', '2026-12-19 12:00', { cost: '0', venue: hall.id });
  await add('Dear', '2026-12-19 12:00', '2026-12-19 13:00', { cost: '$10' });
  await add('Alone', '2026-12-20 12:00', '2026-12-20 13:00');
  await add(LONG, '2026-12-22 19:00', '2026-12-22 23:00', { slug: 'night', description: '<p>Come.</p>' });
  const recurrence = { rule: 'FREQ=WEEKLY;COUNT=4' };
  await add('Choir', '2027-01-04 19:00', '2027-01-04 21:00', { recurrence, description: '<p>Sing.</p>' });
}

async function brokenAt(site: string): Promise<number> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  let [broken, kept] = [0, 0];
  for (const language of ['en', 'ko', 'es'] as const)
    for (const width of [390, 1280])
      for (const colorScheme of ['light', 'dark'] as const) {
        const viewport = { width, height: width === 390 ? 844 : 900 };
        const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
        const told = (line: string): void => {
          broken += 1;
          process.stdout.write(`${language} ${width} ${colorScheme}: ${line}\n`);
        };
        const looked = new Set<string>();
        for (const { says, path, width: only = width, media, look, found } of PROMISES) {
          if (only !== width) continue;
          const page = await context.newPage();
          if (media) await page.emulateMedia({ media });
          await page.goto(`${site}/${language === 'en' ? '' : `${language}/`}${path}`, { waitUntil: 'load' });
          const seen = await look(page).catch((error: Error) => error.message);
          if (isDeepStrictEqual(seen, found[language])) kept += 1;
          else told(`not kept: ${says} (${path}): ${JSON.stringify(seen)}`);
          if (!looked.has(path) && !media) {
            looked.add(path);
            await page.evaluate(axe);
            // biome-ignore lint/suspicious/noExplicitAny: axe has put itself there
            const { violations } = await page.evaluate(() => (globalThis as any).axe.run());
            for (const { id, nodes } of violations) told(`axe: ${id} at ${path}: ${nodes[0].target}`);
            if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
              told(`${path} is wider than the window`);
          }
          await page.close();
        }
        await context.close();
      }
  await browser.close();
  process.stdout.write(`${kept} promises kept, ${broken} broken\n`);
  return broken;
}

if (existsSync(CHROMIUM))
  process.exitCode = await serving(async (site) => {
    await fill(site);
    return Math.min(1, await brokenAt(site));
  });
else process.stdout.write(`Not run: there is no Chromium at ${CHROMIUM}. CHROMIUM names another path.\n`);
