import type { Changes } from '../../changes/changes.ts';
import type { Context } from '../../context.ts';
import { Conflict, DomainError } from '../../errors.ts';
import { type RecordRef, refuseBadRef } from '../../fields/ref.ts';
import { committing } from '../../request.ts';
import type { UnknownFirst, Viewer } from '../../rules/access.ts';
import { meets } from '../../rules/precondition.ts';
import { isDuplicateKey, type Store } from '../../store/port.ts';
import type { Versioned } from './bodies.ts';
import { Outdated } from './outdated.ts';

/** How often what takes long is prepared for a unit, while others write what it depends on. */
const MOST_ATTEMPTS = 5;

/** For whom something is written: the request, or the calendar by itself at a moment. */
type Writer = Pick<Context, 'now'> & Partial<Pick<Context, 'viewer' | 'loaders' | 'running'>>;

/** Runs a unit of writing: all of it happens, or nothing does. Whatever a service writes goes through here. */
export type Write = <Done>(writer: Writer, unit: () => Promise<Done>) => Promise<Done>;

/** The one place where writes begin and end: what must happen with every write belongs here. */
export const createWrite =
  ({ atomically }: Pick<Store, 'atomically'>, changes: Pick<Changes, 'unit'>, counted?: () => Promise<void>): Write =>
  async ({ loaders, now, running }, unit) => {
    const run = () => changes.unit({ now, atomically, ...(counted && { counted }) }, unit);
    try {
      const done = await (running ? committing(running, run) : run());
      loaders?.clear();
      return done;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // To lose the race for a key again and again, until the store gives up, is no fault of the program.
      throw new DomainError('UNAVAILABLE', 'Too many write the same at this moment. Please try again soon.');
    }
  };

/** Who may write records of one kind. */
export interface Guard<R> {
  /** The record that is meant, whoever asks. @throws the error of its kind for one that is not there */
  find(ref: RecordRef, ctx: Context): Promise<R>;
  /** The general right: to write records of this kind at all. */
  mayWrite(viewer: Viewer | undefined): boolean;
  /** The right to one record. */
  mayChange(viewer: Viewer | undefined, record: R): boolean;
  /** What is shown of a record, where that is not the record itself. */
  shown?(record: R): object;
  unknownFirst: UnknownFirst;
}

/** What is done at each step of a write; what stands in the way is thrown. */
interface Creation<Values, Done> {
  /** What was sent, with all that is wrong with it in one error. Knows no other records. */
  input(): Values;
  /** Whether what the input names is there. */
  named?(values: Values): Promise<unknown>;
  /** The rules, and the store, as one unit. */
  write(values: Values): Promise<Done>;
}

interface Change<Values, R, Done, Prepared> {
  /** Finds the record, where that is done otherwise than by the guard. */
  find?: Guard<R>['find'];
  /** Whether the record is deleted. */
  deletes?: true;
  input(): Values;
  named?(values: Values, before: R): Promise<unknown>;
  /** What is worked out before the unit begins, since it takes long. Done again where the unit throws Outdated. */
  prepare?(values: Values, before: R): Promise<Prepared>;
  write(before: R, values: Values, prepared: Prepared | undefined): Promise<Done>;
}

export interface Writes<R> {
  create<Values, Done>(ctx: Context, steps: Creation<Values, Done>): Promise<Done>;
  /** Updates, removals, and whatever else is done to a record that is there. @throws CONFLICT when it is not as `ctx.precondition` says */
  change<Values, Done, Prepared>(ref: RecordRef, ctx: Context, steps: Change<Values, R, Done, Prepared>): Promise<Done>;
}

/**
 * The order of every write, of every kind, at both doors: the input → the general right → whether the record is there →
 * the right to this record → what the input names → whether the record is as it was read → the rules → the store. So nobody
 * learns what is there by naming it.
 */
export function createWrites<R extends Versioned & { modifiedAt?: number }>(
  write: Write,
  { find, mayWrite, mayChange, shown = (record) => record, unknownFirst }: Guard<R>,
): Writes<R> {
  const refuseChanging = (allowed: boolean, ctx: Context): void =>
    refuseUnless(allowed, ctx, { viewerCan: { update: false, delete: false } });

  return {
    async create(ctx, { input, named, write: unit }) {
      const values = input();
      refuseUnless(mayWrite(ctx.viewer), ctx);
      await named?.(values);
      return write(ctx, () => unit(values));
    },
    async change(ref, ctx, { find: findOne = find, input, named, prepare, deletes, write: unit }) {
      refuseBadRef(ref);
      const values = input();
      const first = unknownFirst === 'always' || (unknownFirst === 'deletedBySlug' && deletes && 'slug' in ref);
      const known = first ? await findOne(ref, ctx) : undefined;
      refuseChanging(mayWrite(ctx.viewer), ctx);
      const found = known ?? (await findOne(ref, ctx));
      refuseChanging(mayChange(ctx.viewer, found), ctx);
      await named?.(values, found);
      const attempt = (prepared: Awaited<ReturnType<NonNullable<typeof prepare>>> | undefined) =>
        write(ctx, async () => {
          // As it is now: another write may have come between.
          const before = await findOne({ id: found._id }, ctx);
          refuseChanging(mayChange(ctx.viewer, before), ctx);
          // Within the unit: of two writers that read the same version, one is refused.
          if (!meets(before, ctx.precondition ?? {})) throw new Conflict(shown(before));
          return unit(before, values, prepared);
        });
      if (!prepare) return attempt(undefined);
      let prepared = await prepare(values, found);
      for (let attempts = 1; ; attempts += 1) {
        try {
          return await attempt(prepared);
        } catch (error) {
          if (!(error instanceof Outdated)) throw error;
          if (attempts === MOST_ATTEMPTS)
            throw new DomainError('UNAVAILABLE', 'Too much was written meanwhile. Please try again soon.');
          prepared = await prepare(values, await findOne({ id: found._id }, ctx));
        }
      }
    },
  };
}

function refuseUnless(allowed: boolean, ctx: Context, facts: Readonly<Record<string, unknown>> = {}): void {
  if (allowed) return;
  if (ctx.viewerUnknown)
    throw new DomainError('UNAVAILABLE', 'Who may write cannot be looked up at the moment. Please try again soon.');
  throw ctx.viewer
    ? new DomainError('FORBIDDEN', 'This needs rights that you do not have.', [], facts)
    : new DomainError('UNAUTHENTICATED', 'This needs a user name and a password.', [], facts);
}
