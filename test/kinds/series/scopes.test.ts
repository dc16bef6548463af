import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { defineField } from '../../support/custom-fields.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

interface Shown {
  databaseId: number;
  title: string;
  startDate: string;
  endDate: string;
  slug: string;
  uid: string;
  series: { databaseId: number; rule: string; version: number };
  originalStartsAt: string;
  isException: boolean;
}

const SHOWN = `databaseId title startDate endDate slug uid originalStartsAt isException
  series { databaseId rule version }`;

const TUESDAYS = {
  title: 'Choir',
  startDate: '2027-03-02 19:00:00',
  endDate: '2027-03-02 21:00:00',
  status: 'PUBLISH',
  recurrence: { rule: 'FREQ=WEEKLY;COUNT=5' },
};

async function run(field: string, input: object): Promise<{ event?: Shown; userErrors: object[] }> {
  const type = `${field[0]!.toUpperCase()}${field.slice(1)}Input!`;
  const isOfEvent = field.endsWith('Event');
  const shown = isOfEvent ? `event { ${SHOWN} }` : 'series { databaseId }';
  const query = `mutation ($input: ${type}) { ${field}(input: $input) { ${shown} userErrors { code message path } } }`;
  const { body } = await app.graphql(query, { input }, { as: 'editor' });
  expect(body.errors).toBeUndefined();
  return body.data[field];
}

/** All occurrences of several series, by start. */
async function occurrences(...ids: number[]): Promise<Shown[]> {
  const where = { seriesIn: ids };
  const query = `query ($where: EventWhere) { events(where: $where, first: 100) { nodes { ${SHOWN} } } }`;
  return (await app.graphql(query, { where }, { as: 'editor' })).body.data.events.nodes;
}

/** A series of five Tuesdays in March 2027, and its occurrences. */
async function tuesdays(input: object = {}) {
  const { event } = await run('createEvent', { ...TUESDAYS, ...input });
  const id = event!.series.databaseId;
  return { id, all: await occurrences(id) };
}

async function update(event: Shown, values: object): Promise<Shown> {
  const done = await run('updateEvent', { ref: { databaseId: event.databaseId }, ...values });
  expect(done.userErrors).toEqual([]);
  return done.event!;
}

const titles = (events: readonly Shown[]) => events.map(({ title }) => title);
const starts = (events: readonly Shown[]) => events.map(({ startDate }) => startDate.slice(5, 16));
const sameNames = (events: readonly Shown[]) => events.map(({ databaseId, slug, uid }) => [databaseId, slug, uid]);

test('without a scope, one occurrence changes, and keeps it against a later change of all', async () => {
  const { id, all } = await tuesdays();
  await update(all[1]!, { title: 'With guests' });
  await update(all[3]!, { title: 'Choir practice', scope: 'ALL' });
  const after = await occurrences(id);
  expect(titles(after)).toEqual([
    'Choir practice',
    'With guests',
    'Choir practice',
    'Choir practice',
    'Choir practice',
  ]);
  expect(after.map(({ isException }) => isException)).toEqual([false, true, false, false, false]);
  expect(sameNames(after)).toEqual(sameNames(all));
});

test('another time for all moves each within its day, but for one that was moved, and those that have begun', async () => {
  const { id, all } = await tuesdays();
  await update(all[2]!, { startDate: '2027-03-17 10:00:00', endDate: '2027-03-17 11:00:00' });
  const { now } = app.clock;
  app.clock.now = Date.parse('2027-03-03T00:00:00Z');
  const moved = await update(all[1]!, {
    startDate: '2027-03-09 20:30:00',
    endDate: '2027-03-09 22:00:00',
    scope: 'ALL',
  });
  app.clock.now = now;
  const after = await occurrences(id);
  expect(after[1]).toEqual(moved);
  expect(starts(after)).toEqual(['03-02 19:00', '03-09 20:30', '03-17 10:00', '03-23 20:30', '03-30 20:30']);
  expect(after.map(({ endDate }) => endDate.slice(11, 16))).toEqual(['21:00', '22:00', '11:00', '22:00', '22:00']);
  expect(after.map(({ originalStartsAt }) => originalStartsAt.slice(5, 16))).toEqual(
    ['03-02', '03-09', '03-16', '03-23', '03-30'].map((day) => `${day}T20:30`),
  );
  expect(sameNames(after)).toEqual(sameNames(all));
});

