import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { elementsOf } from '../api/pages/support.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { fuzzSeed, runsOf } from '../support/fuzz/seed.ts';
import { made, upTo } from '../support/making.ts';

const HOUR = 3_600_000;
const ZONES = [
  'UTC',
  'Asia/Seoul',
  'Europe/Madrid',
  'America/New_York',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Australia/Lord_Howe',
];
/** Days on which the clocks of Madrid, New York or Lord Howe change. */
const CHANGES = ['2026-10-25', '2026-11-01', '2027-03-14', '2027-03-28', '2027-04-04'];

let app: TestApp;
let drawing = 0;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

interface Drawn {
  title: string;
  zone: string;
  allDay: boolean;
  start: Temporal.PlainDateTime;
  end: Temporal.PlainDateTime;
}

const drawn = fc
  .record({
    change: fc.constantFrom(...CHANGES),
    zone: fc.constantFrom(...ZONES),
    site: fc.constantFrom(...ZONES),
    now: fc.integer({ min: -72, max: 72 }),
    events: fc.array(
      fc.record({
        zone: fc.constantFrom(...ZONES),
        allDay: fc.boolean(),
        halves: fc.integer({ min: -100, max: 100 }),
        hours: fc.constantFrom(0, 1, 3, 24, 50),
      }),
      { minLength: 30, maxLength: 60 },
    ),
  })
  .map(({ change, site, now, events }) => ({
    site,
    now: Date.parse(change) + now * HOUR,
    events: events.map(({ halves, hours, ...event }, number): Drawn => {
      const start = Temporal.PlainDateTime.from(change).add({ minutes: halves * 30 });
      return { ...event, title: `Event ${number}`, start, end: start.add({ hours }) };
    }),
  }));

/** The moments, on the clock of the site, between which an event stands in its pages. */
function placeOf({ zone, allDay, start, end }: Drawn, site: string): [first: number, last: number] {
  const at = (wall: Temporal.PlainDateTime, zone: string) => wall.toZonedDateTime(zone).epochMilliseconds;
  if (!allDay) return [at(start, zone), at(end, zone)];
  return [at(start.with(MIDNIGHT), site), at(end.add({ days: 1 }).with(MIDNIGHT), site) - 1000];
}

const MIDNIGHT = { hour: 0, minute: 0 };

const dayOf = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();

/** What the pages of a list show in their order: each event with the heading that it stands below. */
async function listedAt(fetch: TestApp['fetch'], path: string): Promise<{ below: string; title: string }[]> {
  const found: { below: string; title: string }[] = [];
  for (const page of upTo(5)) {
    const { text } = await fetch(`${path}page/${page + 1}/`, { headers: { Accept: 'text/html' } });
    let below = '';
    for (const element of elementsOf(text)) {
      if (element.path.endsWith('section.day') && /^h[23]$/.test(element.name)) below = headingOf(element.text);
      else if (/^h[34]$/.test(element.name)) found.push({ below, title: element.text });
    }
  }
  return found;
}

/** The day of a heading; a text without a day as it is. */
function headingOf(text: string): string {
  const [date] = /\w+ \d+, \d{4}/.exec(text) ?? [];
  return date ? new Date(`${date} UTC`).toISOString().slice(0, 10) : text;
}

const seed = fuzzSeed();

test(`a list of pages is in the order of its headings, each event below its own day (FUZZ_SEED=${seed})`, async () => {
  const property = fc.asyncProperty(drawn, async ({ site, now, events }) => {
    drawing += 1;
    const tag = `drawn-${drawing}`;
    app.clock.now = now;
    const text = (wall: Temporal.PlainDateTime) => wall.toString().slice(0, 16);
    for (const { title, zone, allDay, start, end } of events) {
      const dates = { start_date: text(start), end_date: text(end), timezone: zone, all_day: allDay };
      await made(app, 'events', { title, tags: [tag], ...dates });
    }
    const fetch = app.secondServer({ SITE_TIMEZONE: site });
    const places = new Map(events.map((event) => [event.title, placeOf(event, site)]));
    const firstOf = ({ title }: { title: string }) => places.get(title)![0];
    const isPast = ({ title }: { title: string }) => places.get(title)![1] <= now;
    const titles = (some: { title: string }[]) => some.map(({ title }) => title).sort();

    const upcoming = await listedAt(fetch, `/tag/${tag}/list/`);
    const past = await listedAt(fetch, `/tag/${tag}/past/`);
    expect(titles(upcoming)).toEqual(titles(events.filter((event) => !isPast(event))));
    expect(titles(past)).toEqual(titles(events.filter(isPast)));
    for (const list of [upcoming, past.toReversed()]) {
      expect(list).toEqual(list.toSorted((a, b) => firstOf(a) - firstOf(b)));
      expect(list.map(({ below }) => below)).toEqual(
        list.map((event) => (!isPast(event) && firstOf(event) <= now ? 'On now' : dayOf(firstOf(event), site))),
      );
    }

    const days = upTo(12).map((day) => dayOf(now + (day - 6) * 24 * HOUR, 'UTC'));
    const asked = async (query: string) => (await fetch('/graphql', { method: 'POST', json: { query } })).body.data;
    const on = days.map((day) => {
      const [first, next] = [0, 1].map(
        (more) => Temporal.PlainDate.from(day).add({ days: more }).toZonedDateTime(site).epochMilliseconds,
      ) as [number, number];
      return events.filter(({ title }) => {
        const [begins, ends] = places.get(title)!;
        return begins < next && (ends > first || begins >= first);
      });
    });
    const found = await asked(
      `{ eventDays(from: "${days[0]}", days: 12, where: { tagsIn: ["${tag}"] }) { day total } }`,
    );
    expect(found.eventDays).toEqual(days.map((day, at) => ({ day, total: on[at]!.length })));
    for (const [at, day] of days.entries()) {
      const where = `{ tagsIn: ["${tag}"], onDate: "${day}" }`;
      const { eventPage } = await asked(`{ eventPage(perPage: 50, where: ${where}) { items { title } } }`);
      expect(titles(eventPage.items)).toEqual(titles(on[at]!));
    }
  });
  await fc.assert(property, { seed, numRuns: runsOf(5, 80) });
});
