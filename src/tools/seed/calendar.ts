import type { Stored } from '../../data/port.ts';
import { datedSlug, RESERVED_SLUGS } from '../../domain/slug.ts';
import { DAY, toWall } from '../../domain/zones.ts';
import type { Item, ItemKind } from '../../import/item.ts';
import { categoryKind } from '../../kinds/category/kind.ts';
import type { PostKind } from '../../kinds/define-kind.ts';
import type { EventInput } from '../../kinds/event/fields.ts';
import { eventKind } from '../../kinds/event/kind.ts';
import type { EventRecord } from '../../kinds/event/record.ts';
import { eventTimes } from '../../kinds/event/times.ts';
import { copyOf } from '../../kinds/image/service.ts';
import { organizerKind } from '../../kinds/organizer/kind.ts';
import type { PostRecord } from '../../kinds/post/record.ts';
import { seriesKind } from '../../kinds/series/kind.ts';
import { isListed, misplaced } from '../../kinds/series/order.ts';
import type { SeriesRecord } from '../../kinds/series/record.ts';
import { tagKind } from '../../kinds/tag/kind.ts';
import type { TermRecord } from '../../kinds/term/record.ts';
import { venueKind } from '../../kinds/venue/kind.ts';
import { copyEvents } from './copies.ts';
import { createInventions, type Invented } from './inventions.ts';
import { type Parameters, readDay } from './parameters.ts';
import { createRandom } from './random.ts';
import { createSlugs, type Making, makeImage, makePost, makeTerm, type Sample, type Slugs } from './records.ts';
import { readSamples, SAMPLE_SITE } from './samples.ts';

/** All records of a calendar. */
export interface SeededCalendar {
  /** By collection, each after those that its records refer to. Records are made when they are asked for, once. */
  collections: readonly { name: string; size: number; records: Iterable<Stored> }[];
  /** The highest number of an id, by space. */
  lastIds: Readonly<Record<'posts' | 'terms', number>>;
}

/** Lists of an event: the kind of their samples, how many events come to another record, and how many are the most. */
const LISTS: Readonly<Record<Invented, readonly [kind: ItemKind, each: number, most: number]>> = {
  venues: ['venue', 50, Number.POSITIVE_INFINITY],
  organizers: ['organizer', 80, Number.POSITIVE_INFINITY],
  categories: ['category', 400, 100],
  tags: ['tag', 200, 500],
};

/** Samples have lower ids. */
const OTHERS_FROM = 1001;

