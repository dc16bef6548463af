import type { ErrorCode, PostName } from '../../errors.ts';
import type { FieldTable } from '../../fields/table.ts';
import type { UnknownFirst } from '../../rules/access.ts';
import { LANGUAGES, type Language, perLanguage } from '../../rules/language.ts';
import { lowerCase, sortKey } from '../../rules/text.ts';
import type { Collection } from '../../store/port.ts';
import type { Shape } from '../shared/shape.ts';
import { searchTexts } from '../shared/text.ts';
import type { linkedFilters } from './fields.ts';
import type { LinkedRecord, PostRecord } from './record.ts';

/** What was just written of a record: the values, the record as it was if it was there, and the language. */
export interface Written<R> {
  values: object;
  before?: R | undefined;
  language: Language;
}

/** How one kind of post differs from the others in what they have in common. */
export interface PostKind<R extends PostRecord = PostRecord> {
  name: PostName;
  fields: FieldTable;
  patch: FieldTable;
  filters: FieldTable;
  /** Events get their slug with their first publication, what they link to at once. */
  draftsHaveSlugs: boolean;
  unknownFirst: UnknownFirst;
  /** The error of reading what lies in the trash, where that is told from what is not accessible. */
  trashed?: ErrorCode;
  /** What a new record has before anything is said. */
  blank: object;
  /** Its title or name in a language, with fallback. */
  nameIn(record: R, language: Language): string;
  /** The texts that a search looks at. */
  searchable(record: R, language: Language): readonly string[];
  /** The record with what follows from the fields that were just written. */
  follow?(record: R, written: Written<R>): R;
  /** What is kept of it for filters and orders only. */
  facets?(record: R): object;
}

/** A kind of post that events link to. */
export interface LinkedKind<R extends LinkedRecord = LinkedRecord> extends PostKind<R> {
  collection: Collection;
  /** What every stored record is like. */
  shape: Shape;
  filters: typeof linkedFilters;
  /** The list in an event that names them. */
  inEvents: string;
  /** The index of that list. */
  index: string;
  /** What the filter of events by that list does, for people. */
  filtersEvents: string;
}

/** The record with everything that follows from its fields: the slugs, the search text, the order by name, facets. */
export function withDerived<R extends PostRecord>(kind: PostKind<R>, record: R): R {
  const slugs = [...new Set(Object.values(record.slug))];
  const { slugs: _, ...rest } = record;
  return {
    ...(rest as R),
    ...(slugs.length ? { slugs } : {}),
    trashed: record.status === 'trash',
    names: [...new Set(LANGUAGES.map((language) => lowerCase(kind.nameIn(record, language))))],
    search: searchTexts((language) => kind.searchable(record, language)),
    sort: perLanguage((language) => sortKey(kind.nameIn(record, language), language)),
    ...kind.facets?.(record),
  };
}
