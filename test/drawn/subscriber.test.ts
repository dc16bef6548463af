import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/domain/language.ts';
import { changeEvent, MINUTE, readCalendarOf } from '../api/feeds/support.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { made } from '../support/making.ts';

let app: TestApp;
let venue: number;

beforeAll(async () => {
  app = await buildApp();
  venue = (await made(app, 'venues', { venue: 'Hall', city: 'Sevilla' })).id;
});
afterAll(() => app.close());

const change = (id: number, fields: object, language?: string) => changeEvent(app, id, fields, language);

type Step = (id: number) => Promise<unknown>;

const STEPS: Readonly<Record<string, Step>> = {
  title: (id) => change(id, { title: `At ${app.clock.now}` }),
  korean: (id) => change(id, { title: '음악회' }, 'ko'),
  early: (id) => change(id, { start_date: '2026-12-01 09:00', end_date: '2026-12-01 10:00' }),
  late: (id) => change(id, { start_date: '2026-12-01 20:00', end_date: '2026-12-02 01:00' }),
  days: (id) => change(id, { all_day: true }),
  hours: (id) => change(id, { all_day: false }),
  venue: (id) => change(id, { venue }),
  nowhere: (id) => change(id, { venue: [] }),
  cancelled: (id) => change(id, { event_status: 'canceled' }),
  scheduled: (id) => change(id, { event_status: 'scheduled' }),
  draft: (id) => change(id, { status: 'draft' }),
  trash: (id) => app.rest('DELETE', `/events/${id}`, { as: 'administrator' }),
  back: (id) => change(id, { status: 'publish' }),
};

test('whatever is done to events, no UID is there twice, and no SEQUENCE or DTSTAMP of one falls', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(...Object.keys(STEPS))), {
        minLength: 4,
        maxLength: 12,
      }),
      async (steps) => {
        const ids = [(await made(app, 'events')).id, (await made(app, 'events')).id];
        const last = new Map<string, { sequence: number; stamp: string }>();
        for (const [which, step] of steps) {
          app.clock.now += MINUTE;
          await STEPS[step]!(ids[which]!);
          const [events, ...others] = await Promise.all(LANGUAGES.map((language) => readCalendarOf(app, language)));
          const uids = events!.map(({ uid }) => uid);
          expect(new Set(uids).size).toBe(uids.length);
          for (const other of others) expect(other.map(({ uid }) => uid)).toEqual(uids);
          for (const { uid, sequence, raw } of events!) {
            const before = last.get(uid) ?? { sequence: 0, stamp: '' };
            const stamp = String(raw.dtstamp);
            expect([sequence >= before.sequence, stamp >= before.stamp]).toEqual([true, true]);
            last.set(uid, { sequence, stamp });
          }
        }
        for (const id of ids) await app.rest('DELETE', `/events/${id}`, { as: 'administrator' });
      },
    ),
    { numRuns: runsOf(8, 100) },
  ));
