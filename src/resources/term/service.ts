import type { Context } from '../../context.ts';
import { DomainError, type Problem } from '../../errors.ts';
import { invalid, validate } from '../../fields/examine.ts';
import type { TermLink } from '../../fields/links.ts';
import type { RecordRef } from '../../fields/ref.ts';
import { withStored } from '../../fields/storage.ts';
import { type FieldTable, patchTable } from '../../fields/table.ts';
import { mayManageTerms, mayRead } from '../../rules/access.ts';
import type { Page } from '../../rules/paging.ts';
import { pageRequest } from '../../rules/paging.ts';
import { readSlug, slugify } from '../../rules/slug.ts';
import type { Filter, Store } from '../../store/port.ts';
import type { EventRecord } from '../event/record.ts';
import type { Kept } from '../kept.ts';
import { readable } from '../post/filter.ts';
import { findPost } from '../post/read.ts';
import { lowerCase } from '../post/record.ts';
import { freeSlug } from '../post/slugs.ts';
import { refuseUnless } from '../post/write.ts';
import type { Repository } from '../repository.ts';
import { nameOf, type TermKind, type TermRecord, withDerivedTerm } from './record.ts';
import { type TermFilter, termFilter, termPage } from './repository.ts';

/** What creating and updating a term takes; `parent` for categories only. */
export interface TermValues {
  name?: string | null;
  description?: string | null;
  slug?: string | null;
  parent?: number | null;
}

export interface TermService<Input extends object, Patch extends object> {
  /** @throws INVALID_FIELD */
  list(
    filter: TermFilter,
    page: number | null | undefined,
    perPage: number | null | undefined,
    ctx: Context,
  ): Promise<Page<TermRecord>>;
  /** @throws INVALID_FIELD naming id or slug */
  read(ref: RecordRef, ctx: Context): Promise<TermRecord>;
  /** @throws TERM_EXISTS with the id of the term that has this name already (under the same parent) */
  create(input: Input, ctx: Context): Promise<TermRecord>;
  /** @throws DUPLICATE_TERM_SLUG */
  update(ref: RecordRef, patch: Patch, ctx: Context): Promise<TermRecord>;
  /** Gone for good: events lose it, its children move up to its parent. */
  remove(ref: RecordRef, ctx: Context): Promise<TermRecord>;
  /** The ids of the terms that texts mean: an id, else a slug, else a name. Undefined for those that mean none. */
  resolve(texts: readonly string[]): Promise<(number | undefined)[]>;
  /** What is wrong with the terms an event is to carry: new names need the right to make terms. */
  linkProblems(field: string, links: readonly TermLink[] | null | undefined, ctx: Context): Promise<Problem[]>;
  /** The ids for an event's links, new terms made. Part of the event's unit. Unknown ids are left out. */
  link(links: readonly TermLink[], ctx: Context): Promise<number[]>;
  /** These terms and all below them. */
  withDescendants(ids: readonly number[]): Promise<number[]>;
}

export interface TermDeps {
  store: Store;
  repository: Repository<TermRecord>;
  events: Repository<EventRecord>;
  kept: Kept;
  zone: string;
}

