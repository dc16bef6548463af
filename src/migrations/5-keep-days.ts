import { countAnew } from '../count-anew.ts';
import type { Migration } from './migration.ts';

/** Totals are added up from the numbers of events by day. */
export const keepDays: Migration = {
  version: 5,
  name: 'numbers of events by day are kept',
  run: countAnew,
};
