import { DomainError, isCorrectable, type Problem, payloadCodes, subjectOf, sumsUp } from '../../domain/errors.ts';
import { type Message, messageIn } from '../../domain/message.ts';
import { EVENT_LINKS } from '../../kinds/event-links.ts';
import { builder } from './builder.ts';

const CODES = {
  ...payloadCodes(EVENT_LINKS.map(({ name }) => name)),
  NOT_DONE: 'Another item of the batch was refused.',
};

const UserErrorCode = builder.enumType('UserErrorCode', {
  description: 'Why a mutation did nothing, for programs: what is wrong with a field, or with the whole request.',
  values: Object.fromEntries(Object.entries(CODES).map(([code, description]) => [code, { description }])),
});

/** Why a mutation did nothing. */
export interface UserError {
  path: readonly string[];
  code: string;
  message: Message;
}

export const UserErrorType = builder.objectRef<UserError>('UserError').implement({
  description:
    'Why a mutation did nothing, if you can correct the request: a value is invalid, a record does not exist, or it conflicts with another. Missing rights, limits and server faults are errors of the response.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description: 'The path to the field, beginning with `input`: names of fields, and positions in lists from 0.',
    }),
    code: t.expose('code', { type: UserErrorCode, description: 'For programs.' }),
    message: t.string({
      description: 'For people: one sentence in the language of the request, without the name of the field.',
      resolve: ({ message }, _, { language }) => messageIn(message, language),
    }),
  }),
});

/** Whether the payload of a mutation reports an error of a service. */
export const isUserError = (error: unknown): error is DomainError =>
  error instanceof DomainError && isCorrectable(error.code);

/** The user errors of a payload, one per problem. `root` is the path of the input. */
export function userErrorsOf({ code, said, problems, facts }: DomainError, root: readonly string[]): UserError[] {
  if (problems.length === 0)
    return [{ path: [...root, facts.about ?? subjectOf(code) ?? []].flat() as string[], code, message: said }];
  const errors = problems.flatMap((problem) => problemsIn(problem, root));
  return sumsUp(code) ? errors : errors.map((each) => ({ ...each, code }));
}

function problemsIn(
  { field, inRef, at = [], code, message, inside = [] }: Problem,
  root: readonly string[],
): UserError[] {
  const path = [...root, ...(inRef ? ['ref'] : []), field, ...at.map(String)];
  if (inside.length) return inside.flatMap((each) => problemsIn(each, path));
  return [{ path, code: code.toUpperCase(), message }];
}
