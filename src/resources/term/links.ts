import type { Context } from '../../context.ts';
import type { Problem } from '../../errors.ts';
import type { TermLink } from '../../fields/links.ts';
import { mayManageTerms } from '../../rules/access.ts';
import { meantSlugs, readSlug } from '../../rules/slug.ts';
import { lowerCase } from '../../rules/text.ts';
import type { Filter } from '../../store/port.ts';
import type { Repository } from '../shared/repository.ts';
import type { TermKind, TermRecord } from './record.ts';
import type { TermWriter } from './write.ts';

/** Terms as other records name them. */
export interface TermLinking {
  /** The ids of the terms that a list asks for: an id, else a slug, else a name. Undefined for texts that mean none. */
  resolve(texts: readonly string[]): Promise<(number | undefined)[]>;
  /** What is wrong with the terms an event is to carry: new names need the right to make terms. */
  linkProblems(field: string, links: readonly TermLink[] | null | undefined, ctx: Context): Promise<Problem[]>;
  /**
   * The ids for an event's links, new terms made: a text means an id, else a name as it is written, else a slug, else a
   * name in any case. Part of the event's unit, which holds them from here on. Unknown ids are left out.
   */
  link(links: readonly TermLink[], ctx: Context): Promise<number[]>;
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

export function createTermLinking(
  kind: TermKind,
  repository: Repository<TermRecord>,
  { make }: TermWriter,
): TermLinking {
  /** Those of the ids that are of terms, sound or not. */
  async function there(ids: readonly number[]): Promise<Set<number>> {
    const found = ids.length ? await repository.find({ _id: { $in: ids } }, { only: [] }) : [];
    return new Set(found.map(({ _id }) => _id));
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
    async linkProblems(field, links, ctx) {
      if (!links || mayManageTerms(ctx.viewer, kind.name)) return [];
      const names = [...new Set(links.flatMap(({ name }) => (name == null ? [] : [name])))];
      const ids = await read(CARRIED, names);
      const unknown = names.filter((_, index) => ids[index] === undefined);
      if (!unknown.length) return [];
      return [{ field, code: 'unknown', message: `You may not make new terms: ${unknown.join(', ')}.` }];
    },
    async link(links, ctx) {
      const known = await there(links.flatMap(({ id }) => id ?? []));
      const terms = await candidates(
        CARRIED,
        links.flatMap(({ name }) => name ?? []),
      );
      const meant = links.flatMap(({ name }) => (name == null ? [] : (meantBy(name, CARRIED, terms)?._id ?? [])));
      // Held first of all: a unit that must wait for another is to know it before it has done anything.
      await repository.add(new Map([...known, ...meant].map((id) => [id, {}])));
      const ids = new Set<number>();
      for (const { id, name } of links) {
        if (id != null) {
          if (known.has(id)) ids.add(id);
        } else if (name != null) {
          // It may mean what another has just made.
          const term = meantBy(name, CARRIED, terms) ?? (await make({ name }, ctx));
          terms.push(term);
          ids.add(term._id);
        }
      }
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
