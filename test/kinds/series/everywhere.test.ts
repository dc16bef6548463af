import { afterAll, beforeAll, expect, test } from 'vitest';
import { elementsOf, pageAt, textOf } from '../../api/pages/support.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { datesOf } from '../../support/icalendar.ts';
import { made } from '../../support/making.ts';
import { createReplica, listed, type Replica } from '../../support/replica.ts';

let app: TestApp;
let copy: Replica;
let ids: number[];

interface Shown {
  databaseId: number;
  title: string;
  startsAt: string;
  slug: string;
  series: { databaseId: number };
}

const listedOccurrences = async (): Promise<Shown[]> => {
  const query = '{ events(first: 100) { nodes { databaseId title startsAt slug series { databaseId } } } }';
  return (await app.graphql(query)).body.data.events.nodes;
};

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  copy = createReplica(app, 'anonymous');
  await copy.begin();
  await made(app, 'events', {
    ...{ title: 'Choir', start_date: '2027-03-02 19:00', end_date: '2027-03-02 21:00', timezone: 'Europe/Madrid' },
    recurrence: { rule: 'FREQ=WEEKLY;COUNT=8' },
  });
  ids = (await listedOccurrences()).map(({ databaseId }) => databaseId);
});
afterAll(() => app.close());

const patch = (place: number, json: object) => app.rest('PATCH', `/events/${ids[place]}`, { as: 'editor', json });

const mutate = (mutation: string) =>
  app.graphql(`mutation { ${mutation} { userErrors { message } } }`, {}, { as: 'editor' });

const later = { start_date: '2027-03-30 18:00', end_date: '2027-03-30 19:00', scope: 'following' };
const followingOf = (field: string) => mutate(`${field}(input: { ref: { databaseId: ${ids[6]} }, scope: FOLLOWING })`);

// Each continues where the one before it left the calendar.
test.each<[string, () => Promise<unknown>, occurrences: number, series: number]>([
  ['one has another title', () => patch(1, { title: 'With guests' }), 8, 1],
  ['one is on another day', () => patch(2, { start_date: '2027-03-17 20:00', end_date: '2027-03-17 22:00' }), 8, 1],
  ['one and those after it are at another time', () => patch(4, later), 8, 2],
  ['all of the first part have another title', () => patch(0, { title: 'Men’s choir', scope: 'all' }), 8, 2],
  ['one and those after it are deleted', () => followingOf('deleteEvent'), 6, 2],
  ['those are restored', () => followingOf('restoreEvent'), 8, 3],
])('after %s, pages, feeds and copies say what lists say', async (_, write, occurrences, series) => {
  await write();
  const shown = await listedOccurrences();
  const inSeries = [...new Set(shown.map((each) => each.series.databaseId))];
  expect([shown.length, inSeries.length]).toEqual([occurrences, series]);
  for (const { slug, title, startsAt } of shown) {
    const { text } = await pageAt(app, `/event/${slug}/`);
    const [first] = elementsOf(text).filter(({ name }) => name === 'time');
    expect([textOf(text, 'h1'), Date.parse(first!.attributes.datetime!)]).toEqual([title, Date.parse(startsAt)]);
  }
  for (const id of inSeries) {
    const { text } = await app.rest('GET', `/series/${id}.ics`);
    // Who follows one part of a divided series has the dates of all.
    expect(datesOf(text, Date.UTC(2030, 0))).toEqual(shown.map(({ startsAt }) => Date.parse(startsAt)));
  }
  while (await copy.follow());
  expect(copy.records()).toEqual(await listed(app, 'anonymous'));
});
