import { capitalized, withArticle } from '../../../domain/text.ts';
import type { Route } from '../route.ts';

/** The group of operations by which REST describes itself. */
export const ABOUT_ITSELF = {
  name: 'Interface',
  description: 'What is available: the namespace with its routes, and this document.',
};

/** The collection that a route belongs to: `events`. */
const collectionOf = ({ path }: Route) => path.split(/[/.]/)[1]!;

/** The group of a route. */
export const tagOf = (route: Route): string => capitalized(collectionOf(route));

/** Descriptions of the groups that have no records of their own. */
const ABOUT: Readonly<Record<string, string>> = {
  changes: 'What has changed, and what is changing.',
  export: 'Everything in the calendar, for copies.',
  series: 'Following events that repeat.',
};

/** The groups of routes, in their order. */
export const tagsOf = (routes: readonly Route[]): object[] =>
  [...new Map(routes.map((route) => [tagOf(route), route])).values()].map((route) => ({
    name: tagOf(route),
    description: route.kind ? `Reading and writing ${collectionOf(route)}.` : ABOUT[collectionOf(route)],
  }));

function kindOf({ kind, operation }: Route) {
  if (!kind) throw new Error(`The route of ${operation} has no kind: it must say what it does.`);
  return kind;
}

/** What a route does, in a few words. */
export function summaryOf(route: Route): string {
  const { path, says, filter, input, patch, right } = route;
  if (says) return says.summary;
  const kind = kindOf(route);
  if (filter) return `List ${collectionOf(route)}`;
  if (input) return `Create ${withArticle(kind)}`;
  const verb = patch ? 'Update' : right ? 'Delete' : 'Read';
  return `${verb} ${withArticle(kind)} by its ${path.includes('<slug>') ? 'slug' : 'id'}`;
}

/** What a route does, in a sentence or more. `said` is the GraphQL description of its operation. For writes, it fits REST too. */
export function descriptionOf(route: Route, said: string | undefined): string {
  const { says, filter, input, patch, right } = route;
  if (says) return `${said ?? ''} ${says.description ?? ''}`.trim();
  const kind = kindOf(route);
  if (filter) return `The ${collectionOf(route)} that the caller may see, page by page. All filters must match.`;
  if (input) return said ?? `Makes ${withArticle(kind)} in the language of the request.`;
  if (patch) return `${said ?? ''} POST, PUT and PATCH do the same.`.trim();
  return right && said ? said : `One ${kind} that the caller may see.`;
}

/** What a feed offers, in a few words. */
export function feedSummaryOf(route: Route): string {
  const { kind, path } = route;
  const by = `by its ${path.includes('<slug>') ? 'slug' : 'id'}`;
  if (path.startsWith('/series')) return `Follow a series ${by}`;
  if (kind && kind !== 'event') return `Follow the events of ${withArticle(kind)} ${by}`;
  return path.includes('/<') || path.includes('slug') ? `Follow ${withArticle('event')} ${by}` : 'Follow events';
}

/** The description of the answer on success. */
export function doneOf(route: Route): string {
  const { says, filter, input, patch, right } = route;
  if (says) return says.done;
  const kind = kindOf(route);
  if (filter) return 'A page of the list.';
  if (input) return `The ${kind}, as it was stored.`;
  if (patch) return `The ${kind}, as it is now.`;
  return right ? `The ${kind}, as it was last.` : `The ${kind}.`;
}
