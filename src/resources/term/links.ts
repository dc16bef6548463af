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
   * name in any case. Part of the event's unit. Unknown ids are left out.
   */
  link(links: readonly TermLink[], ctx: Context): Promise<number[]>;
  /** These terms and all below them. */
  withDescendants(ids: readonly number[]): Promise<number[]>;
}

/** One way to read a text that means a term: the keys to look for, and whether a term that has one of them is meant. */
interface Reading {
  keysOf(text: string): string[];
  filter(keys: string[]): Filter;
  means(text: string, term: TermRecord): boolean;
}

const AS_ID: Reading = {
  keysOf: (text) => (Number.isSafeInteger(Number(text)) && String(Number(text)) === text ? [text] : []),
  filter: (keys) => ({ _id: { $in: keys.map(Number) } }),
  means: (text, { _id }) => text === String(_id),
};

const asSlug = (slugsOf: (text: string) => string[]): Reading => ({
  keysOf: slugsOf,
  filter: (keys) => ({ slugs: { $in: keys } }),
  means: (text, { slugs }) => slugsOf(text).some((slug) => slugs.includes(slug)),
});

const asName = (means: Reading['means']): Reading => ({
  keysOf: (text) => [lowerCase(text)],
  filter: (keys) => ({ names: { $in: keys } }),
  means,
});

const AS_SLUG = asSlug((text) => [readSlug(text)]);
const AS_SENT_SLUG = asSlug(meantSlugs);
const AS_NAME = asName((text, { names }) => names.includes(lowerCase(text)));
const AS_EXACT_NAME = asName((text, term) => Object.values(term.text).some(({ name }) => name === text));

/** What a list asks for. One query for each reading, for what is still open, by an index each. */
const ASKED: readonly Reading[] = [AS_ID, AS_SLUG, AS_NAME, AS_SENT_SLUG];

/** What an event carries: C# never becomes C++, whose slug it would have had. */
const CARRIED: readonly Reading[] = [AS_ID, AS_EXACT_NAME, AS_SLUG, AS_NAME];

export function createTermLinking(
  kind: TermKind,
  repository: Repository<TermRecord>,
  { make }: TermWriter,
): TermLinking {
  async function read(readings: readonly Reading[], texts: readonly string[]): Promise<(number | undefined)[]> {
    const meant = new Map<string, number>();
    for (const { keysOf, filter, means } of readings) {
      const open = texts.filter((text) => !meant.has(text));
      const wanted = open.flatMap(keysOf);
      if (!wanted.length) continue;
      const found = await repository.find(filter(wanted), { sort: [['_id', 1]] });
      for (const text of open) {
        const term = found.find((each) => means(text, each));
        if (term) meant.set(text, term._id);
      }
    }
    return texts.map((text) => meant.get(text));
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
      const ids = new Set<number>();
      for (const { id, name } of links) {
        // One by one: a name may mean what another has just made.
        const known = id ?? (name == null ? undefined : (await read(CARRIED, [name]))[0]);
        if (known !== undefined) {
          // Held: it is there when the unit ends as well.
          if (await repository.hold(known)) ids.add(known);
        } else if (name != null) ids.add((await make({ name }, ctx))._id);
      }
      return [...ids];
    },
    async withDescendants(ids) {
      const below = kind.hierarchical ? await repository.find({ ancestors: { $in: ids } }, { only: [] }) : [];
      return [...new Set([...ids, ...below.map(({ _id }) => _id)])];
    },
  };
}
