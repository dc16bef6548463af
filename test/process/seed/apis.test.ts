import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../src/domain/language.ts';
import { seedCalendar } from '../../../src/tools/seed/seed-calendar.ts';
import { graphqlIn, restIn } from '../../kinds/languages/asking.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { upTo } from '../../support/making.ts';
import { KINDS, type Kind, typeName } from '../../support/parity/kinds.ts';
import { type Contents, contents, type Records } from '../../support/stored.ts';

const EVENTS = 300;
const PER_PAGE = 50;

let app: TestApp;
let stored: Contents;

beforeAll(async () => {
  app = await buildApp();
  await seedCalendar(app.store, { events: EVENTS, around: '2026-11-20' });
  stored = await contents(app.store);
});
afterAll(() => app.close());

/** Everything a list may show, of all times and in all states. */
const QUERY = 'start_date=2000-01-01&end_date=2040-01-01&hide_empty=false';

/** The ids of what is in no trash and not hidden. */
const listed = ({ plural }: Kind): number[] =>
  (
    stored[plural as keyof Records] as {
      _id: number;
      trashed?: boolean;
      hideFromListings?: boolean;
    }[]
  )
    .filter(({ trashed, hideFromListings }) => !trashed && !hideFromListings)
    .map(({ _id }) => _id);

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(KINDS)('the administrator lists every $name, with the same at both APIs', async (kind) => {
    const spoken = { form: 'segment', language } as const;
    const query = `query All($page: Int, $perPage: Int) {
      ${kind.name}Page(page: $page, perPage: $perPage) { items { ${kind.selection} } }
    }`;
    const seen: number[] = [];
    for (const page of upTo(Math.ceil(listed(kind).length / PER_PAGE)).map((index) => index + 1)) {
      const path = `/${kind.plural}?${QUERY}&page=${page}&per_page=${PER_PAGE}`;
      const rest = await restIn(app, spoken, 'GET', path);
      const { body } = await graphqlIn(app, spoken, query, { page, perPage: PER_PAGE });
      expect(body.errors).toBeUndefined();
      expect(body.data[`${kind.name}Page`].items.map(kind.body)).toEqual(rest.body[kind.plural]);
      seen.push(...rest.body[kind.plural].map(({ id }: { id: number }) => id));
    }
    expect(seen.sort((a, b) => a - b)).toEqual(listed(kind));
  });
});

test('what lies in the trash is listed there', async () => {
  const { body } = await restIn(
    app,
    { form: 'segment', language: 'en' },
    'GET',
    '/events?status=trash&start_date=2000-01-01&end_date=2040-01-01&per_page=50',
  );
  const trashed = stored.events.filter((event) => event.trashed && !event.hideFromListings);
  expect(trashed.length).toBeGreaterThan(0);
  expect(body.total).toBe(trashed.length);
});

/** What every write moves. */
const settled = ({ events, venues, organizers, categories, tags, images }: Contents) => ({
  events: events.map(({ modifiedAt: _, version: __, ...event }) => event),
  linked: [...venues, ...organizers].map(({ modifiedAt: _, version: __, ...record }) => record),
  terms: [...categories, ...tags].map(({ version: _, ...term }) => term),
  images,
});

test('an update that says nothing changes nothing, in the language a record was first written in', async () => {
  for (const kind of KINDS) {
    const query = `mutation Same($id: ID!) {
      same: update${typeName(kind)}(input: { ref: { databaseId: $id } }) { is: ${kind.name} { id: databaseId } userErrors { path code } }
    }`;
    const records: { _id: number; original: Language }[] = stored[kind.plural as keyof Records];
    for (const { _id, original } of records.filter((_, index) => index % 3 === 0)) {
      const { body } = await graphqlIn(app, { form: 'segment', language: original }, query, { id: _id });
      expect(body).toEqual({ data: { same: { is: { id: _id }, userErrors: [] } } });
    }
  }
  expect(settled(await contents(app.store))).toEqual(settled(stored));
});

test('sending back what was read changes nothing that is shown', async () => {
  const spoken = (language: Language) => ({ form: 'segment', language }) as const;
  async function read(language: Language, path: string) {
    const { status, body } = await restIn(app, spoken(language), 'GET', path);
    expect(status, path).toBe(200);
    const { modified: _, modified_utc: __, ...shown } = body;
    return shown;
  }
  for (const { plural } of KINDS) {
    const records: { _id: number; original: Language; trashed?: boolean }[] = stored[plural as keyof Records];
    for (const { _id, original } of records.filter(({ trashed }, index) => index % 25 === 0 && !trashed)) {
      const path = `/${plural}/${_id}`;
      const before = await read(original, path);
      const { status } = await restIn(app, spoken(original), 'PUT', path, { json: before });
      expect(status, path).toBe(200);
      expect(await read(original, path)).toEqual(before);
    }
  }
});
