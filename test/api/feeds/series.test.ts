import { afterAll, beforeAll, expect, test } from 'vitest';
import { SERIES } from '../../../src/kinds/series/record.ts';
import { buildApp, type Caller, FRIDAY, type TestApp } from '../../support/app.ts';
import { datesOf, readCalendar } from '../../support/icalendar.ts';
import { made } from '../../support/making.ts';

const PATH = '/wp-json/calendar/events/v1/series';
const AS = { as: 'administrator' } as const;

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

/** A series of eight weeks, of which one is private, one renamed, one moved, one deleted, and the last only for who has its address. */
async function choir(): Promise<number> {
  const { id } = await made(app, 'events', {
    title: 'Choir',
    status: 'publish',
    timezone: 'Europe/Madrid',
    recurrence: { rule: 'FREQ=WEEKLY;COUNT=8' },
    start_date: '2027-03-02 19:00',
    end_date: '2027-03-02 20:30',
    description: '<p>Sing</p>',
  });
  const { series } = (await app.rest('GET', `/events/${id}`, AS)).body;
  const all = await app.rest('GET', `/events?series=${series.id}&start_date=2027-01-01&per_page=50`, AS);
  const ids: number[] = all.body.events.map((event: { id: number }) => event.id);
  const changes = [
    [1, { status: 'private', title: 'Secret' }],
    [2, { title: 'Concert' }],
    [3, { start_date: '2027-03-24 18:00', end_date: '2027-03-24 19:00' }],
    [7, { hide_from_listings: true }],
  ] as const;
  for (const [at, json] of changes)
    expect((await app.rest('PATCH', `/events/${ids[at]}`, { ...AS, json })).status).toBe(200);
  expect((await app.rest('DELETE', `/events/${ids[4]}`, AS)).status).toBe(200);
  return series.id;
}

/** The moments of the events that the calendar lists. */
async function listed(series: number, as: Caller): Promise<number[]> {
  const query = 'query ($id: ID!) { events(first: 100, where: { seriesIn: [$id] }) { nodes { startsAt } } }';
  const { body } = await app.graphql(query, { id: String(series) }, { as });
  return body.data.events.nodes.map(({ startsAt }: { startsAt: string }) => Date.parse(startsAt));
}

test('the feed of a series is its rule and its exceptions, and nothing that its reader may not see', async () => {
  const id = await choir();
  for (const [as, titles, left] of [
    ['anonymous', ['Choir', 'Concert', 'Choir'], '20270309T190000,20270330T190000,20270420T190000'],
    ['editor', ['Choir', 'Secret', 'Concert', 'Choir'], '20270330T190000,20270420T190000'],
  ] as const) {
    const { status, text, headers } = await app.fetch(`${PATH}/${id}.ics`, { as });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(headers.get('vary')).toContain('Authorization');
    expect(datesOf(text, Date.parse('2029-01-01'))).toEqual(await listed(id, as));
    const { events } = readCalendar(text);
    expect(events.map(({ title }) => title).sort()).toEqual([...titles].sort());
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(1);
    expect(text.replace(/\r\n /g, '')).toContain(
      `RRULE:FREQ=WEEKLY;UNTIL=20270420T170000Z\r\nEXDATE;TZID=Europe/Madrid:${left}\r\n`,
    );
  }
});

test('the feed of an endless series has the dates of the list as far as that goes, and goes on', async () => {
  const { id } = await made(app, 'events', {
    title: 'Fair',
    status: 'publish',
    all_day: true,
    recurrence: { rule: 'FREQ=MONTHLY;BYDAY=-1SA' },
    start_date: '2027-01-30',
    end_date: '2027-01-31',
  });
  const { series } = (await app.rest('GET', `/events/${id}`, AS)).body;
  const { text } = await app.fetch(`${PATH}/${series.id}.ics`);
  const days = (await listed(series.id, 'anonymous')).map((at) => new Date(at).toISOString().slice(0, 10));
  expect(datesOf(text, Date.parse('2028-11-20')).slice(0, days.length)).toEqual(days);
  expect(datesOf(text, Date.parse('2035-01-01'))).toHaveLength(96);
  expect(text).not.toContain('EXDATE');
});

