import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, buildApp, type Caller, FRIDAY, type TestApp } from '../support/app.ts';
import { made, post } from '../support/making.ts';
import { ownedBy, POSTS, type Post } from '../support/owned.ts';
import { sampled } from '../support/sample.ts';
import { EDITORS, KIND_CELLS, type KindCell, RECORD_CELLS, type RecordCell, type Rights, refusalOf } from './rights.ts';

// `access.test.ts` tests the rules for every cell of the table. Here each right is asked for once at each kind of address.

const NONE: Rights = { read: true, update: false, delete: false };
const ALL: Rights = { read: true, update: true, delete: true };

const UPDATES = ['POST', 'PUT', 'PATCH'];

const generally = (caller: Caller): Rights => (EDITORS.includes(caller) ? ALL : NONE);

const allow = (may: Rights): string =>
  ['GET', ...(may.update ? UPDATES : []), ...(may.delete ? ['DELETE'] : [])].join(', ');

/** An answer in one line: status, code where there is one, and what `Allow` offers. */
const said = ({ status, body, headers }: Answered): string =>
  `${[status, body?.code].filter(Boolean).join(' ')} | ${headers.get('allow')}`;

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

/** What is said to reading, to what only asks, to an update by one of its methods, and to being deleted. */
type Told = Record<'GET' | 'OPTIONS' | 'update' | 'DELETE', string>;

let count = 0;

/** Asks for all of that at a path. Updates take their three methods in turn. */
async function ask(as: Caller, path: string): Promise<Told> {
  const json = { description: 'Changed' };
  return {
    GET: said(await app.rest('GET', path, { as })),
    OPTIONS: said(await app.rest('OPTIONS', path, { as })),
    update: said(await app.rest(UPDATES[++count % UPDATES.length]!, path, { as, json })),
    DELETE: said(await app.rest('DELETE', path, { as })),
  };
}

/** The same at an address that names no record, as reading it is answered. */
function toldOfNone(kind: string, caller: Caller, path: string, line: string): Told {
  const isEvent = kind === 'events';
  const offers = ` | ${allow(generally(caller))}`;
  // Of events only those learn that there is none who may write some: the others are refused first, unless they delete by slug.
  const written = isEvent && !EDITORS.includes(caller) ? refusalOf(caller) : line;
  const deleted = path.includes('by-slug') ? line : written;
  const asked = isEvent ? '200 | GET' : `200${offers}`;
  return { GET: line + offers, OPTIONS: asked, update: written + offers, DELETE: deleted + offers };
}

/** Events in these states have no address by slug (behaviour §3.6). */
const SLUGLESS: readonly RecordCell['state'][] = ['draft', 'pending', 'trashed draft'];

const isTrashed = ({ state }: RecordCell): boolean => state === 'trash' || state === 'trashed draft';

/** What the table makes of the address of a record. */
function toldOf(kind: Post, by: 'id' | 'by-slug', cell: RecordCell): Told {
  const { caller, state, may } = cell;
  if (by === 'by-slug' && kind === 'events' && SLUGLESS.includes(state))
    return toldOfNone(kind, caller, by, '400 rest_invalid_param');
  const single = kind.slice(0, -1);
  const gone = kind === 'events' && isTrashed(cell) ? '403 event-no-longer-available' : undefined;
  const removed = isTrashed(cell) ? `410 ${single}-is-in-trash` : '200';
  const offers = ` | ${allow(may)}`;
  return {
    GET: (gone ?? (may.read ? '200' : `403 ${single}-not-accessible`)) + offers,
    OPTIONS: `200${offers}`,
    update: (may.update ? '200' : refusalOf(caller)) + offers,
    DELETE: (may.delete ? removed : refusalOf(caller)) + offers,
  };
}

/** What makes cells alike: the right, what the state is to addresses, and whether to log in could help. */
const rightOf = (cell: RecordCell): string =>
  JSON.stringify([
    ...[cell.may, cell.state === 'publish', SLUGLESS.includes(cell.state), isTrashed(cell)],
    cell.caller === 'anonymous',
  ]);

/** The cells of each right. */
const RIGHTS = [...new Set(RECORD_CELLS.map(rightOf))].map((right) =>
  RECORD_CELLS.filter((cell) => rightOf(cell) === right),
);

/** Venues and organizers have one code. */
const ADDRESSES = [
  ['events', 'id'],
  ['events', 'by-slug'],
  ['venues', 'id'],
  ['organizers', 'by-slug'],
] as const;

