import type { Context } from '../../context.ts';
import type { RecordRef } from '../../fields/ref.ts';
import type { Language } from '../../rules/language.ts';
import type { Repository } from '../repository.ts';
import { withoutTranslation } from '../translation.ts';
import type { Writes } from '../writes.ts';
import { type PostKind, type PostRecord, withDerived } from './record.ts';

interface Deps<R extends PostRecord> {
  repository: Repository<R>;
  kind: PostKind<R>;
  writes: Writes<R>;
}

/** The operation that takes away what is said of a post in one language. */
export const createRemoveTranslation =
  <R extends PostRecord>({ repository, kind, writes }: Deps<R>) =>
  (ref: RecordRef, language: Language, ctx: Context): Promise<R> =>
    writes.change(ref, ctx, {
      input: () => language,
      async write(before) {
        const after = withDerived(kind, { ...withoutTranslation(before, language), modifiedAt: ctx.now });
        await repository.replace(before, after);
        return after;
      },
    });
