import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { elementsOf, pageAt } from '../api/pages/support.ts';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { datesOf, readCalendar } from '../support/icalendar.ts';
import { made } from '../support/making.ts';

const AS = { as: 'editor' } as const;
const END = Date.UTC(2030, 0);

interface Occurrence {
  id: number;
  start_date: string;
  end_date: string;
  series: { id: number };
}

/** What a write of one occurrence sends. */
interface Write {
  scope?: 'following' | 'all';
  title?: string;
  /** By how many days and hours it moves. */
  moves?: readonly [days: number, hours: number];
  canceled?: true;
  hidden?: true;
}

/** How an API writes an occurrence, deletes it and restores it. */
interface Api {
  update(app: TestApp, event: Occurrence, write: Write): Promise<void>;
  remove(app: TestApp, event: Occurrence, scope?: string): Promise<void>;
  restore(app: TestApp, event: Occurrence, scope?: string): Promise<void>;
}

const moved = (text: string, [days, hours]: readonly [number, number]): string =>
  new Date(Date.parse(`${text.replace(' ', 'T')}Z`) + (days * 24 + hours) * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

const timesOf = ({ start_date, end_date }: Occurrence, by: Write['moves'] = [0, 0]) => ({
  start: moved(start_date, by),
  end: moved(end_date, by),
});

async function mutate(app: TestApp, field: string, { id }: Occurrence, input: object): Promise<void> {
  const type = `${field[0]!.toUpperCase()}${field.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${field}(input: $input) { userErrors { code message } } }`;
  const { body } = await app.graphql(query, { input: { ref: { databaseId: id }, ...input } }, AS);
  expect(body).toEqual({ data: { [field]: { userErrors: [] } } });
}

async function rest(app: TestApp, method: string, path: string, json: object): Promise<void> {
  const { status, text } = await app.rest(method, path, { ...AS, json });
  expect(status, text).toBe(200);
}

const REST: Api = {
  update(app, event, { moves, title, canceled, hidden, scope }) {
    const { start, end } = timesOf(event, moves);
    return rest(app, 'PATCH', `/events/${event.id}`, {
      ...{ scope, title },
      ...(moves && { start_date: start, end_date: end }),
      ...(canceled && { event_status: 'canceled' }),
      ...(hidden && { hide_from_listings: true }),
    });
  },
  remove: (app, { id }, scope) => rest(app, 'DELETE', `/events/${id}`, { scope }),
  restore: (app, { id }, scope) => rest(app, 'PATCH', `/events/${id}`, { status: 'publish', scope }),
};

const inScope = (scope: string | undefined) => (scope ? { scope: scope.toUpperCase() } : {});

const GRAPHQL: Api = {
  update(app, event, { moves, title, canceled, hidden, scope }) {
    const { start, end } = timesOf(event, moves);
    return mutate(app, 'updateEvent', event, {
      ...inScope(scope),
      ...(title && { title }),
      ...(moves && { startDate: start, endDate: end }),
      ...(canceled && { eventStatus: 'CANCELED' }),
      ...(hidden && { hideFromListings: true }),
    });
  },
  remove: (app, event, scope) => mutate(app, 'deleteEvent', event, inScope(scope)),
  restore: (app, event, scope) => mutate(app, 'restoreEvent', event, inScope(scope)),
};

type Step = (api: Api, app: TestApp, all: readonly Occurrence[]) => Promise<void>;

const update =
  (place: number, write: Write): Step =>
  (api, app, all) =>
    api.update(app, all[place]!, write);
const remove =
  (place: number, scope?: string): Step =>
  (api, app, all) =>
    api.remove(app, all[place]!, scope);
const restore =
  (place: number, scope?: string): Step =>
  (api, app, all) =>
    api.restore(app, all[place]!, scope);

/** Each goes on with the calendar of the one before. Places are those of the ten occurrences as they were made. */
const STEPS: readonly (readonly [what: string, step: Step])[] = [
  ['one is moved', update(2, { moves: [1, -2] })],
  ['one is canceled', update(3, { canceled: true })],
  ['all are renamed', update(1, { title: 'Chorus', scope: 'all' })],
  ['one and those after it begin an hour later', update(5, { moves: [0, 1], scope: 'following' })],
  ['one is deleted', remove(7)],
  ['it is restored', restore(7)],
  ['another one and those after it begin an hour later', update(7, { moves: [0, 1], scope: 'following' })],
  ['one of the first part is deleted', remove(1)],
  ['one of the last part is moved', update(8, { moves: [2, 0] })],
  ['one is hidden from lists', update(4, { hidden: true })],
  ['all of the first part begin two hours later', update(0, { moves: [0, 2], scope: 'all' })],
  ['the last is deleted', remove(9)],
  ['one of the first part is restored', restore(1)],
  ['all of the last part are canceled', update(7, { canceled: true, scope: 'all' })],
  ['one and those after it of the second part are deleted', remove(6, 'following')],
  ['they are restored', restore(6, 'following')],
  ['one and those after it of the first part are renamed', update(3, { title: 'Late chorus', scope: 'following' })],
  ['the last is restored', restore(9)],
  ['the first is moved', update(0, { moves: [-1, 0] })],
  ['all of the second part are renamed', update(5, { title: 'Choir again', scope: 'all' })],
];

interface Fed {
  /** What a subscriber has then. */
  text: string;
  dates: readonly number[];
  /** After which step, and of which part. */
  when: string;
}

/** The moments that the page of a series shows. */
async function datesOnPage(app: TestApp, slug: string): Promise<number[]> {
  const { text } = await pageAt(app, `/series/${slug}/`);
  const days = elementsOf(text).filter(({ name, path }) => name === 'time' && path.includes('section.dates'));
  return days.map(({ attributes }) => Date.parse(attributes.datetime!)).sort();
}

async function feedsOf(app: TestApp, what: string): Promise<Fed[]> {
  const query = '{ eventSeries(first: 50) { nodes { databaseId slug } } }';
  const { body } = await app.graphql(query, {}, AS);
  const feds: Fed[] = [];
  for (const { databaseId, slug } of body.data.eventSeries.nodes) {
    const { text } = await app.rest('GET', `/series/${databaseId}.ics`);
    feds.push({ text, dates: await datesOnPage(app, slug), when: `${what}, series ${databaseId}` });
  }
  return feds;
}

const all: Fed[] = [];

test.each([
  ['REST', REST],
  ['GraphQL', GRAPHQL],
])('after each of 20 steps by %s, each feed of a series has the dates of its page', async (name, api) => {
  const app = await buildApp({ now: FRIDAY });
  onTestFinished(() => app.close());
  await made(app, 'events', {
    ...{ title: 'Choir', start_date: '2027-02-23 19:00', end_date: '2027-02-23 20:30', timezone: 'Europe/Madrid' },
    recurrence: { rule: 'FREQ=WEEKLY;COUNT=10' },
  });
  const { body } = await app.rest('GET', '/events?start_date=2027-01-01&per_page=50', AS);
  const now: Occurrence[] = body.events;
  const numbers = new Map<string, number>();
  for (const [what, step] of STEPS) {
    // What is in the trash shows nothing but where it was.
    for (const [at, { id }] of now.entries())
      now[at] = { ...now[at], ...(await app.rest('GET', `/events/${id}`, AS)).body, id };
    await step(api, app, now);
    const feds = await feedsOf(app, `${name}: ${what}`);
    for (const { text, dates, when } of feds) expect([when, datesOf(text, END)]).toEqual([when, dates]);
    for (const { uid, sequence, raw } of feds.flatMap(({ text }) => readCalendar(text).events)) {
      const key = `${uid} ${raw['recurrence-id'] ?? ''}`;
      expect(sequence, `${what}: ${key}`).toBeGreaterThanOrEqual(numbers.get(key) ?? 0);
      numbers.set(key, sequence);
    }
    all.push(...feds);
  }
  expect([numbers.size > 3, all.every(({ dates }) => dates.length > 0)]).toEqual([true, true]);
});

/** A folder with a file for each feed, as subscribers have them. */
function folderOfFeeds(): string {
  const folder = mkdtempSync(join(tmpdir(), 'feeds-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [at, { text }] of all.entries()) writeFileSync(join(folder, `${at}.ics`), text);
  return folder;
}

const PYTHON = `
import glob, icalendar, json, os, recurring_ical_events, sys
found = {}
for path in glob.glob(os.path.join(sys.argv[1], '*.ics')):
    with open(path, 'rb') as file:
        events = recurring_ical_events.of(icalendar.Calendar.from_ical(file.read())).between((2027, 1, 1), (2029, 1, 1))
    found[os.path.basename(path)] = sorted(round(event['DTSTART'].dt.timestamp() * 1000) for event in events)
print(json.dumps(found))
`;

const runs = (program: string, ...words: string[]): boolean =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0;

const PYTHON_PROGRAM = ['/usr/bin/python3', 'python3'].find((program) =>
  runs(program, '-c', 'import icalendar, recurring_ical_events'),
);
const HAS_KHAL = runs('khal', '--version');

test.skipIf(!PYTHON_PROGRAM)(
  'icalendar with recurring_ical_events of Python has them, too (not run where Python has neither)',
  () => {
    const read = JSON.parse(String(execFileSync(PYTHON_PROGRAM!, ['-c', PYTHON, folderOfFeeds()])));
    for (const [at, { dates, when }] of all.entries()) expect([when, read[`${at}.ics`]]).toEqual([when, dates]);
  },
);

/** The events of a calendar by their UIDs, each as a file, as the folders of calendar programs have them. */
function filesByUid(text: string): string[] {
  const lines = text.replace(/\r\n /g, '');
  const zones = lines.match(/BEGIN:VTIMEZONE[\s\S]*END:VTIMEZONE\r\n/)?.[0] ?? '';
  const byUid = new Map<string, string>();
  for (const [event] of lines.matchAll(/BEGIN:VEVENT[\s\S]*?END:VEVENT\r\n/g)) {
    const [, uid = ''] = /^UID:(.*)$/m.exec(event) ?? [];
    byUid.set(uid, (byUid.get(uid) ?? '') + event);
  }
  const frame = (events: string): string =>
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n${zones}${events}END:VCALENDAR\r\n`;
  return [...byUid.values()].map(frame);
}

test.skipIf(!HAS_KHAL)('khal has them, too (not run where it is not installed)', () => {
  const folder = folderOfFeeds();
  const calendars = all.map(({ text }, at) => {
    const path = join(folder, `feed-${at}`);
    mkdirSync(path);
    for (const [place, file] of filesByUid(text).entries()) writeFileSync(join(path, `${place}.ics`), file);
    return `[[feed-${at}]]\npath = ${path}\nreadonly = True\n`;
  });
  const zone =
    '[locale]\nlocal_timezone = UTC\ndefault_timezone = UTC\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%dT%H:%M\nlongdatetimeformat = %Y-%m-%dT%H:%M\n';
  const config = join(folder, 'khal.conf');
  writeFileSync(config, `[calendars]\n${calendars.join('')}${zone}[sqlite]\npath = ${join(folder, 'khal.db')}\n`);
  const words = [
    '-c',
    config,
    'list',
    '--format',
    '{calendar} {start-long}',
    '--day-format',
    '',
    '2027-01-01',
    '2029-01-01',
  ];
  const listed = String(execFileSync('khal', words, { maxBuffer: 2 ** 26 }))
    .trim()
    .split('\n');
  for (const [at, { dates, when }] of all.entries()) {
    const its = listed
      .filter((line) => line.startsWith(`feed-${at} `))
      .map((line) => Date.parse(`${line.split(' ')[1]}Z`));
    expect([when, its.sort()]).toEqual([when, dates]);
  }
});
