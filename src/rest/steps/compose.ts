import { DomainError } from '../../errors.ts';
import { isPastTheEnd, itemAnswer, listAnswer } from '../response.ts';
import type { Route } from '../route.ts';
import type { Known, Result } from './known.ts';

/** The body in the envelope of its route: a list with totals and links, or a record. @throws the error of a page past the end */
export function composeStep(known: Known & { route: Route; body: Record<string, unknown> }): { result: Result } {
  const { route, body } = known;
  if (route.pastTheEnd && isPastTheEnd(body)) throw new DomainError(route.pastTheEnd, 'There is no such page.');
  return { result: route.filter ? listAnswer(known, body) : itemAnswer(known, body) };
}
