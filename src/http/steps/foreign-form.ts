import { DomainError } from '../../errors.ts';
import type { Incoming } from '../exchange.ts';

/** Types of a body that any page may send anywhere without asking first; none at all is one of them. */
const SENT_UNASKED = /^\s*(?:(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*)?(?:;|$)/i;

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
    if (!foreign || method !== 'POST' || !BASIC.test(authorization) || !SENT_UNASKED.test(type)) return {};
    throw new DomainError(
      'CROSS_SITE',
      'A page of another site may not send forms here with the credentials that a browser keeps. Send JSON.',
    );
  };