const nameOf = ({ caller, whose, state }: RecordCell): string => `${caller} · ${whose} ${state}`;

describe.each(ADDRESSES)('/%s %s', (kind, by) => {
  // The cells of a right take turns, so that each address has other callers.
  const turn = ADDRESSES.findIndex((each) => each[0] === kind && each[1] === by);
  const cells = RIGHTS.map((alike) => alike[turn % alike.length]!);

  sampled(20).each(cells.map((cell) => [nameOf(cell), cell] as const))('%s', async (_, cell) => {
    const { id, slug } = await ownedBy(app, kind, cell.caller, cell.whose, cell.state);
    const answers = await ask(cell.caller, { id: `/${kind}/${id}`, 'by-slug': `/${kind}/by-slug/${slug}` }[by]);
    expect(answers).toEqual(toldOf(kind, by, cell));
  });
});

test.each(['events', 'venues'] as const)('%s that were just deleted are in the trash', async (kind) => {
  const { id } = await ownedBy(app, kind, 'author', 'own', 'publish');
  const answers = [await app.rest('DELETE', `/${kind}/${id}`, { as: 'author' })];
  answers.push(await app.rest('DELETE', `/${kind}/${id}`, { as: 'author' }));
  expect(answers.map(said)).toEqual([`200 | ${allow(ALL)}`, `410 ${kind.slice(0, -1)}-is-in-trash | ${allow(ALL)}`]);
});

/** An author may write categories and no tags. */
const CELLS = KIND_CELLS.filter(({ caller }) => caller === 'author' || caller === 'anonymous');
const TERMS = CELLS.filter(({ kind }) => kind === 'categories' || kind === 'tags');

const byName = (cells: readonly KindCell[]) => cells.map((cell) => [`${cell.caller} · /${cell.kind}`, cell] as const);

test.each(byName(TERMS))('%s/<id>', async (_, { caller, kind, may }) => {
  const { id } = await made(app, kind, { name: `A term for the ${caller}` });
  const offers = ` | ${allow(may)}`;
  const written = (may.update ? '200' : refusalOf(caller)) + offers;
  const told = { GET: `200${offers}`, OPTIONS: `200${offers}`, update: written, DELETE: written };
  expect(await ask(caller, `/${kind}/${id}`)).toEqual(told);
});

test.each(byName(TERMS))('%s/999999: a term that is not there', async (_, { caller, kind, may }) => {
  const none = `400 rest_invalid_param | ${allow(may)}`;
  const told = { GET: none, OPTIONS: `200 | ${allow(may)}`, update: none, DELETE: none };
  expect(await ask(caller, `/${kind}/999999`)).toEqual(told);
});

test.each(byName(CELLS))('%s', async (_, { caller: as, kind, create }) => {
  const named = POSTS.includes(kind as Post) ? {} : { name: `One of the ${as}` };
  const answers = [await app.rest('GET', `/${kind}`, { as }), await post(app, kind, named, as)];
  answers.push(await app.rest('POST', `/${kind}`, { as, json: {} }));
  const lines = ['200', create ? '201' : refusalOf(as), '400 rest_missing_callback_param'];
  expect(answers.map(said)).toEqual(lines.map((line) => `${line} | ${create ? 'GET, POST' : 'GET'}`));
});

test.each(['administrator', 'anonymous'] as const)(
  'the namespace and its documentation are read by the %s',
  async (as) => {
    for (const path of ['', '/doc']) expect(said(await app.rest('GET', path, { as }))).toBe('200 | GET');
  },
);

/** A general right, none, and nobody who could have one. */
const SORTS = ['contributor', 'subscriber', 'anonymous'] as const;

test.each(SORTS)('what is not there is not there for the %s', async (as) => {
  const lines = {
    '/events/999999': '404 rest-event-not-found',
    '/events/by-slug/nothing': '400 rest_invalid_param',
    '/venues/999999': '400 rest_invalid_param',
    '/organizers/by-slug/nothing': '400 rest_invalid_param',
  };
  for (const [path, line] of Object.entries(lines))
    expect(await ask(as, path)).toEqual(toldOfNone(path.split('/')[1]!, as, path, line));
});

test.each(SORTS)('a venue is no event for the %s', async (as) => {
  const { id } = await made(app, 'venues', { venue: `No event for the ${as}` });
  expect(await ask(as, `/events/${id}`)).toEqual(toldOfNone('events', as, '', '400 rest-invalid-event-id'));
});
