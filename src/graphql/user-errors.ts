import { DomainError, type ErrorCode, httpStatus, type Problem } from '../errors.ts';
import { builder } from './builder.ts';

/** Why a mutation did nothing. */
export interface UserError {
  path: readonly string[];
  code: string;
  message: string;
}

export const UserErrorType = builder.objectRef<UserError>('UserError').implement({
  description:
    'Why a mutation did nothing, where whoever sent it can set that right: something is not valid, not there, or in conflict with what is there. Missing rights, limits and faults of the server are errors of the response.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description: 'What it is about, from `input` on: names of fields, and in lists numbers from 0.',
    }),
    code: t.exposeString('code', {
      description:
        'For programs, in capitals: what is wrong with a field (`MISSING`, `EMPTY`, `UNKNOWN`, …), or with the whole (`CONFLICT`, …).',
    }),
    message: t.exposeString('message', { description: 'For people: one sentence, without the name of the field.' }),
  }),
});

/** The statuses of errors that say that something is not valid, not there, or in conflict. */
const TOLD: ReadonlySet<number> = new Set([400, 404, 410, 412]);

/** Whether an error that a service throws is told in the payload of a mutation. */
export const isUserError = (error: unknown): error is DomainError =>
  error instanceof DomainError && TOLD.has(httpStatus(error.code));

/** The errors that only count what is wrong with fields. */
const COUNTING: readonly ErrorCode[] = ['MISSING_FIELD', 'INVALID_FIELD'];

/** An error as payloads tell it, one of each problem. `root` is where what was sent stands. */
export function userErrorsOf({ code, message, problems }: DomainError, root: readonly string[]): UserError[] {
  if (problems.length === 0) return [{ path: [...root, ...aboutOf(code)], code, message }];
  const told = problems.flatMap((problem) => problemsIn(problem, root));
  return COUNTING.includes(code) ? told : told.map((each) => ({ ...each, code }));
}

function problemsIn(
  { field, inRef, at = [], code, message, inside = [] }: Problem,
  root: readonly string[],
): UserError[] {
  const path = [...root, ...(inRef ? ['ref'] : []), field, ...at.map(String)];
  if (inside.length) return inside.flatMap((each) => problemsIn(each, path));
  return [{ path, code: code.toUpperCase(), message }];
}

/** What an error without problems is about. */
const aboutOf = (code: ErrorCode): string[] =>
  code === 'CONFLICT' ? ['ifVersion'] : /_NOT_FOUND$|_ALREADY_TRASHED$|^NOT_AN_/.test(code) ? ['ref'] : [];
