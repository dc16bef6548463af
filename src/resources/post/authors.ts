import type { Context } from '../../context.ts';
import type { Problem } from '../../errors.ts';
import { mayEditOthers } from '../../rules/access.ts';

/** The users as records see them: as ids that exist or do not. */
export interface Authors {
  /** What is wrong with an author that was sent, of a new record or of one that has an author. */
  problems(author: number | null | undefined, ctx: Context, before?: number): Promise<Problem[]>;
}

/**
 * Nobody publishes under another's name but who may edit what others wrote. To say again whose a record is changes nothing.
 * The caller is always somebody, also in open development mode, where there are no users.
 */
export const createAuthors = (exists: (id: number) => Promise<boolean>): Authors => ({
  async problems(author, { viewer }, before) {
    if (author == null || author === viewer?.id || author === before) return [];
    // Asked before whether there is such a user: ids of users are nobody else's business.
    if (!mayEditOthers(viewer))
      return [problem('forbidden', 'Only who may edit the records of others may name another author.')];
    return (await exists(author)) ? [] : [problem('unknown', 'There is no user with this id.')];
  },
});

const problem = (code: string, message: string): Problem => ({ field: 'author', code, message });
