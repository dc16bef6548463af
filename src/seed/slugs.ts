import { nextFree } from '../rules/slug.ts';

/** Which slugs the records of a kind have: what their service asks the store, in memory. */
export interface Slugs {
  /** The slug, or with the first free number behind it, which is taken from now on. `own` are those of the record itself. */
  take(wanted: string, own: readonly string[]): string;
  /** The slug in the form that it has in the trash. It is free from now on. */
  bury(slug: string): string;
}

/** A set takes no more than 2^24 elements. */
const LARGEST = 2 ** 23;

/** `reserved` are those that no record of the kind may have. */
export function createSlugs(reserved: readonly string[] = []): Slugs {
  const parts = [new Set(reserved)];
  const has = (slug: string): boolean => parts.some((part) => part.has(slug));

  function add(slug: string): string {
    if (parts.at(-1)!.size >= LARGEST) parts.push(new Set());
    parts.at(-1)!.add(slug);
    return slug;
  }

  return {
    take(wanted, own) {
      const taken = { has: (slug) => has(slug) && !own.includes(slug) } as ReadonlySet<string>;
      return add(nextFree(wanted, taken));
    },
    bury(slug) {
      for (const part of parts) part.delete(slug);
      const wanted = `${slug}__trashed`;
      let free = wanted;
      for (let number = 2; has(free); number++) free = `${wanted}-${number}`;
      return add(free);
    },
  };
}
