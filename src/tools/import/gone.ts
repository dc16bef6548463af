import { DomainError } from '../../domain/errors.ts';
import { readTime } from '../../domain/time.ts';
import { EVENT_LINKS } from '../../kinds/event-links.ts';
import type { Imported } from '../../kinds/imports.ts';
import type { Writing as Service } from '../../kinds/operations.ts';
import type { Calendar } from './calendar.ts';
import { COLLECTION_OF, type Found } from './find.ts';
import { hashOfRecord } from './hashes.ts';
import type { ItemKind, Source } from './item.ts';
import type { Memory } from './memory.ts';
import { type Reporter, whyOf } from './report.ts';
import type { WriteItems } from './write-items.ts';

export interface GoneDeps {
  calendar: Calendar;
  memory: Memory;
  reporter: Reporter;
  source: Source;
  run: number;
  writeItems: WriteItems;
  /** Whether the source sent a record in this run. */
  isTold(key: string): boolean;
  /** Whether records gone there are trashed here. Those changed here are trashed only if the source wins (`theirs`). */
  trash: boolean;
  theirs: boolean;
  dryRun: boolean;
}

/** Only posts can be trashed. Terms would be deleted for good, so they are only reported. */
const POSTS: readonly ItemKind[] = ['event', ...EVENT_LINKS.map(({ name }) => name)];
const KINDS: readonly ItemKind[] = [...POSTS, 'category', 'tag'];

/** Checks every record that once came from the source but was not sent in this run. */
export async function findGone(deps: GoneDeps): Promise<void> {
  const { memory, source, run, isTold } = deps;
  for (const kind of KINDS)
    for await (const some of memory.unseen(kind, run))
      for (const its of some) if (!isTold(its._id)) await lookAt(kind, its, deps, source);
}

async function lookAt(kind: ItemKind, its: Imported, deps: GoneDeps, source: Source): Promise<void> {
  const { calendar, memory, writeItems, run, dryRun } = deps;
  const [record] = await calendar.store.byIds<Found>(COLLECTION_OF[kind], [its.here]);
  if (!record || record.status === 'trash' || !wasAskedFor(record, source)) return;
  const found = (await source.look?.(kind, its.ref)) ?? 'gone';
  if (found !== 'gone') return writeItems(found);
  await gone({ kind, its, record }, deps);
  if (!dryRun) await memory.see([its._id], run);
}

/** Whether the source would send the record. It leaves out events that begin before `since`. */
function wasAskedFor({ startsAt }: Found, { since }: Source): boolean {
  const from = since === undefined || startsAt === undefined ? undefined : readTime(since, 'UTC', 0)?.at;
  return from === undefined || startsAt! >= from;
}

interface Gone {
  kind: ItemKind;
  its: Imported;
  record: Found;
}

async function gone(
  { kind, its, record }: Gone,
  { calendar, memory, reporter, trash, theirs, dryRun }: GoneDeps,
): Promise<void> {
  const what = calledHere(record) ?? `${kind} ${record._id}`;
  if (!trash || !POSTS.includes(kind)) return reporter.gone({ kind, what, why: 'It is gone there.' });
  if (hashOfRecord(record, its.only ?? 'all') !== its.was && !theirs)
    return reporter.conflict({ kind, what, why: 'It is gone there, and changed here.' });
  const { services, context } = calendar;
  const service = services[kind as 'event'] as object as Service<Found>;
  try {
    await service.remove({ id: record._id }, context({ language: 'en' }));
    if (!dryRun) await memory.forget(its._id);
    reporter.count(kind, 'trashed');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    reporter.refuse({ kind, what, why: whyOf(error) });
  }
}

function calledHere(record: object): string | undefined {
  const { text = {}, original = 'en' } = record as {
    text?: Record<string, { title?: string; name?: string }>;
    original?: string;
  };
  return text[original]?.title ?? text[original]?.name;
}
