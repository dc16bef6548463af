import type { Filter } from '../../data/port.ts';
import type { SearchTerms } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import { byList } from '../event-links.ts';
import { readable } from '../post/filter.ts';
import type { LinkedRecord } from '../post/record.ts';
import { negated } from '../shared/negated.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';
import type { TermRecord } from '../term/record.ts';
import type { LinkDeps } from './linked-records.ts';

/** Most records of a kind whose names are compared, and most that one word finds. */
const MOST = { read: 2000, found: 200 } as const;

/** What is read to find names. */
interface NameContext {
  deps: LinkDeps & { categories: Repository<TermRecord> };
  ctx: Context;
}

type Finding = (filter: Filter) => Promise<Pick<LinkedRecord | TermRecord, '_id' | 'sort'>[]>;

/**
 * Matches events with every included term and no excluded one. A term is in the event itself, or in the name of a venue, an
 * organizer or a category of it that the caller may see.
 */
export async function searchWithNames({ include, exclude }: SearchTerms, { deps, ctx }: NameContext): Promise<Filter> {
  const { language, viewer, loaders } = ctx;
  const finding = <R extends LinkedRecord | TermRecord>(repository: Repository<R>, besides: Filter): Finding => {
    const how = {
      only: [`sort.${language}`],
      limit: MOST.read,
      index: '_id_',
      dependencies: loaders.dependencies,
    } as const;
    return (filter) => repository.find({ $and: [besides, filter] }, { ...how, sort: [['_id', 1]] });
  };
  const kinds: Readonly<Record<string, Finding>> = {
    ...byList(({ inEvents }) =>
      finding(deps.linked[inEvents].repository as Repository<LinkedRecord>, readable(viewer)),
    ),
    categories: finding(deps.categories, {}),
  };
  const said = (term: string): Filter => searchFilter({ include: [term], exclude: [] }, language);
  const terms = [...include, ...exclude];
  const named = await Promise.all(
    Object.entries(kinds).map(async ([list, find]) => {
      const found = terms.length ? await find({ $or: terms.map(said) }) : [];
      // Names are sorted with a mark behind each ñ.
      const names = found.map(({ _id, sort }) => ({ _id, name: sort[language].replaceAll('\ufffd', '') }));
      return async (term: string): Promise<Filter[]> => {
        const ids = names.filter(({ name }) => name.includes(term)).map(({ _id }) => _id);
        const first = ids.slice(0, MOST.found);
        if (first.length === 0) return [];
        return [{ [list]: { $in: list === 'categories' ? await deps.categoryService.withDescendants(first) : first } }];
      };
    }),
  );
  // What no name has is searched for as usual, by the index of texts.
  const either = async (term: string): Promise<Filter> => {
    const among = (await Promise.all(named.map((of) => of(term)))).flat();
    return among.length > 0 ? { $or: [said(term), ...among] } : said(term);
  };
  const [all, none] = await Promise.all([include, exclude].map((some) => Promise.all(some.map(either))));
  return { $and: [...all!, ...none!.map(negated), { _id: { $gt: 0 } }] };
}
