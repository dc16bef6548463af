import type { Versioned } from '../../cache/records.ts';
import type { Changes } from '../../data/changes/changes.ts';
import { isDuplicateKey, type Store } from '../../data/port.ts';
import type { UnknownFirst, Viewer } from '../../domain/access.ts';
import { Conflict, lacksRight, tooBusy } from '../../domain/errors.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import { type RecordRef, refuseBadRef } from '../../domain/fields/ref.ts';
import { meets } from '../../domain/precondition.ts';
import { committing } from '../../domain/request.ts';
import type { Context } from '../context.ts';
import { always } from './once.ts';

/** Who writes: a request, or the calendar itself at a given time. */
type Writer = Pick<Context, 'now'> & Partial<Pick<Context, 'viewer' | 'loaders' | 'running'>>;

/** Runs a unit of writing, all or nothing. Every write of a service goes through here. */
export type Write = <Done>(writer: Writer, unit: () => Promise<Done>) => Promise<Done>;

/** The one place where writes begin and end. What must happen with every write belongs here. */
export const createWrite =
  ({ atomically }: Pick<Store, 'atomically'>, changes: Pick<Changes, 'unit' | 'changed'>): Write =>
  async ({ loaders, now, running }, unit) => {
    const run = () => changes.unit({ now, atomically }, unit);
    try {
      const done = await (running ? committing(running, run) : run());
      if (changes.changed() === undefined) await loaders?.readAnew();
      return done;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // Losing the race for a key until the store gives up is not a fault of the program.
      if (error.isLostRace) throw tooBusy();
      throw invalidField(FIELD_OF[error.index] ?? error.index, 'duplicate', 'Another record has this already.');
    }
  };

/** What writers call the key of a unique index, where it is not called like the index. */
const FIELD_OF: Readonly<Record<string, string>> = { _id: 'id', slugs: 'slug', original_start: 'originalStartsAt' };

/** Who may write records of one kind. */
export interface Guard<R> {
  /** Finds the record, whoever asks. @throws its kind's error if it is missing */
  find(ref: RecordRef, ctx: Context): Promise<R>;
  /** The same before a unit, to check rights. It may come from a cache. */
  look?(ref: RecordRef, ctx: Context): Promise<R>;
  /** Finds it to answer a repeated request. @throws its kind's error if the caller may not see it any more */
  reread?(ref: RecordRef, ctx: Context): Promise<R>;
  /** Whether a deleted record cannot be found. */
  deletesForGood?: true;
  /** The general right to write records of this kind. */
  mayWrite(viewer: Viewer | undefined): boolean;
  /** The right to one record. */
  mayChange(viewer: Viewer | undefined, record: R): boolean;
  /** The visible part of a record, if that is not the record itself. */
  shown?(record: R): object;
  unknownFirst: UnknownFirst;
}

/** The steps of a write. Each throws what stops it. */
interface Creation<Values, R> {
  /** Validates what was sent and throws all problems in one error. Reads no other records. */
  input(): Values;
  /** Checks that what the input names exists. */
  named?(values: Values): Promise<unknown>;
  /** Applies the rules and stores the record, as one unit. */
  write(values: Values): Promise<R>;
}

interface Change<Values, R> {
  /** Finds the record, if not by the guard. */
  find?: Guard<R>['find'];
  /** Whether the record is deleted. */
  deletes?: true;
  input(): Values;
  named?(values: Values, before: R): Promise<unknown>;
  write(before: R, values: Values): Promise<R>;
}

type Written = Versioned & { modifiedAt?: number };

/** What is stored of a keyed write: the id of the record, or the record as it was last. */
type Kept<R> = { id: number } | { last: R };

export interface Writes<R> {
  create<Values>(ctx: Context, steps: Creation<Values, R>): Promise<R>;
  /** Updates, removals and other changes of an existing record. @throws CONFLICT if it does not meet `ctx.precondition` */
  change<Values>(ref: RecordRef, ctx: Context, steps: Change<Values, R>): Promise<R>;
}

/**
 * The order of every write, for every kind, in both APIs: the input → the general right → whether the record exists →
 * the right to this record → what the input names → the precondition → the rules → the store. So callers cannot find out
 * what exists by naming it. A request that repeats another gets none of these, but the record as it is now.
 */
export function createWrites<R extends Written>(write: Write, guard: Guard<R>): Writes<R> {
  const { find, reread = find, deletesForGood } = guard;
  const once = (ctx: Context, run: (writes: Writes<R>) => Promise<R>, isGone = false) =>
    (ctx.once ?? always)<R, Kept<R>>(
      {
        keep: (record) => (isGone ? { last: record } : { id: record._id }),
        answer: async (kept) => ('last' in kept ? kept.last : reread({ id: kept.id }, ctx)),
      },
      (keyed) => run(inOrder((writer, unit) => write(writer, () => keyed(unit)), guard)),
    );
  return {
    create: (ctx, steps) => once(ctx, (writes) => writes.create(ctx, steps)),
    change: (ref, ctx, steps) => once(ctx, (writes) => writes.change(ref, ctx, steps), steps.deletes && deletesForGood),
  };
}

/** The same, for requests that nothing repeats. */
function inOrder<R extends Written>(
  write: (writer: Writer, unit: () => Promise<R>) => Promise<R>,
  { find, look = find, mayWrite, mayChange, shown = (record) => record, unknownFirst }: Guard<R>,
): Writes<R> {
  const refuseChanging = (allowed: boolean, ctx: Context) =>
    refuseUnless(allowed, ctx, { viewerCan: { update: false, delete: false } });

  return {
    async create(ctx, { input, named, write: unit }) {
      const values = input();
      refuseUnless(mayWrite(ctx.viewer), ctx);
      await named?.(values);
      return write(ctx, () => unit(values));
    },
    async change(ref, ctx, { find: findOwn, input, named, deletes, write: unit }) {
      const [findOne, lookAt] = [findOwn ?? find, findOwn ?? look];
      refuseBadRef(ref);
      const values = input();
      const first = unknownFirst === 'always' || (unknownFirst === 'deletedBySlug' && deletes && 'slug' in ref);
      const existing = first ? await lookAt(ref, ctx) : undefined;
      refuseChanging(mayWrite(ctx.viewer), ctx);
      const found = existing ?? (await lookAt(ref, ctx));
      refuseChanging(mayChange(ctx.viewer, found), ctx);
      await named?.(values, found);
      return write(ctx, async () => {
        // Reads it again, because another write may have come between.
        const before = await findOne({ id: found._id }, ctx);
        refuseChanging(mayChange(ctx.viewer, before), ctx);
        // Checked within the unit, so that one of two writers that read the same version is refused.
        if (!meets(before, ctx.precondition ?? {})) throw new Conflict(shown(before));
        return unit(before, values);
      });
    },
  };
}

/** @throws FORBIDDEN, or UNAUTHENTICATED where nobody has signed in */
export function refuseUnless(
  allowed: boolean,
  ctx: Pick<Context, 'viewer'>,
  facts: Readonly<Record<string, unknown>> = {},
): void {
  if (!allowed) throw lacksRight(ctx.viewer, facts);
}
