import type { Context } from '../../context.ts';
import type { Problem } from '../../errors.ts';
import type { TermLink } from '../../fields/links.ts';
import { mayManageTerms } from '../../rules/access.ts';
import { readSlug, slugify } from '../../rules/slug.ts';
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

export function createTermLinking(
  kind: TermKind,
  repository: Repository<TermRecord>,
  { make }: TermWriter,
): TermLinking {
  async function resolve(texts: readonly string[]): Promise<(number | undefined)[]> {
    if (!texts.length) return [];
    const slugsOf = (text: string): string[] => [readSlug(text), slugify(text)].filter((slug) => slug !== '');
    const meant = [
      { _id: { $in: texts.map(Number).filter(Number.isSafeInteger) } },
      { slugs: { $in: texts.flatMap(slugsOf) } },
      { names: { $in: texts.map(lowerCase) } },
    ];
    const found = await repository.find({ $or: meant }, { sort: [['_id', 1]] });
    return texts.map((text) => {
      const byId = found.find(({ _id }) => String(_id) === text);
      const bySlug = found.find(({ slugs }) => slugsOf(text).some((slug) => slugs.includes(slug)));
      return (byId ?? bySlug ?? found.find(({ names }) => names.includes(lowerCase(text))))?._id;
    });
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
      const below = kind.hierarchical ? await repository.find({ ancestors: { $in: ids } }) : [];
      return [...new Set([...ids, ...below.map(({ _id }) => _id)])];
    },
  };
}
