import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, buildApp, type Caller, type TestApp } from '../support/app.ts';
import { made, type Plural } from '../support/making.ts';
import { ownedBy, POSTS, type Post } from '../support/owned.ts';
import {
  CALLERS,
  EDITORS,
  KIND_CELLS,
  type KindCell,
  RECORD_CELLS,
  type RecordCell,
  type Rights,
  refusalOf,
} from './rights.ts';
import { ROUTES } from './spec-routes.ts';

const NONE: Rights = { read: true, update: false, delete: false };
const ALL: Rights = { read: true, update: true, delete: true };

const UPDATES = ['POST', 'PUT', 'PATCH'];

const generally = (caller: Caller): Rights => (EDITORS.includes(caller) ? ALL : NONE);

const allow = (may: Rights): string =>
  ['GET', ...(may.update ? UPDATES : []), ...(may.delete ? ['DELETE'] : [])].join(', ');

/** An answer in one line: status, code where there is one, and what `Allow` offers. */
const said = ({ status, body, headers }: Answered): string =>
  `${[status, body?.code].filter(Boolean).join(' ')} | ${headers.get('allow')}`;

/** What a method sends: an update has something to change. */
const sent = (method: string): object => (UPDATES.includes(method) ? { json: { description: 'Changed' } } : {});

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

/** Sends every method to a path, what only asks first and DELETE last, and says what was answered to each. */
async function ask(as: Caller, name: string, path: string, ...more: string[]): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const method of ['GET', 'OPTIONS', ...UPDATES, 'DELETE', ...more]) {
    const key = `${method} ${name}`;
    answers[key in answers ? `${key} again` : key] = said(await app.rest(method, path, { as, ...sent(method) }));
  }
  return answers;
}

/** What is answered to every method at an address that names no record, as reading it is answered. */
function expectedUnknown(kind: string, caller: Caller, path: string, line: string): Record<string, string> {
  const isEvent = kind === 'events';
  const offers = ` | ${allow(generally(caller))}`;
  // Of events only those learn that there is none who may write some: the others are refused first, unless they delete by slug.
  const written = isEvent && !EDITORS.includes(caller) ? refusalOf(caller) : line;
  const deleted = path.includes('by-slug') ? line : written;
  return {
    [`GET ${path}`]: line + offers,
    [`OPTIONS ${path}`]: isEvent ? '200 | GET' : `200${offers}`,
    ...Object.fromEntries(UPDATES.map((method) => [`${method} ${path}`, written + offers])),
    [`DELETE ${path}`]: deleted + offers,
  };
}

/** Events in these states have no address by slug (behaviour §3.6). */
const SLUGLESS: readonly RecordCell['state'][] = ['draft', 'pending', 'trashed draft'];

/** What the table makes of the item routes of a kind: status and code by method and path. */
function expectedOf(kind: Post, { caller, state, may }: RecordCell): Record<string, string> {
  const single = kind.slice(0, -1);
  const trashed = state === 'trash' || state === 'trashed draft';
  const gone = kind === 'events' && trashed ? '403 event-no-longer-available' : undefined;
  const read = gone ?? (may.read ? '200' : `403 ${single}-not-accessible`);
  const update = may.update ? '200' : refusalOf(caller);
  const again = may.delete ? `410 ${single}-is-in-trash` : refusalOf(caller);
  const remove = trashed || !may.delete ? again : '200';
  const offers = ` | ${allow(may)}`;
  const hasSlug = kind !== 'events' || !SLUGLESS.includes(state);
  const [id, slug] = [`/${kind}/<id>`, `/${kind}/by-slug/<slug>`];
  const at = (path: string) => ({
    [`GET ${path}`]: read + offers,
    [`OPTIONS ${path}`]: `200${offers}`,
    ...Object.fromEntries(UPDATES.map((method) => [`${method} ${path}`, update + offers])),
    [`DELETE ${path}`]: remove + offers,
  });
  return {
    ...at(id),
    [`DELETE ${id} again`]: again + offers,
    ...(hasSlug ? at(slug) : expectedUnknown(kind, caller, slug, '400 rest_invalid_param')),
  };
}

const nameOf = ({ caller, whose, state }: RecordCell): string => `${caller} · ${whose} ${state}`;

describe.each(POSTS)('%s', (kind) => {
  test.each(RECORD_CELLS.map((cell) => [nameOf(cell), cell] as const))('%s', async (_, cell) => {
    const { caller, whose, state } = cell;
    const byId = await ownedBy(app, kind, caller, whose, state);
    const bySlug = await ownedBy(app, kind, caller, whose, state);
    const answers = {
      ...(await ask(caller, `/${kind}/<id>`, `/${kind}/${byId.id}`, 'DELETE')),
      ...(await ask(caller, `/${kind}/by-slug/<slug>`, `/${kind}/by-slug/${bySlug.slug}`)),
    };
    expect(answers).toEqual(expectedOf(kind, cell));
  });
});

const byName = (cells: readonly KindCell[]) => cells.map((cell) => [`${cell.caller} · /${cell.kind}`, cell] as const);

