import { KIND, KINDS, type KindName } from '../../kinds/kinds.ts';
import { createRunQuery, loadQueries, type Queries, type RunQuery } from '../graphql/writer/runner.ts';

/** The query that lists some of the records of a kind for sitemaps. */
export const sitemapQueryOf = (kind: KindName): string => KIND[kind].page.operation.replace(/Page$/, 'Sitemap');

/** The operations that pages run. */
const OPERATIONS = [
  'HomePage',
  'EventList',
  'EventListOnce',
  'EventMonth',
  'NextEvent',
  'EventMore',
  'SeriesPage',
  'SeriesSitemap',
  'Topics',
  'Sitemap',
  ...KINDS.flatMap(({ name, page }) => [page.operation, sitemapQueryOf(name)]),
];

/** The functions that run the operations of pages, by name. */
export type PageOperations = Queries;

/** Loads the operations of pages. @throws if one is missing or not valid against the schema */
export const loadPageOperations = (
  sources: readonly string[],
  deps: Parameters<typeof loadQueries>[2],
): PageOperations => loadQueries(sources, OPERATIONS, deps);

/** Runs an operation of pages. Pages reach the data only this way. */
export type RunPage = RunQuery;

export const createRunPage: (load: () => PageOperations) => RunPage = createRunQuery;
