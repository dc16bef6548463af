import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answered, buildApp, type Caller, type TestApp } from '../support/app.ts';
import { anyStep, beginning, createWalk, type Step } from '../support/calendar-steps.ts';
import { post, upTo } from '../support/making.ts';
import { fresh } from './support.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const SECOND = 1_000;
const CALLERS: Caller[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor'];
const LANGUAGES = ['', '/ko', '/es'];
const PATHS = [
  '/events',
  '/events?start_date=2026-12-01&end_date=2027-01-31&per_page=50',
  '/events?start_date=today&search=e',
  '/venues?only_with_upcoming=true',
  '/venues?has_events=true&per_page=3',
  '/organizers?only_with_upcoming=true&multilang_language=ko',
  '/categories?hide_empty=false',
  '/tags?orderby=count',
  '/events/by-slug/draft-of-somebody',
  '',
];

/** Somebody who writes drafts, writes another one: those of others are not theirs. */
const draft = (as: Caller) => post(app, 'events', { title: 'Draft of somebody', status: 'draft' }, as);

const looked = ({ status, headers, text }: Answered) => ({ status, headers: Object.fromEntries(headers), text });

/** Something that is done, and how long it takes. */
const happening = fc.record({
  does: fc.option(anyStep, { freq: 2 }),
  writes: fc.option(fc.constantFrom<Caller>('author', 'contributor'), { freq: 1, nil: undefined }),
  passes: fc.constantFrom(0, 1, 20 * SECOND, 61 * SECOND),
});

/** Two who look at the same, again and again. */
const watched = fc.record({
  callers: fc.tuple(fc.constantFrom(...CALLERS), fc.constantFrom(...CALLERS)),
  path: fc.constantFrom(...PATHS, ...upTo(20).map((id) => `/events/${id}`)),
  language: fc.constantFrom(...LANGUAGES),
});

const NOTHING: Step = { does: 'wait', a: 0, b: 0, c: 0 };

test('whoever asks for whatever, whatever was written and however time passes: what is kept is what a fresh look gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 3, maxLength: 12 }), watched, async (all, asked) => {
      const { callers, path, language } = asked;
      const address = `${language}/wp-json/calendar/events/v1${path}`;
      const walk = createWalk(app);
      for (const step of beginning) await walk(step);
      for (const { does, writes, passes } of all) {
        await walk(does ?? { ...NOTHING, a: passes });
        await draft(writes ?? 'administrator');
        // The second time it is kept, the third time it comes from there.
        for (const at of [0, 0, passes, 1]) {
          app.clock.now += at;
          for (const as of callers) {
            const kept = looked(await app.fetch(address, { as }));
            expect({ as, address, ...kept }).toEqual({ as, address, ...looked(await fresh(app, address, as)) });
          }
        }
      }
    }),
    { numRuns: process.env.LONG ? 60 : 10 },
  );
});
