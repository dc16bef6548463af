import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { LANGUAGES, type Language } from '../../src/domain/language.ts';
import { fileSource } from '../../src/import/files/open.ts';
import { exportIn, type ReadPage } from '../../src/tools/export/write-export.ts';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { importInto } from './support.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ics-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function newApp(): Promise<TestApp> {
  const app = await buildApp({ now: FRIDAY });
  onTestFinished(() => app.close());
  return app;
}

/** The export of a calendar in iCalendar. */
async function exported(app: TestApp, language: Language): Promise<string> {
  const lines = (await app.rest('GET', '/export.jsonl', { as: 'administrator' })).text.trim().split('\n');
  const read: ReadPage = async () => ({ lines: lines.map((line) => JSON.parse(line)), next: null });
  const parts: string[] = [];
  const pageOf = (_: number, slug: string): string => `http://127.0.0.1:4000/${language}/event/${slug}/`;
  const asked = { format: 'ics', csv: 'event', raw: false, parameters: {} } as const;
  for await (const part of exportIn(asked, { read, language, name: 'here', pageOf })) parts.push(part);
  return parts.join('');
}

/** Each event of a file as its lines without these, in a fixed order. */
const eventsIn = (ics: string, without: RegExp = /^$/): string[][] =>
  ics
    .replace(/\r\n /g, '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((event) => event.split('\r\n').slice(0, event.split('\r\n').indexOf('END:VEVENT')))
    .map((lines) => lines.filter((line) => !without.test(line)))
    .sort(([a], [b]) => (a! < b! ? -1 : 1));

const STATES = ['scheduled', 'canceled', 'postponed'];
const ZONES = ['Europe/Madrid', 'UTC+5:30', 'UTC-3', 'EST'];

/** Events of each status, with and without a reason, in all languages. */
async function filled(): Promise<TestApp> {
  const app = await newApp();
  const image = 'https://images.example/a,b.jpg';
  const venue = {
    venue: 'Old Mill',
    address: '1 Mill Lane',
    city: 'Leeds',
    country: 'Spain',
    geo_lat: 1.5,
    geo_lng: 2,
  };
  const organizer = { organizer: 'Bell, Ada', phone: '+44 113 000', email: 'ada@mail.example' };
  for (const [at, event_status] of [...STATES, ...STATES].entries()) {
    const { id } = await made(app, 'events', {
      title: `Play ${at}`,
      description: '<style>p{}</style><p>One</p><p>Two<br>lines</p>',
      event_status,
      image,
      start_date: `2027-03-0${at + 1} 10:00`,
      end_date: `2027-03-0${at + 1} 12:00`,
      timezone: ZONES[at % ZONES.length],
      venue: at === 0 ? venue : [venue, { venue: 'Barn' }],
      organizer,
      categories: ['Jazz, Blues', 'Swing'],
      event_status_reason: at < STATES.length ? 'Storm: no way' : '',
      all_day: at === 5,
      status: 'publish',
      virtual_url: at === 4 ? 'https://meet.example/a' : '',
    });
    for (const language of LANGUAGES.slice(1))
      await app.rest('PATCH', `/events/${id}?multilang_language=${language}`, {
        as: 'administrator',
        json: { title: `${language} ${at}`, event_status_reason: at < STATES.length ? `Why ${language}` : '' },
      });
  }
  return app;
}

test('an export in iCalendar has the events of the feed, line by line, and comes back whole', async () => {
  const there = await filled();
  for (const language of LANGUAGES) {
    const file = await exported(there, language);
    const feed = await there.fetch(`/${language}/wp-json/calendar/events/v1/events.ics`);
    expect(eventsIn(file)).toEqual(eventsIn(feed.text));
    const here = await newApp();
    const path = join(folder, `${language}.ics`);
    writeFileSync(path, file);
    const source = await fileSource({ path, language, zone: 'Europe/Madrid', calendar: '' });
    expect(await importInto(here.store, { source })).toMatchObject({ refused: [], conflicts: [], notTaken: {} });
    const OWN = /^(?:DTSTAMP|LAST-MODIFIED|URL):/;
    expect(eventsIn(await exported(here, language), OWN)).toEqual(eventsIn(file, OWN));
  }
});
