import { type Document, MongoClient } from 'mongodb';
import type { Collection, Index } from '../../../src/data/port.ts';
import type { Question } from './commands.ts';

/** What the database looks at for the answer to a question. */
export interface Examined {
  /** The stages from the top, with the names of indexes: `LIMIT FETCH IXSCAN:status`. */
  stages: string;
  docs: number;
  /** Entries of indexes. Where the server does not count them: those between the bounds of the index, up to the last one wanted. */
  keys: number;
  /** How many documents the answer may have, with those that are skipped; infinite without a limit. */
  page: number;
  /** How many documents match, whatever the limit. */
  matched(): Promise<number>;
  /** How many lie between the bounds of the index that the question names. */
  within(): Promise<number>;
}

type Sort = ReadonlyMap<string, 1 | -1>;

/** An index, and which fields of its collection hold lists. */
type Known = Index & Pick<Collection, 'lists'>;

const BY_ID: Known = { name: '_id_', fields: [['_id', 1]] };

/** All that must hold, as fields and what is asked of them. */
const asked = ({ $and = [], ...fields }: Document): [field: string, condition: unknown][] => [
  ...Object.entries(fields),
  ...($and as Document[]).flatMap(asked),
];

/** How many values of a field are asked for; infinite for a range. */
const valuesIn = (condition: unknown): number => {
  if (typeof condition !== 'object') return 1;
  return (condition as Document).$in?.length ?? Number.POSITIVE_INFINITY;
};

/**
 * What of a filter bounds the index: values of its first fields, and a range of the next. Of conditions on a list one is a
 * bound, whichever it is.
 */
function boundsOf({ fields, lists = [] }: Known, filter: Document): Document {
  const bounds: Document[] = [];
  for (const [field] of fields) {
    const conditions = asked(filter).filter(([name]) => name === field);
    const alone = conditions.map(([, condition]) => ({ [field]: condition }));
    bounds.push(...(lists.includes(field) && alone.length > 1 ? [{ $or: alone }] : alone));
    if (!conditions.some(([, condition]) => valuesIn(condition) < Number.POSITIVE_INFINITY)) break;
  }
  return bounds.length > 0 ? { $and: bounds } : {};
}

/** Whether the entries between the bounds lie in the order that is asked for, or against it. */
function isOrdered({ fields }: Index, filter: Document, sort: Sort): boolean {
  const fixed = new Set(asked(filter).flatMap(([field, condition]) => (valuesIn(condition) === 1 ? [field] : [])));
  const left = fields.filter(([field]) => !fixed.has(field));
  const turned = [...sort]
    .filter(([field]) => !fixed.has(field))
    .map(([field, direction], at) => (left[at]?.[0] === field ? direction * left[at][1] : 0));
  return turned.every((each) => each !== 0 && each === turned[0]);
}

/** Asks a database what it looks at. The indexes are those of `collections`. */
export async function createExaminer(uri: string, collections: readonly Collection[]) {
  const client = new MongoClient(uri);
  const db = client.db();
  function indexNamed(collection: string, named: string): Known {
    const { indexes = [], lists } = collections.find(({ name }) => name === collection) ?? {};
    const index = indexes.find(({ name }) => name === named);
    return index ? { ...index, lists } : BY_ID;
  }

  /** As MongoDB reads them: from one bound to the other; where they are in the order of the list, until the page is full. */
  async function entriesRead({ collection, filter, command }: Question, index: Known, docs: number): Promise<number> {
    const { sort = new Map(), skip = 0, limit = 0 } = command;
    const bounds = boundsOf(index, filter);
    // Nothing is asked but the bounds: every entry is wanted.
    if (bounds.$and?.length === asked(filter).length) return docs;
    const records = db.collection<{ _id: number }>(collection);
    if (limit === 0 || !isOrdered(index, filter, sort)) return records.countDocuments(bounds);
    const idsOf = async (which: Document, most: number) => {
      const found = records.find(which, { sort, limit: most, hint: index.name, projection: { _id: 1 } });
      return (await found.toArray()).map(({ _id }) => _id);
    };
    const [wanted, all] = [await idsOf(filter, skip + limit), await idsOf(bounds, 0)];
    return wanted.length < skip + limit ? all.length : all.indexOf(wanted.at(-1)!) + 1;
  }

  return {
    async examine(question: Question): Promise<Examined> {
      const { collection, filter, command } = question;
      const explained = readExplained(await db.command({ explain: command, verbosity: 'executionStats' }));
      const { stages, examined: docs, keys } = explained;
      const [used, another] = [...stages.matchAll(/IXSCAN:(\S+)/g)].map(([, name]) => indexNamed(collection, name!));
      const records = db.collection(collection);
      return {
        stages,
        docs,
        keys: keys ?? (used && !another ? await entriesRead(question, used, docs) : docs),
        page: command.limit ? (command.skip ?? 0) + command.limit : Number.POSITIVE_INFINITY,
        matched: () => records.countDocuments(filter, command.hint ? { hint: command.hint } : {}),
        within: () => records.countDocuments(boundsOf(indexNamed(collection, command.hint), filter)),
      };
    },
    close: () => client.close(),
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
function readExplained(answer: unknown) {
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
