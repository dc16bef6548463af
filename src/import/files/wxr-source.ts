import { basename } from 'node:path';
import type { LinkList } from '../../kinds/event-links.ts';
import { type Item, type Part, type Refusal, type Source, sourceRefused } from '../item.ts';
import { parentsFirst } from '../parents-first.ts';
import { append, nothingParsed, type Parsed, parseBody } from '../site/bodies.ts';
import { uidByFormula } from '../site/uids.ts';
import { type Element, elementsIn } from './wxr.ts';
import { bodyOf, leftOf } from './wxr-bodies.ts';
import {
  childOf,
  type Group,
  languageIn,
  languageOf,
  MOST_KEPT,
  metaOf,
  type Overview,
  overviewOf,
  type Post,
  TERMS,
  termKey,
  type WxrDeps,
} from './wxr-overview.ts';

/** Records per part. */
const AT_ONCE = 100;

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
  function parsePosts(posts: readonly [Post, ...Post[]]): Parsed {
    const [post] = posts;
    const { kind, id, element } = post;
    const what = `${childOf(element, 'title') || kind} (line ${element.line})`;
    const refused = (why: string): Parsed => ({
      ...nothingParsed(),
      refused: [{ kind, ref: id, what, why } satisfies Refusal],
    });
    if (childOf(element, 'wp:post_password') !== '') return refused('It has a password there.');
    const [body, ...others] = posts.map((each) => bodyOf(each, overview));
    const said = posts.slice(1).flatMap((each, at) => {
      const its = languageIn(languageOf(each.element));
      return its ? [{ language: its, body: others[at]! }] : [];
    });
    const parsed = parseBody(kind, {
      language: languageIn(languageOf(element)) ?? language,
      body: body!,
      others: said,
    });
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
    const items = parsed.items.map((item): Item => {
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
    return {
      ...parsed,
      items: [...(kind === 'event' ? [...categories!.mentioned, ...tags!.mentioned] : []), ...items],
    };
  }

  function parseTerms(): Parsed {
    const all = nothingParsed();
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
      append(all, parseBody(kind, { language: own, body: { ...body, parent: above || 0 }, others }));
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
      const { items, refused } = parseTerms();
      const notTaken = [...overview.others].map(
        ([type, many]) => `Posts of the kind ${type}: ${many.toLocaleString('en')}.`,
      );
      yield { items, refused, notTaken, place: '', what: 'terms', done: items.length, total: items.length };
      let parsed = nothingParsed();
      let [done, read] = [0, 0];
      const part = (what: string): Part => {
        const its = parsed;
        parsed = nothingParsed();
        return { ...its, place: '', what, done, total: Math.max(done, Math.round(done / Math.max(read, 0.001))) };
      };
      async function* partsOf(what: string, posts: AsyncIterable<Post> | Iterable<Post>): AsyncGenerator<Part> {
        for await (const each of whole(posts)) {
          const [{ kind, element }] = each;
          if (!STATUSES.has(childOf(element, 'wp:status'))) continue;
          if (kind === 'event' && since !== undefined && metaOf(element, '_EventStartDate') < since) continue;
          append(parsed, parsePosts(each));
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
