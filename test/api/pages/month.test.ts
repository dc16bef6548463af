import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';
import { elementsOf, pageAt, textOf } from './support.ts';

let app: TestApp;

const SEOUL = { timezone: 'Asia/Seoul' };
const dayOf = (number: number): string => `2026-12-${String(number).padStart(2, '0')}`;

/** A calendar of Seoul on a site in UTC: ten events on three days, an exhibition, a festival and a market. */
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const art = await made(app, 'categories', { name: 'Art' });
  const make = (title: string, start_date: string, end_date: string, more = {}) =>
    made(app, 'events', { title, start_date, end_date, ...SEOUL, ...more });
  await make('Exhibition', '2026-12-01 10:00', '2026-12-31 18:00', { categories: [art.id] });
  await make('Festival', '2026-12-01 18:00', '2026-12-31 23:00', { featured: true });
  await make('Market', '2026-12-01 08:00', '2026-12-05 20:00');
  for (const number of upTo(30)) {
    const [day, hour] = [dayOf(1 + Math.floor(number / 10)), String(8 + (number % 10)).padStart(2, '0')];
    await make(`Class ${number}`, `${day} ${hour}:00`, `${day} ${hour}:45`);
  }
  await make('Lunch', '2026-12-15 12:00', '2026-12-15 13:00', { timezone: 'UTC' });
});
afterAll(() => app.close());

/** The texts of what stands in the cells of a month, by day: bars and their gaps, events, the link to more. */
async function cells(path: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name, attributes, text, path: within } of elementsOf((await pageAt(app, path)).text)) {
    if (within.includes(' td') && attributes.class === 'date') found[text] = [];
    if (within.includes(' td') && (name === 'li' || attributes.class === 'more'))
      Object.values(found).at(-1)!.push(text.replace(/\s/g, ' '));
  }
  return found;
}

test.each([
  [
    '',
    ['Mon, Nov 30', 'Tue, Dec 1', 'Sun, Dec 6'],
    ['Dec 1 Market', 'Dec 1, 8 AM Class 0'],
    ['Market, continued', 'Festival', 'Exhibition', '9 AM Class 1', '10 AM Class 2', '11 AM Class 3', '+7 more'],
    ['since Dec 1 Festival', 'since Dec 1 Exhibition'],
  ],
  [
    '/ko',
    ['11월 30일 (월)', '12월 1일 (화)', '12월 6일 (일)'],
    ['12월 1일 Market', '12월 1일 08:00 Class 0'],
    ['Market (계속)', 'Festival', 'Exhibition', '09:00 Class 1', '10:00 Class 2', '11:00 Class 3', '7개 더 보기'],
    ['12월 1일부터 Festival', '12월 1일부터 Exhibition'],
  ],
  [
    '/es',
    ['lun, 30 nov', 'mar, 1 dic', 'lun, 7 dic'],
    ['1 dic Market', '1 dic, 8:00 Class 0'],
    ['Market (continúa)', 'Festival', 'Exhibition', '9:00 Class 1', '10:00 Class 2', '11:00 Class 3', '+7 más'],
    ['desde el 1 dic Festival', 'desde el 1 dic Exhibition'],
  ],
])(
  'a month at "%s" shows each bar from its first day on, and no false date',
  async (language, days, eve, first, week) => {
    const shown = await cells(`${language}/events/month/2026-12/`);
    expect(days.map((day) => shown[day])).toEqual([eve, first, week]);
  },
);

test('on a phone, a day inside what runs over several days has a dot for each of these', async () => {
  const { text } = await pageAt(app, '/events/month/2026-12/');
  const dotsOf = (day: string) => new RegExp(`href="#${day}">.*?</a>`, 's').exec(text)?.[0].match(/<i /g)?.length;
  expect(['2026-12-10', '2026-12-15'].map(dotsOf)).toEqual([2, 3]);
});

test.each([
  ['', 'Times in KST', '12 PM UTC Lunch', 'Tue, Dec 15'],
  ['/ko', '시각은 KST 기준', '12:00 UTC Lunch', '12월 15일 (화)'],
  ['/es', 'Horas en KST', '12:00 UTC Lunch', 'mar, 15 dic'],
])(
  'a month at "%s" names the zone of most times once, and another where it differs',
  async (language, said, lunch, day) => {
    const path = `${language}/events/month/2026-12/`;
    const { text } = await pageAt(app, path);
    expect(text.match(/KST/g)).toHaveLength(1);
    expect(elementsOf(text).find(({ attributes }) => attributes.class === 'zone')?.text).toBe(said);
    expect((await cells(path))[day]).toContain(lunch);
  },
);

test.each(['/events/', '/events/2026-11-30/'])(
  '%s says the own date of what begins there on another day',
  async (path) => {
    const times = elementsOf((await pageAt(app, path)).text)
      .filter(({ name }) => name === 'time')
      .map(({ text }) => text.replace(/\s/g, ' '));
    expect(times.slice(0, 2)).toEqual([
      'Tue, Dec 1, 8:00 AM – Sat, Dec 5, 8:00 PM KST',
      'Tue, Dec 1, 8:00 – 8:45 AM KST',
    ]);
  },
);

test('a title of more than 90 characters is cut in lists, and whole on its page', async () => {
  const title = `${'A long title '.repeat(10)}concert`;
  const { url } = await made(app, 'events', { title, start_date: '2027-12-05 10:00', end_date: '2027-12-05 12:00' });
  const list = elementsOf((await pageAt(app, '/events/?tribe-bar-date=2027-12-01')).text);
  const [shown] = list.filter(({ name }) => name === 'h4').map(({ text }) => text);
  expect([title.startsWith(shown!.slice(0, -1)), shown!.at(-1), shown!.length <= 91]).toEqual([true, '…', true]);
  expect(textOf((await pageAt(app, url)).text, 'h1')).toBe(title);
});
