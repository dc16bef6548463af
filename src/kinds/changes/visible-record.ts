import type { Versioned } from '../../cache/records.ts';
import type { Addressed } from '../../data/changes/record.ts';
import { isReader } from '../../domain/access.ts';
import type { Context } from '../context.ts';
import type { ChangeKind } from '../kinds.ts';
import { type AnyPost, findersOf } from '../post/audience.ts';
import { soundIn } from '../shared/find.ts';
import type { Repository } from '../shared/repository.ts';
import type { Write } from '../shared/writes.ts';
import type { Reported } from './scan.ts';

type Shown = Versioned & Addressed;

/** Returns the current record of a change, never older than the change. Undefined if the caller does not find it in lists. */
export type VisibleRecord = (
  change: Pick<Reported, 'kind' | 'id' | 'version'>,
  ctx: Context,
) => Promise<Shown | undefined>;

interface VisibleRecordDeps {
  repositories: Readonly<Record<ChangeKind, Repository<Shown>>>;
  write: Write;
  /** Whether reads outside a unit may lag behind the log. */
  readsBehind: boolean;
}

export function createVisibleRecord({ repositories, write, readsBehind }: VisibleRecordDeps): VisibleRecord {
  async function latest({ kind, id, version }: Parameters<VisibleRecord>[0], ctx: Context) {
    const repository = repositories[kind];
    const found = await soundIn(ctx.loaders.of(repository), id);
    if (!readsBehind || (found && found.version >= version)) return found;
    return write({ now: ctx.now }, () => soundIn(repository, id));
  }

  return async (change, ctx) => {
    const record = await latest(change, ctx);
    const isTerm = change.kind === 'category' || change.kind === 'tag';
    const finders = isTerm ? 'all' : record && findersOf(record as AnyPost, ctx.now);
    return isReader(ctx.viewer, finders) ? record : undefined;
  };
}
