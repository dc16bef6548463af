import type { Filter } from '../../data/port.ts';
import { Conflict, DomainError, problem } from '../../domain/errors.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import { withStored } from '../../domain/fields/storage.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import { type Language, slugIn } from '../../domain/language.ts';
import { slugify } from '../../domain/slug.ts';
import { lowerCase } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import type { TermKind } from '../define-kind.ts';
import { withFormerSlugs } from '../shared/former-slugs.ts';
import type { Repository } from '../shared/repository.ts';
import { freeSlug, lacksSlug } from '../shared/slugs.ts';
import { withoutTranslation } from '../shared/translation.ts';
import { nameOf, type TermRecord, withDerivedTerm } from './record.ts';

/** The input for creating and updating a term; `parent` only for categories. */
export interface TermValues {
  name?: string | null;
  description?: string | null;
  /** In the stored form. */
  slug?: string | null;
  parent?: number | null;
}

/** Writes terms. Everything that writes is part of the caller's unit, and the caller has checked rights. */
export interface TermWriter {
  /** The parent that the values name. @throws INVALID_FIELD if it does not exist */
  parentOf(values: TermValues): Promise<TermRecord | undefined>;
  /** @throws TERM_EXISTS with the id of the term that already has this name, in any ASCII case (under the same parent) */
  create(values: TermValues, ctx: Context): Promise<TermRecord>;
  /** @throws DUPLICATE_TERM_SLUG */
  update(before: TermRecord, values: TermValues, ctx: Context): Promise<TermRecord>;
  /** Removes the texts in one language. @throws INVALID_FIELD naming the language */
  removeTranslation(before: TermRecord, language: Language, ctx: Context): Promise<TermRecord>;
  /**
   * Removes a term permanently: no event shows it, and its children move up to its parent. Events keep its id, which no other term
   * ever gets.
   */
  remove(term: TermRecord): Promise<TermRecord>;
}

