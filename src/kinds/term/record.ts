import type { Addressed } from '../../data/changes/record.ts';
import type { AudienceOf } from '../../data/changes/units.ts';
import type { Collection, Index } from '../../data/port.ts';
import {
  isLanguage,
  LANGUAGES,
  type Language,
  type PerLanguage,
  perLanguage,
  slugIn,
  textIn,
} from '../../domain/language.ts';
import { wireSlug } from '../../domain/slug.ts';
import { lowerCase, sortKey } from '../../domain/text.ts';
import type { Named } from '../post/record.ts';
import { FORMER_SLUGS } from '../shared/former-slugs.ts';
import { inLanguages, instant, integer, listOf, optional, type Shape, shaped, text, texts } from '../shared/shape.ts';
import { searchTexts } from '../shared/text.ts';

/** The texts of a term in one language. */
interface TermText {
  name?: string;
  description?: string;
}

/** A category or a tag. Both have the same shape; only categories have parents. */
export interface TermRecord extends Named<TermText> {
  /** Absent if it was last changed before this field was introduced. */
  modifiedAt?: number;
  slugs: string[];
  /** The slug as clients see it, for ordering by slug. */
  slugSort: string;
  /** Id of the parent; absent at the top. */
  parent?: number;
  /** Ids from the top down to the parent. */
  ancestors: number[];
  /** The slugs of the ancestors, in the same order, so that a page address needs no query. */
  trail: { slug: PerLanguage<string>; original: Language }[];
  /** How many public events carry the term. Not stored: lists and single reads add it. */
  count?: number;
}

/** Everybody finds every term. */
export const audienceOfTerm: AudienceOf<TermRecord> = (before, after) => ({
  before: before && 'all',
  after: after && 'all',
});

/** The shape of every stored term. */
export const TERM_SHAPE: Shape = {
  _id: integer,
  version: integer,
  createdAt: optional(instant),
  modifiedAt: optional(instant),
  original: isLanguage,
  text: inLanguages(texts()),
  slug: inLanguages(text),
  slugs: listOf(text),
  formerSlugs: optional(listOf(text)),
  sort: shaped(perLanguage(() => text)),
  parent: optional(integer),
  ancestors: listOf(integer),
  trail: listOf(shaped({ slug: inLanguages(text), original: isLanguage })),
};

/** The term with all fields that are derived from its texts and slugs. */
export const withDerivedTerm = (record: TermRecord): TermRecord => ({
  ...record,
  slugs: [...new Set(Object.values(record.slug))],
  names: [...new Set(LANGUAGES.map((language) => lowerCase(nameOf(record, language))))],
  search: searchTexts((language) => [nameOf(record, language), slugIn(record, language) ?? '']),
  sort: perLanguage((language) => sortKey(nameOf(record, language), language)),
  slugSort: wireSlug(slugIn(record, record.original) ?? ''),
});

/** The name in a language, with fallback. */
export const nameOf = (record: TermRecord, language: Language): string => textIn(record, 'name', language) ?? '';

/** The slugs from the top down to the term itself, in a language. */
export const pathOf = (record: Addressed, language: Language): string[] => [
  ...(record.trail ?? []).map((ancestor) => slugIn(ancestor, language) ?? ''),
  slugIn(record, language) ?? '',
];

/** The orders of lists of terms. Another one is by their counts. */
export type TermSort = 'name' | 'slug' | 'description' | 'parent' | 'id';

/** The fields that an order compares; the last is the id. */
export const orderFields = (by: TermSort, language: Language): readonly string[] =>
  ({
    name: [`sort.${language}`, '_id'],
    slug: ['slugSort', '_id'],
    description: [`text.${language}.description`, '_id'],
    parent: ['parent', '_id'],
    id: ['_id'],
  })[by];

/** The index that has this order. */
export const orderIndex = (by: TermSort, language: Language): string =>
  by === 'name' || by === 'description' ? `by_${by}_${language}` : `by_${by}`;

/** The index of an order. */
const orderIndexBy = (by: TermSort, language: Language): Index => ({
  name: orderIndex(by, language),
  fields: orderFields(by, language).map((field) => [field, 1] as const),
});

const INDEXES: readonly Index[] = [
  { name: 'slugs', fields: [['slugs', 1]], unique: true, sparse: true },
  FORMER_SLUGS,
  { name: 'names', fields: [['names', 1]] },
  { name: 'ancestors', fields: [['ancestors', 1]] },
  ...LANGUAGES.map((language) => orderIndexBy('name', language)),
  ...LANGUAGES.map((language) => orderIndexBy('description', language)),
  ...(['slug', 'parent'] as const).map((by) => orderIndexBy(by, 'en')),
  // MongoDB has no second index of ids alone, and not every server compatible with it reads a list in the order of the first.
  {
    name: orderIndex('id', 'en'),
    fields: [
      ['_id', 1],
      ['parent', 1],
    ],
  },
];

const STORED = {
  indexes: INDEXES,
  lists: ['slugs', 'formerSlugs', 'names', 'ancestors'],
  searched: 'search',
  numbers: ['version'],
} as const;

export const CATEGORIES = { name: 'categories', ...STORED } as const satisfies Collection;
export const TAGS = { name: 'tags', ...STORED } as const satisfies Collection;