test('another day is refused for all: the rule says the days', async () => {
  const { all } = await tuesdays();
  const { userErrors } = await run('updateEvent', {
    ref: { databaseId: all[1]!.databaseId },
    startDate: '2027-03-10 19:00:00',
    endDate: '2027-03-10 21:00:00',
    scope: 'ALL',
  });
  expect(userErrors).toMatchObject([{ code: 'AT_ODDS', path: ['input', 'startDate'] }]);
});

test('this and following become a series of their own, with the occurrences that they were', async () => {
  const { id, all } = await tuesdays();
  const third = await update(all[2]!, { title: 'Spring choir', scope: 'FOLLOWING' });
  const later = third.series.databaseId;
  expect([later === id, third.series.rule]).toEqual([false, 'FREQ=WEEKLY;COUNT=3']);
  const [before, after] = [await occurrences(id), await occurrences(later)];
  expect([titles(before), titles(after)]).toEqual([Array(2).fill('Choir'), Array(3).fill('Spring choir')]);
  expect(before[0]!.series.rule).toBe('FREQ=WEEKLY;COUNT=2');
  expect(sameNames([...before, ...after])).toEqual(sameNames(all));
});

test('deleting this and following ends the series, and restoring brings them back as a series of their own', async () => {
  const { id, all } = await tuesdays({ recurrence: { rule: 'FREQ=WEEKLY' } });
  const fourth = { ref: { databaseId: all[3]!.databaseId }, scope: 'FOLLOWING' };
  await run('deleteEvent', fourth);
  expect(starts(await occurrences(id))).toEqual(['03-02 19:00', '03-09 19:00', '03-16 19:00']);
  expect((await occurrences(id))[0]!.series.rule).toBe('FREQ=WEEKLY;UNTIL=20270316');
  await app.extendSeries();
  await run('restoreEvent', fourth);
  const query = `{ event(ref: { databaseId: ${all[3]!.databaseId} }) { series { databaseId } } }`;
  const { series } = (await app.graphql(query, {}, { as: 'editor' })).body.data.event;
  expect(sameNames(await occurrences(id, series.databaseId))).toEqual(sameNames(all));
});

test('deleting and restoring all takes the series with it, but for what was deleted by itself', async () => {
  const { id, all } = await tuesdays();
  await run('deleteEvent', { ref: { databaseId: all[1]!.databaseId } });
  const first = { ref: { databaseId: all[0]!.databaseId }, scope: 'ALL' };
  await run('deleteEvent', first);
  expect(await occurrences(id)).toEqual([]);
  await run('restoreEvent', first);
  expect(starts(await occurrences(id))).toEqual(['03-02 19:00', '03-16 19:00', '03-23 19:00', '03-30 19:00']);
});

