import { type FragmentDefinitionNode, Kind, parse } from 'graphql';
import type { Language } from '../../domain/language.ts';
import { once } from '../../domain/once-for.ts';
import { feedNameOf, feedsAmong } from '../graphql/feed-documents.ts';
import { createReadFeed, type FeedOptions, type ReadFeed } from '../graphql/feed-queries.ts';
import type { Operation } from '../graphql/operations.ts';

/** A feed of a document. */
interface SavedFeed {
  read: ReadFeed;
  /** What it is called in a language. */
  titleIn(language: Language): string;
}

/** Finds the feed of a document by the name of its operation. */
export type SavedFeeds = (name: string) => SavedFeed | undefined;

interface SavedDeps extends FeedOptions {
  /** The texts of the listed documents. A document that a client sent along with its hash is not listed. */
  listed: Iterable<string>;
  /** The operations of the operator, by name. They win over listed documents. */
  own: ReadonlyMap<string, Operation>;
  /** Returns the texts of the feed queries. */
  sources(): readonly string[];
}

/** The fragments of the feed queries. They select what feeds show. */
export const feedFragments = (sources: readonly string[]): readonly FragmentDefinitionNode[] =>
  parse(sources.join('\n')).definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);

/** Parses a document on the first request for its feed. If several different feeds share a name, it serves none of them. */
export function createSavedFeeds({ listed, own, sources, ...options }: SavedDeps): SavedFeeds {
  const texts = once(() => {
    const byName = new Map<string, string[]>();
    for (const text of listed) {
      const name = feedNameOf(text);
      if (name) byName.set(name, [...(byName.get(name) ?? []), text]);
    }
    return byName;
  });
  const fragments = once(() => feedFragments(sources()));
  const cache = new Map<string, SavedFeed | undefined>();
  const among = (texts: Iterable<string>, name: string) =>
    feedsAmong(texts, options.schema, fragments()).feeds.get(name);
  function feedOf(name: string, its: readonly string[], mine: Operation | undefined): SavedFeed | undefined {
    const own = mine && among([mine.text], name);
    const feed = own ?? among(its, name);
    return (
      feed && {
        read: createReadFeed(feed, options),
        titleIn: (language) => (own ? mine!.describedIn(language).title : name),
      }
    );
  }
  return (name) => {
    const mine = own.get(name);
    const its = texts().get(name) ?? [];
    if (!mine && its.length === 0) return undefined;
    if (!cache.has(name)) cache.set(name, feedOf(name, its, mine));
    return cache.get(name);
  };
}
