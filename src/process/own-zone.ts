import type { Store, Stored } from '../data/port.ts';
import { readSetting, SEED } from '../data/settings.ts';
import type { Config, Environment } from './config.ts';

/** The configuration, in the zone of samples in the store unless SITE_TIMEZONE names one. */
export async function inOwnZone<C extends Pick<Config, 'siteTimezone'>>(
  config: C,
  { env, store }: { env: Environment; store: Store },
): Promise<C> {
  const seed = env.SITE_TIMEZONE ? undefined : await readSetting<Stored & { timezone?: string }>(store, SEED);
  return { ...config, ...(seed?.timezone && { siteTimezone: seed.timezone }) };
}

/** Says which zone a calendar is in if nobody has given one; undefined if somebody has. */
export const zoneNotSet = (
  { siteTimezone: zone }: Pick<Config, 'siteTimezone'>,
  env: Environment,
): string | undefined =>
  env.SITE_TIMEZONE
    ? undefined
    : `SITE_TIMEZONE is not set: dates without a zone, and the days of pages, are those of ${zone}`;
