import { type FragmentDefinitionNode, Kind, parse } from 'graphql';
import { once } from '../../domain/once-for.ts';
import { feedNameOf, feedsAmong } from '../graphql/feed-documents.ts';
import { createReadFeed, type FeedOptions, type ReadFeed } from '../graphql/feed-queries.ts';

/** Finds the feed of a listed document by the name of its operation. */
export type SavedFeeds = (name: string) => ReadFeed | undefined;

interface SavedDeps extends FeedOptions {
  /** The texts of the listed documents. A document that a client sent along with its hash is not listed. */
  listed: Iterable<string>;
  /** The texts of the documents of the operator, by name. They win over listed ones. */
  own: ReadonlyMap<string, string>;
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
  const cache = new Map<string, ReadFeed | undefined>();
  const among = (texts: Iterable<string>, name: string) =>
    feedsAmong(texts, options.schema, fragments()).feeds.get(name);
  return (name) => {
    const mine = own.get(name);
    const its = texts().get(name) ?? [];
    if (mine === undefined && its.length === 0) return undefined;
    if (!cache.has(name)) {
      const feed = (mine !== undefined && among([mine], name)) || among(its, name);
      cache.set(name, feed && createReadFeed(feed, options));
    }
    return cache.get(name);
  };
}