test.each<[what: string, path: string, as: Caller, status: number]>([
  ['of no series', '/999999.ics', 'anonymous', 404],
  ['in another form', '/1.rss', 'anonymous', 404],
])('there is no feed %s', async (_, path, as, status) => {
  expect((await app.fetch(`${PATH}${path}`, { as })).status).toBe(status);
});

test('the feed of a deleted series is refused', async () => {
  const id = await choir();
  const mutation =
    'mutation ($id: ID!) { deleteSeries(input: { ref: { databaseId: $id } }) { userErrors { message } } }';
  const { body } = await app.graphql(mutation, { id: String(id) }, AS);
  expect(body).toEqual({ data: { deleteSeries: { userErrors: [] } } });
  expect((await app.fetch(`${PATH}/${id}.ics`)).status).toBe(403);
});

/** The series in its feed, and its exceptions. */
async function fed(id: number) {
  const [master, ...exceptions] = readCalendar((await app.fetch(`${PATH}/${id}.ics`)).text).events;
  return { master: master!, exceptions };
}

test('the address of a series in its feed is its page, and that of an exception its own', async () => {
  const { master, exceptions } = await fed(await choir());
  const { pathname } = new URL(String(master.raw.url));
  expect(pathname).toMatch(/^\/series\/choir(?:-\d+)?\/$/);
  expect(master.description).toBe(`Sing\n\n${master.raw.url}`);
  for (const { raw, description } of exceptions) {
    expect(raw.url).toMatch(/\/event\/choir-.*2027-03-/);
    expect(description).toBe(`Sing\n\n${raw.url}`);
  }
});

test.each<[what: string, rises: boolean, method: string, json: object]>([
  ['one is deleted', true, 'DELETE', {}],
  ['one is hidden', true, 'PATCH', { hide_from_listings: true }],
  [
    'all begin an hour later',
    true,
    'PATCH',
    { start_date: '2027-03-16 20:00', end_date: '2027-03-16 21:30', scope: 'all' },
  ],
  ['all are canceled', true, 'PATCH', { event_status: 'canceled', scope: 'all' }],
  ['those that follow are another series', true, 'PATCH', { title: 'Chorus', scope: 'following' }],
  ['all have another title', false, 'PATCH', { title: 'Chorus', scope: 'all' }],
  ['one has another title', false, 'PATCH', { title: 'Chorus' }],
])(
  'when %s, the number of a series rises: %s, and the time of its last change does',
  async (_, rises, method, json) => {
    const { series } = await made(app, 'events', {
      ...{ title: 'Choir', start_date: '2027-03-02 19:00', end_date: '2027-03-02 20:30', timezone: 'Europe/Madrid' },
      recurrence: { rule: 'FREQ=WEEKLY;COUNT=8' },
    });
    const { body } = await app.rest('GET', `/events?series=${series.id}&start_date=2027-01-01`, AS);
    const masterOf = async () =>
      readCalendar((await app.fetch(`${PATH}/${series.id}.ics`)).text).events.filter(
        ({ uid, raw }) => uid === series.uid && !raw['recurrence-id'],
      )[0]!;
    const before = await masterOf();
    app.clock.now += 60_000;
    expect((await app.rest(method, `/events/${body.events[2].id}`, { ...AS, json })).status).toBe(200);
    const after = await masterOf();
    expect(after.sequence > before.sequence).toBe(rises);
    expect(String(after.raw['last-modified']) > String(before.raw['last-modified'])).toBe(true);
  },
);

test('a rule that ends before it begins is a single date in the feed, as on the page', async () => {
  const { series } = await made(app, 'events', {
    ...{ title: 'Once', start_date: '2027-03-02 19:00', end_date: '2027-03-02 20:30', timezone: 'Europe/Madrid' },
    recurrence: { rule: 'FREQ=WEEKLY;COUNT=1' },
  });
  // As an import stores it.
  await app.store.update(SERIES.name, series.id, { $set: { rule: 'FREQ=WEEKLY;UNTIL=20200101', version: 2 } });
  await app.tellAll();
  const { text } = await app.fetch(`${PATH}/${series.id}.ics`);
  expect(text).not.toContain('RRULE');
  expect(datesOf(text, Date.parse('2029-01-01'))).toEqual(await listed(series.id, 'anonymous'));
});
