import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Filter } from '../../../src/data/port.ts';
import { COLLECTIONS } from '../../../src/kinds/collections.ts';
import { seedCalendar } from '../../../src/tools/seed/seed-calendar.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { newDatabase } from '../../support/databases.ts';
import { addressOf, LISTS, type List, type Sample, sampled } from './lists.ts';
import { createExplain, createRecorder, type Plan, type Query } from './plans.ts';

const EVENTS = 3000;
/** Above all other ids. */
const COPIES = 1_000_000;

/** What may be examined besides what is needed: records in other states that lie between those of a list. */
const NEAR = 2;
const FEW = 30;

const recorder = createRecorder();
let app: TestApp;
let explain: Awaited<ReturnType<typeof createExplain>>;
let sample: Sample;

/** The queries of every list, as the first look at it recorded them. */
const queriesOf = new Map<List, Query[]>();

beforeAll(async () => {
  // Not a lent one: what others left in the indexes of a database changes which plans are cheap.
  app = await buildApp({ env: { MONGODB_URI: newDatabase() }, wrap: recorder.wrap });
  await seedCalendar(app.store, { events: EVENTS, around: '2026-11-20', authors: [1, 2, 3, 4] });
  // The third page of organizers is far less than all of them.
  for (const at of [1, 2, 3]) await addCopies('organizers', at, {});
  // So many of another author that who looks at all of them for those of one is seen.
  for (const kind of ['venues', 'organizers'] as const)
    await addCopies(kind, 4, { status: 'draft', author: app.idOf('editor') });
  sample = await sampled(app);
  explain = await createExplain(app.uri!);
});
afterAll(async () => {
  await explain.close();
  await app.close();
});

async function addCopies(kind: 'venues' | 'organizers', at: number, fields: object): Promise<void> {
  const named = await app.store.find<{ _id: number }>(
    kind,
    { status: 'publish', _id: { $lt: COPIES } },
    { limit: 100, without: ['slugs'] },
  );
  await app.store.put(
    kind,
    named.map((record) => ({ ...record, ...fields, _id: record._id + at * COPIES })),
  );
}

/** What is wrong with how a list is answered; none when indexes answer it. */
async function faults({ kind }: List, { verb, options }: Query, plan: Plan): Promise<string[]> {
  const { stages, examined, returned } = plan;
  const page = (options.skip ?? 0) + returned;
  const isList = verb === 'find' && options.limit !== undefined && options.limit > 1;
  const limited = kind !== 'searched' && examined > FEW;
  const matching = limited && !(isList && kind === 'ordered') ? await plan.matched() : 0;
  const enough = Math.max(matching, page);
  return [
    ...(/COLLSCAN/.test(stages) ? ['looks at the whole collection'] : []),
    ...(limited && examined > NEAR * enough + FEW ? [`looks at ${examined} documents for ${enough}`] : []),
    ...(isList && kind === 'ordered' && /SORT/.test(stages) ? ['sorts'] : []),
  ].map((fault) => `${verb} ${options.index ?? ''}: ${fault} (${stages})`);
}

async function faultsOf(list: List, free = false, only: (query: Query) => boolean = () => true): Promise<string[]> {
  const all: string[] = [];
  for (const query of (queriesOf.get(list) ?? []).filter(only))
    all.push(...(await faults(list, query, await explain.plan(query, free))));
  return all;
}

/** The fields that a filter compares. */
const fieldsOf = ({ $and = [], $or = [], ...fields }: Filter): string[] => [
  ...Object.keys(fields),
  ...[...$and, ...$or].flatMap(fieldsOf),
];

describe(`with ${EVENTS} events`, () => {
  test.each(LISTS)('list %$, $what for $as, goes by indexes', async (list) => {
    app.clock.now += 5000;
    const { as } = list;
    const queries = await recorder.during(async () => {
      const { status, text } = await app.fetch(addressOf(list, sample), { as });
      expect(status, text).toBe(200);
      expect(text).not.toContain('"errors"');
    });
    // What is kept of users and settings is no part of a list.
    const asked = queries.filter(({ collection }) => !['users', 'settings'].includes(collection));
    queriesOf.set(list, asked);
    expect(asked.some(({ verb, options }) => verb === 'find' && options.index !== undefined)).toBe(true);
    expect(await faultsOf(list), addressOf(list, sample)).toEqual([]);
  });

  // No index has the dates of all-day events: most of them are told apart by their moments.
  const covered = LISTS.filter(
    ({ as, kind, what }) => kind === 'ordered' && as !== 'author' && !/featured=false|onDate/.test(what),
  );

  test.each(covered)('the index of list %$, $what for $as, has all it needs', (list) => {
    const paged = (queriesOf.get(list) ?? []).filter(
      ({ options }) => options.only?.includes('version') && options.index,
    );
    expect(paged).toHaveLength(1);
    for (const { collection, filter, options } of paged) {
      const { indexes } = COLLECTIONS.find(({ name }) => name === collection)!;
      const fields = indexes.find(({ name }) => name === options.index)!.fields.map(([field]) => field);
      const asked = [...fieldsOf(filter), ...(options.sort ?? []).map(([field]) => field)];
      expect(asked.filter((field) => !fields.includes(field))).toEqual([]);
    }
  });

  /** The indexes that the lists named, as `collection.index`, and a list of each. */
  const named = (): Map<string, List[]> => {
    const lists = new Map<string, List[]>();
    for (const [list, queries] of queriesOf)
      for (const { collection, options } of queries.filter(({ options }) => options.index)) {
        const name = `${collection}.${options.index}`;
        lists.set(name, [...new Set([...(lists.get(name) ?? []), list])]);
      }
    return lists;
  };

  test('every index for lists is named by one', () => {
    const all = COLLECTIONS.flatMap(({ name, indexes }) => indexes.map((index) => `${name}.${index.name}`));
    const lists = named();
    // These serve single reads and writes: an address, one of before, a name that is sent, an image that is changed, a term that moves,
    // what comes from elsewhere, a series and its occurrences. Somebody's own images are no list of records. Organizers have facets only by custom fields, which nobody has defined here.
    const others = all.filter((index) =>
      /\.(slugs|former_slugs|names|image|url|ancestors|uid|source|series|original_start)$|^series\.|^organizers\.facet$|^images\.author$/.test(
        index,
      ),
    );
    expect(all.filter((index) => !lists.has(index) && !others.includes(index))).toEqual([]);
  });

  const noneRefused = async ([list, ...others]: List[], its: (query: Query) => boolean): Promise<boolean> =>
    list === undefined || ((await faultsOf(list, true, its)).length === 0 && noneRefused(others, its));

  test('without any one of them a list is refused', async () => {
    const unnoticed: string[] = [];
    for (const [name, lists] of [...named()].filter(([name]) => !name.endsWith('._id_'))) {
      const [collection = '', index = ''] = name.split('.');
      await explain.drop(collection, index);
      const its = ({ options }: Query): boolean => options.index === index;
      unnoticed.push(...((await noneRefused(lists, its)) ? [name] : []));
      await app.store.prepare();
    }
    expect(unnoticed).toEqual([]);
  });
});
