import { LRUCache } from 'lru-cache';
import { createAtRevision, type Reader } from '../../cache/at-revision.ts';
import { allIds } from '../../data/all-ids.ts';
import type { CountedChange, CountedEvent } from '../../data/changes/record.ts';
import { ALL_EVENTS, listName, type Touched } from '../../data/changes/touched.ts';
import type { Filter, Projection } from '../../data/port.ts';
import { currentWork, shared } from '../../domain/event-loop.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import type { Instant } from '../../domain/time.ts';
import { inParts } from '../../domain/values.ts';
import { EVENTS, IN_EVENTS, LISTED, type Naming, PUBLISHED } from '../event/record.ts';
import { EVENT_LINKS } from '../event-links.ts';
import {
  adjusting,
  adjustNumber,
  adjustPart,
  type Counts,
  forget,
  type KnownNumber,
  type Part,
  part,
} from './known.ts';
import { type Counting, dividedByMonths, type Exact, edgesBetween, isEmpty, type Span, sharedSpan } from './spans.ts';

/** How many events name a record: for terms the public ones, hidden from lists or not; for others those that everybody lists. */
export interface EventNumber {
  readonly events: number;
  /** When the last of them starts. Only `all` tells it. */
  readonly last?: Instant;
}

/** Collects what an answer depends on. */
type Dependencies = Projection['dependencies'];

/** How many events a list has, by the time of their start. */
interface ListCounts {
  /** How many start within a span. */
  total(span: Span): Promise<number>;
  /** A moment before which the first `wanted` of a span start; undefined if this is unknown. */
  before(wanted: number, span: Span): Promise<Instant | undefined>;
}

/** Counts the records of a list that start within a span, and adds what the count depends on to `dependencies`. */
type Count = (span: Span, dependencies: Set<string>) => Promise<number>;

/**
 * How many events name a record, or are in a list. Indexes tell this, once: from then on, the change log says by how much each
 * written event changes a number. Numbers of other servers' writes follow after half a second at most. Do not ask in a unit, which
 * may be rolled back.
 */
export interface EventCounts {
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
  /** How many events a list has whose membership each event itself tells. A list with many is counted in parts of whole months. */
  inList(list: string, counts: Counts, counting: Counting): ListCounts;
  /**
   * How many records any other list has within a span. It is cached until somebody writes something that may be in the list. A list
   * "from now on" covers a different span a moment later: then only what has left or entered the span is counted. `list` identifies
   * everything that `count` looks for, except the span.
   */
  inSpan(list: string, span: Span, reader: Reader, count: Count): Promise<number>;
}

/** A kind of record that events name. */
interface Kind {
  kind: string;
  list: keyof Naming;
  counted: Filter;
  counts: Counts;
  /** By id. */
  numbers: Map<number, KnownNumber>;
  /** Whether `numbers` has every record. */
  isWhole: boolean;
  /** How often all numbers were forgotten. */
  forgotten: number;
  /** The questions that run, by the records they are about. */
  asking: Map<number, Promise<unknown>>;
}

interface List {
  counts: Counts;
  all: Part;
}

/** How many records one question is about. */
const AT_ONCE = 100;
/** How many lists have their numbers cached. */
const MOST_LISTS = 1000;
/** With up to so many events, a part is counted as a whole. */
const FEW = 1000;
/** How many parts a part with more is divided into. */
const PARTS = 16;

interface EventCountsDeps {
  exact: Exact;
  touched: Touched;
  /** Whether listeners of the log have heard everything that was committed before the call. */
  settled(): Promise<boolean>;
}

const NONE: EventNumber = { events: 0 };

