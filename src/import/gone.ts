import { batchesById } from '../data/all-ids.ts';
import { readTime } from '../domain/time.ts';
import { COLLECTION_OF } from '../kinds/collections.ts';
import { EVENTS, IN_EVENTS } from '../kinds/event/record.ts';
import { EVENT_LINKS } from '../kinds/event-links.ts';
import type { Imported } from '../kinds/imports.ts';
import { CHANGE_KINDS } from '../kinds/kinds.ts';
import type { Found } from './find.ts';
import { hashOfRecord } from './hashes.ts';
import type { ItemKind, Source } from './item.ts';
import { serviceOf } from './make.ts';
import { isOfRecord, whyOf } from './report.ts';
import { hereKey, type WriteItems, type WritingDeps } from './write-items.ts';

/** What `--trash` does with records that are gone there: nothing, the usual, or also where more than half of a kind are gone. */
export type Trash = boolean | 'all';

interface GoneDeps extends Pick<WritingDeps, 'calendar' | 'memory' | 'reporter' | 'run' | 'seen' | 'dryRun'> {
  source: Source;
  writeItems: WriteItems;
  /** Whether records gone there are trashed here. Those changed here are trashed only if the source wins (`theirs`). */
  trash: Trash;
  theirs: boolean;
}

/** Only posts can be trashed. Terms would be deleted for good, so they are only reported. */
const POSTS: readonly ItemKind[] = ['event', 'series', ...EVENT_LINKS.map(({ name }) => name)];
const KINDS: readonly ItemKind[] = [...POSTS, 'category', 'tag'];

/**
 * Checks every record that once came from the source but was not sent in this run. Returns how many of which kinds `trash` left
 * alone, because more than half of those sent earlier are gone.
 */
export async function findGone(deps: GoneDeps): Promise<string[]> {
  const { memory, reporter, source, run, seen, trash } = deps;
  const left: string[] = [];
  /** The events that stay: their places and people are not gone, even if the event was refused and so named none. */
  const staying = new Set<number>();
  // With `since`, places and people of older events are not sent either.
  for (const kind of source.since === undefined ? KINDS : KINDS.slice(0, 1)) {
    const gone: string[] = [];
    let kept = 0;
    for await (const some of memory.all(kind))
      for (const its of some) {
        if (seen.keys.has(its._id) || its.seen === run) {
          kept += seen.fresh.has(its._id) ? 0 : 1;
          if (kind === 'event') staying.add(its.here);
        } else if ((await isGone(kind, its, deps)) && !(await isNamed(kind, its.here, { staying, ...deps })))
          gone.push(its._id);
      }
    const { plural } = CHANGE_KINDS.find(({ name }) => name === kind)!;
    // A series goes after all of its events.
    const isLeft = trash === true && kind !== 'series' && POSTS.includes(kind) && gone.length > kept;
    if (isLeft && !seen.unknown.has(kind)) left.push(`${gone.length} of ${gone.length + kept} ${plural}`);
    for (const key of gone) {
      const [its] = (await memory.of([key])).values();
      const [record] = its ? await deps.calendar.store.byIds<Found>(COLLECTION_OF[kind].name, [its.here]) : [];
      if (!its || !record) continue;
      const what = calledHere(record) ?? `${kind} ${record._id}`;
      if (seen.unknown.has(kind))
        reporter.notTaken(`Which ${plural} are gone there: a record without a name may be any of them.`, what);
      else {
        const stays = !(await takeLeave({ kind, its, record, what }, { ...deps, trash: trash !== false && !isLeft }));
        if (kind === 'event' && trash !== false && stays) staying.add(record._id);
      }
    }
  }
  return left;
}

/** Whether the record is here, would have been sent, and is not. */
async function isGone(kind: ItemKind, its: Imported, deps: GoneDeps) {
  const { calendar, source, seen, writeItems } = deps;
  const [record] = await calendar.store.byIds<Found>(COLLECTION_OF[kind].name, [its.here]);
  // A record that was here before is not the source's. One that is sent under another reference is still there.
  if (!record || record.status === 'trash' || its.was === '' || seen.here.has(hereKey(kind, its.here))) return false;
  if (!wasAskedFor(record, source)) return false;
  const found = (await source.look?.(kind, its.ref)) ?? 'gone';
  if (found !== 'gone') await writeItems(found);
  return found === 'gone';
}

/** Whether an event that stays names the record, or is of this series. */
async function isNamed(
  kind: ItemKind,
  id: number,
  { staying, calendar: { store } }: GoneDeps & { staying: ReadonlySet<number> },
) {
  const field = kind === 'series' ? kind : EVENT_LINKS.find(({ name }) => name === kind)?.inEvents;
  if (!field || staying.size === 0) return false;
  const index = field === 'series' ? field : IN_EVENTS[field];
  const how = { sort: [['_id', 1]], limit: AT_ONCE, index, only: [] } as const;
  const naming = batchesById<{ _id: number }>((after = 0) =>
    store.find(EVENTS.name, { [field]: id, trashed: false, _id: { $gt: after } }, how),
  );
  for await (const some of naming) if (some.some(({ _id }) => staying.has(_id))) return true;
  return false;
}

/** Events per query. */
const AT_ONCE = 200;

/** Whether the source would send the record. It leaves out events that begin before `since`. */
function wasAskedFor({ startsAt }: Found, { since }: Source) {
  const from = since === undefined || startsAt === undefined ? undefined : readTime(since, 'UTC', 0)?.at;
  return from === undefined || startsAt! >= from;
}

interface Gone {
  kind: ItemKind;
  its: Imported;
  record: Found;
  what: string;
}

const GONE = 'It is gone there.';

/** Returns whether the record was put into the trash. */
async function takeLeave(
  { kind, its, record, what }: Gone,
  { calendar, memory, reporter, run, trash, theirs, dryRun }: GoneDeps,
) {
  const { services, context } = calendar;
  const ctx = context({ language: 'en' });
  const isTaken = trash && POSTS.includes(kind);
  const isChanged = !theirs && hashOfRecord(record, its.only ?? 'all') !== its.was;
  // It is remembered in case that it comes back.
  if (!dryRun) await memory.remember([{ ...its, seen: run, gone: isTaken && !isChanged ? ctx.now : 0 }]);
  if (!isTaken) reporter.gone({ kind, what, why: GONE });
  else if (isChanged) reporter.conflict({ kind, what, why: 'It is gone there, and changed here.' });
  if (!isTaken || isChanged) return false;
  try {
    await serviceOf(services, kind as 'event').remove({ id: record._id }, ctx);
    reporter.trashed({ kind, what, why: GONE });
    return true;
  } catch (error) {
    if (!isOfRecord(error)) throw error;
    reporter.refuse({ kind, what, why: whyOf(error) });
    return false;
  }
}

function calledHere(record: object) {
  const { text = {}, original = 'en' } = record as {
    text?: Record<string, { title?: string; name?: string }>;
    original?: string;
  };
  return text[original]?.title ?? text[original]?.name;
}
