import type { Links } from './links.ts';
import type { Loaders } from './resources/loaders.ts';
import type { Services } from './resources/services.ts';
import type { Viewer } from './rules/access.ts';
import type { Language } from './rules/language.ts';
import type { Instant } from './rules/time.ts';

/** What every resolver and service knows about the request. One per request, the same for every door. */
export interface Context {
  /** Undefined is anonymous. */
  viewer: Viewer | undefined;
  /** The language of what is read and written. */
  language: Language;
  /** The time zone of the site. */
  zone: string;
  /** The hosts whose pages a text may show in a frame. */
  embedHosts: readonly string[];
  /** The moment of the request; it does not move while the request runs. */
  now: Instant;
  /** Addresses as this caller is to see them. */
  links: Links;
  loaders: Loaders;
  services: Services;
}
