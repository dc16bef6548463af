import { afterAll, beforeAll, expect } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { sampled } from '../../support/sample.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

interface Shown {
  databaseId: number;
  title: string;
  startDate: string;
  allDay: boolean;
  timezone: string;
  /** Not shown in the trash. */
  series: { databaseId: number; rule: string } | null;
}

/** A series of five Tuesdays in March 2027, at 19:00. */
interface Series {
  id: number;
  /** Its occurrences. */
  ids: number[];
}

async function run(name: string, input: object): Promise<string | undefined> {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { userErrors { code } } }`;
  const { body } = await app.graphql(query, { input }, { as: 'editor' });
  expect(body.errors).toBeUndefined();
  return body.data[name].userErrors[0]?.code;
}

async function tuesdays(): Promise<Series> {
  const recurrence = { rule: 'FREQ=WEEKLY;COUNT=5' };
  const json = {
    title: 'Choir',
    start_date: '2027-03-02 19:00:00',
    end_date: '2027-03-02 21:00:00',
    status: 'publish',
  };
  const zone = { timezone: 'Europe/Madrid' };
  const { body } = await app.rest('POST', '/events', { as: 'editor', json: { ...json, ...zone, recurrence } });
  const { id } = body.series;
  return { id, ids: (await shown([id])).map(({ databaseId }) => databaseId) };
}

async function shown(seriesIn: number[]): Promise<Shown[]> {
  const query = `query ($where: EventWhere) { events(where: $where) { nodes {
    databaseId title startDate allDay timezone series { databaseId rule } } } }`;
  const { body } = await app.graphql(query, { where: { seriesIn } }, { as: 'editor' });
  return body.data.events.nodes;
}

type Scope = 'THIS' | 'FOLLOWING' | 'ALL';
type Step = (series: Series) => Promise<string | undefined>;

/** Writes the occurrence of a place. */
const write =
  (name: string) =>
  (at: number, scope: Scope, values: object = {}): Step =>
  ({ ids }) =>
    run(`${name}Event`, { ref: { databaseId: ids[at] }, scope, ...values });
const [change, remove, restore] = [write('update'), write('delete'), write('restore')];
const ofSeries =
  (name: string, values: object = {}): Step =>
  ({ id }) =>
    run(name, { ref: { databaseId: id }, ...values });
const changeSeries = (values: object): Step => ofSeries('updateSeries', values);
/** The clock, which another test sets anew. */
const on =
  (day: string): Step =>
  async () => {
    app.clock.now = Date.parse(`${day}T12:00:00Z`);
    return undefined;
  };

const at = (day: number, hour: number) => {
  const date = `2027-03-${String(day).padStart(2, '0')}`;
  return { startDate: `${date} ${hour}:00:00`, endDate: `${date} ${hour + 2}:00:00` };
};
const SPRING = { title: 'Spring' };
const GUESTS = { title: 'Guests' };

/**
 * What people do with a series, beside Google Calendar. What Google does is from its guide to recurring events and its notes on following
 * changes; of its web app, also from what others saw. None of it was tried, and nothing is said where we know of no difference.
 */
interface Row {
  /** What we do. */
  fact: string;
  /** What Google does, if that differs, and why we do not. */
  google?: { does: string; why: string };
  steps: readonly Step[];
  /** Days of the occurrences, with titles other than Choir, hours other than 19, and other zones; `|` where another series begins. */
  shows: string;
  rules?: readonly string[];
  /** The last step is refused. */
  refused?: string;
}

const ROWS: readonly Row[] = [
  { fact: 'a title for one changes that one', steps: [change(1, 'THIS', GUESTS)], shows: '2 9:Guests 16 23 30' },
  {
    fact: 'a title for the following divides the series there',
    steps: [change(2, 'FOLLOWING', SPRING)],
    shows: '2 9 | 16:Spring 23:Spring 30:Spring',
  },
  {
    fact: 'a title for all changes those that have begun, too',
    steps: [on('2027-03-10'), change(2, 'ALL', SPRING)],
    shows: '2:Spring 9:Spring 16:Spring 23:Spring 30:Spring',
  },
  {
    fact: 'a title for all leaves one that has a title of its own',
    google: {
      does: 'Its API leaves it; its web app has been seen to overwrite it.',
      why: 'What somebody wrote for one occurrence is not lost by a write that does not name it.',
    },
    steps: [change(1, 'THIS', GUESTS), change(2, 'ALL', SPRING)],
    shows: '2:Spring 9:Guests 16:Spring 23:Spring 30:Spring',
  },
  {
    fact: 'a title for all reaches one that was moved, which stays where it is',
    steps: [change(1, 'THIS', at(10, 10)), change(2, 'ALL', SPRING)],
    shows: '2:Spring 10@10:Spring 16:Spring 23:Spring 30:Spring',
  },
  {
    fact: 'a title for all that is written at one with its own reaches that, too',
    steps: [change(1, 'THIS', GUESTS), change(1, 'ALL', SPRING)],
    shows: '2:Spring 9:Spring 16:Spring 23:Spring 30:Spring',
  },
  {
    fact: 'a title for the following leaves a later one that has its own',
    google: {
      does: 'Exceptions after that one are reset: the following are a new event.',
      why: 'Occurrences are events that people link to and have written texts for.',
    },
    steps: [change(3, 'THIS', GUESTS), change(2, 'FOLLOWING', SPRING)],
    shows: '2 9 | 16:Spring 23:Guests 30:Spring',
  },
  { fact: 'one moves to another day', steps: [change(1, 'THIS', at(11, 19))], shows: '2 11 16 23 30' },
  {
    fact: 'one moves to the day of another, and both are there',
    steps: [change(1, 'THIS', at(16, 10))],
    shows: '2 16@10 16 23 30',
  },
  {
    fact: 'all cannot be moved to another day',
    google: {
      does: 'It moves all by as many days, and changes the rule.',
      why: 'A rule may name several days: which of them is meant only the rule can say. updateSeries takes it.',
    },
    steps: [change(1, 'ALL', at(10, 19))],
    shows: '2 9 16 23 30',
    refused: 'AT_ODDS',
  },
  {
    fact: 'another time for all moves all',
    steps: [change(1, 'ALL', at(9, 20))],
    shows: '2@20 9@20 16@20 23@20 30@20',
  },
  {
    fact: 'another time for all leaves one that was moved',
    google: {
      does: 'Its web app puts exceptions back to the time of all; its guide is silent.',
      why: 'One that was moved has a reason, such as another hall.',
    },
    steps: [change(3, 'THIS', at(24, 10)), change(1, 'ALL', at(9, 20))],
    shows: '2@20 9@20 16@20 24@10 30@20',
  },
  {
    fact: 'another time for all leaves those that have begun',
    google: { does: 'It moves those, too.', why: 'When something took place is a fact that a plan does not change.' },
    steps: [on('2027-03-10'), change(2, 'ALL', at(16, 20))],
    shows: '2 9 16@20 23@20 30@20',
  },
  {
    fact: 'another zone for all keeps what the clock shows',
    steps: [change(0, 'ALL', { ...at(2, 19), timezone: 'Asia/Seoul' })],
    shows: '2~Asia/Seoul 9~Asia/Seoul 16~Asia/Seoul 23~Asia/Seoul 30~Asia/Seoul',
  },
  {
    fact: 'all become all-day events',
    steps: [change(0, 'ALL', { allDay: true })],
    shows: '2@day 9@day 16@day 23@day 30@day',
  },
  {
    fact: 'deleting one leaves the others',
    steps: [remove(2, 'THIS')],
    shows: '2 9 23 30',
    rules: ['FREQ=WEEKLY;COUNT=5'],
  },
  {
    fact: 'deleting the following ends the series before',
    steps: [remove(2, 'FOLLOWING')],
    shows: '2 9',
    rules: ['FREQ=WEEKLY;COUNT=2'],
  },
  { fact: 'deleting all deletes those that have begun, too', steps: [on('2027-03-10'), remove(2, 'ALL')], shows: '' },
  {
    fact: 'deleting all deletes one that was changed',
    steps: [change(1, 'THIS', GUESTS), remove(2, 'ALL')],
    shows: '',
  },
  {
    fact: 'deleting a series can keep those that have begun',
    google: { does: 'For that, the following are deleted.', why: 'It is the same; keepPast needs no occurrence.' },
    steps: [on('2027-03-10'), ofSeries('deleteSeries', { keepPast: true })],
    shows: '2 9',
  },
  { fact: 'one comes back to its place', steps: [remove(2, 'THIS'), restore(2, 'THIS')], shows: '2 9 16 23 30' },
  {
    fact: 'all come back without one that was deleted before',
    steps: [remove(2, 'THIS'), remove(0, 'ALL'), restore(0, 'ALL')],
    shows: '2 9 23 30',
  },
  {
    fact: 'the following come back as a series of their own',
    google: {
      does: 'Deleting them is a change of the rule there, which is undone only at once.',
      why: 'They are in the trash, with their texts.',
    },
    steps: [remove(2, 'FOLLOWING'), restore(3, 'ALL')],
    shows: '2 9 | 16 23 30',
  },
  {
    fact: 'a new rule leaves an exception that it does not give',
    google: {
      does: 'An exception of a start that the rule does not give is gone.',
      why: 'An event that somebody wrote texts for goes only if somebody deletes it.',
    },
    steps: [change(1, 'THIS', GUESTS), changeSeries({ rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3' })],
    shows: '2 9:Guests 16 30',
  },
  {
    fact: 'a new rule leaves those that have begun',
    google: {
      does: 'All are those of the new rule.',
      why: 'What took place did so; their pages and statistics stay.',
    },
    steps: [on('2027-03-10'), changeSeries({ rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3' })],
    shows: '2 9 16 30',
  },
  { fact: 'a series ends earlier', steps: [changeSeries({ rule: 'FREQ=WEEKLY;COUNT=3' })], shows: '2 9 16' },
  {
    fact: 'a series ends later',
    steps: [changeSeries({ rule: 'FREQ=WEEKLY;UNTIL=20270406' })],
    shows: '2 9 16 23 30 6',
  },
  {
    fact: 'one that was deleted stays so when the series ends later',
    steps: [remove(3, 'THIS'), changeSeries({ rule: 'FREQ=WEEKLY;COUNT=6' })],
    shows: '2 9 16 30 6',
  },
  {
    fact: 'dividing gives each part the number that is left',
    steps: [change(1, 'FOLLOWING', SPRING)],
    shows: '2 | 9:Spring 16:Spring 23:Spring 30:Spring',
    rules: ['FREQ=WEEKLY;COUNT=1', 'FREQ=WEEKLY;COUNT=4'],
  },
  {
    fact: 'the following from the first on are all',
    steps: [change(0, 'FOLLOWING', SPRING)],
    shows: '2:Spring 9:Spring 16:Spring 23:Spring 30:Spring',
  },
  {
    fact: 'dividing twice makes three series',
    steps: [change(1, 'FOLLOWING', SPRING), change(3, 'FOLLOWING', { title: 'Summer' })],
    shows: '2 | 9:Spring 16:Spring | 23:Summer 30:Summer',
  },
  {
    fact: 'all of a divided series are those of its part',
    google: {
      does: 'Its web app shows the parts as one series, and all are those of all parts; its API has two events.',
      why: 'A part has a rule, a feed and a slug of its own, as in other calendars and in its API.',
    },
    steps: [change(2, 'FOLLOWING', at(16, 20)), change(0, 'ALL', SPRING)],
    shows: '2:Spring 9:Spring | 16@20 23@20 30@20',
  },
  {
    fact: 'a date is added that the rule does not give',
    google: { does: 'Its web app cannot; its API takes RDATE.', why: 'Calendars that are imported have such dates.' },
    steps: [ofSeries('addOccurrence', { date: '2027-03-18' })],
    shows: '2 9 16 18 23 30',
  },
];

/** Occurrences as a row says them. */
function said(events: readonly Shown[]): string {
  const parts = events.map(({ title, startDate, allDay, timezone, series }, place) => {
    const hour = allDay ? '@day' : startDate.slice(11, 13) === '19' ? '' : `@${startDate.slice(11, 13)}`;
    const zone = timezone === 'Europe/Madrid' ? '' : `~${timezone}`;
    const isOther = place > 0 && series?.databaseId !== events[place - 1]!.series?.databaseId;
    return `${isOther ? '| ' : ''}${Number(startDate.slice(8, 10))}${hour}${zone}${title === 'Choir' ? '' : `:${title}`}`;
  });
  return parts.join(' ');
}

sampled(12).each(ROWS.map((row) => [row.fact, row] as const))('%s', async (_, { steps, shows, rules, refused }) => {
  app.clock.now = Date.parse(FRIDAY);
  const series = await tuesdays();
  const codes: (string | undefined)[] = [];
  for (const step of steps) codes.push(await step(series));
  expect(codes).toEqual(steps.map((_, place) => (place === steps.length - 1 ? refused : undefined)));
  const all = await app.store.find<{ _id: number; series: number }>('events', { _id: { $in: series.ids } });
  const events = await shown([...new Set([series.id, ...all.map((event) => event.series)])]);
  expect(said(events)).toBe(shows);
  // Nobody's id changes.
  expect(series.ids).toEqual(expect.arrayContaining(events.slice(0, 2).map(({ databaseId }) => databaseId)));
  const ruled = [...new Map(events.map(({ series: its }) => [its?.databaseId, its?.rule])).values()];
  expect(ruled).toEqual(rules ?? ruled);
});
