import { createAddresses } from '../kinds/addresses.ts';
import type { LinkParts } from '../kinds/record-urls.ts';
import type { Config } from './config.ts';

type Configured = Pick<Config, 'siteUrl' | 'publicUrl' | 'restRoot' | 'defaultLanguage' | 'eventsSlug' | 'eventSlug'>;

/** The parts of a calendar's links, from the configuration. */
export const linkPartsOf = (config: Configured): Omit<LinkParts, 'namespace'> => ({
  site: config.siteUrl,
  publicUrl: config.publicUrl,
  restRoot: config.restRoot,
  standard: config.defaultLanguage,
  addresses: createAddresses({ events: config.eventsSlug, event: config.eventSlug }),
});
