import type { Where } from '../domain/same-event.ts';
import { whereOf } from '../kinds/event/duplicates.ts';
import { EVENTS, type EventRecord } from '../kinds/event/record.ts';
import type { Imported } from '../kinds/imports.ts';
import type { VenueRecord } from '../kinds/venue/record.ts';
import type { Calendar } from './calendar.ts';
import type { Task, Winner, Writing } from './decide.ts';
import type { Found } from './find.ts';
import type { Memory } from './memory.ts';
import { nameOf, type Pair } from './report.ts';

/** Thrown to roll back a new event that another source has. */
export interface LeftOut extends Error {
  name: 'LeftOut';
  pairs: Pair[];
}

export const isLeftOut = (error: unknown): error is LeftOut => error instanceof Error && error.name === 'LeftOut';

interface DuplicateDeps {
  calendar: Calendar;
  memory: Memory;
  run: number;
  winner: Winner | undefined;
  /** Leaves out new events that another source has. */
  skipsDuplicates: boolean;
  dryRun: boolean;
}

/** Finds new events that another source has, and remembers those that are left out for it. */
export function createDuplicateEvents({ calendar, memory, run, winner, skipsDuplicates, dryRun }: DuplicateDeps) {
  const { store, services, context } = calendar;
  /** The places that a dry run has not stored, by the keys of their venues. */
  const unstored = new Map<string, Where>();
  /** The keys of events that an earlier run left out. */
  const leftBefore = new Set<string>();
  const keyOf = (ref: string) => memory.keyOf('left-out', ref);

  return {
    /**
     * The tasks without those that an earlier run left out: they are the same there, and the other event is still here. With
     * `--theirs` they come in, unless they are to be left out anew.
     */
    async without<T extends Task>(tasks: readonly T[]): Promise<{ tasks: T[]; left: T['item'][] }> {
      const fresh = tasks.filter(({ item, previous }) => item.kind === 'event' && !previous);
      const known = fresh.length
        ? await memory.of(fresh.map(({ item }) => keyOf(item.ref)))
        : new Map<string, Imported>();
      if (known.size === 0) return { tasks: [...tasks], left: [] };
      const others = await store.byIds<EventRecord>(
        EVENTS.name,
        [...known.values()].map(({ here }) => here),
        { only: ['trashed'] },
      );
      const here = new Set(others.filter(({ trashed }) => !trashed).map(({ _id }) => _id));
      const isLeft = ({ item, previous, there }: T) => {
        const its = item.kind === 'event' && !previous ? known.get(keyOf(item.ref)) : undefined;
        if (!its || !here.has(its.here) || (winner === 'theirs' && !skipsDuplicates)) return false;
        leftBefore.add(its._id);
        return its.there === there;
      };
      const left = new Set(tasks.filter(isLeft));
      return { tasks: tasks.filter((task) => !left.has(task)), left: [...left].map(({ item }) => item) };
    },
    /**
     * The pairs of an event that was just made, in its unit, with events of other sources. @throws LeftOut if it is to be left out.
     * Dates of a series are not, because the series makes more of them.
     */
    async of({ item, previous, record: before }: Writing, record: Found): Promise<Pair[]> {
      if (dryRun && item.kind === 'venue')
        unstored.set(memory.keyOf('venue', item.ref), whereOf(record as object as VenueRecord));
      if (item.kind !== 'event' || previous || record.status === 'trash') return [];
      const places = (item.links?.venues ?? []).flatMap((ref) => unstored.get(memory.keyOf('venue', ref)) ?? []);
      const others = await services.event.duplicatesOf(
        record as object as EventRecord,
        context({ language: item.said[0].language }),
        places,
      );
      const isLeft = !before && !item.occurrence && (skipsDuplicates || leftBefore.has(keyOf(item.ref)));
      const pairs = others.map(({ _id: other, source: of }) => ({
        what: nameOf(item),
        ...(isLeft ? { leftOut: true as const } : !dryRun && { here: record._id }),
        other,
        ...(of && { of: of.site }),
      }));
      if (isLeft && pairs.length > 0)
        throw Object.assign(new Error('another source has it'), { name: 'LeftOut' as const, pairs });
      return pairs;
    },
    /** Remembers what was left out. */
    async leaveOut({ item, there }: Writing, { pairs }: LeftOut): Promise<void> {
      const its = { _id: keyOf(item.ref), ref: item.ref, here: pairs[0]!.other, there, seen: run, was: '' };
      if (!dryRun) await memory.remember([its]);
    },
  };
}
