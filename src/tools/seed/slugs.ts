import { nextFree } from '../../domain/slug.ts';

/** The slugs of a kind, kept in memory instead of the store. */
export interface Slugs {
  /** Takes the slug, or appends the first free number. `own` are the record's own slugs. */
  take(wanted: string, own: readonly string[]): string;
  /** Frees the slug, and returns its form in the trash. */
  bury(slug: string): string;
}

/** A set holds at most 2^24 elements. */
const LARGEST = 2 ** 23;

/** `reserved` are slugs that no record of the kind may have. */
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
