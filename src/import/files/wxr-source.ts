import { basename } from 'node:path';
import { isLanguage, type Language } from '../../domain/language.ts';
import type { LinkList } from '../../kinds/event-links.ts';
import { type Item, type Part, type Refusal, type Source, sourceRefused } from '../item.ts';
import { parentsFirst } from '../parents-first.ts';
import { type Body, nothingTold, type Told, tell, tellMore } from '../site/bodies.ts';
import { uidByFormula } from '../site/uids.ts';
import { costIn } from './csv-rows.ts';
import { type Element, elementsIn } from './wxr.ts';

export interface WxrDeps {
  path: string;
  /** The language of texts, if the file does not name it. */
  language: Language;
  since?: string | undefined;
}

type PostKind = 'event' | 'venue' | 'organizer';

const KIND_OF: Readonly<Record<string, PostKind>> = {
  tribe_events: 'event',
  tribe_venue: 'venue',
  tribe_organizer: 'organizer',
};
/** The taxonomies of events, as the file calls them in its list of terms and in records. */
const TERMS: Readonly<Record<string, 'category' | 'tag'>> = { tribe_events_cat: 'category', post_tag: 'tag' };

/** Records per part, and those that are kept in memory: all but events, and events that wait for their translations. */
const [AT_ONCE, MOST_KEPT] = [100, 200_000];

