import { EVENTS_OPTION, ROUNDS_OPTION, readCount, readStore, STORE_OPTION, type StoreKind } from '../shared/options.ts';
import { ROW_NAMES, ROWS, type RowName } from './rows.ts';

/** The options of `npm run bench`. */
export const OPTIONS = {
  store: STORE_OPTION,
  events: { ...EVENTS_OPTION, says: `${EVENTS_OPTION.says}; 10000 without it` },
  only: { takes: 'ROW[,ROW]', says: 'only these rows; ratios need both of theirs' },
  rounds: { ...ROUNDS_OPTION, says: `${ROUNDS_OPTION.says}; 15 without it` },
  requests: { takes: 'N', says: 'how many requests a row and a round; 200 without it' },
  'warm-up': { takes: 'SECONDS', says: 'how long each row is asked before anything is noted; 10 without it' },
  json: { takes: 'FILE', says: 'writes the figures there as well' },
} as const;

interface Asked {
  store: StoreKind;
  events: number;
  rounds: number;
  /** For a row and a round. */
  requests: number;
  /** Seconds a row. */
  warmUp: number;
  rows: readonly RowName[];
  json: string | undefined;
}

/** What they ask for, or what is wrong with them, in a sentence. */
export function readOptions(values: Partial<Record<keyof typeof OPTIONS, string>>): Asked | string {
  const store = readStore(values.store);
  const events = readCount('events', values.events ?? '10000');
  const rounds = readCount('rounds', values.rounds ?? '15');
  const requests = readCount('requests', values.requests ?? '200');
  const warmUp = readCount('warm-up', values['warm-up'] ?? '10');
  if (typeof store === 'string') return store;
  if (typeof events === 'string') return events;
  if (typeof rounds === 'string') return rounds;
  if (typeof requests === 'string') return requests;
  if (typeof warmUp === 'string') return warmUp;
  const names = values.only?.split(',') ?? ROW_NAMES;
  const unknown = names.find((name) => !Object.hasOwn(ROWS, name));
  if (unknown !== undefined) return `--only names ${JSON.stringify(unknown)}; the rows are ${ROW_NAMES.join(', ')}.`;
  const rows = ROW_NAMES.filter((name) => names.includes(name));
  return { store: store.kind, events, rounds, requests, warmUp, rows, json: values.json };
}
