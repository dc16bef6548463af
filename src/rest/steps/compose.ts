import { DomainError } from '../../errors.ts';
import { isPastTheEnd, itemAnswer, listAnswer, type Written } from '../response.ts';
import type { Route } from '../route.ts';
import type { Known, Result } from './known.ts';

/** The body in the envelope of its route: a list with totals and links, or a record. @throws the error of a page past the end */
export function composeStep(known: Known & { route: Route; written: Written }): { result: Result } {
  const { route, written } = known;
  if (route.pastTheEnd && isPastTheEnd(written)) throw new DomainError(route.pastTheEnd, 'There is no such page.');
  return { result: route.filter ? listAnswer(known, written) : itemAnswer(known, written) };
}
