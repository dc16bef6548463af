import type { Store } from '../data/port.ts';
import { toWall } from '../domain/time.ts';
import { EVENTS, type EventRecord } from '../kinds/event/record.ts';
import { SERIES, type SeriesRecord } from '../kinds/series/record.ts';
import type { Item, Refusal } from './item.ts';
import type { Memory } from './memory.ts';

/** How the start of an event tells it from others of its UID: its day if it is all-day, else its moment. */
export const startInUid = ({ at, day }: { at: number; day?: string }): string => day ?? new Date(at).toISOString();

/** The reference to an event by its UID and its start. */
export const refByStart = (uid: string, start: string): string => `${uid} ${start}`;

/** Which reference an event has: by its UID alone, by its start too, or nobody knows. */
type Identity = 'by UID' | 'by UID, one of several' | 'by start' | 'unknown';

/** Finds the references of the events of a file. */
interface Identities {
  items(items: readonly Item[]): Promise<Item[]>;
  /** Those that may be any of several events have no reference. */
  refusals(refusals: readonly Refusal[]): Promise<Refusal[]>;
}

/**
 * Events keep the references that they had in earlier runs, whichever others of their UID are in the file today. The UID alone
 * refers to one event for good: to the first that was seen. As long as it is alone it may be moved; once others were seen with it, it
 * is known by its start, and they are by the UID and theirs.
 */
export function createIdentities(store: Store, memory: Memory, site: string): Identities {
  const keyOf = (ref: string) => memory.keyOf('event', ref);

  async function identitiesOf(sent: readonly (Item | Refusal)[]): Promise<(Identity | undefined)[]> {
    const events = sent.map(({ ref, inUid }) => (ref !== undefined && inUid ? { ref, ...inUid } : undefined));
    const asked = events.filter((each) => each !== undefined);
    const known = await memory.of(
      asked.flatMap(({ ref, start }) => [ref, ...(start === undefined ? [] : [refByStart(ref, start)])]).map(keyOf),
    );
    // The first run that sees others of its UID asks the record which of them it is.
    const alone = asked.flatMap(({ ref, rank }) => {
      const its = rank === 'only' ? undefined : known.get(keyOf(ref));
      return its && its.start === undefined ? [its.here] : [];
    });
    const starts = alone.length ? await startsOf(alone) : undefined;
    return events.map((event) => {
      if (!event) return undefined;
      const { ref, start, rank } = event;
      const its = known.get(keyOf(ref));
      const isShared = rank !== 'only' || its?.start !== undefined;
      if (start === undefined) return isShared ? 'unknown' : 'by UID';
      const taken = its && (its.start ?? starts?.get(its.here));
      if (known.has(keyOf(refByStart(ref, start))) || (taken === undefined ? rank === 'other' : taken !== start))
        return 'by start';
      return isShared ? 'by UID, one of several' : 'by UID';
    });
  }

  /** Gives those that may be known under other references that under which they are, and leaves them the UID that they have. */
  async function asKnown<S extends Item | Refusal>(sent: readonly S[]): Promise<S[]> {
    const refsOf = ({ ref = '', formerRefs = [] }: S) => [ref, ...formerRefs];
    const known = await memory.of(sent.flatMap((each) => (each.formerRefs ? refsOf(each).map(keyOf) : [])));
    const ids = new Set([...known.values()].map(({ here }) => here));
    const records = ids.size ? await store.byIds<EventRecord>(EVENTS.name, [...ids], { only: ['uid'] }) : [];
    return sent.map((each) => {
      const ref = each.formerRefs && refsOf(each).find((its) => known.has(keyOf(its)));
      if (ref === undefined) return { ...each, formerRefs: undefined };
      const uid = records.find(({ _id }) => _id === known.get(keyOf(ref))!.here)?.uid;
      const isOther = 'uid' in each && uid !== each.uid;
      const its = { ...each, ref, formerRefs: undefined, ...(isOther && { uid: undefined }) };
      return ref === each.ref ? its : { ...its, inUid: undefined };
    });
  }

  /**
   * Finds the occurrences of series that are here by their starts, or else by their days: the time of the day of a series may change.
   * They keep the reference and the UID that they have. A series that was deleted here gets no more of them.
   */
  async function asInSeries(sent: readonly Item[]) {
    let items = [...sent];
    for (const ref of new Set(sent.flatMap(({ occurrence }) => occurrence?.series ?? []))) {
      const [its] = (await memory.of([memory.keyOf('series', ref)])).values();
      const [series] = its ? await store.byIds<SeriesRecord>(SERIES.name, [its.here]) : [];
      if (!its || !series) continue;
      const events = await store.find<EventRecord>(
        EVENTS.name,
        { series: its.here },
        { index: 'series', only: ['originalStartsAt', 'source', 'uid'] },
      );
      const startOf = ({ occurrence }: Item) => (occurrence?.series === ref ? occurrence.originalStartsAt : undefined);
      const dayOf = (at: number) => toWall(at, series.timezone).slice(0, 10);
      const starts = new Set(items.map(startOf));
      const byStart = new Map(events.map((event) => [event.originalStartsAt!, event]));
      const others = events.filter(({ originalStartsAt }) => !starts.has(originalStartsAt));
      const byDay = new Map(others.map((event) => [dayOf(event.originalStartsAt!), event]));
      items = items.flatMap((item) => {
        const at = startOf(item);
        if (at === undefined) return item;
        const { _id: here, source, uid } = byStart.get(at) ?? byDay.get(dayOf(at)) ?? {};
        if (here === undefined) return series.trashed && its.gone === undefined ? [] : item;
        const known = { ...item, here, formerRefs: undefined, uid: uid === item.uid ? uid : undefined };
        return source?.site !== site || source.id === item.ref ? known : { ...known, ref: source.id, inUid: undefined };
      });
    }
    return items;
  }

  async function startsOf(ids: readonly number[]) {
    const records = await store.byIds<EventRecord>(EVENTS.name, [...new Set(ids)]);
    return new Map(
      records.map(({ _id, startsAt, startDate, allDay }) => [
        _id,
        startInUid({ at: startsAt, day: allDay ? startDate.slice(0, 10) : undefined }),
      ]),
    );
  }

  return {
    async items(sent) {
      const items = await asKnown(await asInSeries(sent));
      const identities = await identitiesOf(items);
      return items.map(({ inUid, ...item }, at) => {
        const start = inUid?.start ?? '';
        if (identities[at] === 'by start') return { ...item, ref: refByStart(item.ref, start), uid: undefined };
        return identities[at] === 'by UID, one of several' ? { ...item, startInUid: start } : item;
      });
    },
    async refusals(sent) {
      const refusals = await asKnown(sent);
      const identities = await identitiesOf(refusals);
      return refusals.map((refusal, at) => {
        const { ref, inUid } = refusal;
        if (identities[at] === 'unknown') return { ...refusal, ref: undefined };
        return identities[at] === 'by start' ? { ...refusal, ref: refByStart(ref!, inUid!.start!) } : refusal;
      });
    },
  };
}
