import { decodeHtml, escapeHtml } from './html.ts';

/** Start tags of elements that show pictures. */
const SHOWING = /<(img|source|video)\b(?:"[^"]*"|'[^']*'|[^'"<>])*>/gi;

/** The attributes of each that hold addresses of pictures. `src` of a source is sound or video. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  source: ['srcset'],
  video: ['poster'],
};

const ATTRIBUTE = /(\s)([^\s"'<>=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi;

/** The address of each candidate in a `srcset`. */
const CANDIDATE = /((?:^|,)\s*)([^\s,](?:\S*[^\s,])?)/g;

/**
 * HTML in which pictures have other addresses: `change` gets each as it is written there, and returns undefined to leave it. All
 * other text stays as it is.
 */
export function withPictureAddresses(html: string, change: (address: string) => string | undefined): string {
  return html.replace(SHOWING, (tag, element: string) =>
    tag.replace(ATTRIBUTE, (whole, space: string, name: string, ...values: (string | undefined)[]) => {
      const attribute = name.toLowerCase();
      if (!ATTRIBUTES[element.toLowerCase()]!.includes(attribute)) return whole;
      const value = decodeHtml(values.slice(0, 3).find((each) => each !== undefined)!);
      const changed =
        attribute === 'srcset'
          ? value.replace(CANDIDATE, (_, before: string, address: string) => before + (change(address) ?? address))
          : (change(value.trim()) ?? value);
      return changed === value ? whole : `${space}${name}="${escapeHtml(changed)}"`;
    }),
  );
}
