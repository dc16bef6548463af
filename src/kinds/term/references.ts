import type { Filter } from '../../data/port.ts';
import { mayManageTerms } from '../../domain/access.ts';
import { Conflict, DomainError, type Problem, problem } from '../../domain/errors.ts';
import {
  inside,
  type Link,
  type Made,
  placeOf,
  type TermLinks,
  type TermName,
} from '../../domain/fields/link-input.ts';
import type { RecordRef } from '../../domain/fields/ref.ts';
import { readSlug, slugCandidates } from '../../domain/slug.ts';
import { lowerCase } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import type { TermKind } from '../define-kind.ts';
import type { Repository } from '../shared/repository.ts';
import { faultOf, refsOf, resolveRecords } from '../shared/resolve-refs.ts';
import type { TermRecord } from './record.ts';
import type { TermValues, TermWriter } from './write.ts';

/** Finds and creates the terms that other records name. */
export interface TermLinking {
  /**
   * The ids of the terms that a list request names. Each text is read as an id, else as a slug, else as a name. Undefined for a
   * text that names no term.
   */
  resolve(texts: readonly string[]): Promise<(number | undefined)[]>;
  /** The problems of the terms that an event is to carry. New names need the right to create terms. */
  linkProblems(field: TermKind['inEvents'], links: TermLinks, ctx: Context): Promise<Problem[]>;
  /**
   * Returns the ids of the terms that the event then carries, and creates new terms that are not `made`; `before` are the ids it carries now. Each
   * text is read as an id, else as an exact name, else as a slug, else as a name in any case. Runs in the event's unit. Deleted
   * terms are left out.
   */
  link(
    links: TermLinks | null | undefined,
    carried: { before: readonly number[]; made: Made },
    ctx: Context,
  ): Promise<number[]>;
  /** The ids of each of these terms and all terms below it. */
  withDescendantsEach(ids: readonly number[]): Promise<Map<number, number[]>>;
  /** The ids of these terms and all terms below them. */
  withDescendants(ids: readonly number[]): Promise<number[]>;
}

/** One way to read a text that names a term: the keys to look for in a field, and whether a found term matches. */
interface Reading {
  field: '_id' | 'slugs' | 'names';
  keysOf(text: string): (number | string)[];
  means(text: string, term: TermRecord): boolean;
}

const AS_ID: Reading = {
  field: '_id',
  keysOf: (text) => (Number.isSafeInteger(Number(text)) && String(Number(text)) === text ? [Number(text)] : []),
  means: (text, { _id }) => text === String(_id),
};

const asSlug = (slugsOf: (text: string) => string[]): Reading => ({
  field: 'slugs',
  keysOf: slugsOf,
  means: (text, { slugs }) => slugsOf(text).some((slug) => slugs.includes(slug)),
});

const asName = (means: Reading['means']): Reading => ({
  field: 'names',
  keysOf: (text) => [lowerCase(text)],
  means,
});

const AS_SLUG = asSlug((text) => [readSlug(text)]);
const AS_SENT_SLUG = asSlug(slugCandidates);
const AS_NAME = asName((text, { names }) => names.includes(lowerCase(text)));
const AS_EXACT_NAME = asName((text, term) => Object.values(term.text).some(({ name }) => name === text));

/** How list requests read texts. */
const ASKED: readonly Reading[] = [AS_ID, AS_SLUG, AS_NAME, AS_SENT_SLUG];

/** How events read texts. Exact names come before slugs, so that C# never becomes C++, whose slug would match. */
const CARRIED: readonly Reading[] = [AS_ID, AS_EXACT_NAME, AS_SLUG, AS_NAME];

/** The term that a text names, by the first of these readings that finds one. */
function termFor(text: string, readings: readonly Reading[], terms: readonly TermRecord[]) {
  for (const { means } of readings) {
    const term = terms.find((each) => means(text, each));
    if (term) return term;
  }
  return undefined;
}

type TermLink = Link<object, TermName>;
type NewTerm = Exclude<TermLink, { ref: RecordRef }>;

const isRef = (link: TermLink) => 'ref' in link;

/** Whether a ref is an id that a record has or may have had. */
const isNumber = (ref: RecordRef) => 'id' in ref && ref.said === undefined;

const namesIn = (links: readonly TermLink[]) => links.flatMap((link) => ('upsert' in link ? [link.upsert.name] : []));

const mayNotMake = (field: string, names: readonly string[]) =>
  problem(field, 'unknown', 'You may not make new terms: {0}.', names.join(', '));

