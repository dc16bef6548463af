import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_CHANGES, unitOf } from '../../src/data/changes/record.ts';
import { DomainError } from '../../src/domain/errors.ts';
import { message } from '../../src/domain/message.ts';
import type { Context } from '../../src/kinds/context.ts';
import { createBatch } from '../../src/kinds/shared/batch.ts';
import { createWrite } from '../../src/kinds/shared/writes.ts';
import { idsOf, processOn, type Thing, toldAfter } from '../store/change-log-support.ts';
import { openEmpty } from '../store/opened.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { upTo } from '../support/making.ts';

/** When an item is refused, and how many records it writes. */
const FATES = ['written', 'refused before it writes', 'refused after it wrote'] as const;
const item = fc.record({
  fate: fc.constantFrom('written', ...FATES),
  records: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.constantFrom(400, MOST_CHANGES + 1)),
});

test('of many writes as one, those and only those are stored and told that were not refused, in order, each once', async () => {
  const { store, close } = await openEmpty(['tags', 'changes']);
  const { changes, note } = processOn(store, { now: 0 });
  const write = createWrite(store, changes);
  const batch = createBatch(write, changes);
  const ctx = { now: 0, loaders: { readAnew: async () => undefined } } as unknown as Context;
  let last = 0;
  const property = fc.asyncProperty(fc.array(item, { maxLength: 12 }), async (items) => {
    const began = await changes.last();
    const firsts = items.map(() => {
      last += 2 * MOST_CHANGES;
      return last;
    });
    const refused = (at: number) =>
      new DomainError('INVALID_FIELD', message('{0} may have only one value.', String(at)));
    const run = async ({ fate, records }: (typeof items)[number], at: number): Promise<number> => {
      if (fate === 'refused before it writes') throw refused(at);
      return write(ctx, async () => {
        await store.insert('tags', { _id: firsts[at]! });
        for (const more of upTo(records))
          note(undefined, { _id: firsts[at]! + more, version: 1, seen: 'all' } as Thing);
        if (fate === 'refused after it wrote') throw refused(at);
        return at;
      });
    };
    const heard: number[] = [];
    const results = await batch(
      items,
      {
        mode: 'each',
        run,
        isRefused: () => false,
        ended: async (some, first) => void heard.push(...some.map((_, n) => first + n)),
      },
      ctx,
    );
    expect(results).toEqual(items.map(({ fate }, at) => (fate === 'written' ? at : refused(at))));
    expect(heard).toEqual(items.map((_, at) => at));
    const done = items.flatMap(({ fate, records }, at) =>
      fate === 'written' ? [{ first: firsts[at]!, records }] : [],
    );
    const stored = await store.find<{ _id: number }>('tags', { _id: { $in: firsts } }, { sort: [['_id', 1]] });
    expect(stored.map(({ _id }) => _id)).toEqual(done.map(({ first }) => first));
    const told = await toldAfter(changes, began);
    const listed = done.map(({ first, records }) =>
      records > MOST_CHANGES ? [0] : upTo(records).map((more) => first + more),
    );
    expect(idsOf(told)).toEqual(listed.flat());
    const sizes = new Map<number, number>();
    for (const { revision } of told) sizes.set(unitOf(revision), (sizes.get(unitOf(revision)) ?? 0) + 1);
    expect(Math.max(0, ...sizes.values())).toBeLessThanOrEqual(MOST_CHANGES);
  });
  await fc.assert(property, { numRuns: runsOf(20, 100) }).finally(close);
});
