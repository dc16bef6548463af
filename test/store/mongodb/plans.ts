import { MongoClient } from 'mongodb';
import { toMongo, toProjection } from '../../../src/data/mongodb/translate.ts';
import type { Filter, FindOptions, Store } from '../../../src/data/port.ts';

/** A query as it went through the port. */
export interface Query {
  verb: 'find' | 'count' | 'distinct';
  collection: string;
  filter: Filter;
  options: FindOptions;
  /** What is distinct. */
  field?: string;
}

/** What the database says of how it answers a query. */
export interface Plan {
  /** The stages from the top, with the names of indexes: `LIMIT FETCH IXSCAN:status`. */
  stages: string;
  examined: number;
  returned: number;
  /** How many documents match, whatever the limit. */
  matched(): Promise<number>;
}

/** Sees the queries of a store. */
export interface Recorder {
  wrap(store: Store): Store;
  during(work: () => Promise<unknown>): Promise<Query[]>;
}

/** One per app. */
export function createRecorder(): Recorder {
  let queries: Query[] = [];
  return {
    wrap: (store) => ({
      ...store,
      find: (collection, filter, options = {}) => {
        queries.push({ verb: 'find', collection, filter, options });
        return store.find(collection, filter, options);
      },
      count: (collection, filter, options = {}) => {
        queries.push({ verb: 'count', collection, filter, options });
        return store.count(collection, filter, options);
      },
      distinct: (collection, field, filter, options = {}) => {
        queries.push({ verb: 'distinct', collection, filter, options, field });
        return store.distinct(collection, field, filter, options);
      },
    }),
    async during(work) {
      queries = [];
      await work();
      return queries;
    },
  };
}

interface Stage {
  stage: string;
  indexName?: string;
  inputStage?: Stage;
  inputStages?: Stage[];
}

interface Explained {
  queryPlanner: { winningPlan: Stage | { queryPlan: Stage } };
  executionStats: { totalDocsExamined: number; totalKeysExamined?: number; nReturned: number };
}

const stagesOf = ({ stage, indexName, inputStage, inputStages = [] }: Stage): string[] => [
  indexName ? `${stage}:${indexName}` : stage,
  ...[...(inputStage ? [inputStage] : []), ...inputStages].flatMap(stagesOf),
];

/**
 * What a database says when it explains a command, with `executionStats`. The plan of a pipeline may stand in its first stage,
 * and that of MongoDB's newer engine beside its own. Not every server counts keys.
 */
export function readExplained(answer: unknown): Omit<Plan, 'matched'> & { keys: number | undefined } {
  const { stages: [first] = [] } = answer as { stages?: { $cursor: Explained }[] };
  const { queryPlanner, executionStats } = first?.$cursor ?? (answer as Explained);
  const { winningPlan } = queryPlanner;
  return {
    stages: stagesOf('queryPlan' in winningPlan ? winningPlan.queryPlan : winningPlan).join(' '),
    examined: executionStats.totalDocsExamined,
    keys: executionStats.totalKeysExamined,
    returned: executionStats.nReturned,
  };
}

const hinted = ({ options: { index } }: Query, free: boolean): { hint?: string } =>
  index && !free ? { hint: index } : {};

/** Explains queries on a database. `free` leaves the choice of the index to the database. */
export async function createExplain(uri: string) {
  const client = new MongoClient(uri);
  const db = client.db();

  function explained(query: Query, free: boolean): Promise<unknown> {
    const { verb, collection, filter, options, field } = query;
    const { sort = [], skip = 0, limit = 0 } = options;
    const which = toMongo(filter) as object;
    const projection = toProjection(options);
    const hint = hinted(query, free);
    const records = db.collection(collection);
    if (verb !== 'find')
      return records
        .aggregate([{ $match: which }, { $group: { _id: field ? `$${field}` : 1 } }], hint)
        .explain('executionStats');
    return records
      .find(which, { ...hint, ...(projection ? { projection } : {}) })
      .sort(new Map(sort.map(([key, direction]) => [key, direction])))
      .skip(skip)
      .limit(limit)
      .explain('executionStats');
  }

  return {
    async plan(query: Query, free = false): Promise<Plan> {
      return {
        ...readExplained(await explained(query, free)),
        matched: () =>
          db.collection(query.collection).countDocuments(toMongo(query.filter) as object, hinted(query, free)),
      };
    },
    drop: (collection: string, index: string) => db.collection(collection).dropIndex(index),
    close: () => client.close(),
  };
}
