import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { SaxesParser } from 'saxes';
import { sourceRefused } from '../item.ts';
import { fileRefused, readText } from './text.ts';

/** An element below `channel` of WordPress' export: a record, a term, an author, or a line about the site. */
export interface Element {
  name: string;
  text: string;
  /** The texts of its children, by their names. */
  children: ReadonlyMap<string, string>;
  /** Its own fields: of several with one key all values. */
  meta: ReadonlyMap<string, readonly string[]>;
  /** The terms that it has. */
  terms: readonly { taxonomy: string; slug: string; name: string }[];
  line: number;
  /** How much of the file was read up to it, from 0 to 1. */
  read: number;
}

/** How deep elements may lie within each other, and characters of one text. */
const [DEEPEST, LONGEST_TEXT] = [20, 20_000_000];

/** Characters that XML does not have, and programs write nevertheless. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Reads WordPress' export file (WXR), element by element. Nothing outside of it is read, and entities are those of XML only.
 * @throws SourceRefused with the place, if it is no XML, or another kind of it
 */
export async function* elementsIn(path: string): AsyncGenerator<Element> {
  const name = basename(path);
  const size = Math.max(1, statSync(path).size);
  const parser = new SaxesParser({ xmlns: false });
  const open: string[] = [];
  let found: Element[] = [];
  let [text, key, longest, read, isExport] = ['', '', 0, 0, false];
  let term = { taxonomy: '', slug: '' };
  let current:
    | { line: number; children: Map<string, string>; meta: Map<string, string[]>; terms: Element['terms'][number][] }
    | undefined;
  const refuse = (why: string): never => {
    throw fileRefused(name, { line: parser.line, column: parser.column + 1 }, why);
  };
  const more = (some: string): void => {
    longest = 0;
    text += some;
  };
  parser.on('error', ({ message }) => refuse(`This is no XML: ${message.replace(/^\d+:\d+: /, '')}`));
  parser.on('doctype', () => refuse('An export of WordPress has no document type.'));
  parser.on('text', more);
  parser.on('cdata', more);
  parser.on('opentag', ({ name: tag, attributes }) => {
    if (open.length === 0 && tag !== 'rss') refuse(`This is XML of another kind (<${tag}>). ${ONLY_WXR}`);
    if (open.length === DEEPEST) refuse(`Elements lie within ${DEEPEST} others.`);
    open.push(tag);
    [text, longest] = ['', 0];
    if (open.length === 3) {
      if (tag === 'item' && !isExport) refuse(`This is an RSS feed, and no export. ${ONLY_WXR}`);
      current = { line: parser.line, children: new Map(), meta: new Map(), terms: [] };
    }
    if (tag === 'category') term = { taxonomy: attributes.domain ?? '', slug: attributes.nicename ?? '' };
  });
  parser.on('closetag', ({ name: tag }) => {
    const [depth, parent] = [open.length, open.at(-2)];
    open.pop();
    if (tag === 'wp:wxr_version') isExport = true;
    if (depth === 3 && current) found.push({ name: tag, text, read, ...current });
    else if (depth === 4 && tag === 'category') current?.terms.push({ ...term, name: text });
    else if (depth === 4) current?.children.set(tag, text);
    else if (depth === 5 && tag === 'wp:meta_key') key = text;
    else if (depth === 5 && parent === 'wp:postmeta' && tag === 'wp:meta_value' && current)
      current.meta.set(key, [...(current.meta.get(key) ?? []), text]);
    text = '';
  });
  for await (const chunk of readText(path, name)) {
    read = chunk.bytes / size;
    longest += chunk.text.length;
    if (longest > LONGEST_TEXT) refuse(`A text has more than ${LONGEST_TEXT / 1_000_000} million characters.`);
    parser.write(chunk.text.replace(NO_XML, ''));
    const some = found;
    found = [];
    yield* some;
  }
  if (open.length) throw sourceRefused(`${name} is cut off: <${open.at(-1)}> has no end`);
}

export const ONLY_WXR = 'Of XML, only the export file of WordPress (Tools → Export) is read.';
