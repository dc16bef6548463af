import { LANGUAGES, type Language } from '../rules/language.ts';

/** An operation that GraphiQL has ready, in a tab of its own. */
export interface Example {
  /** Of the operation, and of the tab. */
  name: string;
  query: string;
}

const DOCUMENT = new RegExp(`^((?:# .+\\n){${LANGUAGES.length}})((?:query|mutation) (\\w+)[^]*)$`);

/**
 * The example in a document of `schema/examples/`, as it is shown in a language: a document begins with a comment in each
 * language, a line each in the order of `LANGUAGES`, of which one is kept. One named operation follows. @throws when not
 */
export function exampleIn(language: Language, document: string): Example {
  const [, comments, query, name] = DOCUMENT.exec(document) ?? [];
  if (!comments || !query || !name) throw new Error(`not an example: ${document.slice(0, 200)}`);
  return { name, query: `${comments.split('\n')[LANGUAGES.indexOf(language)]}\n${query}` };
}
