import { basename } from 'node:path';
import { isLanguage, type Language } from '../../domain/language.ts';
import { sourceRefused } from '../item.ts';
import type { Body } from '../site/bodies.ts';
import { type Element, elementsIn } from './wxr.ts';

export interface WxrDeps {
  path: string;
  /** The language of texts, if the file does not name it. */
  language: Language;
  since?: string | undefined;
}

export type PostKind = 'event' | 'venue' | 'organizer';

const KIND_OF: Readonly<Record<string, PostKind>> = {
  tribe_events: 'event',
  tribe_venue: 'venue',
  tribe_organizer: 'organizer',
};
/** The taxonomies of events, as the file calls them in its list of terms and in records. */
export const TERMS: Readonly<Record<string, 'category' | 'tag'>> = { tribe_events_cat: 'category', post_tag: 'tag' };

/** Records that are kept in memory: all but events, and events that wait for their translations. */
export const MOST_KEPT = 200_000;

/** A record of the file. */
export interface Post {
  kind: PostKind;
  id: string;
  element: Element;
}

interface Term {
  kind: 'category' | 'tag';
  body: Body;
  /** The slug of its parent. */
  parent: string;
}

/** The posts that say the same in several languages: their ids, the original first. */
export type Group = { id: string; language: string }[];

/** What a file says besides its events. */
export interface Overview {
  site: string | undefined;
  language: Language;
  /** By their log-in names. */
  authors: Map<string, string>;
  terms: Map<string, Term>;
  pictures: Map<string, Body>;
  linked: Post[];
  /** The groups of posts and of terms by each of their ids. */
  groups: Map<string, Group>;
  termGroups: Map<string, Group>;
  /** Of other kinds of posts, how many there are. */
  others: Map<string, number>;
}

export const childOf = ({ children }: Element, name: string): string => children.get(name) ?? '';
export const metaOf = ({ meta }: Element, key: string): string => meta.get(key)?.[0] ?? '';
export const termKey = (taxonomy: string, slug: string): string => `${taxonomy} ${slug}`;
export const languageIn = (text: string): Language | undefined => {
  const language = text.slice(0, 2).toLowerCase();
  return isLanguage(language) ? language : undefined;
};

/** Languages and ids, as Polylang stores them: `a:2:{s:2:"en";i:5;s:2:"es";i:8;}`. */
const groupIn = (stored: string): Group =>
  [...stored.matchAll(/s:\d+:"([\w-]{2,20})";i:(\d+);/g)].map(([, language, id]) => ({ language: language!, id: id! }));

/** The original first: the one in the language of the site. */
function register(groups: Map<string, Group>, group: Group, language: Language): void {
  const sorted = [...group].sort(
    (a, b) => +(languageIn(b.language) === language) - +(languageIn(a.language) === language) || +a.id - +b.id,
  );
  for (const { id } of group) groups.set(id, sorted);
}

/** Reads the whole file once, for what its events refer to. @throws SourceRefused */
export async function overviewOf({ path, language }: WxrDeps): Promise<Overview> {
  const all: Overview = {
    site: undefined,
    language,
    authors: new Map(),
    terms: new Map(),
    pictures: new Map(),
    linked: [],
    groups: new Map(),
    termGroups: new Map(),
    others: new Map(),
  };
  const byKey = new Map<string, Group>();
  const termGroups: Group[] = [];

  function addTerm(element: Element): void {
    const isTag = element.name === 'wp:tag';
    const taxonomy = isTag ? 'post_tag' : childOf(element, 'wp:term_taxonomy');
    const said = (member: string) => childOf(element, `${isTag ? 'wp:tag' : 'wp:term'}_${member}`);
    const [slug, description, kind] = [said('slug'), said('description'), TERMS[taxonomy]];
    if (kind) {
      const body = { id: childOf(element, 'wp:term_id'), name: said('name'), slug, description };
      all.terms.set(termKey(taxonomy, slug), { kind, body, parent: childOf(element, 'wp:term_parent') });
    } else if (taxonomy === 'term_translations') termGroups.push(groupIn(description));
  }

  /** Whether it is kept. */
  function addItem(element: Element): boolean {
    const type = childOf(element, 'wp:post_type');
    const [id, kind] = [childOf(element, 'wp:post_id'), KIND_OF[type]];
    if (type === 'attachment') all.pictures.set(id, pictureIn(element));
    else if (!kind) all.others.set(type, (all.others.get(type) ?? 0) + 1);
    else {
      const key = metaOf(element, '_wpml_import_translation_group') || termOf(element, 'post_translations');
      if (key) byKey.set(key, [...(byKey.get(key) ?? []), { id, language: languageOf(element) }]);
      if (kind !== 'event') all.linked.push({ kind, id, element });
    }
    return kind !== 'event';
  }

  let kept = 0;
  for await (const element of elementsIn(path)) {
    const { name, text } = element;
    let isKept = true;
    if (name === 'language') all.language = languageIn(text) ?? language;
    else if (/^wp:base_(?:blog|site)_url$/.test(name) && URL.canParse(text)) all.site = new URL(text).origin;
    else if (name === 'wp:author')
      all.authors.set(childOf(element, 'wp:author_login'), childOf(element, 'wp:author_id'));
    else if (name === 'wp:tag' || name === 'wp:term') addTerm(element);
    else if (name === 'item') isKept = addItem(element);
    if (isKept) kept += 1;
    if (kept > MOST_KEPT)
      throw sourceRefused(`${basename(path)} has more than ${MOST_KEPT} records that are no events`);
  }
  for (const group of byKey.values()) if (group.length > 1) register(all.groups, group, all.language);
  for (const group of termGroups) register(all.termGroups, group, all.language);
  return all;
}

const termOf = ({ terms }: Element, taxonomy: string): string =>
  terms.find((each) => each.taxonomy === taxonomy)?.slug ?? '';

/** As Polylang or WPML say it. */
export const languageOf = (element: Element): string =>
  metaOf(element, '_wpml_import_language_code') || termOf(element, 'language').replace(/^pll_/, '');

/** A smaller form of a picture, as WordPress stores it. */
const SIZE =
  /s:\d+:"([\w-]+)";a:\d+:\{s:4:"file";s:\d+:"([^"/]+)";s:5:"width";i:(\d+);s:6:"height";i:(\d+);s:9:"mime-type";s:\d+:"([^"]+)";(?:s:8:"filesize";i:(\d+);)?/g;

function pictureIn(element: Element): Body {
  const stored = metaOf(element, '_wp_attachment_metadata');
  const url = childOf(element, 'wp:attachment_url');
  const sizes = [...stored.matchAll(SIZE)].map(([, name, file, width, height, type, bytes]) => {
    const address = url.replace(/[^/]*$/, file!);
    const size = {
      width: Number(width),
      height: Number(height),
      'mime-type': type,
      ...(bytes && { filesize: Number(bytes) }),
    };
    return [name, { ...size, url: address }] as const;
  });
  const numberOf = (name: string): object => {
    const [, number] = new RegExp(`"${name}";i:(\\d+);`).exec(stored) ?? [];
    return number === undefined ? {} : { [name]: Number(number) };
  };
  return {
    id: childOf(element, 'wp:post_id'),
    url,
    sizes: Object.fromEntries(sizes),
    ...numberOf('width'),
    ...numberOf('height'),
    ...numberOf('filesize'),
  };
}
