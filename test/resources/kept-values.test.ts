import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { anyStep, beginning, createWalk } from '../support/calendar-steps.ts';
import { contents, empty, keptValues, recounted } from '../support/stored.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

test('whatever is done to the calendar, every kept value is what counting all records anew gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      await empty(app.store);
      const walk = createWalk(app);
      for (const step of [...beginning, ...steps]) {
        const { status, text } = await walk(step);
        expect(status, text).toBeLessThan(500);
        const all = await contents(app.store);
        expect(keptValues(all)).toEqual(recounted(all));
      }
    }),
    { numRuns: { embedded: 25, mongodb: 4 }[app.store.kind] },
  );
});
