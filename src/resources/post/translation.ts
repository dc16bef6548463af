import type { Context } from '../../context.ts';
import type { RecordRef } from '../../fields/ref.ts';
import type { Language } from '../../rules/language.ts';
import type { Store } from '../../store/port.ts';
import type { Repository } from '../repository.ts';
import { withoutTranslation } from '../translation.ts';
import { type PostKind, type PostRecord, withDerived } from './record.ts';
import { refuseChanging } from './write.ts';

interface Deps<R extends PostRecord> {
  store: Store;
  repository: Repository<R>;
  kind: PostKind<R>;
  find(ref: RecordRef, ctx: Context): Promise<R>;
}

/** The operation that takes away what is said of a post in one language. */
export const createRemoveTranslation =
  <R extends PostRecord>({ store, repository, kind, find }: Deps<R>) =>
  async (ref: RecordRef, language: Language, ctx: Context): Promise<R> => {
    const found = await find(ref, ctx);
    withoutTranslation(found, language);
    refuseChanging(ctx.viewer, found);
    const record = await store.atomically(async () => {
      const before = await find({ id: found._id }, ctx);
      const after = withDerived(kind, { ...withoutTranslation(before, language), modifiedAt: ctx.now });
      await repository.replace(before, after);
      return after;
    });
    ctx.loaders.clear();
    return record;
  };
