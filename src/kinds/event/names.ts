import type { Filter } from '../../data/port.ts';
import { cityFacet } from '../../domain/facets.ts';
import { LANGUAGES } from '../../domain/language.ts';
import type { SearchTerms } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import { byList } from '../event-links.ts';
import { readable } from '../post/filter.ts';
import type { LinkedRecord } from '../post/record.ts';
import { hasWord, maybeCalled, nameIn } from '../shared/called.ts';
import { negated } from '../shared/negated.ts';
import type { Repository } from '../shared/repository.ts';
import { searchFilter } from '../shared/text.ts';
import type { TermRecord } from '../term/record.ts';
import type { LinkDeps } from './linked-records.ts';

/** Most records of a kind whose names are compared, and most that one word finds. */
const MOST = { read: 2000, found: 200 } as const;

/** What is read to find names. */
interface NameContext {
  deps: LinkDeps & Record<'categories' | 'tags', Repository<TermRecord>>;
  ctx: Context;
}

type Finding = (filter: Filter) => Promise<Pick<LinkedRecord | TermRecord, '_id' | 'sort'>[]>;

/**
 * Matches events with every included term and no excluded one. A term is in the event itself, or in the name of a venue, an
 * organizer, a category or a tag of it that the caller may see, or it is the city of such a venue.
 */
export async function searchWithNames({ include, exclude }: SearchTerms, { deps, ctx }: NameContext): Promise<Filter> {
  const { language, viewer, loaders } = ctx;
  const finding = <R extends LinkedRecord | TermRecord>(repository: Repository<R>, besides: Filter): Finding => {
    const how = {
      only: ['sort'],
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
    tags: finding(deps.tags, {}),
  };
  const said = (term: string): Filter => searchFilter({ include: [term], exclude: [] }, language);
  const terms = [...include, ...exclude];
  const named = await Promise.all(
    Object.entries(kinds).map(async ([list, find]) => {
      const found = terms.length
        ? await find({ $or: terms.flatMap((term) => LANGUAGES.map((each) => maybeCalled([term], each))) })
        : [];
      const names = found.map(({ _id, sort }) => ({ _id, all: LANGUAGES.map((each) => nameIn(sort[each])) }));
      return async (term: string): Promise<Filter[]> => {
        const ids = names.filter(({ all }) => all.some((name) => hasWord(name, term))).map(({ _id }) => _id);
        const first = ids.slice(0, MOST.found);
        if (first.length === 0) return [];
        return [{ [list]: { $in: list === 'categories' ? await deps.categoryService.withDescendants(first) : first } }];
      };
    }),
  );
  const venues = deps.linked.venues.repository;
  const inCities = await venues.find(
    { $and: [readable(viewer), { facets: { $in: terms.map(cityFacet) } }] },
    { only: ['facets'], limit: MOST.read, index: 'facet', dependencies: loaders.dependencies },
  );
  named.push(async (term) => {
    const ids = inCities.filter(({ facets }) => facets.includes(cityFacet(term))).map(({ _id }) => _id);
    return ids.length > 0 ? [{ venues: { $in: ids } }] : [];
  });
  // What no name has is searched for as usual, by the index of texts.
  const either = async (term: string): Promise<Filter> => {
    const among = (await Promise.all(named.map((of) => of(term)))).flat();
    return among.length > 0 ? { $or: [said(term), ...among] } : said(term);
  };
  const [all, none] = await Promise.all([include, exclude].map((some) => Promise.all(some.map(either))));
  return { $and: [...all!, ...none!.map(negated), { _id: { $gt: 0 } }] };
}