/** Categories and tags. */
export function createTermService<Input extends object, Patch extends object>(
  kind: TermKind,
  fields: FieldTable,
  filters: FieldTable,
  { store, repository, events, kept, zone }: TermDeps,
): TermService<Input, Patch> {
  const patchFields = patchTable(fields);
  const where = (ctx: Context) => ({ now: ctx.now, zone });
  const find = (ref: RecordRef, ctx: Context) =>
    findPost(repository as never, ref, ctx) as Promise<never> as Promise<TermRecord>;

  const refuseManaging = ({ viewer }: Context, term?: TermRecord): void =>
    refuseUnless(mayManageTerms(viewer, kind.name), viewer, term && { update: false, delete: false });

  async function parentOf(values: TermValues): Promise<TermRecord | undefined> {
    if (!values.parent) return undefined;
    const parent = await repository.one({ _id: values.parent });
    if (!parent) throw invalid([{ field: 'parent', code: 'unknown', message: 'There is no category with this id.' }]);
    return parent;
  }

  async function refuseNamesake(values: TermValues, parent: TermRecord | undefined): Promise<void> {
    const name = String(values.name);
    const derived = slugify(name);
    const siblings: Filter = kind.hierarchical ? { parent: parent?._id ?? { $exists: false } } : {};
    const slug = values.slug == null ? derived : slugify(readSlug(values.slug));
    const same = await repository.find(
      { $and: [siblings, { $or: [{ slugs: slug }, { names: lowerCase(name) }] }] },
      { sort: [['_id', 1]] },
    );
    const namesake = same.find(
      (term) =>
        (term.names.includes(lowerCase(name)) && term.slugs.includes(slug)) ||
        (values.slug == null &&
          (term.slugs.includes(derived) || Object.values(term.text).some((text) => text.name === name))),
    );
    if (!namesake) return;
    throw new DomainError('TERM_EXISTS', 'There is a term with this name already.', [], { termId: namesake._id });
  }

  async function slugFor(
    values: TermValues,
    id: number,
    parent: TermRecord | undefined,
    ctx: Context,
  ): Promise<string> {
    if (values.slug != null) return freeSlug(repository, slugify(readSlug(values.slug)) || String(id), id);
    const derived = slugify(String(values.name)) || String(id);
    const taken = await repository.one({ slugs: derived, _id: { $ne: id } });
    if (!taken || !parent) return freeSlug(repository, derived, id);
    return freeSlug(repository, `${derived}-${parent.slug[ctx.language] ?? parent.slugs[0]}`, id);
  }

  async function make(values: TermValues, ctx: Context): Promise<TermRecord> {
    const parent = await parentOf(values);
    await refuseNamesake(values, parent);
    // 1 is the host's own default category: clients know that it is none of the calendar's.
    const id = (await store.nextId('terms')) + 1;
    const fresh: TermRecord = {
      _id: id,
      original: ctx.language,
      text: {},
      slug: { [ctx.language]: await slugFor(values, id, parent, ctx) },
      slugs: [],
      names: [],
      search: { en: '', ko: '', es: '' },
      sort: { en: '', ko: '', es: '' },
      slugSort: '',
      ...placeBelow(parent),
      count: 0,
      countWithDescendants: 0,
      keptRevision: 0,
    };
    const described = { description: '', ...values } as Record<string, unknown>;
    const record = withDerivedTerm(withStored(fields, fresh, described, ctx.language));
    await repository.insert(record);
    return record;
  }

  /** Writes where the terms below a term stand now. */
  async function replaceBelow(parent: TermRecord): Promise<void> {
    for (const child of await repository.find({ parent: parent._id })) {
      const moved = { ...child, ...placeBelow(parent) };
      await repository.replace(child, moved);
      await replaceBelow(moved);
    }
  }

  async function moved(before: TermRecord, values: TermValues): Promise<TermRecord> {
    if (values.parent === undefined) return before;
    const parent = await parentOf(values);
    const loops = parent && (parent._id === before._id || parent.ancestors.includes(before._id));
    const { parent: _, ...rest } = before;
    return { ...rest, ...placeBelow(loops ? undefined : parent) };
  }

  async function renamed(record: TermRecord, values: TermValues, ctx: Context): Promise<TermRecord> {
    if (values.slug == null) {
      if (values.slug === undefined && (values.name === undefined || record.slug[ctx.language] !== undefined))
        return record;
      const slug = await freeSlug(repository, slugify(nameOf(record, ctx.language)) || String(record._id), record._id);
      return { ...record, slug: { ...record.slug, [ctx.language]: slug } };
    }
    const slug = slugify(readSlug(values.slug)) || String(record._id);
    if (await repository.one({ slugs: slug, _id: { $ne: record._id } })) {
      throw new DomainError('DUPLICATE_TERM_SLUG', 'Another term has this slug.', [
        { field: 'slug', code: 'duplicate', message: 'Another term has this slug.' },
      ]);
    }
    return { ...record, slug: { ...record.slug, [ctx.language]: slug } };
  }

  async function change(before: TermRecord, values: TermValues, ctx: Context): Promise<TermRecord> {
    const written = withStored(fields, await moved(before, values), values as Record<string, unknown>, ctx.language);
    const after = withDerivedTerm(await renamed(written, values, ctx));
    await repository.replace(before, after);
    await replaceBelow(after);
    if (before.parent !== after.parent) {
      await kept.recountTerms(kind, [...new Set([...before.ancestors, ...after.ancestors])]);
    }
    return after;
  }

  async function removeNow(term: TermRecord): Promise<void> {
    const [parent] = term.parent === undefined ? [] : await repository.byIds([term.parent]);
    for (const child of await repository.find({ parent: term._id })) {
      const { parent: _, ...rest } = child;
      const risen: TermRecord = { ...rest, ...placeBelow(parent) };
      await repository.replace(child, risen);
      await replaceBelow(risen);
    }
    await events.updateMany({ [kind.inEvents]: term._id }, { $pull: { [kind.inEvents]: term._id } });
    await repository.delete(term._id);
    await kept.recountTerms(kind, term.ancestors);
  }

  async function resolve(texts: readonly string[]): Promise<(number | undefined)[]> {
    const found = await repository.find(
      {
        $or: [
          { _id: { $in: texts.map(Number).filter(Number.isSafeInteger) } },
          { slugs: { $in: texts.map(readSlug) } },
          { names: { $in: texts.map(lowerCase) } },
        ],
      },
      { sort: [['_id', 1]] },
    );
    return texts.map((text) => {
      const byId = found.find((term) => String(term._id) === text);
      const bySlug = found.find((term) => term.slugs.includes(readSlug(text)));
      return (byId ?? bySlug ?? found.find((term) => term.names.includes(lowerCase(text))))?._id;
    });
  }

  async function namesOf(links: readonly TermLink[]): Promise<Map<string, number | undefined>> {
    const names = [...new Set(links.flatMap(({ name }) => (name == null ? [] : [name])))];
    const resolved = names.length ? await resolve(names) : [];
    return new Map(names.map((name, index) => [name, resolved[index]]));
  }

  async function linkedTo(filter: TermFilter, ctx: Context): Promise<Filter | undefined> {
    const field = filter.event != null ? 'event' : 'post';
    const id = filter[field];
    if (id == null) return undefined;
    const [event] = await events.byIds([id]);
    if (!event) throw invalid([{ field, code: 'unknown', message: 'There is no event with this id.' }]);
    return { _id: { $in: mayRead(ctx.viewer, event, ctx.now) ? event[kind.inEvents] : [] } };
  }

  /** Terms that events carry which this caller may see, and the terms above them. */
  async function carried(ctx: Context): Promise<number[]> {
    const terms = await repository.byIds(await events.distinct<number>(kind.inEvents, readable(ctx.viewer)));
    return [...new Set(terms.flatMap((term) => [term._id, ...term.ancestors]))];
  }

  return {
    resolve,
    async list(filter, page, perPage, ctx) {
      const asked = validate(filters, filter, 'filter', where(ctx));
      const problems: Problem[] = [];
      for (const field of ['include', 'exclude'] as const) {
        const unknown = asked[field] && (await resolve(asked[field])).some((id) => id === undefined);
        if (unknown) problems.push({ field, code: 'unknown', message: 'Names a term that is not there.' });
      }
      if (asked.parent && !(await repository.one({ _id: asked.parent }))) {
        problems.push({ field: 'parent', code: 'unknown', message: 'There is no category with this id.' });
      }
      if (problems.length) throw invalid(problems);
      const linked = await linkedTo(asked, ctx);
      return termPage(
        repository,
        await termFilter(asked, linked, () => carried(ctx), ctx),
        asked,
        pageRequest(page, perPage),
        ctx,
      );
    },
    read: find,
    async create(input, ctx) {
      const values: TermValues = validate(fields, input, 'create', where(ctx));
      await parentOf(values);
      refuseManaging(ctx);
      const record = await store.atomically(() => make(values, ctx));
      ctx.loaders.clear();
      return record;
    },
    async update(ref, patch, ctx) {
      const values: TermValues = validate(patchFields, patch, 'patch', where(ctx));
      const found = await find(ref, ctx);
      await parentOf(values);
      refuseManaging(ctx, found);
      const record = await store.atomically(async () => change(await find({ id: found._id }, ctx), values, ctx));
      ctx.loaders.clear();
      return record;
    },
    async remove(ref, ctx) {
      const found = await find(ref, ctx);
      refuseManaging(ctx, found);
      const record = await store.atomically(async () => {
        const term = await find({ id: found._id }, ctx);
        await removeNow(term);
        return term;
      });
      ctx.loaders.clear();
      return record;
    },
    async linkProblems(field, links, ctx) {
      if (!links || !ctx.viewer || mayManageTerms(ctx.viewer, kind.name)) return [];
      const unknown = [...(await namesOf(links))].filter(([, id]) => id === undefined).map(([name]) => name);
      return unknown.length
        ? [{ field, code: 'unknown', message: `You may not make new terms: ${unknown.join(', ')}.` }]
        : [];
    },
    async link(links, ctx) {
      const named = await namesOf(links);
      const known = new Set(
        (await repository.byIds(links.flatMap(({ id }) => (id == null ? [] : [id])))).map(({ _id }) => _id),
      );
      const ids: number[] = [];
      for (const { id, name } of links) {
        if (id != null) ids.push(...(known.has(id) ? [id] : []));
        else if (name != null) {
          const existing = named.get(name) ?? (await make({ name }, ctx))._id;
          named.set(name, existing);
          ids.push(existing);
        }
      }
      return [...new Set(ids)];
    },
    async withDescendants(ids) {
      const below = kind.hierarchical ? await repository.find({ ancestors: { $in: ids } }) : [];
      return [...new Set([...ids, ...below.map(({ _id }) => _id)])];
    },
  };
}

const placeBelow = (parent: TermRecord | undefined): Pick<TermRecord, 'ancestors' | 'trail'> & { parent?: number } =>
  parent
    ? { parent: parent._id, ancestors: [...parent.ancestors, parent._id], trail: [...parent.trail, parent.slug] }
    : { ancestors: [], trail: [] };
