import type { DomainError } from '../../errors.ts';
import type { Answer } from '../../http/exchange.ts';
import type { ViewerCan } from '../../rules/access.ts';
import { errorBody } from '../error-body.ts';
import { jsonText } from '../json.ts';
import { formed } from './form.ts';
import type { Known } from './known.ts';

/** An error that ended the way, in the form of REST. */
export function restFailed(error: DomainError, known: Partial<Known>): Answer {
  const { row } = known;
  const body = errorBody(error, row && 'operation' in row ? row : undefined);
  const can = error.facts.viewerCan as ViewerCan | undefined;
  return formed({ status: body.data.status, headers: {}, json: jsonText(body), ...(can ? { can } : {}) }, known);
}
