import { EVENTS_OPTION, ROUNDS_OPTION, readCount, readStore, STORE_OPTION, type StoreKind } from '../shared/options.ts';
import { ROW_NAMES, ROWS } from './rows.ts';

/** Measurements other than rows, each with its own method. */
const PARTS = {
  hot: 'CPU of a read of 20 addresses, quiet and while somebody writes once a second',
  writers: 'creates a second: one writer, and 20 in the same and in other categories',
  readers: 'how long readers wait, quiet and beside four writers',
  written: 'bytes that a create and a changed title write (embedded only)',
} as const;

export type PartName = keyof typeof PARTS | keyof typeof ROWS;

/** Descriptions of everything that `--only` accepts. */
export const PART_SAYS: Readonly<Record<PartName, string>> = {
  ...(Object.fromEntries(ROW_NAMES.map((name) => [name, ROWS[name].says])) as Record<keyof typeof ROWS, string>),
  ...PARTS,
};

export const PART_NAMES = Object.keys(PART_SAYS) as PartName[];

/** The options of `npm run bench`. */
export const OPTIONS = {
  store: STORE_OPTION,
  events: { ...EVENTS_OPTION, says: `${EVENTS_OPTION.says}; 10000 without it` },
  only: { takes: 'ROW[,ROW]', says: 'only these rows; ratios need both of theirs' },
  rounds: { ...ROUNDS_OPTION, says: `${ROUNDS_OPTION.says}; 15 without it, and of hot addresses a third` },
  requests: {
    takes: 'N',
    says: 'how many requests a row and a round, of writes a quarter, of feeds a twentieth; 200 without it',
  },
  'warm-up': { takes: 'SECONDS', says: 'how long each row is asked before anything is noted; 40 without it' },
  seconds: { takes: 'N', says: 'how long writers, readers and hot addresses are measured each time; 4 without it' },
  'seed-memory': { takes: 'N', says: 'measures the peak memory of a seed of N events as well, which takes minutes' },
  json: { takes: 'FILE', says: 'writes the figures there as well' },
} as const;

interface Options {
  store: StoreKind;
  events: number;
  rounds: number;
  /** Per row and round. */
  requests: number;
  /** Seconds per row. */
  warmUp: number;
  seconds: number;
  parts: readonly PartName[];
  /** Events to seed when measuring the memory of a seed. */
  seedMemory: number | undefined;
  json: string | undefined;
}

/** Parses the options. Returns an error message if they are invalid. */
export function readOptions(values: Partial<Record<keyof typeof OPTIONS, string>>): Options | string {
  const store = readStore(values.store);
  const events = readCount('events', values.events ?? '10000');
  const rounds = readCount('rounds', values.rounds ?? '15');
  const requests = readCount('requests', values.requests ?? '200');
  const warmUp = readCount('warm-up', values['warm-up'] ?? '40', 0);
  const seconds = readCount('seconds', values.seconds ?? '4');
  const seedMemory = values['seed-memory'] === undefined ? undefined : readCount('seed-memory', values['seed-memory']);
  if (typeof store === 'string') return store;
  if (typeof events === 'string') return events;
  if (typeof rounds === 'string') return rounds;
  if (typeof requests === 'string') return requests;
  if (typeof warmUp === 'string') return warmUp;
  if (typeof seconds === 'string') return seconds;
  if (typeof seedMemory === 'string') return seedMemory;
  const names = values.only?.split(',') ?? PART_NAMES;
  const unknown = names.find((name) => !Object.hasOwn(PART_SAYS, name));
  if (unknown !== undefined) return `--only names ${JSON.stringify(unknown)}; the rows are ${PART_NAMES.join(', ')}.`;
  const parts = PART_NAMES.filter((name) => names.includes(name));
  return { store: store.kind, events, rounds, requests, warmUp, seconds, parts, seedMemory, json: values.json };
}
