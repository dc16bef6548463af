import { DomainError } from '../../errors.ts';
import { param } from '../params.ts';
import type { OwnRow, Route } from '../route.ts';
import { createRouter } from '../router.ts';
import type { Addressed, Routed } from './known.ts';

interface Rows {
  /** What lies at the root and beside the namespace of the calendar, by whole paths. */
  above: readonly OwnRow[];
  /** What lies below the namespace. */
  below: readonly (OwnRow | Route)[];
}

/** The row that path and method name; for OPTIONS the rows of the path. @throws NO_ROUTE */
export function routeStep({ above, below }: Rows): (known: Addressed) => Routed {
  const findAbove = createRouter(above);
  const findBelow = createRouter(below);
  return (known) => {
    const { namespace, path } = known;
    const match = namespace === undefined ? findAbove(path) : findBelow(path);
    const method = methodMeant(known);
    // HEAD is GET whose body is not sent.
    const taken = method === 'HEAD' ? 'GET' : method;
    const row = match?.rows.find(({ methods }) => (methods as readonly string[]).includes(taken));
    if (!match || (!row && method !== 'OPTIONS'))
      throw new DomainError('NO_ROUTE', 'There is no route for this address and method.');
    return { match, row };
  };
}

/** The method that is meant: POST, and no other, may stand for another one (behaviour §0.42). */
export function methodMeant({ method, headers, query }: Pick<Addressed, 'method' | 'headers' | 'query'>): string {
  const override = param(query, '_method', false) ?? headers['x-http-method-override'];
  return method === 'POST' && typeof override === 'string' ? override.toUpperCase() : method;
}