/** The samples, and as many records besides as are asked for. */
export async function calendarOf(parameters: Parameters): Promise<SeededCalendar> {
  const { events, authors } = parameters;
  const around = readDay(parameters.around)!;
  const samples = await readSamples(around);
  const random = (purpose: string) => createRandom(`${parameters.seed} ${purpose}`);
  const itemsOf = (kind: ItemKind) => samples.items.filter((item) => item.kind === kind);

  const listOf = (list: Invented, from: number) => {
    const [kind, each, most] = LISTS[list];
    const items = itemsOf(kind);
    const size = Math.max(items.length, Math.min(most, Math.ceil(events / each)));
    const idOf = (number: number): number => items[number]?.id ?? from + number - items.length;
    return { list, items, size, idOf, end: from + size - items.length };
  };
  const venues = listOf('venues', OTHERS_FROM);
  const organizers = listOf('organizers', venues.end);
  const categories = listOf('categories', OTHERS_FROM);
  const tags = listOf('tags', categories.end);
  const inventions = createInventions(samples, random('names'), venues.items.length);

  /** All are written before the day, and at least two months before it. */
  const making = (id: number): Making => ({
    id,
    now: around - 60 * DAY - (1000 - (id % 1000)) * (DAY / 2),
    author: authors[id % authors.length]!,
  });
  const images = itemsOf('image').map((item) => makeImage(item, making(item.id!), SAMPLE_SITE));
  const copies = new Map(images.map((image) => [String(image._id), copyOf(image)]));
  const imageOf = ({ image }: Partial<Item>) => copies.get(String(image));

  function* made<R>(
    { list, items, size, idOf }: ReturnType<typeof listOf>,
    make: (sample: Sample & Partial<Item>, how: Making) => R,
  ): Generator<R> {
    for (let number = 0; number < size; number += 1)
      yield make(items[number] ?? inventions[list](number), making(idOf(number)));
  }

  function linked<R extends PostRecord>(kind: PostKind<R>, list: ReturnType<typeof listOf>): Iterable<R> {
    const slugs = createSlugs(RESERVED_SLUGS);
    return made(list, (sample, how) => makePost(kind, sample, { ...how, image: imageOf(sample) }, slugs));
  }

  function madeCategories(): Iterable<TermRecord> {
    const slugs = createSlugs();
    const byRef = new Map<string, TermRecord>();
    const tops = categories.items.filter(({ parent }) => parent === null).map(({ ref }) => ref);
    const { pick } = random('categories');
    return made(categories, ({ ref, parent = pick(tops), ...sample }, how) => {
      const record = makeTerm(categoryKind, sample, how, slugs, byRef.get(String(parent)));
      if (ref !== undefined) byRef.set(ref, record);
      return record;
    });
  }

  /** Whether all events of a series are among those that are asked for. */
  const isWhole = ({ ref }: Pick<Item, 'ref'>) =>
    !itemsOf('event')
      .slice(events)
      .some(({ occurrence }) => occurrence?.series === ref);

  const occurrenceOf = ({ occurrence }: Item) =>
    occurrence && isWhole({ ref: occurrence.series }) ? occurrence : undefined;

  /** Makes an event or a series of an item. */
  function sampled<R extends EventRecord>(
    kind: PostKind<R>,
    item: Item,
    slugs: Slugs,
    uid: string,
    more: object = {},
  ): R {
    const links = Object.keys(LISTS).map((list) => [list, item.links![list as Invented]!.map(Number)]);
    const how = { ...making(item.id!), image: imageOf(item) };
    return makePost<R, EventInput>(kind, item, how, slugs, (values) => ({
      ...eventTimes(values, undefined, { zone: 'UTC', now: around }),
      ...{ uid, sequence: 0, ...Object.fromEntries(links), ...more },
    }));
  }

  function madeSeries(): SeriesRecord[] {
    const [slugs, { below }] = [createSlugs(), random('uids of series')];
    return itemsOf('series')
      .filter(isWhole)
      .map((item) => {
        const { rule, rdates, exdates } = item.said[0].values;
        return sampled(seriesKind, item, slugs, uidOf(below), { rule, rdates, exdates });
      });
  }

  const series = madeSeries();

  function* madeEvents(): Generator<EventRecord> {
    const [slugs, uids] = [createSlugs(RESERVED_SLUGS), random('uids')];
    const newUid = () => uidOf(uids.below);
    const first = itemsOf('event')
      .slice(0, events)
      .map((item) => {
        const its = occurrenceOf(item);
        if (!its) return sampled(eventKind, item, slugs, newUid());
        const { series: of, originalStartsAt } = its;
        const day = toWall(originalStartsAt, String(item.said[0].values.timezone)).slice(0, 10);
        const dated: Slugs = (wanted, own) => slugs(datedSlug(wanted, day), own);
        return sampled(eventKind, item, dated, newUid(), { series: Number(of), originalStartsAt });
      });
    yield* ordered(first, series);
    const others = copyEvents({
      samples,
      parameters,
      around,
      newUid,
      cityOf: inventions.cityOf,
      lists: { venues, organizers, categories, tags },
      // There is only one festival, and no need to copy what is the same each week.
      templates: [...new Map(first.slice(1).map((event) => [event.names.join(), single(event)])).values()],
      random: random('events'),
      firstId: organizers.end,
    });
    for (let count = first.length; count < events; count += 1) yield others.next().value;
  }

  const slugs = createSlugs();
  return {
    collections: [
      { name: 'images', size: images.length, records: images },
      { name: 'tags', size: tags.size, records: made(tags, (sample, how) => makeTerm(tagKind, sample, how, slugs)) },
      { name: 'categories', size: categories.size, records: madeCategories() },
      { name: 'organizers', size: organizers.size, records: linked(organizerKind, organizers) },
      { name: 'venues', size: venues.size, records: linked(venueKind, venues) },
      { name: 'series', size: series.length, records: series },
      { name: 'events', size: events, records: madeEvents() },
    ],
    // The first term has id 2.
    lastIds: { posts: organizers.end + events, terms: tags.end - 1 },
  };
}

/** The events with what is stored of the order of the occurrences of their series. */
function ordered(events: readonly EventRecord[], series: readonly SeriesRecord[]): EventRecord[] {
  const listed = events.filter(isListed).sort((one, other) => one.startsAt - other.startsAt);
  const places = series
    .flatMap(({ _id }) => misplaced(listed.filter((event) => event.series === _id)))
    .map((place) => [place._id, place] as const);
  const placed = new Map(places);
  return events.map((event) => ({ ...event, ...placed.get(event._id) }));
}

/** The event as one that is no occurrence. */
const single = ({ series: _, originalStartsAt: __, ...event }: EventRecord): EventRecord => event;

/** A UUID of version 4 (RFC 9562, 5.4). */
const uidOf = (below: (count: number) => number): string =>
  'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (digit) =>
    (digit === 'x' ? below(16) : 8 + below(4)).toString(16),
  );
