import type { Context } from '../../context.ts';
import { Conflict, DomainError } from '../../errors.ts';
import { invalid } from '../../fields/examine.ts';
import { withStored } from '../../fields/storage.ts';
import type { FieldTable } from '../../fields/table.ts';
import type { Language } from '../../rules/language.ts';
import { slugify } from '../../rules/slug.ts';
import { lowerCase } from '../../rules/text.ts';
import type { Filter, Store } from '../../store/port.ts';
import type { CategoryMove, PreparedMove } from '../category-moves.ts';
import type { EventRecord } from '../event/record.ts';
import type { EventCounts } from '../event-counts.ts';
import type { Repository } from '../shared/repository.ts';
import { freeSlug } from '../shared/slugs.ts';
import { withoutTranslation } from '../shared/translation.ts';
import type { Write } from '../shared/writes.ts';
import { leaveToSweep } from '../sweeps.ts';
import { nameOf, type TermKind, type TermRecord, withDerivedTerm } from './record.ts';

/** What creating and updating a term takes; `parent` for categories only. */
export interface TermValues {
  name?: string | null;
  description?: string | null;
  /** As it is stored. */
  slug?: string | null;
  parent?: number | null;
}

/** Writes terms. Every function is part of a unit of the caller, who has checked rights. */
export interface TermWriter {
  /** The parent that is meant. @throws INVALID_FIELD when there is none with this id */
  parentOf(values: TermValues): Promise<TermRecord | undefined>;
  /** @throws TERM_EXISTS with the id of the term that has this name already, but for the case of ASCII (under the same parent) */
  make(values: TermValues, ctx: Context): Promise<TermRecord>;
  /** @throws DUPLICATE_TERM_SLUG */
  change(before: TermRecord, values: TermValues, ctx: Context, prepared?: PreparedMove): Promise<TermRecord>;
  /** What a change of the place counts otherwise, without values a removal; before the unit. */
  prepare(before: TermRecord, values: TermValues | undefined, ctx: Context): Promise<PreparedMove | undefined>;
  /** Takes away what is said in one language. @throws INVALID_FIELD naming the language */
  removeTranslation(before: TermRecord, language: Language): Promise<TermRecord>;
  /** Gone for good: no event shows it, its children move up to its parent. Ids that events carry still are swept. */
  remove(term: TermRecord, ctx: Context, prepared?: PreparedMove): Promise<TermRecord>;
}

export interface TermWriterDeps {
  write: Write;
  store: Store;
  repository: Repository<TermRecord>;
  events: Repository<EventRecord>;
  counts: EventCounts;
}

