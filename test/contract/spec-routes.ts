// Alone catches a route that is gone, or answers by another address, method or shape.

import { KINDS } from '../../src/kinds/kinds.ts';

/** What an answer is, in short. */
export type Shape = 'namespace' | 'documentation' | 'list' | 'made' | 'record';

type Row = readonly [method: string, path: string, shape: Shape];

const item = (path: string): Row[] =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, path, 'record'] as const);

const terms = (kind: string): Row[] => [
  ['GET', `/${kind}`, 'list'] as const,
  ['POST', `/${kind}`, 'made'] as const,
  ...item(`/${kind}/<id>`),
];

/** These have addresses by slug as well. */
const posts = (kind: string): Row[] => [...terms(kind), ...item(`/${kind}/by-slug/<slug>`)];

/** Every method of every path of specification §4, and what it answers: by hand, but for the names of the collections. */
export const ROUTES: readonly Row[] = [
  ['GET', '', 'namespace'] as const,
  ['GET', '/doc', 'documentation'] as const,
  ...KINDS.flatMap(({ plural, rest: { bySlug } }) => (bySlug ? posts(plural) : terms(plural))),
];
