import {
  DomainError,
  type ErrorCode,
  httpStatus,
  notFoundCode,
  type Problem,
  type ProblemCode,
  wireCode,
  wireProblemCode,
} from '../../domain/errors.ts';
import type { Source } from '../../domain/fields/coerce.ts';
import type { Field, FieldTable } from '../../domain/fields/table.ts';
import type { Language } from '../../domain/language.ts';
import { message, messageIn } from '../../domain/message.ts';
import { commonFields } from './common.ts';
import { formsOf } from './request.ts';
import type { Route } from './route.ts';

/** An error as the core and the GraphQL API report it. */
type Failure = Pick<DomainError, 'code' | 'said' | 'problems' | 'facts'>;

/** What was sent, as far as the words of an error depend on it. */
interface Sent {
  /** The language of the request. By default English. */
  language?: Language;
  source?: Source;
  /** Custom fields beside the parameters of a record. Each is named as a parameter. */
  beside?: readonly string[];
}

const LACKS_RIGHT: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'UNAUTHENTICATED']);

/** The body of an error. It has the code and the status that clients match, and it names parameters as REST does. */
export function errorBody(failure: Failure, route?: Route, sent: Sent = {}) {
  const { code, said, problems, facts } = asRowTells(failure, route);
  const status = httpStatus(code);
  const named = joined(problems.map((problem) => inWire(problem, route, sent)));
  const names = [...new Set(named.map(({ name }) => name))];
  const listed = code === 'MISSING_FIELD' ? 'Required and not given: {0}.' : 'Not accepted: {0}.';
  const summary = names.length ? message(listed, names.join(', ')) : said;
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
    code: (LACKS_RIGHT.has(code) && route?.forbidden) || wireCode(code),
    message: messageIn(summary, sent.language ?? 'en'),
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
function joined(problems: readonly Named[]) {
  const all = new Map<string, Named>();
  for (const { name, code, message } of problems) {
    const existing = all.get(name);
    all.set(name, existing ? { ...existing, message: `${existing.message} ${message}` } : { name, code, message });
  }
  return [...all.values()];
}

/** Keeps an unknown record as its own error or, if the row sets `unknown`, makes it a bad path parameter. */
function asRowTells(failure: Failure, route: Route | undefined): Failure {
  if (route?.unknownAs && route.failures!.includes(failure.code)) return { ...failure, code: route.unknownAs };
  if (!route?.unknown || failure.code !== notFoundCode(route.kind!)) return failure;
  return {
    ...failure,
    code: 'INVALID_FIELD',
    problems: [{ field: route.unknown, code: 'unknown', message: failure.said }],
  };
}

/** Names a problem after its parameter in REST. Problems inside a record in that parameter get their REST names too. */
function inWire({ field, key, code, message: said, inside }: Problem, route: Route | undefined, sent: Sent): Named {
  const { beside, language = 'en' } = sent;
  const row = rowOf(field, route, sent);
  const text = messageIn(said, language, (other) => rowOf(other, route, sent)?.wire ?? other);
  if (key !== undefined && beside?.includes(key)) return { name: key, code, message: text };
  const nameInside = (each: string) => row?.inline?.[each]?.wire ?? each;
  const within = inside?.map((each) => `${nameInside(each.field)}: ${messageIn(each.message, language, nameInside)}`);
  const about = key === undefined ? text : `${key}: ${text}`;
  return { name: row?.wire ?? field, code, message: within?.join(' ') ?? about };
}

/** The parameter of a route that a field came in. */
function rowOf(field: string, route: Route | undefined, { source }: Sent): Field | undefined {
  const tables: FieldTable[] = route ? formsOf(route).map(({ table }) => table) : [commonFields];
  const filling = Object.values(route?.filter ?? {}).filter(({ asks, fills }) => (fills ?? asks) === field);
  // Of two parameters that fill the same member, the later one wins if both were sent.
  const filterField = filling.findLast(({ wire }) => source?.(wire, false) !== undefined) ?? filling[0];
  return filterField ?? tables.find((table) => Object.hasOwn(table, field))?.[field];
}

/** The error body of a request that belongs to no route. */
export const NO_ROUTE = errorBody(new DomainError('NO_ROUTE', 'There is no route for this address and method.'));
