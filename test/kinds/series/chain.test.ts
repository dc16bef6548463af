import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileSource } from '../../../src/import/files/open.ts';
import { elementsOf, pageAt } from '../../api/pages/support.ts';
import { authorsOf, exportedText } from '../../import/calendars.ts';
import { importInto } from '../../import/support.ts';
import { buildApp, type Caller, FRIDAY, type TestApp } from '../../support/app.ts';
import { datesOf, readCalendar } from '../../support/icalendar.ts';
import { made } from '../../support/making.ts';

const NOW = Date.parse(FRIDAY);
let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  folder = mkdtempSync(join(tmpdir(), 'chain-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.close();
});

interface Part {
  databaseId: number;
  slug: string;
  icalUrl: string;
  parts: { databaseId: number }[];
  continues: { databaseId: number } | null;
  continuedBy: { databaseId: number } | null;
  events: { nodes: { databaseId: number; startsAt: string }[] };
}

/** The series of a calendar, in the order of their first dates, with what their feeds, pages and bodies of REST say of the others. */
async function told(of: TestApp, as: Caller = 'anonymous') {
  const query = `{ seriesList(first: 10) { nodes { databaseId slug icalUrl parts { databaseId } continues { databaseId }
    continuedBy { databaseId } events(first: 20) { nodes { databaseId startsAt } } } } }`;
  const { body } = await of.graphql(query, {}, { as });
  const all = body.data.seriesList.nodes as Part[];
  const first = ({ events }: Part) => events.nodes[0]?.startsAt ?? '';
  const nodes = all.filter((each) => first(each)).sort((a, b) => first(a).localeCompare(first(b)));
  const place = (part: { databaseId: number } | null | undefined) =>
    nodes.findIndex(({ databaseId }) => databaseId === part?.databaseId);
  return Promise.all(
    nodes.map(async (part) => {
      const feed = await of.rest('GET', `/series/${part.databaseId}.ics`, { as });
      const page = await pageAt(of, `/series/${part.slug}/`);
      const links = elementsOf(page.text).filter(({ path }) => path.includes('p.part'));
      const listed = elementsOf(page.text).filter(
        ({ name, path }) => name === 'time' && path.includes('section.dates'),
      );
      const { series } = (await of.rest('GET', `/events/${part.events.nodes[0]!.databaseId}`, { as })).body;
      return {
        dates: part.events.nodes.map(({ startsAt }) => startsAt.slice(5, 16)).join(' '),
        parts: part.parts.map(place),
        graphql: [place(part.continues), place(part.continuedBy)],
        rest: [series.continues, series.continued_by].map((databaseId) => place({ databaseId })),
        feed: datesOf(feed.text, Date.UTC(2030, 0)).map((at) => new Date(at as number).toISOString().slice(5, 16)),
        uids: new Set(readCalendar(feed.text).events.map(({ uid }) => uid)).size,
        page: listed.length,
        links: links.map(({ text }) => text),
      };
    }),
  );
}

const mutate = async (of: TestApp, mutation: string) => {
  const { body } = await of.graphql(`mutation { ${mutation} { userErrors { message } } }`, {}, { as: 'editor' });
  expect(body).toMatchObject({ data: { [/^\w+/.exec(mutation)![0]]: { userErrors: [] } } });
};

/** What all parts of a series say, by the dates of each. `links` are those of the pages. */
const chain = (...parts: readonly [dates: string, ...links: string[]][]) => {
  const all = parts.flatMap(([dates]) => dates.split(' '));
  return parts.map(([dates, ...links], at) => {
    const around = [at - 1, at + 1 < parts.length ? at + 1 : -1];
    const every = { parts: parts.map((_, each) => each), feed: all, uids: parts.length, page: all.length };
    return { dates, graphql: around, rest: around, links, ...every };
  });
};

const [EVENING, LATER] = ['19:00', '20:30'];
const days = (time: string, ...dates: string[]) => dates.map((date) => `${date}T${time}`).join(' ');

