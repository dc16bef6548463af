import { attributes, type Html, html } from './html.ts';
import { hrefOf, type PageContext } from './site.ts';

/** An image as the operations of pages select it. */
export interface ShownImage {
  url: string;
  width: number | null;
  height: number | null;
  alternativeText: string;
  /** Other copies, by name. Some may show only a part of it. */
  sizes: Readonly<Record<string, ImageCopy>> | null;
}

interface ImageCopy {
  url: string;
  width: number;
  height: number;
}

/** Attributes of every picture: browsers load it when it comes into sight, and do not tell its host which page shows it. */
export const LAZILY = { loading: 'lazy', referrerpolicy: 'no-referrer' } as const;

/** The address from which a page loads a picture. Ours come from the page's own host. Undefined if pages may not show it. */
export function sourceOf(page: PageContext, address: string): string | undefined {
  if (address.startsWith(`${page.site.address}/`)) return hrefOf(page, address);
  return page.site.images.shows(address) ? address : undefined;
}

/** How wide pages show a picture, for browsers to choose a copy. */
const WIDTHS = {
  thumb: '(min-width: 45rem) 10rem, 22vw',
  big: '(min-width: 48rem) 30rem, 100vw',
  picture: '(min-width: 60rem) 44rem, 100vw',
} as const;

/** A picture of a record; undefined if pages may not show it. Browsers choose among the copies that show all of it. */
export function picture(image: ShownImage, page: PageContext, as: keyof typeof WIDTHS): Html | undefined {
  const { url, alternativeText: alt, width, height, sizes } = image;
  const src = sourceOf(page, url);
  if (src === undefined) return undefined;
  const whole = ({ width: w, height: h }: ImageCopy) =>
    width !== null && height !== null && w < width && Math.abs(h - (w * height) / width) <= 1;
  const copies = Object.values(sizes ?? {})
    .filter(whole)
    .flatMap((copy) => {
      const from = sourceOf(page, copy.url);
      return from === undefined || /[\s,]/.test(from) ? [] : [[copy.width, from] as const];
    });
  const srcset = [...new Map([...copies, [width ?? 0, src] as const])].map(([w, from]) => `${from} ${w}w`).join(', ');
  const chosen = copies.length > 0 && { srcset, sizes: WIDTHS[as] };
  const name = as === 'big' ? 'thumb' : as;
  return html`<img${attributes({ class: name, src, ...chosen, alt, width, height, ...LAZILY })}>`;
}
