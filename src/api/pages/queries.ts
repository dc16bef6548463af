import { KIND, KINDS, type KindName } from '../../kinds/kinds.ts';
import { loadQueries, type Queries } from '../graphql/writer/runner.ts';

/** The query that lists some of the records of a kind for sitemaps. */
export const sitemapQueryOf = (kind: KindName): string => KIND[kind].page.operation.replace(/Page$/, 'Sitemap');

/** The query that reads what a record is called. */
export const nameQueryOf = (kind: KindName): string => KIND[kind].page.operation.replace(/Page$/, 'Name');

/** The operations that pages run. */
const OPERATIONS = [
  'HomePage',
  'EventList',
  'EventMonth',
  'EventsForSearchEngines',
  'NextEvent',
  'EventMore',
  'SeriesPage',
  'SeriesSitemap',
  'Topics',
  'Places',
  'Sitemap',
  ...KINDS.flatMap(({ name, page }) => [page.operation, sitemapQueryOf(name), nameQueryOf(name)]),
];

/** Loads the operations of pages. @throws if one is missing or not valid against the schema */
export const loadPageOperations = (sources: readonly string[], deps: Parameters<typeof loadQueries>[2]): Queries =>
  loadQueries(sources, OPERATIONS, deps);