export function createTermLinking(
  kind: TermKind,
  repository: Repository<TermRecord>,
  { create }: TermWriter,
): TermLinking {
  /** Finds the terms that refs name, including damaged ones. */
  const resolveRefs = (refs: readonly RecordRef[]) =>
    resolveRecords(
      { find: repository.find, byIds: (ids) => repository.find({ _id: { $in: ids } }, { only: [] }) },
      refs,
    );

  /** Creates a term for an event. Reports its problems at the event's field that contains it. */
  async function makeFor(link: NewTerm, ctx: Context) {
    if ('upsert' in link) return create(link.upsert, ctx);
    try {
      return await create(link.create as TermValues, ctx);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { code, said, problems, facts } = error;
      if (problems.length === 0 && !(error instanceof Conflict)) throw error;
      const problem = problems.length
        ? inside(problems, link.at)
        : { code: 'duplicate' as const, message: said, ...placeOf(link) };
      throw new DomainError(code, said, [{ field: kind.inEvents, ...problem }], facts);
    }
  }

  /** All terms that one of the texts may name, in order of creation. One query, with an index for each field. */
  async function candidates(readings: readonly Reading[], texts: readonly string[]) {
    const keys = new Map<string, (number | string)[]>();
    for (const { field, keysOf } of readings) {
      const wanted = texts.flatMap(keysOf);
      if (wanted.length) keys.set(field, [...(keys.get(field) ?? []), ...wanted]);
    }
    if (!keys.size) return [];
    const found = await repository.find({ $or: [...keys].map(([field, $in]): Filter => ({ [field]: { $in } })) });
    return found.sort((a, b) => a._id - b._id);
  }

  async function read(readings: readonly Reading[], texts: readonly string[]) {
    const terms = await candidates(readings, texts);
    return texts.map((text) => termFor(text, readings, terms)?._id);
  }

  return {
    resolve: (texts) => read(ASKED, texts),
    async linkProblems(field, { set = [], add = [] }, ctx) {
      // Clients may send back a deleted term that they have read, but not a term that never existed.
      const refs = [...set.filter((link) => 'ref' in link && !isNumber(link.ref)), ...add.filter(isRef)];
      const idsOf = await resolveRefs(refsOf(refs));
      for (const link of refs) {
        const ids = 'ref' in link ? idsOf(link.ref) : [0];
        if (ids.length !== 1) return [{ field, ...faultOf(ids, 'Names a term that is not there.'), ...placeOf(link) }];
      }
      if (mayManageTerms(ctx.viewer, kind.name)) return [];
      const made = [...set, ...add].find((link) => 'create' in link);
      if (made) return [{ ...mayNotMake(field, [(made.create as TermValues).name ?? '']), ...placeOf(made) }];
      const names = [...new Set(namesIn([...set, ...add]))];
      const ids = await read(CARRIED, names);
      const unknown = names.filter((_, index) => ids[index] === undefined);
      if (!unknown.length) return [];
      return [mayNotMake(field, unknown)];
    },
    async link(links, { before, made }, ctx) {
      if (links === undefined) return [...before];
      const { set, add = [], remove = [] } = links ?? { set: [] };
      const wanted = [...(set ?? []), ...add];
      const idsOf = await resolveRefs([...refsOf(wanted), ...remove]);
      const terms = await candidates(CARRIED, namesIn(wanted));
      const ids = new Set(set ? [] : before);
      for (const link of wanted) {
        if ('ref' in link) {
          for (const id of idsOf(link.ref)) ids.add(id);
          continue;
        }
        if (!made.has(link)) {
          // It may name a term that an earlier link has just created.
          const existing = 'upsert' in link ? termFor(link.upsert.name, CARRIED, terms) : undefined;
          const term = existing ?? (await makeFor(link, ctx));
          terms.push(term);
          made.set(link, term._id);
        }
        ids.add(made.get(link)!);
      }
      for (const id of remove.flatMap(idsOf)) ids.delete(id);
      const kept = before.filter((id) => ids.has(id));
      // Nobody can send back a term that was deleted, as nobody reads it.
      const isSame = kept.length === ids.size && !(await repository.byIds(before.filter((id) => !ids.has(id)))).length;
      return isSame ? [...before] : [...new Set([...kept, ...ids])];
    },
    async withDescendantsEach(ids) {
      const below = kind.hierarchical
        ? await repository.find({ ancestors: { $in: [...ids] } }, { only: ['ancestors'] })
        : [];
      const under = (id: number) => below.filter(({ ancestors }) => ancestors.includes(id)).map(({ _id }) => _id);
      return new Map(ids.map((id) => [id, [id, ...under(id)]]));
    },
    async withDescendants(ids) {
      const below = kind.hierarchical ? await repository.find({ ancestors: { $in: ids } }, { only: [] }) : [];
      return [...new Set([...ids, ...below.map(({ _id }) => _id)])];
    },
  };
}
