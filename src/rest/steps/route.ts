import { DomainError } from '../../errors.ts';
import { param } from '../params.ts';
import type { OwnRow, Route } from '../route.ts';
import { createRouter } from '../router.ts';
import type { Addressed, Routed } from './known.ts';

interface Rows {
  /** What lies at the root, above every namespace. */
  root: OwnRow;
  /** What lies below the namespace. */
  below: readonly (OwnRow | Route)[];
}

/** The row that path and method name; for OPTIONS the rows of the path. @throws NO_ROUTE */
export function routeStep({ root, below }: Rows): (known: Addressed) => Routed {
  const find = createRouter(below);
  const atRoot = { path: root.path, rows: [root], params: {} };
  return (known) => {
    const { namespace, path } = known;
    const match = namespace !== undefined ? find(path) : /^\/*$/.test(path) ? atRoot : undefined;
    const method = methodOf(known);
    const row = match?.rows.find(({ methods }) => (methods as readonly string[]).includes(method));
    if (!match || (!row && method !== 'OPTIONS'))
      throw new DomainError('NO_ROUTE', 'There is no route for this address and method.');
    return { match, row };
  };
}

/** The method that is meant: POST may stand for another one. HEAD is GET whose body is not sent. */
function methodOf({ method: sent, headers, query }: Addressed): string {
  const override = param(query, '_method', false) ?? headers['x-http-method-override'];
  const method = sent === 'POST' && typeof override === 'string' ? override.toUpperCase() : sent;
  return method === 'HEAD' ? 'GET' : method;
}
