import type { Rights } from '../../rest/route.ts';
import { mayManageTerms } from '../../rules/access.ts';

/** The rights to categories or to tags: one for all of them. */
export function termRights(kind: 'category' | 'tag'): Rights {
  const may: Rights['create'] = (viewer) => mayManageTerms(viewer, kind);
  return { create: may, update: may, delete: may };
}
