import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BEGIN } from '../../../bench/shared/calendar.ts';
import { asked } from '../../../bench/statements/asked.ts';
import { type Operation, operationsOf } from '../../../bench/statements/operations.ts';
import { sampleOf } from '../../../bench/statements/sample.ts';
import { type App, createApp } from '../../../src/app.ts';
import type { Store } from '../../../src/data/port.ts';
import { openUsers } from '../../../src/data/users/open-users.ts';
import { collectionsOf, openDatabase } from '../../../src/kinds/database.ts';
import { readConfig } from '../../../src/process/config.ts';
import { createLog } from '../../../src/process/log.ts';
import { seedCalendar } from '../../../src/tools/seed/seed-calendar.ts';
import { newDatabase } from '../../support/databases.ts';
import { questionsOf, shapeOf } from './commands.ts';
import { createExaminer, type Examined } from './examined.ts';

const EVENTS = 500;

/**
 * What may be looked at, in documents and in entries of an index each: NEAR times what is measured, for records in other
 * states that lie between those that are wanted, and FEW. Measured is the page, or what matches where that is less or no page
 * is asked for.
 */
const NEAR = 2;
const FEW = 30;

interface Allowed {
  /** The commands that are meant, as `shapeOf` writes them: two values stand for several. */
  shape: RegExp;
  /** What is measured in place of the page: all that matches, or all that lies between the bounds of the index that is named. */
  measure: 'page' | 'matched' | 'within';
  because: string;
}

/** What may look at more, or at a collection without an index. The first that fits counts. */
const ALLOWED: readonly Allowed[] = [
  {
    shape: /^\{"find":"users","filter":\{\},.*"limit":0/,
    measure: 'page',
    because: 'whether there is a user is told by the first that is found',
  },
  {
    shape: /^\{"(find|aggregate)":"(categories|tags)",.*"(\$or|\$regex)"/,
    measure: 'within',
    because: 'terms are few however many events there are, and are read in the order of the list',
  },
  {
    shape: /"search(Title)?\.en":\{"(\$regex|\$not)"/,
    measure: 'within',
    because: 'no index finds a part of a text: what the other filters leave is looked at',
  },
  {
    shape: /"\$nin"|"facets":\{"\$ne"/,
    measure: 'within',
    because: 'what is left out is compared with what the other filters leave',
  },
  {
    shape: /"endsAt":\{"\$[gl]/,
    measure: 'within',
    because:
      'the end of an event stands behind its start in the index: entries are compared, and documents are not read',
  },
  {
    shape: /"sort":\[\["(_id|endsAt|sort\.en)",.*"hint":"(?!_id_)/,
    measure: 'matched',
    because: 'no index has this order: what matches is sorted',
  },
  {
    shape: /^\{"find":"events".*"sort":\[\["publishedAt",/,
    measure: 'matched',
    because: 'no index of events has this order: what matches is sorted',
  },
  {
    shape: /"sort":\[\["modifiedAt",.*"hint":"(venue|organizer|category|tag)"/,
    measure: 'matched',
    because: 'no index of what events name has this order: what matches is sorted',
  },
  {
    shape: /^\{"find".*"(venues|organizers|categories|tags)":\{"\$in":\["…","…"\].*"sort"/,
    measure: 'within',
    because: 'what has one of several values is merged, or sorted, by start, and the other filters are compared',
  },
  {
    shape:
      /("(venues|organizers|categories|tags|facets|_id)":\{"\$in"|"parent":0).*"(venues|organizers|categories|tags)":\{"\$in"/,
    measure: 'within',
    because: 'one index finds what has the one, in which the other is compared',
  },
  {
    shape: /"priceCurrency"/,
    measure: 'within',
    because: 'the currency is compared with what the price finds, or the venue',
  },
  {
    shape: /"\$or":\[\{"startsAt":\{"\$gt".*"hint":"modified"/,
    measure: 'within',
    because: 'an export by days of change goes on behind a start, which this index does not have in order',
  },
  {
    shape: /"(venues|organizers|categories|tags)":\{"\$in":\["…"\]\}.*"sort":\[\["startsAt"/,
    measure: 'matched',
    because: 'MongoDB reads an index of lists in its order; the server that stands in for it in tests sorts',
  },
  {
    shape: /"sort":\[\["startsAt",.*"hint":"(modified|of_author)"/,
    measure: 'matched',
    because: 'what lies in a range, or is in several states, is sorted by start',
  },
];

const log = createLog('silent');
const uri = newDatabase();
const config = readConfig({ NODE_ENV: 'test', MONGODB_URI: uri });
let store: Store;
/** One for all: it keeps answers, but has sent the questions for each of them. */
let app: App;
let examiner: Awaited<ReturnType<typeof createExaminer>>;
let operations: Operation[];

beforeAll(async () => {
  store = await openDatabase(config, log);
  await seedCalendar(store, { events: EVENTS, around: '2026-11-20' });
  app = createApp({ config, store, users: openUsers(store), clock: () => BEGIN, newUid: randomUUID, log });
  examiner = await createExaminer(uri, collectionsOf(config));
  operations = operationsOf(await sampleOf(store));
});
afterAll(async () => {
  await examiner.close();
  await store.close();
});

/** What is wrong with how a question is answered; nothing where an index answers it. */
async function faultsOf(shape: string, { stages, docs, keys, page, ...counted }: Examined): Promise<string[]> {
  const allowed = ALLOWED.find((each) => each.shape.test(shape));
  const { measure = 'page' } = allowed ?? {};
  const enough = async () => (measure === 'page' ? Math.min(page, await counted.matched()) : counted[measure]());
  const most = Math.max(docs, keys) > FEW ? await enough() : 0;
  return [
    ...(stages.includes('COLLSCAN') && !allowed ? ['looks at the whole collection'] : []),
    ...(docs > NEAR * most + FEW ? [`looks at ${docs} documents for ${most}`] : []),
    ...(keys > NEAR * most + FEW ? [`looks at ${keys} entries for ${most}`] : []),
  ].map((fault) => `${fault} (${stages}): ${shape}`);
}

/** What is wrong with the questions that a piece of work asks, of those whose shape was not looked at before. */
async function newFaults(looked: Set<string>, work: () => Promise<unknown>): Promise<string[]> {
  const questions = await questionsOf(new URL(uri).pathname.slice(1), work);
  const shapes = new Map(questions.map((question) => [shapeOf(question), question]));
  const fresh = [...shapes].filter(([shape]) => !looked.has(shape));
  for (const [shape] of fresh) looked.add(shape);
  const faults = fresh.map(async ([shape, question]) => faultsOf(shape, await examiner.examine(question)));
  return (await Promise.all(faults)).flat();
}

async function ask(operation: Operation): Promise<void> {
  const { status } = await asked(app, operation);
  expect(status, operation.name).toBeLessThan(500);
}

test('no operation of an API looks at more than its index gives it, in documents and in entries of indexes', async () => {
  const looked = new Set<string>();
  const found: string[] = [];
  for (const operation of operations)
    for (const fault of await newFaults(looked, () => ask(operation))) found.push(`${operation.name}\n  ${fault}`);
  expect(found).toEqual([]);
});
