import { DomainError } from '../../domain/errors.ts';
import type { Incoming } from '../exchange.ts';

/** Body types that any page can POST to any site without a preflight. */
const FORM = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i;

/** No type at all, which any page can POST as well. */
const UNTYPED = /^\s*(?:;|$)/;

const WRITES: readonly string[] = ['POST', 'PUT', 'PATCH'];

const BASIC = /^\s*basic\s/i;

/**
 * Refuses forms that another site's page sends with the user name and password that the browser stores for this one. `own` are
 * the allowed origins: the site's, and the configured ones.
 * @throws CROSS_SITE
 */
export const foreignFormStep =
  (own: readonly string[]) =>
  ({ method, headers }: Incoming): object => {
    const { origin, authorization = '', 'content-type': type = '' } = headers;
    const foreign = origin !== undefined && !own.includes(origin);
    const isForm = WRITES.includes(method) && (FORM.test(type) || (method === 'POST' && UNTYPED.test(type)));
    if (!foreign || !isForm || !BASIC.test(authorization)) return {};
    throw new DomainError(
      'CROSS_SITE',
      'A page of another site may not send forms here with the credentials that a browser keeps. Send JSON.',
    );
  };

/**
 * Refuses every request of a page whose origin is not allowed: such a page may have been given our address in place of its own
 * (DNS rebinding). Programs that are no browsers send no origin.
 * @throws CROSS_SITE
 */
export const foreignOriginStep =
  (own: readonly string[]) =>
  ({ headers: { origin } }: Incoming): object => {
    if (origin === undefined || own.includes(origin)) return {};
    throw new DomainError('CROSS_SITE', 'A page of another site may not use this address.');
  };
