import { DomainError } from '../../errors.ts';
import type { Incoming } from '../exchange.ts';

/** Types of a body that any page may POST anywhere without asking first. */
const FORM = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i;

/** No type at all, which any page may POST as well. */
const UNTYPED = /^\s*(?:;|$)/;

const WRITES: readonly string[] = ['POST', 'PUT', 'PATCH'];

const BASIC = /^\s*basic\s/i;

/**
 * Refuses what a page of another site sends with the user name and password that the browser keeps for this one. `own` are
 * the origins whose pages may: the site's, and those that were named. @throws CROSS_SITE
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
