import { DomainError } from '../errors.ts';
import { acceptedLanguage, isLanguage, LANGUAGES, type Language } from '../rules/language.ts';
import type { Door } from './server.ts';

/** Where GraphQL is answered, as a URL pattern: with or without a language before it. */
export const GRAPHQL_PATH = '{/:language}?/graphql';

const PATH = new RegExp(`^(?:/(${LANGUAGES.join('|')}))?/graphql$`);

/** The language of a request: a parameter wins over the segment, what programs prefer yields to both. */
export const languageOf = ({ parameter, segment, accepted }: Door, standard: Language): Language =>
  parameter ?? segment ?? accepted ?? standard;

/** Whether a request is meant for GraphQL. */
export const isGraphqlPath = ({ url }: Request): boolean => PATH.test(new URL(url).pathname);

/**
 * What a request to GraphQL says about its language: by parameter, by the segment before `/graphql`, or by
 * `Accept-Language`. @throws INVALID_FIELD for a parameter that is none of our languages
 */
export function graphqlDoor({ url, headers }: Request): Door {
  const { pathname, searchParams } = new URL(url);
  const segment = PATH.exec(pathname)?.[1];
  const parameter = searchParams.get('multilang_language') ?? undefined;
  if (parameter !== undefined && !isLanguage(parameter)) {
    const message = `Must be one of ${LANGUAGES.join(', ')}.`;
    const problem = { field: 'multilang_language', code: 'not_in_enum', message };
    throw new DomainError('INVALID_FIELD', `Not accepted: ${problem.field}.`, [problem]);
  }
  return {
    segment: isLanguage(segment) ? segment : undefined,
    parameter,
    accepted: acceptedLanguage(headers.get('accept-language')),
  };
}
