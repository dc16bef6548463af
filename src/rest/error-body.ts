import { type DomainError, httpStatus, notFoundCode, type Problem, wireCode, wireProblemCode } from '../errors.ts';
import type { FieldTable } from '../fields/table.ts';
import { commonFields } from './common.ts';
import { formsOf } from './request.ts';
import type { Route } from './route.ts';

/** An error as the core and the GraphQL door tell it. */
type Failure = Pick<DomainError, 'code' | 'message' | 'problems' | 'facts'>;

/** The body of an error, with the code and the status that clients match, and parameters by their names in REST. */
export function errorBody(failure: Failure, route?: Route) {
  const { code, message, problems, facts } = asRowTells(failure, route);
  const status = httpStatus(code);
  const named = problems.map((problem) => inWire(problem, route));
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
              named.map(({ name, code, message }) => [
                name,
                { code: wireProblemCode(code), message, data: { param: name } },
              ]),
            ),
          }
        : { status };
  return {
    code: wireCode(code),
    ...listed,
    data: {
      ...data,
      ...(facts.termId === undefined ? {} : { term_id: facts.termId }),
      ...(facts.current === undefined ? {} : { current: facts.current }),
    },
  };
}

/** An unknown record is its own error, or where the row says so a bad parameter of the path. */
function asRowTells(failure: Failure, route: Route | undefined): Failure {
  if (!route?.unknown || failure.code !== notFoundCode(route.kind)) return failure;
  const problem = { field: route.unknown, code: 'unknown', message: failure.message };
  return { ...failure, code: 'INVALID_FIELD', problems: [problem] };
}

/** A problem by the name of its parameter, and what is wrong with a record inside of that in the names of REST too. */
function inWire({ field, code, message, inside }: Problem, route: Route | undefined) {
  const tables: FieldTable[] = route ? formsOf(route).map(({ table }) => table) : [commonFields];
  const row = tables.find((table) => Object.hasOwn(table, field))?.[field];
  const within = inside?.map((each) => `${row?.inline?.[each.field]?.wire ?? each.field}: ${each.message}`);
  return { name: row?.wire ?? field, code, message: within?.join(' ') ?? message };
}

/** The body for a request that is no request of ours at all. */
export const NO_ROUTE = errorBody({
  code: 'NO_ROUTE',
  message: 'There is no route for this address and method.',
  problems: [],
  facts: {},
});
