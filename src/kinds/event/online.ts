import { type Problem, problem } from '../../domain/errors.ts';
import type { Online } from '../../domain/event-status.ts';
import { invalid } from '../../domain/fields/examine.ts';

interface OnlineValues {
  isVirtual?: boolean | null;
  onlineUrl?: string | null;
}

/** The problems with `isVirtual`, given the address that was sent. */
export const onlineProblems = ({ isVirtual, onlineUrl }: OnlineValues): Problem[] =>
  isVirtual === false && onlineUrl != null
    ? [problem('isVirtual', 'at_odds', 'Must not be false beside {0}.', { field: 'onlineUrl' })]
    : [];

/**
 * How people can take part online after these values, except for an address that was sent. `isVirtual` is kept only if
 * there is no address. @throws INVALID_FIELD for conflicting values
 */
export function onlineAfter(values: OnlineValues, before: Online | undefined): Online {
  const problems = onlineProblems(values);
  if (problems.length) throw invalid(problems);
  const { isVirtual, onlineUrl = before?.onlineUrl } = values;
  if (isVirtual === false) return { onlineUrl: undefined, isVirtual: undefined };
  return isVirtual && onlineUrl == null ? { isVirtual } : {};
}