test('a new rule keeps the occurrences that it gives, makes the missing ones, and leaves exceptions where they are', async () => {
  const { id, all } = await tuesdays();
  await update(all[3]!, { title: 'Concert' });
  await run('updateSeries', { ref: { databaseId: id }, rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4' });
  const after = await occurrences(id);
  expect(starts(after)).toEqual(['03-02 19:00', '03-16 19:00', '03-23 19:00', '03-30 19:00', '04-13 19:00']);
  expect(after.slice(0, 4).map(({ databaseId }) => databaseId)).toEqual(
    [0, 2, 3, 4].map((number) => all[number]!.databaseId),
  );
  await run('updateSeries', { ref: { databaseId: id }, rule: 'FREQ=WEEKLY;COUNT=5' });
  const back = await occurrences(id);
  expect(sameNames(back)).toEqual(sameNames(all));
});

test('a date is added to a series and taken from it', async () => {
  const { id, all } = await tuesdays();
  const ref = { databaseId: id };
  await run('addOccurrence', { ref, date: '2027-03-18T18:00:00' });
  await run('removeOccurrence', { ref, date: '2027-03-09' });
  const shown = async () => starts(await occurrences(id));
  expect(await shown()).toEqual(['03-02 19:00', '03-16 19:00', '03-18 18:00', '03-23 19:00', '03-30 19:00']);
  await run('removeOccurrence', { ref, date: '2027-03-18T18:00:00' });
  await run('addOccurrence', { ref, date: '2027-03-09' });
  expect(await shown()).toEqual(starts(all));
  const { userErrors } = await run('removeOccurrence', { ref, date: '2027-03-10' });
  expect(userErrors).toMatchObject([{ code: 'UNKNOWN', path: ['input', 'date'] }]);
});

test('REST takes the scope and the version of the series that it shows', async () => {
  const { id, all } = await tuesdays();
  const path = `/events/${all[1]!.databaseId}`;
  const { body } = await app.rest('GET', path);
  const sent = { ...body, title: 'Chorus', scope: 'all' };
  const done = await app.rest('POST', path, { as: 'editor', json: sent });
  expect([done.status, done.body.series.version]).toEqual([200, body.series.version + 1]);
  expect(titles(await occurrences(id))).toEqual(Array(5).fill('Chorus'));
  const again = await app.rest('POST', path, { as: 'editor', json: { ...sent, title: 'Too late' } });
  expect(again.status).toBe(412);
  const gone = await app.rest('DELETE', `${path}?scope=following`, { as: 'editor' });
  expect(gone.status).toBe(200);
  expect(starts(await occurrences(id))).toEqual(['03-02 19:00']);
});

test('publishing one occurrence of a draft needs a scope', async () => {
  const { id, all } = await tuesdays({ status: 'DRAFT' });
  const [first, second] = all as [Shown, Shown];
  const { userErrors } = await run('updateEvent', { ref: { databaseId: first.databaseId }, status: 'PUBLISH' });
  expect(userErrors).toMatchObject([{ code: 'MISSING', path: ['input', 'scope'] }]);
  await update(second, { status: 'PUBLISH', scope: 'THIS' });
  const states = async () => {
    const { body } = await app.graphql(
      `{ events(where: { seriesIn: [${id}], status: [PUBLISH, DRAFT] }) { nodes { status } } }`,
      {},
      { as: 'editor' },
    );
    return body.data.events.nodes.map(({ status }: { status: string }) => status);
  };
  expect(await states()).toEqual(['DRAFT', 'PUBLISH', 'DRAFT', 'DRAFT', 'DRAFT']);
  await update(first, { status: 'PUBLISH', scope: 'ALL' });
  expect(await states()).toEqual(Array(5).fill('PUBLISH'));
});

test('what a rule took out stays out when the series is deleted and restored, and what was restored by itself stays', async () => {
  const { id, all } = await tuesdays();
  await run('updateSeries', { ref: { databaseId: id }, rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3' });
  const first = { ref: { databaseId: all[0]!.databaseId }, scope: 'ALL' };
  await run('deleteEvent', first);
  await run('restoreEvent', first);
  const kept = ['03-02 19:00', '03-16 19:00', '03-30 19:00'];
  expect(starts(await occurrences(id))).toEqual(kept);
  await run('restoreEvent', { ref: { databaseId: all[1]!.databaseId } });
  await run('addOccurrence', { ref: { databaseId: id }, date: '2027-04-20' });
  expect(starts(await occurrences(id))).toEqual([kept[0], '03-09 19:00', kept[1], kept[2], '04-20 19:00']);
});

test('another length for all, sent for one that was moved, leaves the others at their time', async () => {
  const { id, all } = await tuesdays();
  await update(all[1]!, { startDate: '2027-03-09 10:00:00', endDate: '2027-03-09 11:00:00' });
  await update(all[1]!, { endDate: '2027-03-09 13:00:00', scope: 'ALL' });
  const after = await occurrences(id);
  expect(starts(after)).toEqual(['03-02 19:00', '03-09 10:00', '03-16 19:00', '03-23 19:00', '03-30 19:00']);
  expect(after.map(({ endDate }) => endDate.slice(11, 13))).toEqual(['22', '13', '22', '22', '22']);
  expect(after.map(({ isException }) => isException)).toEqual([false, true, false, false, false]);
  await update(all[1]!, { startDate: '2027-03-09 20:00:00', endDate: '2027-03-09 21:00:00', scope: 'ALL' });
  const together = await occurrences(id);
  expect(together.map(({ startDate, isException }) => [startDate.slice(11), isException])).toEqual(
    Array(5).fill(['20:00:00', false]),
  );
});

test('an earlier time for all leaves out no start that had yet to be made', async () => {
  const dates = { startDate: '2026-11-24 09:30:00', endDate: '2026-11-24 10:30:00', timezone: 'Asia/Seoul' };
  const { id, all } = await tuesdays({ ...dates, recurrence: { rule: 'FREQ=WEEKLY' } });
  await update(all[0]!, { startDate: '2026-11-24 08:30:00', endDate: '2026-11-24 09:30:00', scope: 'ALL' });
  const { now } = app.clock;
  app.clock.now += 7 * 86_400_000;
  await app.extendSeries('another');
  app.clock.now = now;
  const { body } = await app.graphql(`{ series(ref: { databaseId: ${id} }) { occurrenceCount } }`);
  expect(body.data.series.occurrenceCount).toBe(106);
});

test('a series in the trash takes no changes, and one that is restored with changes takes them to its occurrences', async () => {
  const { id, all } = await tuesdays();
  const ref = { databaseId: id };
  await run('deleteSeries', { ref });
  const refused = [{ code: 'SERIES_ALREADY_TRASHED', path: ['input', 'ref'] }];
  expect((await run('updateSeries', { ref, title: 'Chorus' })).userErrors).toMatchObject(refused);
  expect((await run('updateSeries', { ref, rule: 'FREQ=WEEKLY' })).userErrors).toMatchObject(refused);
  expect((await run('addOccurrence', { ref, date: '2027-03-18' })).userErrors).toMatchObject(refused);
  expect((await run('deleteSeries', { ref })).userErrors).toMatchObject(refused);
  const rule = 'FREQ=WEEKLY;INTERVAL=2;COUNT=4';
  const restored = await run('updateSeries', { ref, status: 'PUBLISH', title: 'Chorus', rule });
  expect(restored.userErrors).toEqual([]);
  const after = await occurrences(id);
  expect(starts(after)).toEqual(['03-02 19:00', '03-16 19:00', '03-30 19:00', '04-13 19:00']);
  expect(titles(after)).toEqual(Array(4).fill('Chorus'));
  expect(after[1]!.databaseId).toBe(all[2]!.databaseId);
});

test('a series that is not in the trash stays as it is when it is restored', async () => {
  const { id, all } = await tuesdays();
  const before = await app.store.byIds('series', [id]);
  expect((await run('restoreSeries', { ref: { databaseId: id } })).userErrors).toEqual([]);
  expect(await app.store.byIds('series', [id])).toEqual(before);
  expect(await occurrences(id)).toEqual(all);
});

test.each(['addOccurrence', 'removeOccurrence'])(
  '%s refuses no date, an empty one and a word, by its name',
  async (name) => {
    const { id } = await tuesdays();
    for (const date of [undefined, null, '', 'soon'])
      expect((await run(name, { ref: { databaseId: id }, date })).userErrors).toMatchObject([
        { path: ['input', 'date'] },
      ]);
  },
);

test('several occurrences of one day have slugs of their own, in each language, however they come', async () => {
  const { id, all } = await tuesdays({ recurrence: { rule: 'FREQ=WEEKLY;COUNT=2', rdates: ['2027-03-02T21:30:00'] } });
  const ref = { databaseId: id };
  await run('addOccurrence', { ref, date: '2027-03-02T22:30:00' });
  const path = `/events/${all[0]!.databaseId}?multilang_language=es`;
  const told = await app.rest('PATCH', path, { as: 'editor', json: { title: 'Coro', scope: 'all' } });
  expect(told.status, told.text).toBe(200);
  await run('deleteSeries', { ref });
  await run('restoreSeries', { ref });
  const query = `{ events(where: { seriesIn: [${id}] }) { nodes { slug es: slug(language: ES) } } }`;
  const { nodes } = (await app.graphql(query, {}, { as: 'editor' })).body.data.events;
  const slugs = (name: string) => ['', '-2', '-3'].map((end) => `${name}-2027-03-02${end}`);
  const [first] = all.map(({ slug }) => slug.replace('-2027-03-02', ''));
  expect(nodes.slice(0, 3)).toEqual(slugs(first!).map((slug, at) => ({ slug, es: slugs('coro')[at] })));
});

test('a series that is divided where the clock skips its time keeps that time', async () => {
  const times = { startDate: '2027-03-21 02:30:00', endDate: '2027-03-21 03:30:00', timezone: 'Europe/Madrid' };
  const { id, all } = await tuesdays({ ...times, recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' } });
  const { series } = await update(all[1]!, { title: 'Spring', scope: 'FOLLOWING' });
  await run('updateSeries', { ref: { databaseId: series.databaseId }, rule: 'FREQ=WEEKLY;COUNT=3' });
  const after = await occurrences(id, series.databaseId);
  expect(starts(after)).toEqual(['03-21 02:30', '03-28 03:30', '04-04 02:30', '04-11 02:30']);
  expect(after.slice(0, 3).map(({ databaseId }) => databaseId)).toEqual(all.map(({ databaseId }) => databaseId));
});

test.each([
  ['addOccurrence', { date: '2027-03-28' }],
  ['addOccurrence', { date: '2027-03-28 02:30:00' }],
  ['updateSeries', { rdates: ['2027-03-28T03:30:00+02:00'] }],
])('where the clock skips its time, %s of %j adds a date like the others', async (name, input) => {
  const times = { startDate: '2027-03-02 02:30:00', endDate: '2027-03-02 04:30:00', timezone: 'Europe/Madrid' };
  const { id, all } = await tuesdays({ ...times, recurrence: { rule: 'FREQ=WEEKLY;COUNT=2' } });
  await run(name, { ref: { databaseId: id }, ...input });
  const [, , added] = await occurrences(id);
  expect(added).toMatchObject({ startDate: '2027-03-28 03:30:00', endDate: '2027-03-28 04:30:00', isException: false });
  await update(all[0]!, { startDate: '2027-03-02 19:00:00', endDate: '2027-03-02 20:00:00', scope: 'ALL' });
  await run('removeOccurrence', { ref: { databaseId: id }, date: '2027-03-28' });
  expect(starts(await occurrences(id))).toEqual(['03-02 19:00', '03-09 19:00']);
  await run('addOccurrence', { ref: { databaseId: id }, date: '2027-03-28' });
  expect(starts(await occurrences(id))).toEqual(['03-02 19:00', '03-09 19:00', '03-28 19:00']);
});

test('two occurrences on one day do not become all-day, whichever of them is written', async () => {
  const { all } = await tuesdays({ recurrence: { rule: 'FREQ=WEEKLY;COUNT=3', rdates: ['2027-03-02T22:00:00'] } });
  for (const { databaseId } of all) {
    const { userErrors } = await run('updateEvent', { ref: { databaseId }, allDay: true, scope: 'ALL' });
    expect(userErrors).toMatchObject([{ code: 'AT_ODDS', path: ['input', 'allDay'] }]);
  }
});

test('a zone that an occurrence has for itself stays its own when all move', async () => {
  const { id, all } = await tuesdays({ timezone: 'Europe/Madrid' });
  const at = (time: string) => ({ startDate: `2027-03-16 ${time}:00`, endDate: '2027-03-16 22:00:00' });
  const moved = await update(all[2]!, { timezone: 'Asia/Seoul', ...at('10:00') });
  await update(moved, { ...at('20:00'), scope: 'ALL' });
  const query = `{ events(where: { seriesIn: [${id}] }) { nodes { startsAt } } }`;
  const { nodes } = (await app.graphql(query, {}, { as: 'editor' })).body.data.events;
  expect(nodes.slice(0, 3).map(({ startsAt }: { startsAt: string }) => startsAt)).toEqual([
    '2027-03-02T20:00:00+01:00',
    '2027-03-09T20:00:00+01:00',
    '2027-03-16T20:00:00+09:00',
  ]);
});

test('a custom field that is written for all leaves others to the occurrences that have them', async () => {
  await defineField(app, 'EVENT', { key: 'age', kind: 'CHOICE', label: { en: 'Age' }, choices: ['6+', '12+'] });
  await defineField(app, 'EVENT', { key: 'size', kind: 'NUMBER', label: { en: 'Size' } });
  await defineField(app, 'EVENT', { key: 'covered', kind: 'BOOLEAN', label: { en: 'Covered' } });
  const { id, all } = await tuesdays({ recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' } });
  await update(all[1]!, { customFields: [{ key: 'age', value: '12+' }] });
  await update(all[2]!, { customFields: [{ key: 'size', number: 9 }] });
  await update(all[1]!, { customFields: [{ key: 'covered', boolean: true }], scope: 'ALL' });
  const query = `{ events(where: { seriesIn: [${id}] }) { nodes { customFields { key } } } }`;
  const { nodes } = (await app.graphql(query, {}, { as: 'editor' })).body.data.events;
  const keys = nodes.map(({ customFields }: { customFields: { key: string }[] }) => customFields.map(({ key }) => key));
  expect(keys).toEqual([['covered'], ['age', 'covered'], ['size', 'covered']]);
});

async function exdatesOf(id: number): Promise<string[]> {
  const query = `{ series(ref: { databaseId: ${id} }) { exdates } }`;
  return (await app.graphql(query, {}, { as: 'editor' })).body.data.series.exdates;
}

test('a date that comes back is left out no more, and others of its day stay out', async () => {
  const { id, all } = await tuesdays({ recurrence: { rule: 'FREQ=WEEKLY;COUNT=3', rdates: ['2027-03-09T12:00:00'] } });
  const ref = { databaseId: id };
  await run('updateSeries', { ref, exdates: ['2027-03-09'] });
  expect(starts(await occurrences(id))).toEqual(['03-02 19:00', '03-16 19:00']);
  await run('addOccurrence', { ref, date: '2027-03-09T12:00:00' });
  expect(starts(await occurrences(id))).toEqual(['03-02 19:00', '03-09 12:00', '03-16 19:00']);
  await run('addOccurrence', { ref, date: '2027-03-09' });
  const after = await occurrences(id);
  expect([starts(after), sameNames(after)]).toEqual([starts(all), sameNames(all)]);
  expect(await exdatesOf(id)).toEqual([]);
});

test('a past date that was left out is added', async () => {
  const past = { startDate: '2026-11-03 19:00:00', endDate: '2026-11-03 21:00:00' };
  const { id } = await tuesdays({ ...past, recurrence: { rule: 'FREQ=WEEKLY;COUNT=3', exdates: ['2026-11-10'] } });
  await run('addOccurrence', { ref: { databaseId: id }, date: '2026-11-10' });
  expect(starts(await occurrences(id))).toEqual(['11-03 19:00', '11-10 19:00', '11-17 19:00']);
  expect(await exdatesOf(id)).toEqual([]);
});

test.each(['addOccurrence', 'removeOccurrence'])('%s is refused for another version of the series', async (name) => {
  const { id, all } = await tuesdays();
  const { userErrors } = await run(name, { ref: { databaseId: id }, date: '2027-03-09', ifVersion: 99 });
  expect([userErrors, starts(await occurrences(id))]).toMatchObject([[{ code: 'CONFLICT' }], starts(all)]);
});

test('a date that is taken twice with one key is taken once', async () => {
  const { id } = await tuesdays();
  const query = `mutation { removeOccurrence(input: { ref: { databaseId: ${id} }, date: "2027-03-09" }) {
    series { databaseId } userErrors { code } } }`;
  const take = () => app.graphql(query, {}, { as: 'editor', headers: { 'Idempotency-Key': 'one' } });
  const [first, second] = [await take(), await take()];
  expect(first.body.data.removeOccurrence).toEqual({ series: { databaseId: id }, userErrors: [] });
  expect(second.body).toEqual(first.body);
});

test('in the trash, a series takes no date back', async () => {
  const { id } = await tuesdays();
  const ref = { databaseId: id };
  await run('deleteSeries', { ref });
  const { userErrors } = await run('addOccurrence', { ref, date: '2027-03-09' });
  expect(userErrors).toMatchObject([{ code: 'SERIES_ALREADY_TRASHED', path: ['input', 'ref'] }]);
  expect(await occurrences(id)).toEqual([]);
});

test('with a rule that gives it, a series moves to another weekday, and each occurrence keeps its id', async () => {
  const { id, all } = await tuesdays({
    recurrence: { rule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270330', exdates: ['2027-03-23'] },
  });
  const ref = { databaseId: id };
  await update(all[1]!, { title: 'With guests' });
  const thursday = { startDate: '2027-03-04 20:00:00', endDate: '2027-03-04 22:00:00' };
  expect((await run('updateSeries', { ref, ...thursday })).userErrors).toMatchObject([{ code: 'AT_ODDS' }]);
  const rule = 'FREQ=WEEKLY;BYDAY=TH;UNTIL=20270401';
  expect((await run('updateSeries', { ref, ...thursday, rule })).userErrors).toEqual([]);
  const after = await occurrences(id);
  expect(starts(after)).toEqual(['03-04 20:00', '03-11 20:00', '03-18 20:00', '04-01 20:00']);
  expect([sameNames(after), titles(after)[1]]).toEqual([sameNames(all), 'With guests']);
});

test('without a day in its rule, a series moves by up to six days either way', async () => {
  const { id } = await tuesdays({ recurrence: { rule: 'FREQ=WEEKLY;UNTIL=20270316' } });
  const to = async (day: string) => {
    const times = { startDate: `${day} 19:00:00`, endDate: `${day} 21:00:00` };
    return (await run('updateSeries', { ref: { databaseId: id }, ...times })).userErrors;
  };
  expect(await to('2027-03-09')).toMatchObject([{ code: 'AT_ODDS', path: ['input', 'startDate'] }]);
  expect(await to('2027-03-08')).toEqual([]);
  expect(starts(await occurrences(id))).toEqual(['03-08 19:00', '03-15 19:00', '03-22 19:00']);
  expect(await to('2027-03-04')).toEqual([]);
  expect(starts(await occurrences(id))).toEqual(['03-04 19:00', '03-11 19:00', '03-18 19:00']);
});

test('a series by days of the month that moves has the days that its rule gives', async () => {
  const { id, all } = await tuesdays({
    ...{ startDate: '2027-03-30 19:00:00', endDate: '2027-03-30 21:00:00' },
    recurrence: { rule: 'FREQ=MONTHLY;UNTIL=20270701' },
  });
  expect(starts(all)).toEqual(['03-30 19:00', '04-30 19:00', '05-30 19:00', '06-30 19:00']);
  const times = { startDate: '2027-03-31 19:00:00', endDate: '2027-03-31 21:00:00' };
  expect((await run('updateSeries', { ref: { databaseId: id }, ...times })).userErrors).toEqual([]);
  expect(starts(await occurrences(id))).toEqual(['03-31 19:00', '05-31 19:00']);
});
