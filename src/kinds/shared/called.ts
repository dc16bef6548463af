import type { Versioned } from '../../cache/records.ts';
import type { Filter, FindOptions } from '../../data/port.ts';
import { LANGUAGES, type Language, type PerLanguage } from '../../domain/language.ts';
import { slugCandidates } from '../../domain/slug.ts';
import { inOneLine, lowerCase, searchTerms, straightApostrophes, withoutCommonWords } from '../../domain/text.ts';
import type { Repository } from './repository.ts';
import { searchFilter } from './text.ts';

/** Most records whose names are compared, most that one name finds, and most names that are looked for in parts. */
const MOST = { read: 2000, found: 200, names: 10 } as const;

/** What names are compared by. */
interface Called {
  _id: number;
  slugs?: readonly string[];
  names: readonly string[];
  sort: Required<PerLanguage<string>>;
}

/** The sort key of a name without the mark behind each ñ, with straight apostrophes. */
export const nameIn = (key: string): string => straightApostrophes(key.replaceAll('\ufffd', ''));

/** A Korean word, which may be several that were written as one. */
const KOREAN = /^(?=.*[가-힣])[가-힣\d]{3,20}$/;

const unspaced = (name: string): string => name.replaceAll(' ', '');

/** Matches records whose name may have the folded words, in a language; Korean ones with spaces in them, too. */
export const maybeCalled = (words: readonly string[], language: Language): Filter => ({
  $and: words.map((word) => {
    const said = searchFilter({ include: [word], exclude: [] }, language);
    const letters = [...new Set(word)].map((letter) => ({ [`sort.${language}`]: { $contains: letter } }));
    return KOREAN.test(word) ? { $or: [said, { $and: letters }] } : said;
  }),
});

/** Whether a name of `nameIn` has a folded word. `하늘도서관` is in `하늘 도서관`. */
export const hasWord = (name: string, word: string): boolean =>
  name.includes(straightApostrophes(word)) ||
  (KOREAN.test(word) && new RegExp(`(?<!\\S)${[...word].join(' ?')}(?!\\S)`).test(name));

interface Calling {
  /** Which records count. */
  besides: Filter;
  dependencies?: FindOptions['dependencies'];
}

/**
 * The records that each text names, in any language: by its slug or its name, else by its name without regard to case, accents and
 * the form of apostrophes, else also to spaces, else by all of its words. None where nothing has such a name.
 */
export async function idsCalled<R extends Versioned>(
  repository: Pick<Repository<R>, 'find'>,
  texts: readonly string[],
  { besides, dependencies }: Calling,
): Promise<number[][]> {
  if (texts.length === 0) return [];
  const find = (filter: Filter, only: readonly string[], index?: string): Promise<Called[]> =>
    repository.find(
      { $and: [besides, filter] },
      {
        only: [...only],
        sort: [['_id', 1]],
        limit: MOST.read,
        ...(index && { index }),
        dependencies: dependencies ?? null,
      },
    ) as Promise<unknown> as Promise<Called[]>;
  const exact = await find(
    { $or: [{ slugs: { $in: texts.flatMap(slugCandidates) } }, { names: { $in: texts.map(lowerCase) } }] },
    ['slugs', 'names'],
  );
  const found = texts.map((text) => {
    const slugs = slugCandidates(text);
    return exact
      .filter((each) => each.names.includes(lowerCase(text)) || slugs.some((slug) => each.slugs?.includes(slug)))
      .map(({ _id }) => _id);
  });
  const others = texts.filter((_, at) => found[at]!.length === 0).slice(0, MOST.names);
  const wordsOf = (text: string): string[] => withoutCommonWords(searchTerms(text)).include;
  const said = others.flatMap((text) => {
    const words = wordsOf(text);
    return words.length ? LANGUAGES.map((language) => maybeCalled(words, language)) : [];
  });
  const near = said.length ? await find({ $or: said }, ['sort'], '_id_') : [];
  return texts.map((text, at) => {
    if (!others.includes(text)) return found[at]!;
    const called = (is: (name: string) => boolean): number[] =>
      near.filter(({ sort }) => LANGUAGES.some((language) => is(nameIn(sort[language])))).map(({ _id }) => _id);
    const [line, words] = [straightApostrophes(inOneLine(text)), wordsOf(text)];
    const ways = [
      (name: string) => name === line,
      (name: string) => unspaced(name) === unspaced(line),
      (name: string) => words.every((word) => hasWord(name, word)),
    ];
    return (ways.map(called).find((ids) => ids.length > 0) ?? []).slice(0, MOST.found);
  });
}
