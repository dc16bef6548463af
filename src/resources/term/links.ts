import type { Context } from '../../context.ts';
import type { Problem } from '../../errors.ts';
import type { TermLink } from '../../fields/links.ts';
import { mayManageTerms } from '../../rules/access.ts';
import { readSlug, slugify } from '../../rules/slug.ts';
import type { Filter } from '../../store/port.ts';
import { lowerCase } from '../post/record.ts';
import type { Repository } from '../repository.ts';
import type { TermKind, TermRecord } from './record.ts';
import type { TermWriter } from './write.ts';

/** Terms as other records name them. */
export interface TermLinking {
  /** The ids of the terms that texts mean: an id, else a slug, else a name. Undefined for those that mean none. */
  resolve(texts: readonly string[]): Promise<(number | undefined)[]>;
  /** What is wrong with the terms an event is to carry: new names need the right to make terms. */
  linkProblems(field: string, links: readonly TermLink[] | null | undefined, ctx: Context): Promise<Problem[]>;
  /** The ids for an event's links, new terms made. Part of the event's unit. Unknown ids are left out. */
  link(links: readonly TermLink[], ctx: Context): Promise<number[]>;
  /** These terms and all below them. */
  withDescendants(ids: readonly number[]): Promise<number[]>;
}

/** One way to read a text that means a term: the keys it may be, and the same keys of a term. */
interface Reading {
  keysOf(text: string): string[];
  of(term: TermRecord): readonly string[];
  filter(keys: string[]): Filter;
}

/** As an id, else as a slug, else as a name: one query each, for what is still open, by an index each. */
const READINGS: readonly Reading[] = [
  {
    keysOf: (text) => (Number.isSafeInteger(Number(text)) && String(Number(text)) === text ? [text] : []),
    of: ({ _id }) => [String(_id)],
    filter: (keys) => ({ _id: { $in: keys.map(Number) } }),
  },
  {
    keysOf: (text) => [readSlug(text), slugify(text)].filter((slug) => slug !== ''),
    of: ({ slugs }) => slugs,
    filter: (keys) => ({ slugs: { $in: keys } }),
  },
  {
    keysOf: (text) => [lowerCase(text)],
    of: ({ names }) => names,
    filter: (keys) => ({ names: { $in: keys } }),
  },
];

export function createTermLinking(
  kind: TermKind,
  repository: Repository<TermRecord>,
  { make }: TermWriter,
): TermLinking {
  async function resolve(texts: readonly string[]): Promise<(number | undefined)[]> {
    const meant = new Map<string, number>();
    for (const reading of READINGS) {
      const open = texts.filter((text) => !meant.has(text));
      const wanted = open.flatMap((text) => reading.keysOf(text));
      if (!wanted.length) continue;
      const found = await repository.find(reading.filter(wanted), { sort: [['_id', 1]], only: ['slugs', 'names'] });
      for (const text of open) {
        const keys = reading.keysOf(text);
        const term = found.find((each) => reading.of(each).some((key) => keys.includes(key)));
        if (term) meant.set(text, term._id);
      }
    }
    return texts.map((text) => meant.get(text));
  }

  /**
   * Whether a term is there, now and when the unit ends: touching it makes a unit that removes it at the same time fail.
   */
  const touch = async (id: number): Promise<boolean> =>
    (await repository.update(id, { $inc: { keptRevision: 1 } })) !== undefined;

  return {
    resolve,
    async linkProblems(field, links, ctx) {
      // Without a viewer the event itself is refused, which says more.
      if (!links || !ctx.viewer || mayManageTerms(ctx.viewer, kind.name)) return [];
      const names = [...new Set(links.flatMap(({ name }) => (name == null ? [] : [name])))];
      const ids = await resolve(names);
      const unknown = names.filter((_, index) => ids[index] === undefined);
      if (!unknown.length) return [];
      return [{ field, code: 'unknown', message: `You may not make new terms: ${unknown.join(', ')}.` }];
    },
    async link(links, ctx) {
      const ids = new Set<number>();
      for (const { id, name } of links) {
        // One by one: a name may mean what another has just made.
        const known = id ?? (name == null ? undefined : (await resolve([name]))[0]);
        if (known !== undefined) {
          if (await touch(known)) ids.add(known);
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