/** One per process. */
export function createEventCounts({ exact, touched, settled }: EventCountsDeps): EventCounts {
  const asKind = (kind: Pick<Kind, 'kind' | 'list' | 'counted' | 'counts'>): [string, Kind] => [
    kind.list,
    { ...kind, numbers: new Map(), isWhole: false, forgotten: 0, asking: new Map() },
  ];
  const published = { counted: PUBLISHED, counts: (event: CountedEvent) => event.published === true };
  const listed = { counted: LISTED, counts: isListed };
  const terms = [{ kind: 'category', list: 'categories' } as const, { kind: 'tag', list: 'tags' } as const];
  const kinds = new Map([
    ...terms.map((term) => asKind({ ...term, ...published })),
    ...EVENT_LINKS.map(({ name, inEvents }) => asKind({ kind: name, list: inEvents, ...listed })),
  ]);
  const shownTerms = new Map(terms.map((term) => asKind({ ...term, ...listed })));
  const allKinds = [...kinds.values(), ...shownTerms.values()];
  const lists = new LRUCache<string, List>({ max: MOST_LISTS });
  const spans = createAtRevision<string, { span: Span; number: number }>(MOST_LISTS, touched);

  touched.listen((heard) => {
    if (heard === 'all') return forgetAll();
    if (!('id' in heard)) return;
    // A new record must be among all.
    for (const one of allKinds) if (one.kind === heard.kind) numberOf(one, heard.id);
    if (!heard.lists) return;
    // An older version does not say by how much the numbers change.
    if (!heard.lists.counted) return forgetAll();
    for (const one of allKinds) adjustNumbers(one, heard.lists.counted);
    for (const { counts, all } of lists.values())
      adjusting(heard.lists.counted, counts, (at, by) => adjustPart(all, at, by));
  });

  function forgetAll() {
    lists.clear();
    for (const one of allKinds) {
      one.isWhole = false;
      one.forgotten += 1;
      for (const number of one.numbers.values()) forget(number);
    }
  }

  function adjustNumbers({ list, counts, numbers }: Kind, change: CountedChange) {
    const ids = new Set([change.left, change.joined].flatMap((event) => event?.in[list] ?? []));
    for (const id of ids) {
      const number = numbers.get(id);
      const names = (event: CountedEvent) => counts(event) && event.in[list]?.includes(id) === true;
      if (number) adjusting(change, names, (at, by) => adjustNumber(number, at, by));
    }
  }

  /** Like a read, it counts for all answers in progress if it names none. */
  function depend(dependencies: Dependencies, ...names: readonly string[]) {
    const readers = dependencies === undefined ? touched.open : dependencies ? [dependencies] : [];
    for (const each of readers) for (const name of names) each.add(name);
  }

  /** Asks for the numbers of these records that are not known. */
  async function ask(one: Kind, ids: readonly number[], { withLast = false } = {}) {
    const isUnknown = (id: number) => {
      const { isKnown, hasLast } = numberOf(one, id);
      return !isKnown || (withLast && !hasLast);
    };
    for (const some of inParts(ids.filter(isUnknown), AT_ONCE)) {
      giveUpWhenLate(currentWork().running);
      // Whoever comes second finds the answer of the first. If that fails, all ask at once: in turn, the last would wait for all.
      const running = new Set(some.flatMap((id) => one.asking.get(id) ?? []));
      if (running.size > 0) await shared(Promise.allSettled(running));
      await askSome(one, some.filter(isUnknown));
    }
  }

  async function askSome(one: Kind, ids: readonly number[]) {
    if (ids.length === 0) return;
    const answer = answered(one, ids);
    for (const id of ids) one.asking.set(id, answer);
    try {
      await answer;
    } finally {
      for (const id of ids) if (one.asking.get(id) === answer) one.asking.delete(id);
    }
  }

  async function answered(one: Kind, ids: readonly number[]) {
    const { list, counted } = one;
    const before = new Map(ids.map((id) => [id, numberOf(one, id).heard]));
    const how = { values: ids, highest: 'startsAt', index: IN_EVENTS[list], dependencies: null } as const;
    const found = await exact.tally(EVENTS.name, list, counted, how);
    const byId = new Map(found.map(({ value, count, highest }) => [value, { events: count, last: highest }]));
    const isSettled = await settled();
    for (const id of ids) {
      const number = numberOf(one, id);
      const isSame = number.heard === before.get(id);
      const [{ events, last }, isExact] = [byId.get(id) ?? NONE, isSettled && isSame];
      if (!number.isKnown) Object.assign(number, { events, last, isKnown: isExact, hasLast: isExact });
      else if (!number.hasLast && isSame) Object.assign(number, { last, hasLast: isExact });
    }
  }

  /** How many events a part has: its own number, or the sum of its parts. */
  async function totalOf(one: Part, counting: Counting) {
    if (one.isKnown) return one.number;
    const { heard } = one;
    // A number that others change all the time becomes known in parts.
    const parts = one.number > FEW ? await divided(one, counting) : undefined;
    let number = 0;
    for (const each of parts ?? []) number += await totalOf(each, counting);
    if (!parts) number = await counting.count(one.span);
    const isExact = parts ? parts.every(({ isKnown }) => isKnown) : await settled();
    if (one.isKnown) return one.number;
    Object.assign(one, { number, isKnown: isExact && one.heard === heard });
    return number;
  }

  /** Divides a part between its first and its last event. Undefined for a month. */
  async function divided(one: Part, counting: Counting) {
    if (one.parts) return one.parts;
    const [first, last] = [await counting.end(one.span, 'first'), await counting.end(one.span, 'last')];
    if (first === undefined || last === undefined) return undefined;
    const into = dividedByMonths(one.span, [first, last], PARTS);
    if (into.length > 1) one.parts ??= into.map(part);
    return one.parts;
  }

  /** Adds up the events of a part within a span, until there are as many as wanted. */
  async function add(
    one: Part,
    { within, wanted, counting }: { within: Span; wanted: number; counting: Counting },
  ): Promise<{ number: number; reached?: Instant }> {
    const span = sharedSpan(one.span, within);
    if (isEmpty(span)) return { number: 0 };
    const isWhole = span.from === one.span.from && span.before === one.span.before;
    const number = isWhole ? await totalOf(one, counting) : one.number;
    if (isWhole && number < wanted) return { number };
    const parts = number > FEW ? await divided(one, counting) : undefined;
    if (!parts) {
      const { count, countWithin = count } = counting;
      const found = isWhole ? number : await countWithin(span, one.span);
      // Only whether there are many matters of the number of a part that was never counted as a whole.
      if (!one.isKnown) one.number = Math.max(one.number, found);
      return { number: found, reached: span.before };
    }
    let found = 0;
    for (const each of parts) {
      const { number, reached } = await add(each, { within, wanted: wanted - found, counting });
      found += number;
      if (found >= wanted) return { number: found, reached };
    }
    return { number: found };
  }

  return {
    cached(list, id, dependencies) {
      const number = kinds.get(list)!.numbers.get(id);
      if (!number?.isKnown) return undefined;
      depend(dependencies, listName(`${list}/${id}`));
      return number;
    },
    async of(list, ids, dependencies) {
      const one = kinds.get(list)!;
      for (const id of ids) depend(dependencies, listName(`${list}/${id}`));
      await ask(one, ids);
      return new Map(ids.map((id) => [id, numberOf(one, id)]));
    },
    async all(list, dependencies, { shown = false } = {}) {
      const one = (shown && shownTerms.get(list)) || kinds.get(list)!;
      depend(dependencies, listName(ALL_EVENTS), one.kind);
      if (!one.isWhole) {
        const { forgotten } = one;
        giveUpWhenLate(currentWork().running);
        for await (const ids of allIds(exact, list, { from: 1 })) await ask(one, ids, { withLast: true });
        one.isWhole = one.forgotten === forgotten;
      }
      await ask(one, [...one.numbers.keys()], { withLast: true });
      return one.numbers;
    },
    inList(list, counts, counting) {
      const cached = lists.get(list) ?? { counts, all: part({}) };
      lists.set(list, cached);
      return {
        total: async (within) => (await add(cached.all, { within, wanted: Number.POSITIVE_INFINITY, counting })).number,
        async before(wanted, within) {
          const { number, reached } = await add(cached.all, { within, wanted, counting });
          return number < wanted || reached === within.before ? undefined : reached;
        },
      };
    },
    async inSpan(list, span, reader, count) {
      const dependencies = new Set<string>();
      const cached = spans.get(list, { revision: reader.revision, dependencies });
      const edges = cached && edgesBetween(cached.span, span);
      let number = edges ? cached.number : await count(span, dependencies);
      for (const { sign, ...edge } of edges ?? []) number += sign * (await count(edge, dependencies));
      spans.set(list, { span, number }, reader, dependencies);
      for (const name of dependencies) reader.dependencies?.add(name);
      return number;
    },
  };
}

const isListed: Counts = ({ published, hidden }) => published === true && !hidden;

function numberOf({ numbers }: Kind, id: number) {
  const number = numbers.get(id) ?? { events: 0, isKnown: false, hasLast: false, heard: 0 };
  numbers.set(id, number);
  return number;
}

/** The filter that finds these records among all, or the others. It names whichever are fewer. */
export function onlyThese(ids: ReadonlySet<number>, all: Iterable<number>, found = true): Filter {
  const others = [...all].filter((id) => !ids.has(id));
  const isShort = ids.size < others.length;
  const named = isShort ? [...ids] : others;
  return { _id: isShort === found ? { $in: named } : { $nin: named } };
}
