import { readCost } from '../../domain/cost.ts';
import { LANGUAGES, type Language, type PerLanguage, textIn } from '../../domain/language.ts';
import { isOut } from '../../domain/status.ts';
import { DAY, type Instant, utcAsWall, type WallTime, wallAsUtc } from '../../domain/zones.ts';
import { eventKind } from '../../kinds/event/kind.ts';
import type { EventRecord, EventText, Naming } from '../../kinds/event/record.ts';
import { eventTimes } from '../../kinds/event/times.ts';
import { withDerived } from '../../kinds/post/derived.ts';
import { TRASHED, TRASHED_ENDING } from '../../kinds/post/slugs.ts';
import type { Parameters } from './options.ts';
import type { Random } from './random.ts';
import type { Place } from './samples.ts';

interface Copying {
  /** The events to copy. */
  templates: readonly EventRecord[];
  parameters: Parameters;
  around: Instant;
  places: readonly Place[];
  placeOf(venue: number): Place;
  /** What events may name, the most popular first. */
  lists: Readonly<Record<keyof Naming, { size: number; idOf(at: number): number }>>;
  random: Random;
  firstId: number;
}

/** An event as another one: elsewhere, at another time, and numbered. */
export function copied(
  _id: number,
  { templates, parameters, around, places, placeOf, lists, random, firstId }: Copying,
): EventRecord {
  const { between, chance, pick, skewed } = random;
  const template = pick(templates);
  const { size, idOf } = lists.venues;
  const venue = chance(0.05) ? undefined : skewed(size);
  const place = venue === undefined ? pick(places) : placeOf(venue);
  const isNear = (other: number): boolean => other < size && placeOf(other) === place;
  const venues = venue === undefined ? [] : [venue, ...[venue + 1, venue + places.length].filter(isNear)];
  const many = chance(0.04) && parameters.severalVenues ? 2 : 1;
  // Most are in the next two years, some before, few after.
  const day = chance(0.6) ? between(1, 725) : between(-900, 1100);
  const later = Math.round((around - wallAsUtc(template.startDate)) / DAY) + day;
  const shifted = (wall: WallTime): WallTime => utcAsWall(wallAsUtc(wall) + later * DAY);
  const times = {
    startDate: shifted(template.startDate),
    endDate: shifted(template.endDate),
    allDay: template.allDay,
    timezone: place.zone,
  };
  const written = around + Math.min(0, day) * DAY - between(3, 180) * DAY;
  const raw = place.price.replace('#', String(between(3, 60)));
  const some = (list: keyof Naming, count: number): number[] =>
    Array.from({ length: count }, () => lists[list].idOf(skewed(lists[list].size)));
  const number = Math.floor((_id - firstId) / templates.length) + 2;
  const original = template.text[place.original] ? place.original : template.original;
  const languages = chance(0.8) ? LANGUAGES : [original];
  const ending = `-${_id}${template.trashed ? TRASHED_ENDING : ''}`;
  return withDerived<EventRecord>(eventKind, {
    ...template,
    ...eventTimes(times, undefined, { zone: place.zone, now: around }),
    _id,
    // A number of its own makes a slug unique, without a set of all.
    slug: changed(template.slug, languages, (slug) => slug.replace(TRASHED, '') + ending),
    text: changed(template.text, languages, (text, language): EventText => {
      const city = textIn({ ...place, text: place.texts }, 'city', language);
      return { ...text, title: `${text.title}, ${city} ${number}` };
    }),
    original,
    uid: uidOf(parameters, _id),
    author: pick(parameters.authors),
    publishedAt: template.status === 'future' ? around + between(1, 60) * DAY : written,
    createdAt: written,
    modifiedAt: written,
    ...(template.lowestPrice && { cost: { raw, ...readCost(raw) } }),
    ...(venue === undefined && chance(0.7) && { onlineUrl: 'https://example.com/online' }),
    venues: venues.slice(0, many).map(idOf),
    organizers: [...new Set(some('organizers', chance(0.9) ? 1 : random.below(3)))],
    categories: [...new Set([...template.categories, ...some('categories', random.below(2))])],
    tags: [...new Set(some('tags', random.below(4)))],
    hideFromListings: chance(0.02) && isOut(template.status),
    sticky: chance(0.01),
    featured: chance(0.04),
  });
}

/** What there is in these languages, changed. */
const changed = <V>(
  values: PerLanguage<V>,
  languages: readonly Language[],
  change: (value: V, language: Language) => V,
): PerLanguage<V> =>
  Object.fromEntries(
    languages.flatMap((language) =>
      values[language] === undefined ? [] : [[language, change(values[language], language)]],
    ),
  );

/** The name of an event or a series in any calendar. */
export const uidOf = ({ seed }: Parameters, id: number): string => `${id}.${seed}@example.com`;
