import { LANGUAGES, perLanguage } from '../../domain/language.ts';
import { lowerCase, sortKey } from '../../domain/text.ts';
import type { PostKind } from '../define-kind.ts';
import { searchTexts } from '../shared/text.ts';
import type { PostRecord } from './record.ts';

/** Adds everything derived from a record's fields: slugs, search text, sort keys, facets. */
export function withDerived<R extends PostRecord>(kind: PostKind<R>, record: R): R {
  const slugs = [...new Set(Object.values(record.slug))];
  const { slugs: _, ...others } = record;
  return {
    ...(others as R),
    ...(slugs.length ? { slugs } : {}),
    trashed: record.status === 'trash',
    names: [...new Set(LANGUAGES.map((language) => lowerCase(kind.nameIn(record, language))))],
    search: searchTexts((language) => kind.searchable(record, language)),
    sort: perLanguage((language) => sortKey(kind.nameIn(record, language), language)),
    ...kind.facets?.(record),
  };
}
