import {
  type DomainError,
  httpStatus,
  notFoundCode,
  type Problem,
  type ProblemCode,
  problem,
  wireCode,
  wireProblemCode,
} from '../../domain/errors.ts';
import type { Source } from '../../domain/fields/coerce.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import { commonFields } from './common.ts';
import { formsOf } from './request.ts';
import type { Route } from './route.ts';

/** An error as the core and the GraphQL API report it. */
type Failure = Pick<DomainError, 'code' | 'message' | 'problems' | 'facts'>;

/** What was sent, as far as the names in an error depend on it. */
interface Sent {
  source?: Source;
  /** Custom fields beside the parameters of a record. Each is named as a parameter. */
  beside?: readonly string[];
}

/** The body of an error. It has the code and the status that clients match, and it names parameters as REST does. */
export function errorBody(failure: Failure, route?: Route, sent: Sent = {}) {
  const { code, message, problems, facts } = asRowTells(failure, route);
  const status = httpStatus(code);
  const named = joined(problems.map((problem) => inWire(problem, route, sent)));
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
      ...(facts.reason === undefined ? {} : { reason: facts.reason }),
      ...(facts.termId === undefined ? {} : { term_id: facts.termId }),
      ...(facts.current === undefined ? {} : { current: facts.current }),
    },
  };
}

interface Named {
  name: string;
  code: ProblemCode;
  message: string;
}

/** Returns one problem per parameter. Several messages are joined, and the first code wins. */
function joined(problems: readonly Named[]): Named[] {
  const all = new Map<string, Named>();
  for (const { name, code, message } of problems) {
    const existing = all.get(name);
    all.set(name, existing ? { ...existing, message: `${existing.message} ${message}` } : { name, code, message });
  }
  return [...all.values()];
}

/** Keeps an unknown record as its own error or, if the row sets `unknown`, makes it a bad path parameter. */
function asRowTells(failure: Failure, route: Route | undefined): Failure {
  if (!route?.unknown || failure.code !== notFoundCode(route.kind!)) return failure;
  return { ...failure, code: 'INVALID_FIELD', problems: [problem(route.unknown, 'unknown', failure.message)] };
}

/** Names a problem after its parameter in REST. Problems inside a record in that parameter get their REST names too. */
function inWire({ field, key, code, message, inside }: Problem, route: Route | undefined, { source, beside }: Sent) {
  if (key !== undefined && beside?.includes(key)) return { name: key, code, message };
  const tables: FieldTable[] = route ? formsOf(route).map(({ table }) => table) : [commonFields];
  const filling = Object.values(route?.filter ?? {}).filter(({ asks, fills }) => (fills ?? asks) === field);
  // Of two parameters that fill the same member, the later one wins if both were sent.
  const filterField = filling.findLast(({ wire }) => source?.(wire, false) !== undefined) ?? filling[0];
  const row = filterField ?? tables.find((table) => Object.hasOwn(table, field))?.[field];
  const within = inside?.map((each) => `${row?.inline?.[each.field]?.wire ?? each.field}: ${each.message}`);
  const about = key === undefined ? message : `${key}: ${message}`;
  return { name: row?.wire ?? field, code, message: within?.join(' ') ?? about };
}

/** The error body of a request that belongs to no route. */
export const NO_ROUTE = errorBody({
  code: 'NO_ROUTE',
  message: 'There is no route for this address and method.',
  problems: [],
  facts: {},
});
