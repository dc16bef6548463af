import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { defineField } from '../../support/custom-fields.ts';
import { post } from '../../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  for (const venue of ['Hall', 'Annex']) await post(app, 'venues', { venue });
  await post(app, 'tags', { name: 'Folk' });
  await defineField(app, 'EVENT', { key: 'level', kind: 'TEXT', label: { en: 'Level' } });
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
  expect([again.status, again.body.data.current.title]).toEqual([412, 'Chorus']);
  const old = { ref: { databaseId: all[1]!.databaseId }, title: 'Too late', scope: 'ALL', ifSeriesVersion: 1 };
  const refused = [{ code: 'CONFLICT', path: ['input', 'ifSeriesVersion'] }];
  expect((await run('updateEvent', old)).userErrors).toMatchObject(refused);
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

const WORDS = `title description excerpt timezone allDay costText status eventStatus statusReason attendance image { url }
  venues { name } tags { name } customFields { value } startDate endDate`;

/** Fields that each of some dates shows, with times without their days. */
async function told(id: number, fields = WORDS) {
  const query = `{ events(where: { seriesIn: [${id}], status: [ANY] }) { nodes { ${fields} } } }`;
  const { nodes } = (await app.graphql(query, {}, { as: 'editor' })).body.data.events;
  const timeOf = (key: string, value: unknown) => (key.endsWith('Date') ? String(value).slice(11) : value);
  return nodes.map((node: object) =>
    Object.fromEntries(Object.entries(node).map(([key, value]) => [key, timeOf(key, value)])),
  );
}

test.each([
  ['title', { title: 'Chorus' }],
  ['description', { description: 'With guests' }],
  ['empty text', { excerpt: '' }],
  ['time', { startDate: '2027-03-09 20:00:00', endDate: '2027-03-10 00:30:00' }],
  ['end', { endsAt: '2027-03-09T22:00:00Z' }],
  ['zone', { timezone: 'Asia/Seoul' }],
  ['kind of day', { allDay: true }],
  ['price', { cost: '7' }],
  ['added venue', { venues: { connect: [{ slug: 'annex' }] } }],
  ['tags', { tags: { named: ['Folk'] } }],
  ['image', { imageUrl: 'https://example.org/new.png' }],
  ['state', { status: 'DRAFT' }],
  ['status', { eventStatus: 'CANCELED', statusReason: 'Rain' }],
  ['way to attend', { isVirtual: true }],
  ['value of a custom field', { customFields: [{ key: 'level', value: 'All' }] }],
])(
  'the %s that a date has already reaches the others when it is sent for all, and nothing else of it',
  async (_, part) => {
    const { id, all } = await tuesdays({
      excerpt: 'Short',
      cost: '5',
      venues: { named: ['Hall'] },
      recurrence: { rule: 'FREQ=WEEKLY;COUNT=4' },
    });
    const [, second] = all as [Shown, Shown];
    await update(second, { ...part, featured: true, scope: 'THIS' });
    const [, its] = await told(id);
    const ref = { databaseId: second.databaseId };
    const write = async (scope: string) => {
      const query = `mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { dates userErrors { message } } }`;
      return (await app.graphql(query, { input: { ref, ...part, scope } }, { as: 'editor' })).body.data.updateEvent;
    };
    expect(await write('ALL')).toEqual({ dates: '3 of 4 dates', userErrors: [] });
    expect(await told(id)).toEqual(Array(4).fill(its));
    expect(await told(id, 'featured isException')).toEqual(
      [false, true, false, false].map((featured) => ({ featured, isException: featured })),
    );
    for (const scope of ['ALL', 'FOLLOWING'])
      expect(await write(scope)).toEqual({ dates: '0 of 4 dates', userErrors: [] });
  },
);

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

test('a date that a rule took out and somebody restored with all is published still when the rule changes again', async () => {
  const { id, all } = await tuesdays();
  const changed = (rule: string) => run('updateSeries', { ref: { databaseId: id }, rule });
  await changed('FREQ=WEEKLY;COUNT=4');
  await run('restoreEvent', { ref: { databaseId: all[4]!.databaseId }, scope: 'ALL' });
  await changed('FREQ=WEEKLY;COUNT=6');
  expect(await told(id, 'status')).toEqual(Array(6).fill({ status: 'PUBLISH' }));
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

test('a date that has again what its series has is no exception, and follows the next write for all', async () => {
  const { id, all } = await tuesdays();
  const second = all[1]!;
  for (const title of ['Another', 'Choir']) await update(second, { title });
  for (const eventStatus of ['CANCELED', 'SCHEDULED']) await update(second, { eventStatus });
  for (const day of ['03-10', '03-09'])
    await update(second, { startDate: `2027-${day} 19:00`, endDate: `2027-${day} 21:00` });
  expect((await occurrences(id)).map(({ isException }) => isException)).toEqual(Array(5).fill(false));
  await update(all[0]!, { title: 'All', startDate: '2027-03-02 18:00', scope: 'ALL' });
  const after = await occurrences(id);
  expect(titles(after)).toEqual(Array(5).fill('All'));
  expect(starts(after).map((start) => start.slice(6))).toEqual(Array(5).fill('18:00'));
});