test('a series that was divided is one for who follows, reads or lists it, until a part is deleted', async () => {
  const { series } = await made(app, 'events', {
    title: 'Choir',
    start_date: '2026-12-01 19:00',
    end_date: '2026-12-01 20:00',
    recurrence: { rule: 'FREQ=WEEKLY;COUNT=8' },
  });
  const { body } = await app.rest('GET', `/events?series=${series.id}`);
  const ids = body.events.map(({ id }: { id: number }) => id);
  await app.rest('DELETE', `/events/${ids[1]}`, { as: 'editor' });
  const moved = { start_date: '2027-01-05 20:30', end_date: '2027-01-05 21:30', scope: 'following' };
  expect((await app.rest('PATCH', `/events/${ids[5]}`, { as: 'editor', json: moved })).status).toBe(200);
  const last = days(LATER, '01-05', '01-12', '01-19');
  const two = chain(
    [days(EVENING, '12-01', '12-15', '12-22', '12-29'), 'From Jan 5, 2027'],
    [last, 'Before Jan 5, 2027'],
  );
  expect(await told(app)).toEqual(two);
  const once = await app.graphql('{ events(where: { when: UPCOMING, collapseSeries: true }) { nodes { startsAt } } }');
  expect(once.body.data.events.nodes).toEqual([{ startsAt: '2026-12-01T19:00:00+00:00' }]);
  // The first part is divided again: the new one comes between the two.
  await mutate(app, `updateEvent(input: { ref: { databaseId: ${ids[3]} }, scope: FOLLOWING, title: "Carols" })`);
  const three = chain(
    [days(EVENING, '12-01', '12-15'), 'From Dec 22'],
    [days(EVENING, '12-22', '12-29'), 'Before Dec 22', 'From Jan 5, 2027'],
    [last, 'Before Jan 5, 2027'],
  );
  expect(await told(app)).toEqual(three);
  const there = await exportedText(app);
  const deletion = `(input: { ref: { databaseId: ${ids[3]} }, scope: ALL })`;
  await mutate(app, `deleteEvent${deletion}`);
  expect(await told(app)).toEqual(
    chain([days(EVENING, '12-01', '12-15'), 'From Jan 5, 2027'], [last, 'Before Jan 5, 2027']),
  );
  await mutate(app, `restoreEvent${deletion}`);
  expect(await told(app)).toEqual(three);
  // A private part is left out unsaid.
  await mutate(app, `updateEvent(input: { ref: { databaseId: ${ids[5]} }, scope: ALL, status: PRIVATE })`);
  expect(await told(app)).toEqual(
    chain([days(EVENING, '12-01', '12-15'), 'From Dec 22'], [days(EVENING, '12-22', '12-29'), 'Before Dec 22']),
  );
  const other = await buildApp({ now: FRIDAY });
  await take(other, there, 'parts.jsonl');
  expect(await told(other)).toEqual(three);
  await other.close();
});

async function take(into: TestApp, text: string, name: string) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const source = await fileSource({ path, language: 'en', zone: 'UTC', calendar: '', clock: () => NOW });
  const report = await importInto(into.store, { source, now: NOW, authors: authorsOf(into) });
  expect(report).toMatchObject({ refused: [], conflicts: [] });
  await into.tellAll();
  return report.counts;
}

test.each([
  ['Google divided', 'abc_R20270105T203000'],
  ['a program divided under one UID', 'abc'],
])('a series that %s is one here, also after a second import', async (_, later) => {
  const other = await buildApp({ now: FRIDAY });
  const event = (uid: string, start: string, rule: string) =>
    [
      'BEGIN:VEVENT',
      `UID:${uid}@google.com`,
      'DTSTAMP:20261101T000000Z',
      `DTSTART:${start}`,
      'DURATION:PT1H',
      `RRULE:${rule}`,
      'SUMMARY:Choir',
      'END:VEVENT',
    ].join('\r\n');
  const file = [
    'BEGIN:VCALENDAR',
    event(later, '20270105T203000Z', 'FREQ=WEEKLY;COUNT=2'),
    event('abc', '20261222T190000Z', 'FREQ=WEEKLY;UNTIL=20270104T235959Z'),
    'END:VCALENDAR\r\n',
  ].join('\r\n');
  await take(other, file, 'google.ics');
  const parts = chain(
    [days(EVENING, '12-22', '12-29'), 'From Jan 5, 2027'],
    [days(LATER, '01-05', '01-12'), 'Before Jan 5, 2027'],
  );
  expect(await told(other)).toEqual(parts);
  const again = await take(other, file, 'google.ics');
  expect(Object.values(again).flatMap((counts) => Object.keys(counts))).not.toContain('updated');
  expect(await told(other)).toEqual(parts);
  await other.close();
});
