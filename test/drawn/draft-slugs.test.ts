import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { fuzzSeed, runsOf } from '../support/fuzz/seed.ts';
import { made, NAME, upTo } from '../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const DRAFTS = ['draft', 'pending'] as const;
const PUBLISHED = ['publish', 'private', 'future'] as const;

let count = 0;

test.each(['events', 'venues', 'organizers'] as const)(
  'published %s have the slugs that they would have if there were no drafts',
  async (kind) => {
    const states = fc.array(fc.constantFrom(...DRAFTS, ...PUBLISHED), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(states, async (sequence) => {
        const slug = `hall-${++count}`;
        const ids: number[] = [];
        for (const [number, status] of sequence.entries()) {
          // All want one slug. Events have one as drafts only when it is sent.
          const name = `Hall ${count}${'!'.repeat(number)}`;
          const date = status === 'future' ? { date: '2030-01-01 00:00:00' } : {};
          const fields = { [NAME[kind]]: name, ...(kind === 'events' ? { slug: name } : {}), status, ...date };
          ids.push((await made(app, kind, fields)).id);
        }
        const read = ids.map((id) => app.rest('GET', `/${kind}/${id}`, { as: 'administrator' }));
        const slugs = (await Promise.all(read)).map(({ body }): string => body.slug);
        const published = slugs.filter((_, index) => PUBLISHED.includes(sequence[index] as 'publish'));
        expect(published).toEqual(upTo(published.length).map((index) => (index ? `${slug}-${index + 1}` : slug)));
        expect(new Set(slugs).size).toBe(slugs.length);
      }),
      { numRuns: runsOf(15, 60), seed: fuzzSeed() },
    );
  },
);