const TERMS = KIND_CELLS.filter(({ kind }) => kind === 'categories' || kind === 'tags');

test.each(byName(TERMS))('%s/<id>', async (_, { caller, kind, may }) => {
  const { id } = await made(app, kind, { name: `A term for the ${caller}` });
  const path = `/${kind}/<id>`;
  const [update, remove] = [may.update, may.delete].map((right) => (right ? '200' : refusalOf(caller)));
  const again = may.delete ? '400 rest_invalid_param' : refusalOf(caller);
  const lines = {
    ...{
      [`GET ${path}`]: '200',
      [`OPTIONS ${path}`]: '200',
      [`POST ${path}`]: update,
      [`PUT ${path}`]: update,
      [`PATCH ${path}`]: update,
    },
    ...{ [`DELETE ${path}`]: remove, [`DELETE ${path} again`]: again },
  };
  const offered = Object.entries(lines).map(([name, line]) => [name, `${line} | ${allow(may)}`]);
  expect(await ask(caller, path, `/${kind}/${id}`, 'DELETE')).toEqual(Object.fromEntries(offered));
});

const WHOLE: Record<Plural, object> = {
  events: { title: 'One', start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' },
  ...{ venues: { venue: 'One' }, organizers: { organizer: 'One' }, categories: { name: 'One' }, tags: { name: 'One' } },
};

test.each(byName(KIND_CELLS))('%s', async (_, { caller: as, kind, create }) => {
  const other = { ...WHOLE[kind], ...(kind === 'categories' || kind === 'tags' ? { name: `One of the ${as}` } : {}) };
  const answers = {
    [`GET /${kind}`]: said(await app.rest('GET', `/${kind}`, { as })),
    [`POST /${kind}`]: said(await app.rest('POST', `/${kind}`, { as, json: other })),
    [`POST /${kind} of nothing`]: said(await app.rest('POST', `/${kind}`, { as, json: {} })),
  };
  const offers = create ? 'GET, POST' : 'GET';
  expect(answers).toEqual({
    [`GET /${kind}`]: `200 | ${offers}`,
    [`POST /${kind}`]: `${create ? '201' : refusalOf(as)} | ${offers}`,
    [`POST /${kind} of nothing`]: `400 rest_missing_callback_param | ${offers}`,
  });
});

test.each(CALLERS)('the namespace and its documentation are there for the %s to read', async (as) => {
  for (const path of ['', '/doc']) expect(said(await app.rest('GET', path, { as }))).toBe('200 | GET');
});

const UNKNOWN = [
  ['/events/999999', '404 rest-event-not-found'],
  ['/events/by-slug/nothing', '400 rest_invalid_param'],
  ['/venues/999999', '400 rest_invalid_param'],
  ['/venues/by-slug/nothing', '400 rest_invalid_param'],
  ['/organizers/999999', '400 rest_invalid_param'],
  ['/organizers/by-slug/nothing', '400 rest_invalid_param'],
] as const;

test.each(CALLERS)('what is not there is not there for the %s', async (as) => {
  for (const [path, line] of UNKNOWN) {
    const [, kind = ''] = path.split('/');
    expect(await ask(as, path, path)).toEqual(expectedUnknown(kind, as, path, line));
  }
});

test.each(CALLERS)('a venue is no event for the %s', async (as) => {
  const { id } = await made(app, 'venues', { venue: `No event for the ${as}` });
  const answers = await ask(as, 'it', `/events/${id}`);
  expect(answers).toEqual(expectedUnknown('events', as, 'it', '400 rest-invalid-event-id'));
});

test.each(byName(TERMS))('%s/999999: a term that is not there', async (_, { caller, kind, may }) => {
  const { 'OPTIONS it': options, ...answers } = await ask(caller, 'it', `/${kind}/999999`);
  expect(options).toBe(`200 | ${allow(may)}`);
  expect(Object.values(answers)).toEqual(Object.keys(answers).map(() => `400 rest_invalid_param | ${allow(may)}`));
});

test.each(POSTS)('bad input to one of the %s is bad input before it is forbidden', async (kind) => {
  const { id } = await made(app, kind);
  for (const as of CALLERS) {
    const { status, body } = await app.rest('PATCH', `/${kind}/${id}`, { as, json: { status: 'lost' } });
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', ['status']]);
  }
});

test('the tables leave no method of no path out', () => {
  const sample = RECORD_CELLS.find(({ caller }) => caller === 'administrator')!;
  const asked = [
    ...POSTS.flatMap((kind) => Object.keys(expectedOf(kind, sample))).filter((name) => !/^OPTIONS|again$/.test(name)),
    ...['categories', 'tags'].flatMap((kind) => ['GET', ...UPDATES, 'DELETE'].map((each) => `${each} /${kind}/<id>`)),
    ...Object.keys(WHOLE).flatMap((kind) => [`GET /${kind}`, `POST /${kind}`]),
    ...['GET ', 'GET /doc'],
  ];
  expect(asked.sort()).toEqual(ROUTES.map(([method, path]) => `${method} ${path}`).sort());
});
