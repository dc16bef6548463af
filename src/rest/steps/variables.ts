import { variablesOf } from '../request.ts';
import type { Route } from '../route.ts';
import type { Known } from './known.ts';

/** What was sent as the variables of the row's operation. @throws MISSING_FIELD, INVALID_FIELD with all that is wrong */
export const variablesStep = (known: Known & { route: Route }) => ({ variables: variablesOf(known, known.context) });
