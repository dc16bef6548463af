import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENTS } from '../../../src/kinds/event/record.ts';
import { EVENT_LINKS } from '../../../src/kinds/event-links.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made, putCopies, upTo } from '../../support/making.ts';
import { createWatch } from '../../support/watched-store.ts';
import { pageAt } from './support.ts';

const watch = createWatch();
let app: TestApp;
/** Full records of events that were read. */
let records = 0;

const FEW = 20;
const MANY = 300;
/** Those with a venue, an organizer, a category and a tag of their own. */
const MADE = 6;

/** Events in December: a few on its first day, then many more on others. A series in March has a quarter of all events. */
beforeAll(async () => {
  app = await buildApp({
    now: FRIDAY,
    wrap: (store) =>
      watch.wrap({
        ...store,
        byIds(collection, ids, ...more) {
          if (collection === EVENTS.name) records += ids.length;
          return store.byIds(collection, ids, ...more);
        },
      }),
  });
  const top = await made(app, 'categories', { name: 'Top' });
  await made(app, 'venues', { venue: 'Hall' });
  for (const number of upTo(MADE)) {
    const { id } = await made(app, 'categories', { name: `Category ${number}`, parent: top.id });
    await made(app, 'events', {
      title: `Event ${number}`,
      start_date: '2026-12-01 10:00',
      end_date: '2026-12-01 12:00',
      categories: [id],
      venue: [{ venue: `Venue ${number}` }],
      organizer: [{ organizer: `Organizer ${number}` }],
      tags: [`Tag ${number}`],
      image: `https://example.org/${number}.png`,
    });
  }
  await made(app, 'events', {
    title: 'Choir',
    start_date: '2027-03-01 10:00',
    end_date: '2027-03-01 12:00',
    recurrence: { rule: 'FREQ=WEEKLY;COUNT=2' },
  });
  for (const count of [FEW, MANY]) {
    await putCopies(app, count - MADE - 2, ({ startsAt, endsAt, originalStartsAt }, number) => {
      const after = number < FEW - MADE ? 0 : ((number % 29) + 1) * 86_400_000;
      const original = originalStartsAt && { originalStartsAt: originalStartsAt + number + 1 };
      return { startsAt: startsAt + after, endsAt: endsAt + after, ...original };
    });
    counts.push(await countAll());
  }
});
afterAll(() => app.close());

const counts: Record<string, Counted>[] = [];

interface Counted {
  statements: number;
  records: number;
}

/** The most statements that each page may take when nothing is known of its records. */
const MOST: Record<string, number> = {
  '/': 16,
  '/events/': 14,
  '/events/past/': 7,
  // Where a day has more than it shows, one looks for what is featured.
  '/events/month/2026-12/': 15,
  '/events/2026-12-01/': 14,
  '/events/category/top/month/2026-12/': 14,
  '/venue/hall/': 6,
  '/series/choir/': 12,
  '/events/?hide_subsequent_recurrences=1': 14,
  '/events/?tribe_events_cat=top&venue=hall': 16,
  // Of unknown names, ten are looked for.
  '/events/?tag=a,b,c,d,e,f,g,h,i,j,k,l': 18,
  '/events/list/?tribe-bar-date=2027-03-01': 11,
  // What is linked, and a list of each; five for the event, three for its terms, and where it leads on to.
  '/event/event-0/': 17 + 2 * EVENT_LINKS.length,
};

/** What each page asks of the store for the first time after anything may have changed. */
async function countAll(): Promise<Record<string, Counted>> {
  const found: Record<string, Counted> = {};
  for (const path of Object.keys(MOST)) {
    await app.store.updateMany(EVENTS.name, {}, { $inc: { version: 1 } });
    await app.tellAll();
    app.clock.now += 5000;
    records = 0;
    // What is asked for a second time is kept, which takes a look at what comes next.
    const { result, reads, writes } = await watch.during(() =>
      pageAt(app, `${path}${path.includes('?') ? '&' : '?'}once=${counts.length}`),
    );
    expect([path, result.status]).toEqual([path, 200]);
    found[path] = { statements: reads.length + writes.length, records };
  }
  return found;
}

test.each(Object.entries(MOST))('%s takes at most %d statements, no more for 300 events than for 20', (path, most) => {
  const [few, many] = counts.map((all) => all[path]!.statements);
  expect(many).toBeLessThanOrEqual(few!);
  expect(few).toBeLessThanOrEqual(most);
});

test('a month of 300 events reads the records that it shows, and no others', () => {
  expect(counts[1]!['/events/month/2026-12/']!.records).toBe(90);
});
