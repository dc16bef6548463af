import type { Stored } from '../../data/port.ts';
import { itemOf } from '../../import/files/export-lines.ts';
import type { Item, ItemKind } from '../../import/item.ts';
import { categoryKind } from '../../kinds/category/kind.ts';
import { eventKind } from '../../kinds/event/kind.ts';
import type { EventRecord } from '../../kinds/event/record.ts';
import { organizerKind } from '../../kinds/organizer/kind.ts';
import { seriesKind } from '../../kinds/series/kind.ts';
import { isListed, misplaced } from '../../kinds/series/order.ts';
import type { SeriesRecord } from '../../kinds/series/record.ts';
import { tagKind } from '../../kinds/tag/kind.ts';
import { venueKind } from '../../kinds/venue/kind.ts';
import { copied, uidOf } from './copies.ts';
import { type Parameters, readDay } from './options.ts';
import { createRandom } from './random.ts';
import { createMaker } from './records.ts';
import { numbered, readSamples, readTable } from './samples.ts';

/** All records of a calendar. */
interface SeededCalendar {
  /** By collection, each after those that its records refer to. Records are made when they are asked for, once. */
  collections: readonly { name: string; size: number; records: Iterable<Stored> }[];
  /** The highest number of an id, by space. */
  lastIds: Readonly<Record<'posts' | 'terms', number>>;
}

/** Samples have lower ids. */
const OTHERS_FROM = 1001;

/** The samples, and as many copies besides as are asked for. */
export function calendarOf(parameters: Parameters): SeededCalendar {
  const { events, authors, seed } = parameters;
  const around = readDay(parameters.around)!;
  const [lines, table] = [readSamples(around, events), readTable()];
  const linesOf = (kind: ItemKind) => lines.filter((line) => line.kind === kind);
  const made = <R>(kind: ItemKind, make: (item: Item) => R) =>
    linesOf(kind).map((line) => make(itemOf(line, false, 0)));
  const maker = createMaker({ around, authors });

  /** A list of records that events name: the samples, and one more for so many events each. */
  function listOf<R>(kind: ItemKind, make: (item: Item) => R, from: number, each: number, most = Number.MAX_VALUE) {
    const samples = linesOf(kind);
    const size = Math.max(samples.length, Math.min(most, Math.ceil(events / each)));
    const more = table[kind as keyof typeof table] ?? samples;
    const idOf = (at: number) => Number(samples[at]?.id ?? from + at - samples.length);
    function* records(): Generator<R> {
      for (let at = 0; at < size; at += 1) {
        const beyond = at - samples.length;
        const line = samples[at] ?? numbered(more[beyond % more.length]!, Math.floor(beyond / more.length) + 2);
        yield make(itemOf({ ...line, id: idOf(at) }, false, 0));
      }
    }
    return { size, idOf, records: records(), samples: samples.length, end: from + size - samples.length };
  }
  const venues = listOf('venue', (item) => maker.post(venueKind, item), OTHERS_FROM, 50);
  const organizers = listOf('organizer', (item) => maker.post(organizerKind, item), venues.end, 80);
  const categories = listOf('category', (item) => maker.term(categoryKind, item), OTHERS_FROM, 400, 100);
  const tags = listOf('tag', (item) => maker.term(tagKind, item), categories.end, 200, 500);

  const images = made('image', maker.image);
  const series = made('series', (item) => {
    const { rule, rdates, exdates } = item.said[0].values;
    return maker.event(seriesKind, item, { uid: uidOf(parameters, item.id!), rule, rdates, exdates });
  });

  function* madeEvents(): Generator<EventRecord> {
    const samples = made('event', (item) => {
      const { series: its, originalStartsAt } = item.occurrence ?? {};
      const uid = uidOf(parameters, item.id!);
      return maker.event(eventKind, item, { uid, ...(its && { series: Number(its), originalStartsAt }) });
    });
    yield* ordered(samples, series);
    const copying = {
      ...{ parameters, around, places: table.venue, lists: { venues, organizers, categories, tags } },
      placeOf: (at: number) => table.venue[Math.max(0, at - venues.samples) % table.venue.length]!,
      // There is only one festival, and no need to copy what is the same each week.
      templates: [...new Map(samples.slice(1).map((event) => [event.names.join(), single(event)])).values()],
      random: createRandom(`${seed} events`),
      firstId: organizers.end,
    };
    for (let count = samples.length; count < events; count += 1)
      yield copied(organizers.end + count - samples.length, copying);
  }

  return {
    collections: [
      { name: 'images', size: images.length, records: images },
      { name: 'tags', ...tags },
      { name: 'categories', ...categories },
      { name: 'organizers', ...organizers },
      { name: 'venues', ...venues },
      { name: 'series', size: series.length, records: series },
      { name: 'events', size: events, records: madeEvents() },
    ],
    // The first term has id 2.
    lastIds: { posts: organizers.end + events, terms: tags.end - 1 },
  };
}

/** The events with what is stored of the order of the occurrences of these series. */
function ordered(events: readonly EventRecord[], series: readonly SeriesRecord[]): EventRecord[] {
  const listed = events.filter(isListed).sort((one, other) => one.startsAt - other.startsAt);
  const places = series.flatMap(({ _id }) => misplaced(listed.filter((event) => event.series === _id)));
  return events.map((event) => ({ ...event, ...places.find(({ _id }) => _id === event._id) }));
}

/** The event as one that is no occurrence. */
const single = ({ series: _, originalStartsAt: __, ...event }: EventRecord): EventRecord => event;