/** A record of the file. */
interface Post {
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
type Group = { id: string; language: string }[];

/** What a file says besides its events. */
interface Overview {
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

const childOf = ({ children }: Element, name: string): string => children.get(name) ?? '';
const metaOf = ({ meta }: Element, key: string): string => meta.get(key)?.[0] ?? '';
const termKey = (taxonomy: string, slug: string): string => `${taxonomy} ${slug}`;
const languageIn = (text: string): Language | undefined => {
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

async function overviewOf({ path, language }: WxrDeps): Promise<Overview> {
  const all: Overview = {
    ...{ site: undefined, language, authors: new Map(), terms: new Map(), pictures: new Map(), linked: [] },
    ...{ groups: new Map(), termGroups: new Map(), others: new Map() },
  };
  const byKey = new Map<string, Group>();
  const termGroups: Group[] = [];
  let kept = 0;
  for await (const element of elementsIn(path)) {
    kept += 1;
    if (element.name === 'language') all.language = languageIn(element.text) ?? language;
    else if (/^wp:base_(?:blog|site)_url$/.test(element.name) && URL.canParse(element.text))
      all.site = new URL(element.text).origin;
    else if (element.name === 'wp:author')
      all.authors.set(childOf(element, 'wp:author_login'), childOf(element, 'wp:author_id'));
    else if (element.name === 'wp:tag' || element.name === 'wp:term') {
      const [taxonomy, what] =
        element.name === 'wp:tag' ? ['post_tag', 'tag'] : [childOf(element, 'wp:term_taxonomy'), 'term'];
      const [name, slug] = [childOf(element, `wp:${what}_name`), childOf(element, `wp:${what}_slug`)];
      const description = childOf(element, `wp:${what}_description`);
      const kind = TERMS[taxonomy];
      if (kind) {
        const body = { id: childOf(element, 'wp:term_id'), name, slug, description };
        all.terms.set(termKey(taxonomy, slug), { kind, body, parent: childOf(element, 'wp:term_parent') });
      } else if (taxonomy === 'term_translations') termGroups.push(groupIn(description));
    } else if (element.name === 'item') {
      const type = childOf(element, 'wp:post_type');
      const [id, kind] = [childOf(element, 'wp:post_id'), KIND_OF[type]];
      if (type === 'attachment') all.pictures.set(id, pictureIn(element));
      else if (kind) {
        const key = metaOf(element, '_wpml_import_translation_group') || termOf(element, 'post_translations');
        if (key) byKey.set(key, [...(byKey.get(key) ?? []), { id, language: languageOf(element) }]);
        if (kind !== 'event') all.linked.push({ kind, id, element });
        else kept -= 1;
      } else all.others.set(type, (all.others.get(type) ?? 0) + 1);
    }
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
const languageOf = (element: Element): string =>
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
    ...{ ...numberOf('width'), ...numberOf('height'), ...numberOf('filesize') },
  };
}

const isYes = (text: string): boolean => /^(?:1|yes|true|on)$/i.test(text);

/** The members of REST's bodies, and the fields of WordPress in which they are. */
const FIELDS: Readonly<Record<PostKind, Readonly<Record<string, string>>>> = {
  event: {
    ...{ start_date: '_EventStartDate', end_date: '_EventEndDate', timezone: '_EventTimezone', website: '_EventURL' },
    ...{ event_status: '_tribe_events_status', virtual_url: '_tribe_events_virtual_url' },
  },
  venue: {
    ...{
      address: '_VenueAddress',
      city: '_VenueCity',
      country: '_VenueCountry',
      province: '_VenueProvince',
      state: '_VenueState',
    },
    ...{ stateprovince: '_VenueStateProvince', zip: '_VenueZip', phone: '_VenuePhone', website: '_VenueURL' },
    ...{ geo_lat: '_VenueLat', geo_lng: '_VenueLng' },
  },
  organizer: { phone: '_OrganizerPhone', website: '_OrganizerWebsite', email: '_OrganizerEmail' },
};
const SWITCHES: Readonly<Record<PostKind, Readonly<Record<string, string>>>> = {
  event: {
    ...{
      all_day: '_EventAllDay',
      show_map: '_EventShowMap',
      show_map_link: '_EventShowMapLink',
      featured: '_tribe_featured',
    },
    ...{ hide_from_listings: '_EventHideFromUpcoming', is_virtual: '_tribe_events_is_virtual' },
  },
  venue: { show_map: '_VenueShowMap', show_map_link: '_VenueShowMapLink' },
  organizer: {},
};

/** The record as REST would show it, but for what it refers to. */
function bodyOf({ kind, id, element }: Post, { authors, pictures }: Overview): Body {
  const status = childOf(element, 'wp:status');
  const login = childOf(element, 'dc:creator');
  const picture = metaOf(element, '_thumbnail_id');
  const reason = ['canceled', 'postponed']
    .map((each) => metaOf(element, `_tribe_events_status_${each}_reason`))
    .find(Boolean);
  const cost = new Map([
    ['cost', metaOf(element, '_EventCost')],
    ['currencySymbol', metaOf(element, '_EventCurrencySymbol')],
    ['currencyPosition', metaOf(element, '_EventCurrencyPosition')],
    ['currencyCode', metaOf(element, '_EventCurrencyCode')],
  ]);
  return {
    id,
    [kind === 'event' ? 'title' : kind]: childOf(element, 'title'),
    description: childOf(element, 'content:encoded'),
    excerpt: childOf(element, 'excerpt:encoded'),
    slug: childOf(element, 'wp:post_name'),
    status: status === 'trash' ? metaOf(element, '_wp_trash_meta_status') || 'draft' : status,
    date: childOf(element, 'wp:post_date') || undefined,
    date_utc: childOf(element, 'wp:post_date_gmt') || undefined,
    url: childOf(element, 'link'),
    author: authors.get(login) ?? login,
    image: pictures.get(picture) ?? false,
    ...Object.fromEntries(Object.entries(FIELDS[kind]).map(([wire, key]) => [wire, metaOf(element, key)])),
    ...Object.fromEntries(Object.entries(SWITCHES[kind]).map(([wire, key]) => [wire, isYes(metaOf(element, key))])),
    ...(kind === 'event' && {
      sticky: childOf(element, 'wp:menu_order') === '-1',
      cost: costIn(cost),
      ...(reason && { event_status_reason: reason }),
    }),
  };
}

const costHasNoCurrency = (element: Element): boolean =>
  /^[\d.,\s]+$/.test(metaOf(element, '_EventCost')) &&
  metaOf(element, '_EventCurrencySymbol') + metaOf(element, '_EventCurrencyCode') === '';

/** What of a record is not taken. */
function leftOf({ kind, element }: Post, { pictures }: Overview): string[] {
  const picture = metaOf(element, '_thumbnail_id');
  const fields = [...element.meta.keys()].filter((key) => /^_ecp_custom_|^[^_]/.test(key));
  return [
    ...(picture && picture !== '0' && !pictures.has(picture) ? ['The image: it is not in the file.'] : []),
    ...(kind === 'event' && /^a:[1-9]/.test(metaOf(element, '_EventRecurrence'))
      ? ['The rule by which the event repeats: only its first date is in the file.']
      : []),
    ...(kind === 'event' && /[1-9]/.test(metaOf(element, '_EventCost')) && costHasNoCurrency(element)
      ? ['The currency of the price: the file does not name it.']
      : []),
    ...fields.map((key) => `The field ${key}.`),
  ];
}

/** Reads WordPress' export file as a source. */
export function wxrSource(deps: WxrDeps, overview: Overview): Source {
  const { path, since } = deps;
  const { language, terms, authors, groups, termGroups } = overview;
  const linkedById = new Map(overview.linked.map((post) => [`${post.kind} ${post.id}`, post]));
  const originalOf = (id: string): string => groups.get(id)?.[0]?.id ?? id;
  const loginOf = new Map([...authors].map(([login, id]) => [id, login]));

  /** The terms of an event that are in the file, and those that it only mentions. */
  function termsOf(element: Element, kind: 'category' | 'tag'): { refs: string[]; mentioned: Item[] } {
    const refs = new Set<string>();
    const mentioned: Item[] = [];
    for (const { taxonomy, slug, name } of element.terms) {
      if (TERMS[taxonomy] !== kind) continue;
      const id = terms.get(termKey(taxonomy, slug))?.body.id as string | undefined;
      const ref = id === undefined ? `slug:${slug}` : (termGroups.get(id)?.[0]?.id ?? id);
      refs.add(ref);
      if (id === undefined)
        mentioned.push({ kind, ref, said: [{ language, values: { name, slug } }], byName: 'mentioned' });
    }
    return { refs: [...refs], mentioned };
  }

  function linksOf(element: Element, list: Extract<LinkList, 'venues' | 'organizers'>, left: string[]): string[] {
    const [kind, key] =
      list === 'venues' ? (['venue', '_EventVenueID'] as const) : (['organizer', '_EventOrganizerID'] as const);
    return [...new Set((element.meta.get(key) ?? []).filter((id) => id !== '' && id !== '0').map(originalOf))].filter(
      (id) => {
        if (linkedById.has(`${kind} ${id}`)) return true;
        left.push(`The ${kind} ${id}: it is not in the file.`);
        return false;
      },
    );
  }

  /** A record in all its languages, the original first. */
  function toldOf(posts: readonly [Post, ...Post[]]): Told {
    const [post] = posts;
    const { kind, id, element } = post;
    const what = `${childOf(element, 'title') || kind} (line ${element.line})`;
    const refused = (why: string): Told => ({
      ...nothingTold(),
      refused: [{ kind, ref: id, what, why } satisfies Refusal],
    });
    if (childOf(element, 'wp:post_password') !== '') return refused('It has a password there.');
    const [body, ...others] = posts.map((each) => bodyOf(each, overview));
    const said = posts.slice(1).flatMap((each, at) => {
      const its = languageIn(languageOf(each.element));
      return its ? [{ language: its, body: others[at]! }] : [];
    });
    const told = tell(kind, { language: languageIn(languageOf(element)) ?? language, body: body!, others: said });
    const left = leftOf(post, overview);
    const [categories, tags] = (['category', 'tag'] as const).map((each) => termsOf(element, each));
    const links = kind === 'event' && {
      links: {
        venues: linksOf(element, 'venues', left),
        organizers: linksOf(element, 'organizers', left),
        categories: categories!.refs,
        tags: tags!.refs,
      },
      uid: uidByFormula(body!, overview.site),
    };
    const items = told.items.map((item): Item => {
      if (item.kind !== kind) return item;
      const trashed = childOf(element, 'wp:status') === 'trash';
      const login = loginOf.get(item.author ?? '') ?? item.author;
      return {
        ...item,
        ...links,
        login,
        trashed,
        notTaken: [...(item.notTaken ?? []), ...left],
        place: `line ${element.line}`,
      };
    });
    return { ...told, items: [...(kind === 'event' ? [...categories!.mentioned, ...tags!.mentioned] : []), ...items] };
  }

  function toldTerms(): Told {
    const all = nothingTold();
    const byId = new Map([...terms.values()].map((term) => [String(term.body.id), term]));
    for (const [key, { kind, body, parent }] of terms) {
      const group = termGroups.get(String(body.id)) ?? [];
      if (group.length && group[0]!.id !== body.id) continue;
      const others = group.slice(1).flatMap(({ id, language: code }) => {
        const [its, other] = [languageIn(code), byId.get(id)?.body];
        return its && other ? [{ language: its, body: other }] : [];
      });
      const above = parent && terms.get(termKey(key.split(' ')[0]!, parent))?.body.id;
      const own = languageIn(group[0]?.language ?? '') ?? language;
      tellMore(all, tell(kind, { language: own, body: { ...body, parent: above || 0 }, others }));
    }
    const isCategory = ({ kind }: Item): boolean => kind === 'category';
    const items = [...parentsFirst(all.items.filter(isCategory)), ...all.items.filter((item) => !isCategory(item))];
    return { ...all, items };
  }

  /** Posts as they come, each once it is there in all its languages. */
  async function* whole(posts: AsyncIterable<Post> | Iterable<Post>): AsyncGenerator<[Post, ...Post[]]> {
    const waiting = new Map<Group, Post[]>();
    let kept = 0;
    for await (const post of posts) {
      const group = groups.get(post.id);
      if (!group) {
        yield [post];
        continue;
      }
      kept += 1;
      if (kept > MOST_KEPT)
        throw sourceRefused(`${basename(path)} has more than ${MOST_KEPT} events that wait for a translation`);
      const there = [...(waiting.get(group) ?? []), post];
      waiting.set(group, there);
      if (there.length < group.length) continue;
      kept -= there.length;
      waiting.delete(group);
      const sorted = group.map(({ id }) => there.find((each) => each.id === id)!);
      yield sorted as [Post, ...Post[]];
    }
  }

  async function* eventsIn(seen: (element: Element) => void): AsyncGenerator<Post> {
    for await (const element of elementsIn(path)) {
      seen(element);
      if (element.name === 'item' && childOf(element, 'wp:post_type') === 'tribe_events')
        yield { kind: 'event', id: childOf(element, 'wp:post_id'), element };
    }
  }

  return {
    site: overview.site ?? basename(path),
    since,
    scope: JSON.stringify(['wxr', since ?? null]),
    // Nothing in the file says whether it has all records of the site.
    complete: false,
    async *parts() {
      const { items, refused } = toldTerms();
      const notTaken = [...overview.others].map(
        ([type, many]) => `Posts of the kind ${type}: ${many.toLocaleString('en')}.`,
      );
      yield { items, refused, notTaken, place: '', what: 'terms', done: items.length, total: items.length };
      let told = nothingTold();
      let [done, read] = [0, 0];
      const part = (what: string): Part => {
        const its = told;
        told = nothingTold();
        return { ...its, place: '', what, done, total: Math.max(done, Math.round(done / Math.max(read, 0.001))) };
      };
      async function* partsOf(what: string, posts: AsyncIterable<Post> | Iterable<Post>): AsyncGenerator<Part> {
        for await (const each of whole(posts)) {
          const [{ kind, element }] = each;
          if (!STATUSES.has(childOf(element, 'wp:status'))) continue;
          if (kind === 'event' && since !== undefined && metaOf(element, '_EventStartDate') < since) continue;
          tellMore(told, toldOf(each));
          done += 1;
          if (done % AT_ONCE === 0) yield part(what);
        }
        yield part(what);
      }
      yield* partsOf('venues and organizers', overview.linked);
      yield* partsOf(
        'events',
        eventsIn((element) => {
          read = element.read;
        }),
      );
    },
  };
}

/** What WordPress keeps besides, such as drafts that nobody saved, is nobody's record. */
const STATUSES: ReadonlySet<string> = new Set(['publish', 'future', 'draft', 'pending', 'private', 'trash']);

/** Opens WordPress' export file. @throws SourceRefused */
export const openWxr = async (deps: WxrDeps): Promise<Source> => wxrSource(deps, await overviewOf(deps));
