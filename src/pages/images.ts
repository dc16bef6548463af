import { contentPolicy } from '../http/security-headers.ts';
import { attributes, type Html, html } from './html.ts';

/** An image as the operations of pages select it. */
export interface ShownImage {
  url: string;
  width: number | null;
  height: number | null;
  alternativeText: string;
}

/** Which pictures pages show besides those that lie at the address of the site. */
export interface Images {
  /** The `Content-Security-Policy` of pages with such pictures. */
  policy: string;
  /** Whether a page shows the picture at this address. */
  shows(address: string): boolean;
}

/** Pictures of these hosts, or of all for `*`, and only by https: what a page loads cannot be changed on its way. */
export function createImages(hosts: '*' | readonly string[]): Images {
  const sources = hosts === '*' ? ['https:'] : hosts.map((host) => `https://${host}`);
  return {
    policy: contentPolicy("style-src 'self'", ["img-src 'self'", ...sources].join(' ')),
    shows(address) {
      if (!/^https:\/\//i.test(address) || !URL.canParse(address)) return false;
      // With a port other than that of https, which the policy does not allow either.
      return hosts === '*' || hosts.includes(new URL(address).host);
    },
  };
}

/** What every picture in a page says: it is loaded when it comes into sight, and its host is not told by which page. */
export const LAZILY = { loading: 'lazy', referrerpolicy: 'no-referrer' } as const;

/** The picture of a record, from `src`. */
export const picture = ({ width, height, alternativeText }: ShownImage, src: string): Html =>
  html`<img${attributes({ class: 'picture', src, alt: alternativeText, width, height, ...LAZILY })}>`;
