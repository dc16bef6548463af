import type { Abouts } from '../../domain/about.ts';
import type { Language } from '../../domain/language.ts';
import { percentDecoded } from '../../domain/text.ts';
import { toWall } from '../../domain/time.ts';
import type { ResolverContext } from '../graphql/context.ts';
import type { RunQuery } from '../graphql/writer/runner.ts';
import type { PageFiles } from './files.ts';
import type { Images } from './image-hosts.ts';

/** A picture that other sites show of a page. */
export interface PreviewImage {
  url: string;
  width: number | null;
  height: number | null;
  alternativeText: string;
}

/** What all pages of a server share. */
export interface PageSite {
  /** The address of the site, without a trailing slash. */
  address: string;
  abouts: Abouts;
  /** The language of addresses that name none. */
  standard: Language;
  /** The REST namespace that pages name to programs. */
  namespace: string;
  /** The word that addresses of lists of events begin with. */
  eventsPath: string;
  /** The time zone of the days that pages show. */
  zone: string;
  images: Images;
  files: PageFiles['names'];
  /** What other sites show of pages without a picture. */
  image: Omit<PreviewImage, 'alternativeText'> | undefined;
  /** The origins whose pages may show ours in a frame. */
  embedParents: readonly string[];
  /** The version of the running program. */
  version: string;
  /** Whether the records are samples, from a seed. */
  isSeeded(): Promise<boolean>;
  /** Runs an operation of pages. They reach the data only this way. */
  run: RunQuery;
}

/** A page while it is built: its address, its language and the request. */
export interface PageContext {
  site: PageSite;
  context: ResolverContext;
  language: Language;
  /** The language with which the address of the page begins, if there is one. */
  segment: Language | undefined;
  url: URL;
  /** The relative path from the page to the root of the site: empty, or `../` and so on. */
  at: string;
  /** Whether it is shown in a frame of another page. */
  embedded: boolean;
}

/** The moment of the request on the clock of the site. */
export const nowIn = ({ site, context }: PageContext): string => toWall(context.now, site.zone);

/**
 * The relative path from the page at `pathname` to the root of the site. With it, links work behind proxies that put a path
 * before ours.
 */
export const wayUp = (pathname: string): string => '../'.repeat(pathname.split('/').length - 2);

/** An address as a link of the page. Below the site it is relative, and shows the letters of its slug, which are shorter. */
export function hrefOf({ at, site }: Pick<PageContext, 'at' | 'site'>, address: string): string {
  if (!address.startsWith(`${site.address}/`)) return address;
  return relativeHref(at + address.slice(site.address.length + 1).replace(/(?:%[89a-f][0-9a-f])+/gi, percentDecoded));
}

/** A relative link. It begins so that no browser takes the first name in it for a scheme or a host. */
export const relativeHref = (way: string): string => (/^$|^\/|^[^/?#]*:/.test(way) ? `./${way}` : way);

/** A link to the list of all events. */
export const listHref = ({ at, site, language }: Pick<PageContext, 'at' | 'site' | 'language'>): string =>
  `${at}${pathIn(site, language)}${site.eventsPath}/`;

/** The path of a language, below the root of the site. */
export const pathIn = ({ standard }: Pick<PageSite, 'standard'>, language: Language): string =>
  language === standard ? '' : `${language}/`;