export function createTermWriter(
  kind: TermKind,
  fields: FieldTable,
  { write, store, repository, counts }: TermWriterDeps,
): TermWriter {
  async function parentOf({ parent: id }: TermValues): Promise<TermRecord | undefined> {
    if (!id) return undefined;
    const parent = await repository.one({ _id: id });
    if (!parent) throw invalid([{ field: 'parent', code: 'unknown', message: 'There is no category with this id.' }]);
    return parent;
  }

  /** The parent, held: a unit that removes it at the same time fails, so that no child is left without one. */
  async function heldParent(values: TermValues): Promise<TermRecord | undefined> {
    const parent = await parentOf(values);
    if (parent) await repository.hold(parent._id);
    return parent;
  }

  /** A name that is there already is a duplicate, unless a slug that is free comes with it (as in the reference). */
  async function refuseNamesake({ name, slug }: TermValues, parent: TermRecord | undefined): Promise<void> {
    const siblings: Filter = kind.hierarchical ? { parent: parent?._id ?? { $exists: false } } : {};
    const alike = await repository.find({ ...siblings, names: lowerCase(name ?? '') }, { sort: [['_id', 1]] });
    const namesake = alike.find((term) => isCalled(term, name ?? ''));
    if (!namesake) return;
    if (slug && !(await repository.one({ slugs: slug }))) return;
    throw new Conflict(namesake, {
      code: 'TERM_EXISTS',
      message: 'There is a term with this name already.',
      facts: { termId: namesake._id },
    });
  }

  /** A category whose slug is taken carries its parent's slug behind its own. */
  async function slugFor(
    values: TermValues,
    { id, parent }: { id: number; parent: TermRecord | undefined },
    ctx: Context,
  ): Promise<string> {
    if (values.slug) return freeSlug(repository, { slug: values.slug, self: id });
    const derived = slugOf(values.name ?? '') || String(id);
    const taken = parent && (await repository.one({ slugs: derived, _id: { $ne: id } }));
    const slug = taken ? `${derived}-${parent.slug[ctx.language] ?? parent.slugs[0]}` : derived;
    return freeSlug(repository, { slug, self: id });
  }

  /** Puts the children of a term below another one (or at the top), and all that stands below them with them. */
  async function placeChildren(id: number, parent: TermRecord | undefined): Promise<void> {
    for (const child of await repository.find({ parent: id })) {
      const { parent: _, ...rest } = child;
      const placed: TermRecord = { ...rest, ...placeBelow(parent) };
      await repository.replace(child, placed);
      await placeChildren(placed._id, placed);
    }
  }

  /** A term below itself would be lost: it goes to the top. */
  async function moved(before: TermRecord, values: TermValues): Promise<TermRecord> {
    if (values.parent === undefined) return before;
    const parent = await heldParent(values);
    const { parent: _, ...rest } = before;
    return { ...rest, ...placeBelow(loops(before, parent) ? undefined : parent) };
  }

  /** A slug that was sent, one made anew where it was cleared, and one for a language that has a name and none yet. */
  async function slugged(record: TermRecord, values: TermValues, { language }: Context): Promise<TermRecord> {
    const { slug: sent, name } = values;
    if (sent === undefined && (name === undefined || record.slug[language] !== undefined)) return record;
    const wanted = sent ?? (slugOf(nameOf(record, language)) || String(record._id));
    if (sent == null) return withSlug(record, language, await freeSlug(repository, { slug: wanted, self: record._id }));
    if (await repository.one({ slugs: wanted, _id: { $ne: record._id } })) {
      const problem = { field: 'slug', code: 'duplicate', message: 'Another term has this slug.' };
      throw new DomainError('DUPLICATE_TERM_SLUG', problem.message, [problem]);
    }
    return withSlug(record, language, wanted);
  }

  return {
    parentOf,
    async make(values, ctx) {
      const parent = await heldParent(values);
      await refuseNamesake(values, parent);
      // 1 is the host's own default category: clients know that it is none of the calendar's.
      const id = (await repository.nextId()) + 1;
      const slug = await slugFor(values, { id, parent }, ctx);
      const fresh = { ...newTerm(id, ctx), ...placeBelow(parent), slug: { [ctx.language]: slug } };
      const described = { description: '', ...values };
      const record = withDerivedTerm(withStored(fields, fresh, described, ctx));
      await repository.insert(record);
      return record;
    },
    async change(before, values, ctx, prepared) {
      const written = withStored(fields, await moved(before, values), { ...values }, ctx);
      const after = withDerivedTerm(await slugged(written, values, ctx));
      let stored = after;
      const place = async (): Promise<void> => {
        stored = await repository.replace(before, after);
        await placeChildren(after._id, after);
      };
      if (before.parent === after.parent) await place();
      else {
        await counts.aroundMove(moveOf(before, after), prepared, place);
        // What is counted of it may have raised its version once more.
        [stored = after] = await repository.byIds([after._id]);
      }
      return stored;
    },
    async removeTranslation(before, language) {
      const after = withDerivedTerm(withoutTranslation(before, language));
      const stored = await repository.replace(before, after);
      await placeChildren(after._id, after);
      return stored;
    },
    async prepare(before, values, { now, running }) {
      const move = kind.hierarchical ? await moveBy(before, values) : undefined;
      // In a unit no read preference of a URI sends it to a member that lags behind; outside of one others are heard between.
      const read = <T>(look: () => Promise<T>) => (store.kind === 'mongodb' ? write({ now }, look) : look());
      return move && counts.prepareMove(move, { read, running });
    },
    async remove(term, _, prepared) {
      const [parent] = term.parent === undefined ? [] : await repository.byIds([term.parent]);
      await counts.aroundMove(moveOf(term), prepared, async () => {
        await placeChildren(term._id, parent);
        await leaveToSweep(store, kind.inEvents, term._id);
        await repository.delete(term);
      });
      return term;
    },
  };

  /** The move that values make of a category; without values its removal. */
  async function moveBy(before: TermRecord, values: TermValues | undefined): Promise<CategoryMove | undefined> {
    if (!values) return moveOf(before);
    if (values.parent === undefined) return undefined;
    // One that is not there is told of in the unit.
    const parent = values.parent ? await repository.one({ _id: values.parent }) : undefined;
    const after = placeBelow(loops(before, parent) ? undefined : parent);
    return before.parent === after.parent ? undefined : moveOf(before, after);
  }
}

const loops = ({ _id }: TermRecord, parent: TermRecord | undefined): boolean =>
  parent !== undefined && (parent._id === _id || parent.ancestors.includes(_id));

/** What becomes of the place of a category; without `after` it is gone. */
const moveOf = ({ _id, ancestors }: TermRecord, after?: Pick<TermRecord, 'ancestors'>): CategoryMove =>
  after ? { _id, from: ancestors, to: after.ancestors } : { _id, from: ancestors, to: ancestors, gone: true };

/** The slug of a name, in which brackets are no tags. */
const slugOf = (name: string): string => slugify(name.replace(/[<>]/g, ''));

/** Whether this is the name of a term in a language, but for the case of ASCII letters. */
const isCalled = (term: TermRecord, name: string): boolean =>
  Object.values(term.text).some((text) => asciiLowerCase(text.name ?? '') === asciiLowerCase(name));

const asciiLowerCase = (text: string): string =>
  text.normalize('NFC').replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The beginnings of a new term. */
export const newTerm = (id: number, { language }: Pick<Context, 'language'>): TermRecord => ({
  _id: id,
  version: 1,
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
  count: 0,
  countWithDescendants: 0,
});

const withSlug = (record: TermRecord, language: Context['language'], slug: string): TermRecord => ({
  ...record,
  slug: { ...record.slug, [language]: slug },
});

/** Where a term stands: below another one, or at the top. */
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
