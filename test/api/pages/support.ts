import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect } from 'vitest';
import type { TestApp } from '../../support/app.ts';

/** An element of a page as a browser understands it. */
export interface Found {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** All text in it. */
  text: string;
  /** Names of the elements it lies in, and their classes: `html body main div.text`. */
  path: string;
}

/** What a page is made of, in order. */
export function elementsOf(page: string): Found[] {
  const found: Found[] = [];
  const look = (node: DefaultTreeAdapterTypes.Node, path: string): string => {
    if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
    const element = node as DefaultTreeAdapterTypes.Element;
    const attributes = Object.fromEntries((element.attrs ?? []).map(({ name, value }) => [name, value]));
    const own: Found = { name: node.nodeName, attributes, text: '', path };
    found.push(own);
    const below = `${path} ${node.nodeName}${attributes.class ? `.${attributes.class}` : ''}`;
    own.text = ((element.childNodes ?? []) as DefaultTreeAdapterTypes.Node[])
      .map((child) => look(child, below))
      .join('');
    return own.text;
  };
  look(parse(page), '');
  return found;
}

/** The text of the only element of a name. */
export const textOf = (page: string, name: string): string => {
  const all = elementsOf(page).filter((element) => element.name === name);
  expect(all).toHaveLength(1);
  return all[0]!.text;
};

/** The addresses in `<link>`s of a relation, with their language or type before them. */
export const linked = (page: string, rel: string): string[] =>
  elementsOf(page)
    .filter(({ name, attributes }) => name === 'link' && attributes.rel === rel)
    .map(({ attributes: { hreflang, type, href } }) => [hreflang ?? type, href].filter(Boolean).join(' '));

/** The same of the languages that a page is there in. */
export const languagesOf = (page: string): string[] =>
  linked(page, 'alternate').filter((link) => /^(?:en|ko|es|x-default) /.test(link));

/** The attribute by which an element loads something, where it is not `src`. */
const LOADS: Readonly<Record<string, string>> = { object: 'data', link: 'href' };

/** The addresses of all that a browser loads for a page. */
export const loadedBy = (page: string): string[] =>
  elementsOf(page)
    .filter(({ name, attributes: { rel } }) => name !== 'link' || ['stylesheet', 'icon'].includes(rel ?? ''))
    .flatMap(({ name, attributes: { srcset, poster, style, ...more } }) => [
      more[LOADS[name] ?? 'src'],
      srcset,
      poster,
      style,
    ])
    .filter((address) => address !== undefined);

/** The page at an address, and the path of the address. */
export async function pageAt(app: TestApp, address: string) {
  const path = address.replace('http://127.0.0.1:4000', '');
  const answer = await app.fetch(path, { headers: { Accept: 'text/html' } });
  return { ...answer, path, location: answer.headers.get('location') };
}
