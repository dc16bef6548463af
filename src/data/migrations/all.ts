import { keepIdentities } from './9-keep-identities.ts';
import { forgetHiddenSlugs } from './10-forget-hidden-slugs.ts';
import { countWhenAsked } from './11-count-when-asked.ts';
import { rereadPrices } from './12-reread-prices.ts';
import type { Versions } from './migration.ts';

/** The versions that this program supports. Append each new migration with the next version. */
export const VERSIONS: Versions = {
  baseline: 8,
  migrations: [keepIdentities, forgetHiddenSlugs, countWhenAsked, rereadPrices],
};
