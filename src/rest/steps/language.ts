import type { Links } from '../../links.ts';
import { isLanguage, type Language, type Spoken as Said, spokenLanguage } from '../../rules/language.ts';
import { param } from '../params.ts';
import type { Addressed, Sent, Spoken } from './known.ts';

/** The addresses in a language as it was asked for, in a name of the namespace. */
export type LinksOf = (said: Said & { namespace?: string | undefined }) => Links;

const PARAMETER = 'multilang_language';

const speaker =
  (standard: Language, linksOf: LinksOf) =>
  ({ segment, namespace }: Addressed, parameter: unknown): Spoken => {
    const asked = { segment, namespace, parameter: isLanguage(parameter) ? parameter : undefined };
    return { language: spokenLanguage(asked, standard), links: linksOf(asked) };
  };

/** The language that the address asks for: by parameter, else by the segment before the root. */
export function languageStep(standard: Language, linksOf: LinksOf): (known: Addressed) => Spoken {
  const spoken = speaker(standard, linksOf);
  return (known) => spoken(known, param(known.query, PARAMETER, false));
}

/** The same once the body is there, which may say it too. */
export function languageOfBodyStep(standard: Language, linksOf: LinksOf): (known: Addressed & Sent) => Spoken {
  const spoken = speaker(standard, linksOf);
  return (known) => spoken(known, known.source(PARAMETER, false));
}
