import { markTrashed } from './2-mark-trashed.ts';
import { keepShown } from './3-keep-shown.ts';
import { giveVersions } from './4-give-versions.ts';
import { keepDays } from './5-keep-days.ts';
import { searchLines } from './6-search-lines.ts';
import { keepFacets } from './7-keep-facets.ts';
import { readCosts } from './8-read-costs.ts';
import type { Migration } from './migration.ts';

/** Every migration, in order. The newest version is the last one's; data that names none has version 1. */
export const MIGRATIONS: readonly Migration[] = [
  markTrashed,
  keepShown,
  giveVersions,
  keepDays,
  searchLines,
  keepFacets,
  readCosts,
];
