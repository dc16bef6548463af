import { allIds } from '../../data/all-ids.ts';
import { ALL_EVENTS, listName, type Touched } from '../../data/changes/touched.ts';
import type { Filter, Projection } from '../../data/port.ts';
import { currentWork, shared } from '../../domain/event-loop.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import type { Instant } from '../../domain/time.ts';
import { inParts } from '../../domain/values.ts';
import { EVENTS, IN_EVENTS, LISTED, type Naming, PUBLISHED } from '../event/record.ts';
import { EVENT_LINKS } from '../event-links.ts';
import type { Exact } from './months.ts';

/** How many events name a record: for terms the public ones, hidden from lists or not; for others those that everybody lists. */
export interface EventNumber {
  events: number;
  /** When the last of them starts. */
  last?: Instant | undefined;
}

/** Collects what an answer depends on. */
type Dependencies = Projection['dependencies'];

/**
 * How many events name each term, venue and organizer. Indexes tell this. It is cached for the process, and asked again only for
 * records that a written event names, as the change log says: those of other servers after half a second at most. Do not call it
 * in a unit, which may be rolled back.
 */
export interface EventNumbers {
  /** The number of a record; undefined if it must be asked for. */
  cached(list: keyof Naming, id: number, dependencies: Dependencies): EventNumber | undefined;
  /** The numbers of these records. */
  of(list: keyof Naming, ids: readonly number[], dependencies: Dependencies): Promise<ReadonlyMap<number, EventNumber>>;
  /** The numbers of all records of a kind, in order of their ids; for terms with `shown`, only of events that everybody lists. */
  all(
    list: keyof Naming,
    dependencies: Dependencies,
    how?: { shown?: boolean },
  ): Promise<ReadonlyMap<number, EventNumber>>;
}

/** A kind of record that events name. */
interface Kind {
  kind: string;
  list: keyof Naming;
  counted: Filter;
  /** The numbers, and when each was asked for, in marks and questions so far. */
  numbers: Map<number, EventNumber & { asked: number }>;
  /** When the number of a record last changed. */
  changed: Map<number, number>;
  allChanged: number;
  /** Whether `numbers` has every record. */
  isWhole: boolean;
  /** The questions that run, by the records they are about. */
  asking: Map<number, Promise<unknown>>;
}

/** How many records one question is about. */
const AT_ONCE = 100;

const NONE: EventNumber = { events: 0 };

/** One per process. */
export function createEventNumbers(exact: Exact, touched: Touched): EventNumbers {
  const asKind = (kind: Pick<Kind, 'kind' | 'list' | 'counted'>): [string, Kind] => [
    kind.list,
    { ...kind, numbers: new Map(), changed: new Map(), allChanged: 0, isWhole: false, asking: new Map() },
  ];
  const terms = [{ kind: 'category', list: 'categories' } as const, { kind: 'tag', list: 'tags' } as const];
  const kinds = new Map([
    ...terms.map((term) => asKind({ ...term, counted: PUBLISHED })),
    ...EVENT_LINKS.map(({ name, inEvents }) => asKind({ kind: name, list: inEvents, counted: LISTED })),
  ]);
  const shownTerms = new Map(terms.map((term) => asKind({ ...term, counted: LISTED })));
  const all = [...kinds.values(), ...shownTerms.values()];
  let moment = 0;

  touched.listen((names) => {
    moment += 1;
    if (names !== 'all') return names.forEach(mark);
    for (const one of all) {
      one.allChanged = moment;
      one.isWhole = false;
      one.changed.clear();
    }
  });

  /** The name of a record (`category/5`) or of a list of events (`in categories/5`). */
  function mark(name: string): void {
    const [of = '', id] = name.split('/');
    if (!Number.isSafeInteger(Number(id))) return;
    for (const one of all) if (of === one.kind || of === listName(one.list)) one.changed.set(Number(id), moment);
  }

  /** Like a read, it counts for all answers in progress if it names none. */
  function rest(dependencies: Dependencies, ...names: readonly string[]): void {
    const readers = dependencies === undefined ? touched.open : dependencies ? [dependencies] : [];
    for (const each of readers) for (const name of names) each.add(name);
  }

  function fresh({ numbers, changed, allChanged }: Kind, id: number): EventNumber | undefined {
    const number = numbers.get(id);
    return number && number.asked > Math.max(allChanged, changed.get(id) ?? 0) ? number : undefined;
  }

  async function ask(one: Kind, ids: readonly number[]): Promise<void> {
    for (const some of inParts(ids, AT_ONCE)) {
      giveUpWhenLate(currentWork().running);
      // Whoever comes second finds the answer of the first. If that fails, all ask at once: in turn, the last would wait for all.
      const running = new Set(some.flatMap((id) => one.asking.get(id) ?? []));
      if (running.size > 0) await shared(Promise.allSettled(running));
      await askSome(
        one,
        some.filter((id) => !fresh(one, id)),
      );
    }
  }

  async function askSome(one: Kind, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const answer = answered(one, ids);
    for (const id of ids) one.asking.set(id, answer);
    try {
      await answer;
    } finally {
      for (const id of ids) if (one.asking.get(id) === answer) one.asking.delete(id);
    }
  }

  async function answered(one: Kind, ids: readonly number[]): Promise<void> {
    moment += 1;
    const asked = moment;
    const { numbers, changed, list, counted } = one;
    const how = { values: ids, highest: 'startsAt', index: IN_EVENTS[list], dependencies: null } as const;
    const found = await exact.tally(EVENTS.name, list, counted, how);
    const byId = new Map<number, EventNumber>(
      found.map(({ value, count, highest }) => [value, { events: count, last: highest }]),
    );
    for (const id of ids) {
      if ((numbers.get(id)?.asked ?? 0) > asked) continue;
      numbers.set(id, { ...(byId.get(id) ?? NONE), asked });
      if ((changed.get(id) ?? 0) < asked) changed.delete(id);
    }
  }

  return {
    cached(list, id, dependencies) {
      const number = fresh(kinds.get(list)!, id);
      if (number) rest(dependencies, listName(`${list}/${id}`));
      return number;
    },
    async of(list, ids, dependencies) {
      const one = kinds.get(list)!;
      for (const id of ids) rest(dependencies, listName(`${list}/${id}`));
      await ask(
        one,
        ids.filter((id) => !fresh(one, id)),
      );
      return new Map(ids.map((id) => [id, one.numbers.get(id) ?? NONE]));
    },
    async all(list, dependencies, { shown = false } = {}) {
      const one = (shown && shownTerms.get(list)) || kinds.get(list)!;
      rest(dependencies, listName(ALL_EVENTS), one.kind);
      if (!one.isWhole) {
        const began = moment;
        giveUpWhenLate(currentWork().running);
        for await (const ids of allIds(exact, list, { from: 1 })) await ask(one, ids);
        one.isWhole = one.allChanged <= began;
      }
      await ask(one, [...one.changed.keys()]);
      return one.numbers;
    },
  };
}

/** The filter that finds these records among all, or the others. It names whichever are fewer. */
export function onlyThese(ids: ReadonlySet<number>, all: Iterable<number>, found = true): Filter {
  const others = [...all].filter((id) => !ids.has(id));
  const isShort = ids.size < others.length;
  const named = isShort ? [...ids] : others;
  return { _id: isShort === found ? { $in: named } : { $nin: named } };
}
