import { expect } from 'vitest';
import { openDatabase } from '../../../src/kinds/database.ts';
import { createLog } from '../../../src/process/log.ts';
import { eventually } from '../../support/eventually.ts';
import { type Contents, contents, keptValues, recounted } from '../../support/stored.ts';
import { processOn } from '../change-log-support.ts';
import { lookOf, type Writer } from './writers.ts';

const unique = (values: readonly unknown[]): void => expect(new Set(values).size).toBe(values.length);

/** No id and no slug is there twice, every kept value is as counted, and every link has both of its ends. */
export function expectSound(all: Contents): void {
  const { events, venues, organizers, categories, tags, images } = all;
  unique([...events, ...venues, ...organizers, ...images].map(({ _id }) => _id));
  unique([...categories, ...tags].map(({ _id }) => _id));
  for (const records of [events, venues, organizers, categories, tags])
    unique(records.flatMap(({ slugs }) => slugs ?? []));
  expect(keptValues(all)).toEqual(recounted(all));
  const linked = (field: 'venues' | 'organizers' | 'categories' | 'tags') =>
    [...new Set(events.flatMap((event) => event[field]))].sort();
  // Each of them was made for an event, in one unit with it.
  expect(linked('venues')).toEqual(venues.map(({ _id }) => _id).sort());
  expect(linked('organizers')).toEqual(organizers.map(({ _id }) => _id).sort());
  expect(linked('tags')).toEqual(tags.map(({ _id }) => _id).sort());
}

/** Every event that a writer was answered is there, once, and as it was answered. */
export function expectWritten({ events }: Contents, writers: readonly Writer[]): void {
  const written = writers.flatMap((writer) => writer.written);
  unique(written.map(({ id }) => id));
  const looks = new Map(
    events.map(({ _id, text, status, hideFromListings: hidden }) => [
      _id,
      lookOf({ title: text.en?.title ?? '', status, hidden }),
    ]),
  );
  for (const { id, may } of written) expect(may).toContain(looks.get(id));
  expect(writers.flatMap(({ surprises }) => surprises)).toEqual([]);
}

/** Every status that any writer was answered, in order. */
export const statusesOf = (writers: readonly Writer[]): number[] => [
  ...new Set(writers.flatMap(({ statuses }) => [...statuses]).sort()),
];

/**
 * All that is stored, and the events that the log tells of. The log is read an hour later: then no number is waited for any more,
 * and what is missing is filled in the background.
 */
export async function storedIn(mongodbUri: string) {
  const store = await openDatabase({ mongodbUri, dataDir: '' }, createLog('silent'));
  const all = await contents(store);
  const clock = { now: Date.now() };
  const { changes } = processOn(store, clock);
  await changes.last();
  clock.now += 3_600_000;
  const told = await eventually(async () => {
    const page = await changes.after(0);
    if (page === 'unknown' || page.hasMore) throw new Error('the log has a gap');
    return new Set(page.changes.flatMap((change) => (change.kind === 'event' ? [change.id] : [])));
  });
  await store.close();
  return { all, told };
}
