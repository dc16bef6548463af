import { capitalized } from '../../rules/text.ts';
import type { Route } from '../route.ts';

/** What operations are grouped by: their kinds of records, and what REST says of itself. */
export const ABOUT_ITSELF = {
  name: 'Interface',
  description: 'What there is to ask: the namespace with its routes, and this document.',
};

/** The collection that a route belongs to: `events`. */
const collectionOf = ({ path }: Route): string => path.split('/')[1]!;

/** The group of a route. */
export const tagOf = (route: Route): string => capitalized(collectionOf(route));

/** The groups of routes, in their order. */
export const tagsOf = (routes: readonly Route[]): object[] =>
  [...new Map(routes.map((route) => [tagOf(route), route])).values()].map((route) => ({
    name: tagOf(route),
    description: `Reading and writing ${collectionOf(route)}.`,
  }));

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** What a route does, in a few words. */
export function summaryOf(route: Route): string {
  const { kind, path, filter, input, patch, right } = route;
  if (filter) return `List ${collectionOf(route)}`;
  if (input) return `Create ${withArticle(kind)}`;
  const verb = patch ? 'Update' : right ? 'Delete' : 'Read';
  return `${verb} ${withArticle(kind)} by its ${path.includes('<slug>') ? 'slug' : 'id'}`;
}

/** What a route does, in a sentence or more. `said` is what GraphQL says of the same operation; of writing it fits here too. */
export function descriptionOf(route: Route, said: string | undefined): string {
  const { kind, filter, input, patch, right } = route;
  if (filter) return `The ${collectionOf(route)} that the caller may see, page by page. All filters must fit.`;
  if (input) return said ?? `Makes ${withArticle(kind)} in the language of the request.`;
  if (patch) return `${said ?? ''} POST, PUT and PATCH do the same.`.trim();
  return right && said ? said : `One ${kind} that the caller may see.`;
}

/** What is answered when all went well. */
export function doneOf(route: Route): string {
  const { kind, filter, input, patch, right } = route;
  if (filter) return 'A page of the list.';
  if (input) return `The ${kind}, as it was stored.`;
  if (patch) return `The ${kind}, as it is now.`;
  return right ? `The ${kind}, as it was last.` : `The ${kind}.`;
}
