import { mayEditOthers } from '../../domain/access.ts';
import { type Problem, problem } from '../../domain/errors.ts';
import type { Context } from '../context.ts';

/** Checks the authors of records. Users are only ids that exist or do not. */
export interface Authors {
  /** The problems with an author that was sent, for a new record or for one whose author is `before`. */
  problems(author: number | null | undefined, ctx: Context, before?: number): Promise<Problem[]>;
}

/**
 * Only callers who may edit the records of others may name another author. Sending the current author again changes nothing.
 * The caller is always accepted, even in open development mode, where there are no users.
 */
export const createAuthors = (exists: (id: number) => Promise<boolean>): Authors => ({
  async problems(author, { viewer }, before) {
    if (author == null || author === viewer?.id || author === before) return [];
    // Checked before the user is looked up, so that others cannot probe for user ids.
    if (!mayEditOthers(viewer))
      return [problem('author', 'forbidden', 'Only who may edit the records of others may name another author.')];
    return (await exists(author))
      ? []
      : [problem('author', 'unknown', 'There is no {0} with this id.', { word: 'user' })];
  },
});