export function createTermWriter(kind: TermKind, fields: FieldTable, repository: Repository<TermRecord>): TermWriter {
  async function parentOf({ parent: id }: TermValues) {
    if (!id) return undefined;
    const parent = await repository.one({ _id: id });
    if (!parent) throw invalidField('parent', 'unknown', 'There is no {0} with this id.', { word: 'category' });
    return parent;
  }

  /** Returns the parent and holds it: a unit that removes it at the same time fails, so that no child loses its parent. */
  async function heldParent(values: TermValues) {
    const parent = await parentOf(values);
    if (parent) await repository.hold(parent._id);
    return parent;
  }

  /** Refuses a name that already exists, unless a free slug comes with it (as in the reference). */
  async function refuseNamesake({ name, slug }: TermValues, parent: TermRecord | undefined) {
    const siblings: Filter = kind.hierarchical ? { parent: parent?._id ?? { $exists: false } } : {};
    const alike = await repository.find({ ...siblings, names: lowerCase(name ?? '') }, { sort: [['_id', 1]] });
    const namesake = alike.find((term) => isCalled(term, name ?? ''));
    if (!namesake) return;
    if (slug && !(await repository.one({ slugs: slug }))) return;
    throw new Conflict(namesake, {
      code: 'TERM_EXISTS',
      said: 'There is a term with this name already.',
      facts: { termId: namesake._id },
    });
  }

  /** If the slug of a category is taken, appends its parent's slug. */
  async function slugFor(
    values: TermValues,
    { id, parent }: { id: number; parent: TermRecord | undefined },
    ctx: Context,
  ) {
    if (values.slug) return freeSlug(repository, { slug: values.slug, self: id });
    const derived = slugOf(values.name ?? '') || String(id);
    const taken = parent && (await repository.one({ slugs: derived, _id: { $ne: id } }));
    const slug = taken ? `${derived}-${parent.slug[ctx.language] ?? parent.slugs[0]}` : derived;
    return freeSlug(repository, { slug, self: id });
  }

  /** Moves the children of a term, with all terms below them, below another term (or to the top). */
  async function placeChildren(id: number, parent: TermRecord | undefined) {
    for (const child of await repository.find({ parent: id })) {
      const { parent: _, ...others } = child;
      const placed: TermRecord = { ...others, ...placeBelow(parent) };
      await repository.replace(child, placed);
      await placeChildren(placed._id, placed);
    }
  }

  /** Moves a term below its new parent. A term below itself would be lost, so it goes to the top. */
  async function moved(before: TermRecord, values: TermValues) {
    if (values.parent === undefined || (values.parent || undefined) === before.parent) return before;
    const parent = await heldParent(values);
    const { parent: _, ...others } = before;
    return { ...others, ...placeBelow(loops(before, parent) ? undefined : parent) };
  }

  /** Sets the slug to the one that was sent. Makes one if it was cleared, or if a language has a name but no slug yet. */
  async function slugged(record: TermRecord, values: TermValues, { language }: Context) {
    const lacks = lacksSlug(record, language);
    const sent = !lacks && values.slug === slugIn(record, language) ? undefined : values.slug;
    if (sent === undefined && !(lacks && values.name !== undefined)) return record;
    const wanted = sent ?? (slugOf(nameOf(record, language)) || String(record._id));
    if (sent == null) return withSlug(record, language, await freeSlug(repository, { slug: wanted, self: record._id }));
    if (await repository.one({ slugs: wanted, _id: { $ne: record._id } })) {
      const taken = problem('slug', 'duplicate', 'Another record has this already.');
      throw new DomainError('DUPLICATE_TERM_SLUG', taken.message, [taken]);
    }
    return withSlug(record, language, wanted);
  }

  /** Stores a changed term, and what follows for those below it. */
  async function replace(before: TermRecord, changed: TermRecord, ctx: Context) {
    const after = withFormerSlugs({ ...withDerivedTerm(changed), modifiedAt: ctx.now }, before);
    const stored = await repository.replace(before, after);
    await placeChildren(after._id, after);
    return stored;
  }

  return {
    parentOf,
    async create(values, ctx) {
      const parent = await heldParent(values);
      await refuseNamesake(values, parent);
      // Id 1 is the host's own default category: clients know that it does not belong to the calendar.
      const id = ctx.origin?.id ?? (await repository.nextId()) + 1;
      const slug = await slugFor(values, { id, parent }, ctx);
      const fresh = { ...newTerm(id, ctx), ...placeBelow(parent), slug: { [ctx.language]: slug } };
      const described = { description: '', ...values };
      const record = withDerivedTerm(withStored(fields, fresh, described, ctx));
      await repository.insert(record);
      return record;
    },
    async update(before, values, ctx) {
      const writing = { ...ctx, exact: ctx.origin !== undefined };
      const written = withStored(fields, await moved(before, values), { ...values }, writing);
      return replace(before, await slugged(written, values, ctx), ctx);
    },
    removeTranslation: async (before, language, ctx) => replace(before, withoutTranslation(before, language), ctx),
    async remove(term) {
      const [parent] = term.parent === undefined ? [] : await repository.byIds([term.parent]);
      await placeChildren(term._id, parent);
      await repository.delete(term);
      return term;
    },
  };
}

const loops = ({ _id }: TermRecord, parent: TermRecord | undefined) =>
  parent !== undefined && (parent._id === _id || parent.ancestors.includes(_id));

/** The slug of a name. Angle brackets in a name are not tags. */
const slugOf = (name: string) => slugify(name.replace(/[<>]/g, ''));

/** Whether a term has this name in some language, in any ASCII case. */
const isCalled = (term: TermRecord, name: string) =>
  Object.values(term.text).some((text) => asciiLowerCase(text.name ?? '') === asciiLowerCase(name));

const asciiLowerCase = (text: string) => text.normalize('NFC').replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A new term, still without texts. */
export const newTerm = (id: number, { language, now }: Pick<Context, 'language' | 'now'>): TermRecord => ({
  _id: id,
  version: 1,
  createdAt: now,
  modifiedAt: now,
  original: language,
  text: {},
  slug: {},
  slugs: [],
  names: [],
  search: { en: '', ko: '', es: '' },
  sort: { en: '', ko: '', es: '' },
  slugSort: '',
  ancestors: [],
  trail: [],
});

const withSlug = (record: TermRecord, language: Context['language'], slug: string): TermRecord => ({
  ...record,
  slug: { ...record.slug, [language]: slug },
});

/** The place of a term: below another term, or at the top. */
export const placeBelow = (
  parent: TermRecord | undefined,
): Pick<TermRecord, 'ancestors' | 'trail'> & { parent?: number } =>
  parent
    ? {
        parent: parent._id,
        ancestors: [...parent.ancestors, parent._id],
        trail: [...parent.trail, { slug: parent.slug, original: parent.original }],
      }
    : { ancestors: [], trail: [] };
