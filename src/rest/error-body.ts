import { type ErrorCode, httpStatus, type Problem, wireCode } from '../errors.ts';
import type { FieldTable } from '../fields/table.ts';
import { commonFields } from './common.ts';
import { tablesOf } from './request.ts';
import type { Route } from './route.ts';

/** An error as the core and the GraphQL door tell it. */
export interface Failure {
  code: ErrorCode;
  message: string;
  problems: readonly Problem[];
  facts: Readonly<Record<string, unknown>>;
}

/** The body of an error, with the code and the status that clients match, and parameters by their names in REST. */
export function errorBody({ code, message, problems, facts }: Failure, route?: Route) {
  const status = httpStatus(code);
  const named = problems.map((problem) => ({ ...problem, name: wireName(problem.field, route) }));
  const names = [...new Set(named.map(({ name }) => name))];
  const listed = names.length
    ? { message: `${code === 'MISSING_FIELD' ? 'Required and not given' : 'Not accepted'}: ${names.join(', ')}.` }
    : { message };
  const data =
    code === 'MISSING_FIELD'
      ? { status, params: names }
      : named.length
        ? {
            status,
            params: Object.fromEntries(named.map(({ name, message }) => [name, message])),
            details: Object.fromEntries(
              named.map(({ name, code, message }) => [name, { code, message, data: { param: name } }]),
            ),
          }
        : { status };
  return {
    code: wireCode(code),
    ...listed,
    data: { ...data, ...(facts.termId === undefined ? {} : { term_id: facts.termId }) },
  };
}

function wireName(field: string, route: Route | undefined): string {
  const tables: FieldTable[] = route ? tablesOf(route).map(([table]) => table) : [commonFields];
  for (const table of tables) {
    if (Object.hasOwn(table, field)) return table[field]!.wire;
  }
  return field;
}

/** The body for a request that is no request of ours at all. */
export const NO_ROUTE = errorBody({
  code: 'NO_ROUTE',
  message: 'There is no route for this address and method.',
  problems: [],
  facts: {},
});
