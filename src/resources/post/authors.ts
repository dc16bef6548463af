import type { Context } from '../../context.ts';
import type { Problem } from '../../errors.ts';

/** The users as records see them: as ids that exist or do not. */
export interface Authors {
  /** What is wrong with an author that was sent. */
  problems(author: number | null | undefined, ctx: Context): Promise<Problem[]>;
}

/** The caller is always somebody, also in open development mode, where there are no users. */
export const createAuthors = (exists: (id: number) => Promise<boolean>): Authors => ({
  async problems(author, ctx) {
    if (author == null || author === ctx.viewer?.id || (await exists(author))) return [];
    return [{ field: 'author', code: 'unknown', message: 'There is no user with this id.' }];
  },
});
