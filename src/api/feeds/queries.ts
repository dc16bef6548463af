import { parse, print } from 'graphql';
import { KINDS } from '../../kinds/kinds.ts';
import { loadQueries, type Queries } from '../graphql/writer/runner.ts';
import { feedQueryOf } from './feeds.ts';

/** The names of the queries that feeds run. */
const QUERIES = [
  'AskedEvents',
  'EventsOfFeed',
  'PageOfFeed',
  'EventsInRange',
  'SeriesFeed',
  'OccurrencesInFeed',
  ...KINDS.map(({ name }) => feedQueryOf(name)),
];

/** Loads the queries of feeds. @throws when one is missing or not valid against the schema */
export const loadFeedQueries = (sources: readonly string[], deps: Parameters<typeof loadQueries>[2]): Queries =>
  loadQueries(sources, QUERIES, deps);

/**
 * Generates the feed queries that follow from the declarations of kinds: `schema/feeds/generated.graphql`.
 * `npm run schema` writes that file. The other queries are handwritten beside it.
 */
export const generateFeedQueries = (): string =>
  print(
    parse(
      KINDS.filter(({ name }) => name !== 'event')
        .map(
          ({ name, queries }) => `
      query ${feedQueryOf(name)}($ref: RecordRef!) {
        record: ${queries.one}(ref: $ref) { databaseId title url }
      }`,
        )
        .join('\n'),
    ),
  );
