import { type Incoming, isReading } from '../http/exchange.ts';
import { type Links, type PageAddress, pageAddress, spokenPath } from '../links.ts';
import type { Language, Spoken } from '../rules/language.ts';

/** What the address of a page says. */
export interface Addressed {
  page?: PageAddress;
  language: Language;
  links: Links;
  /** Pages are the same for everybody. */
  viewer: undefined;
  viewerUnknown: undefined;
}

/** Which record's page is asked for, if it is one, and in which language. */
export const pageAddressStep =
  (standard: Language, linksOf: (spoken: Spoken) => Links) =>
  ({ method, url }: Incoming): Addressed => {
    const page = isReading({ method }) ? pageAddress(url) : undefined;
    const { segment } = spokenPath(url.pathname);
    return {
      ...(page ? { page } : {}),
      language: segment ?? standard,
      links: linksOf({ segment }),
      viewer: undefined,
      viewerUnknown: undefined,
    };
  };
