import { attributes, type Html, html } from './html.ts';
import { hrefOf, type PageContext } from './site.ts';

/** An image as the operations of pages select it. */
export interface ShownImage {
  url: string;
  width: number | null;
  height: number | null;
  alternativeText: string;
}

/** Attributes of every picture: browsers load it when it comes into sight, and do not tell its host which page shows it. */
export const LAZILY = { loading: 'lazy', referrerpolicy: 'no-referrer' } as const;

/** The address from which a page loads a picture. Ours come from the page's own host. Undefined if pages may not show it. */
export function sourceOf(page: PageContext, address: string): string | undefined {
  if (address.startsWith(`${page.site.address}/`)) return hrefOf(page, address);
  return page.site.images.shows(address) ? address : undefined;
}

/** A picture of a record, from `src`. */
export const picture = ({ width, height, alternativeText }: ShownImage, src: string, name = 'picture'): Html =>
  html`<img${attributes({ class: name, src, alt: alternativeText, width, height, ...LAZILY })}>`;
