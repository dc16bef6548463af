import type { Context } from '../../context.ts';
import { Conflict, DomainError, type Problem } from '../../errors.ts';
import { inside, type Link, placeOf, type TermLinks, type TermName } from '../../fields/links.ts';
import type { RecordRef } from '../../fields/ref.ts';
import { mayManageTerms } from '../../rules/access.ts';
import { meantSlugs, readSlug } from '../../rules/slug.ts';
import { lowerCase } from '../../rules/text.ts';
import type { Filter } from '../../store/port.ts';
import { type IdOf, recordsMeant, refsOf } from '../shared/meant.ts';
import type { Repository } from '../shared/repository.ts';
import type { TermKind, TermRecord } from './record.ts';
import type { TermValues, TermWriter } from './write.ts';

/** Terms as other records name them. */
export interface TermLinking {
  /** The ids of the terms that a list asks for: an id, else a slug, else a name. Undefined for texts that mean none. */
  resolve(texts: readonly string[]): Promise<(number | undefined)[]>;
  /** What is wrong with the terms an event is to carry: new names need the right to make terms. */
  linkProblems(field: TermKind['inEvents'], links: TermLinks, ctx: Context): Promise<Problem[]>;
  /**
   * The ids of the terms that an event carries then, new ones made; `before` are those that it carries. A text means an id,
   * else a name as it is written, else a slug, else a name in any case. Part of the event's unit. What is gone is left out;
   * what goes at the same time is swept when the event is counted.
   */
  link(links: TermLinks | null | undefined, before: readonly number[], ctx: Context): Promise<number[]>;
  /** Each of these terms with all below it. */
  withDescendantsEach(ids: readonly number[]): Promise<Map<number, number[]>>;
  /** These terms and all below them. */
  withDescendants(ids: readonly number[]): Promise<number[]>;
}

/** One way to read a text that means a term: the keys to look for in a field, and whether a term that has one is meant. */
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
const AS_SENT_SLUG = asSlug(meantSlugs);
const AS_NAME = asName((text, { names }) => names.includes(lowerCase(text)));
const AS_EXACT_NAME = asName((text, term) => Object.values(term.text).some(({ name }) => name === text));

/** What a list asks for. */
const ASKED: readonly Reading[] = [AS_ID, AS_SLUG, AS_NAME, AS_SENT_SLUG];

/** What an event carries: C# never becomes C++, whose slug it would have had. */
const CARRIED: readonly Reading[] = [AS_ID, AS_EXACT_NAME, AS_SLUG, AS_NAME];

/** The term that a text means: by the first reading that finds one among them, in their order. */
function meantBy(text: string, readings: readonly Reading[], terms: readonly TermRecord[]): TermRecord | undefined {
  for (const { means } of readings) {
    const term = terms.find((each) => means(text, each));
    if (term) return term;
  }
  return undefined;
}

type TermLink = Link<object, TermName>;
type NewTerm = Exclude<TermLink, { ref: RecordRef }>;

const isRef = (link: TermLink): boolean => 'ref' in link;

/** Whether a record is meant by its number, and one may have it or have had it. */
const isNumber = (ref: RecordRef): boolean => 'id' in ref && ref.said === undefined;

const namesIn = (links: readonly TermLink[]): string[] =>
  links.flatMap((link) => ('upsert' in link ? [link.upsert.name] : []));

const problemOf = (field: string, link: TermLink, message: string): Problem => ({
  field,
  code: 'unknown',
  message,
  ...placeOf(link),
});

export function createTermLinking(
  kind: TermKind,
  repository: Repository<TermRecord>,
  { make }: TermWriter,
): TermLinking {
  /** What refs mean among the terms, sound or not. */
  const meant = (refs: readonly RecordRef[]): Promise<IdOf> =>
    recordsMeant({ find: repository.find, byIds: (ids) => repository.find({ _id: { $in: ids } }, { only: [] }) }, refs);

  /** A new term of an event. What is wrong with it is told of the field that it stands in. */
  async function makeFor(link: NewTerm, ctx: Context): Promise<TermRecord> {
    if ('upsert' in link) return make(link.upsert, ctx);
    try {
      return await make(link.create as TermValues, ctx);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { code, message, problems, facts } = error;
      if (problems.length === 0 && !(error instanceof Conflict)) throw error;
      const problem = problems.length ? inside(problems, link.at) : { code: 'duplicate', message, ...placeOf(link) };
      throw new DomainError(code, message, [{ field: kind.inEvents, ...problem }], facts);
    }
  }

  /** All terms that one of the texts may mean, the first made first: one query, by an index for each field. */
  async function candidates(readings: readonly Reading[], texts: readonly string[]): Promise<TermRecord[]> {
    const keys = new Map<string, (number | string)[]>();
    for (const { field, keysOf } of readings) {
      const wanted = texts.flatMap(keysOf);
      if (wanted.length) keys.set(field, [...(keys.get(field) ?? []), ...wanted]);
    }
    if (!keys.size) return [];
    const found = await repository.find({ $or: [...keys].map(([field, $in]): Filter => ({ [field]: { $in } })) });
    return found.sort((a, b) => a._id - b._id);
  }

  async function read(readings: readonly Reading[], texts: readonly string[]): Promise<(number | undefined)[]> {
    const terms = await candidates(readings, texts);
    return texts.map((text) => meantBy(text, readings, terms)?._id);
  }

  return {
    resolve: (texts) => read(ASKED, texts),
    async linkProblems(field, { set = [], add = [] }, ctx) {
      // One that is gone may be set, as it was read; what was never one may not.
      const refs = [...set.filter((link) => 'ref' in link && !isNumber(link.ref)), ...add.filter(isRef)];
      const idOf = await meant(refsOf(refs));
      const gone = refs.find((link) => 'ref' in link && idOf(link.ref) === undefined);
      if (gone) return [problemOf(field, gone, 'Names a term that is not there.')];
      if (mayManageTerms(ctx.viewer, kind.name)) return [];
      const made = [...set, ...add].find((link) => 'create' in link);
      if (made) return [problemOf(field, made, 'You may not make new terms.')];
      const names = [...new Set(namesIn([...set, ...add]))];
      const ids = await read(CARRIED, names);
      const unknown = names.filter((_, index) => ids[index] === undefined);
      if (!unknown.length) return [];
      return [{ field, code: 'unknown', message: `You may not make new terms: ${unknown.join(', ')}.` }];
    },
    async link(links, before, ctx) {
      if (links === undefined) return [...before];
      const { set, add = [], remove = [] } = links ?? { set: [] };
      const wanted = [...(set ?? []), ...add];
      const idOf = await meant([...refsOf(wanted), ...remove]);
      const terms = await candidates(CARRIED, namesIn(wanted));
      const ids = new Set(set ? [] : before);
      for (const link of wanted) {
        if ('ref' in link) {
          const id = idOf(link.ref);
          if (id !== undefined) ids.add(id);
          continue;
        }
        // It may mean what another has just made.
        const known = 'upsert' in link ? meantBy(link.upsert.name, CARRIED, terms) : undefined;
        const term = known ?? (await makeFor(link, ctx));
        terms.push(term);
        ids.add(term._id);
      }
      for (const ref of remove) ids.delete(idOf(ref) ?? 0);
      return [...ids];
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
