import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Changes, createChanges } from '../../src/data/changes/changes.ts';
import type { Done, RecordChange } from '../../src/data/changes/record.ts';
import type { Readers } from '../../src/domain/access.ts';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import { byName } from '../../src/kinds/event-links.ts';
import type { TermRecord } from '../../src/kinds/term/record.ts';
import { toldAfter } from '../store/change-log-support.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { anyStep, beginning, createWalk } from '../support/calendar-steps.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { made, ONE } from '../support/making.ts';
import { type Contents, contents, empty } from '../support/stored.ts';
import { createWatch } from '../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;
let changes: Changes;

beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
  changes = createChanges(app.store, () => app.clock.now);
});
afterAll(() => app.close());

const KINDS = { ...ONE, images: 'image' } as const;

/** A record without the number of its last write, which also rises when a write changes nothing that is shown. */
const itself = ({ version: _, ...rest }: Record<string, unknown>) => rest;

/** Every record by kind and id. */
const byKey = (all: Contents): Map<string, { _id: number }> =>
  new Map(
    Object.entries(KINDS).flatMap(([plural, kind]) =>
      all[plural as keyof typeof KINDS].map((record) => [`${kind} ${record._id}`, record] as const),
    ),
  );

/** Who finds a post in lists at a moment, by its fields: not by the rule that is tested. */
const findsPost = ({ status, hideFromListings, publishedAt, author }: EventRecord, now: number): Finds =>
  status === 'trash' || hideFromListings
    ? undefined
    : status === 'publish' || (status === 'future' && publishedAt <= now)
      ? 'all'
      : author;

type Finds = Readers | undefined;

const FINDS: Record<string, (record: EventRecord, now: number) => Finds> = {
  event: findsPost,
  ...byName(() => findsPost),
  category: () => 'all',
  tag: () => 'all',
  image: () => undefined,
};

/** The address that a record had, if somebody who found it does not find it any more. */
function addressOf(was: EventRecord | undefined, before: Finds, after: Finds) {
  const { slug, original, status, trail } = (was ?? {}) as Partial<EventRecord & TermRecord>;
  const isLost = before !== undefined && ![before, 'all'].includes(after!);
  return isLost && { was: JSON.parse(JSON.stringify({ slug, original, status, trail })) };
}

const isTrashed = (record: { status?: string } | undefined): boolean => record?.status === 'trash';

const doneTo = (before: object | undefined, after: object | undefined): Done =>
  [
    [!before, 'created'] as const,
    [!after, 'deleted'] as const,
    [isTrashed(before) && !isTrashed(after), 'restored'] as const,
    [!isTrashed(before) && isTrashed(after), 'trashed'] as const,
  ].find(([is]) => is)?.[1] ?? 'updated';

test('whatever is done to a calendar, every record that it made, changed or removed is told, and as what it was and is', async () => {
  const property = fc.asyncProperty(fc.array(anyStep, { maxLength: 15 }), async (steps) => {
    await empty(app);
    const take = createWalk(app);
    let at = await changes.last();
    for (const step of [...beginning, ...steps]) {
      const before = byKey(await contents(app.store));
      await take(step);
      const after = byKey(await contents(app.store));
      const told = (await toldAfter(changes, at)) as RecordChange[];
      at = (await changes.last()) as number;
      const keys = told.map(({ kind, id }) => `${kind} ${id}`);
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (key) => !isDeepStrictEqual(itself(before.get(key) ?? {}), itself(after.get(key) ?? {})),
      );
      expect(keys).toEqual(expect.arrayContaining(changed));
      const now = app.clock.now;
      const expected = told.map(({ kind, id }) => {
        const [was, is] = [before, after].map((all) => all.get(`${kind} ${id}`) as EventRecord | undefined);
        const finds = is && FINDS[kind]!(is, now);
        // By being marked as published one becomes public, whenever its date came.
        const since = finds === 'all' && was?.status === 'future' ? 0 : now;
        const found = was && FINDS[kind]!(was, since);
        return { kind, id, done: doneTo(was, is), before: found, after: finds, ...addressOf(was, found, finds) };
      });
      expect(told.map(({ revision: _, at: __, version: ___, ...said }) => said)).toEqual(expected);
    }
  });
  await fc.assert(property, { numRuns: runsOf(3, 10) });
});

test('a create asks the store for one number and one entry more, whatever it makes besides', async () => {
  const links = { venue: { venue: 'Hall' }, categories: ['Music'], tags: ['free', 'outside'] };
  const { writes } = await watch.during(() => made(app, 'events', { title: 'Open day', ...links }));
  expect(writes.filter((write) => write.endsWith(' changes'))).toEqual(['nextId changes', 'insert changes']);
});

test('numbers kept on terms and venues tell nothing of these', async () => {
  const venue = await made(app, 'venues', { venue: 'Old hall' });
  const category = await made(app, 'categories', { name: 'Old category' });
  const at = await changes.last();
  // With a slug that nothing in the trash gives up for it: that would be told too.
  const event = await made(app, 'events', { slug: 'of-its-own', venue: venue.id, categories: [category.id] });
  expect(await toldAfter(changes, at)).toMatchObject([{ kind: 'event', id: event.id }]);
});

test('a write that is refused by a rule takes no revision', async () => {
  await made(app, 'tags', { name: 'Taken' });
  const at = await changes.last();
  const { status } = await app.rest('POST', '/tags', { as: 'administrator', json: { name: 'Taken' } });
  expect([status, await changes.after(at)]).toMatchObject([400, { entries: [], hasMore: false }]);
});
