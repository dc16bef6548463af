import type { Links } from '../../links.ts';
import { isLanguage, type Language, type Spoken as Said, spokenLanguage } from '../../rules/language.ts';
import { param } from '../params.ts';
import type { Addressed, Sent, Spoken } from './known.ts';

/** The addresses in a language as it was asked for, in a name of the namespace. */
export type LinksOf = (said: Said & { namespace?: string | undefined }) => Links;

const PARAMETER = 'multilang_language';

const said = ({ segment, namespace }: Addressed, parameter: unknown, standard: Language, linksOf: LinksOf): Spoken => {
  const asked = { segment, namespace, parameter: isLanguage(parameter) ? parameter : undefined };
  return { language: spokenLanguage(asked, standard), links: linksOf(asked) };
};

/** The language that the address asks for: by parameter, else by the segment before the root. */
export const languageStep =
  (standard: Language, linksOf: LinksOf) =>
  (known: Addressed): Spoken =>
    said(known, param(known.query, PARAMETER, false), standard, linksOf);

/** The same once the body is there, which may say it too. */
export const languageOfBodyStep =
  (standard: Language, linksOf: LinksOf) =>
  (known: Addressed & Sent): Spoken =>
    said(known, known.source(PARAMETER, false), standard, linksOf);
