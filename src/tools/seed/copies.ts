import { readCost } from '../../domain/cost.ts';
import { LANGUAGES, type Language, perLanguage } from '../../domain/language.ts';
import { slugify } from '../../domain/slug.ts';
import { isOut } from '../../domain/status.ts';
import { DAY, type Instant, utcAsWall, type WallTime, wallAsUtc } from '../../domain/zones.ts';
import { eventKind } from '../../kinds/event/kind.ts';
import type { EventRecord, EventText } from '../../kinds/event/record.ts';
import { eventTimes } from '../../kinds/event/times.ts';
import { withDerived } from '../../kinds/post/derived.ts';
import { TRASHED_ENDING } from '../../kinds/post/slugs.ts';
import { fill, type Invented } from './inventions.ts';
import type { Parameters } from './parameters.ts';
import type { Random } from './random.ts';
import type { City, Samples } from './samples.ts';

export interface Copying {
  samples: Pick<Samples, 'cities' | 'words'>;
  /** The events to copy. */
  templates: readonly EventRecord[];
  parameters: Parameters;
  around: Instant;
  /** What events may name, the most popular first. */
  lists: Readonly<Record<Invented, { size: number; idOf(number: number): number }>>;
  cityOf(venue: number): City;
  random: Random;
  newUid(): string;
  firstId: number;
}

/** Characters of a title that its slug begins with. */
const LONGEST = 20;

/** Makes endless further events: elsewhere, at another time, under another title. Some are repeated a week later. */
export function* copyEvents(copying: Copying): Generator<EventRecord, never> {
  const { random, firstId, newUid } = copying;
  let last: EventRecord | undefined;
  for (let _id = firstId; ; _id += 1) {
    const event = last && random.chance(0.25) ? later(last, 7, last.timezone) : copied(copying);
    // A number of its own makes a slug unique, without a set of all.
    const slugOf = (each: Language) => slugify(`${eventKind.nameIn(event, each).slice(0, LONGEST)} ${_id}`);
    const slug = Object.fromEntries(
      (Object.keys(event.slug) as Language[]).map((each) => [
        each,
        slugOf(each) + (event.trashed ? TRASHED_ENDING : ''),
      ]),
    );
    last = withDerived<EventRecord>(eventKind, { ...event, _id, uid: newUid(), slug });
    yield last;
  }
}

const shifted = (wall: WallTime, days: number): WallTime => utcAsWall(wallAsUtc(wall) + days * DAY);

/** The event so many days later, at the same wall-clock time in a zone. */
function later(event: EventRecord, days: number, timezone: string): EventRecord {
  const { startDate, endDate, allDay } = event;
  const times = { startDate: shifted(startDate, days), endDate: shifted(endDate, days), allDay, timezone };
  return { ...event, ...eventTimes(times, undefined, { zone: timezone, now: 0 }) };
}

function copied({ samples, templates, parameters, around, lists, cityOf, random }: Copying): EventRecord {
  const template = random.pick(templates);
  const { venues } = lists;
  const place = random.chance(0.05) ? undefined : random.skewed(venues.size);
  const city = place === undefined ? random.pick(samples.cities) : cityOf(place);
  const isNear = (other: number): boolean => other < venues.size && cityOf(other) === city;
  const places = place === undefined ? [] : [place, ...[place + 1, place + samples.cities.length].filter(isNear)];
  const many = random.chance(0.04) && parameters.severalVenues ? 2 : 1;
  // Most are in the next two years, some before, few after.
  const day = random.chance(0.6) ? random.between(1, 725) : random.between(-900, 1100);
  const since = Math.round((around - wallAsUtc(template.startDate)) / DAY);
  const written = around + Math.min(0, day) * DAY - random.between(3, 180) * DAY;
  const raw = city.price.replace('#', String(random.between(3, 60)));
  const some = (list: Invented, count: number): number[] =>
    Array.from({ length: count }, () => lists[list].idOf(random.skewed(lists[list].size)));
  return {
    ...later(template, since + day, city.zone),
    ...textsOf(template, { ...samples, city, random }),
    author: random.pick(parameters.authors),
    publishedAt: template.status === 'future' ? around + random.between(1, 60) * DAY : written,
    createdAt: written,
    modifiedAt: written,
    ...(template.lowestPrice && { cost: { raw, ...readCost(raw) } }),
    ...(place === undefined && random.chance(0.7) && { onlineUrl: 'https://example.com/online' }),
    venues: places.slice(0, many).map(venues.idOf),
    organizers: [...new Set(some('organizers', random.chance(0.9) ? 1 : random.below(3)))],
    categories: [...new Set([...template.categories, ...some('categories', random.below(2))])],
    tags: [...new Set(some('tags', random.below(4)))],
    hideFromListings: random.chance(0.02) && isOut(template.status),
    sticky: random.chance(0.01),
    featured: random.chance(0.04),
  };
}

/** Its texts under another title: in the language of the city first, and mostly in the others. */
function textsOf(
  { text, original, slug }: EventRecord,
  { words, city, random }: Pick<Samples, 'words'> & { city: City; random: Random },
): Pick<EventRecord, 'text' | 'original' | 'slug'> {
  const wanted = random.chance(0.85) ? city.language : random.pick(LANGUAGES);
  const first = text[wanted] ? wanted : original;
  const told = (Object.entries(text) as [Language, EventText][]).filter(
    ([each]) => random.chance(0.85) || each === first,
  );
  const number = String(random.between(2, 60));
  const title = fill(random.pick(words.titles!), {
    event: perLanguage((each) => text[each]?.title?.split(': ')[0] ?? ''),
    city: city.name,
    motif: random.pick(words.motifs!),
    guest: random.pick(words.guests!),
    number: { en: number, ko: number, es: number },
  });
  return {
    original: first,
    text: Object.fromEntries(told.map(([each, its]) => [each, { ...its, title: title[each] }])),
    slug: Object.fromEntries(told.filter(([each]) => slug[each] !== undefined).map(([each]) => [each, ''])),
  };
}
