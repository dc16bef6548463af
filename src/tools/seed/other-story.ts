import type { Language } from '../../domain/language.ts';
import { picturePath } from '../../domain/own-pictures.ts';
import type { EventInput } from '../../kinds/event/fields.ts';
import { anyWhen, wall } from './event-times.ts';
import { anyCost, anyWords } from './event-words.ts';
import { OTHERS_FROM } from './lineup.ts';
import { linksTo } from './links.ts';
import type { Plans } from './plans.ts';
import type { Random } from './random.ts';
import { before, DAY, ended, original, translations } from './sayings.ts';
import type { Picture, Story } from './story.ts';
import { captionsOf } from './texts/captions.ts';
import { CITIES, TURNS } from './texts/cities.ts';
import { HOME_ORGANIZERS, HOME_VENUES } from './texts/home.ts';
import { PROGRAMME } from './texts/programme.ts';
import { TOPICS, type Topic } from './texts/subjects.ts';
import { BASE_TAGS } from './texts/tags.ts';
import type { LinkableVenue, World } from './world.ts';

/** The city's venues, organizers and starting hours for events on a subject. */
interface Custom {
  venues: readonly number[];
  organizers: readonly number[];
  hours: readonly number[];
}

const custom = (venues: readonly number[], organizers: readonly number[], ...hours: readonly number[]): Custom => ({
  ...{ venues, organizers, hours },
});

/** In the order of the top-level categories: music, arts, stage, film, food, family, sports, nature and so on. */
const CUSTOMS: readonly Custom[] = [
  custom([0, 1, 11], [0, 1], 19, 19, 20, 21),
  custom([3, 2], [2, 3], 10, 11, 14, 15),
  custom([10, 2], [6, 3], 19, 20, 20),
  custom([6, 4], [6, 3], 18, 19, 20),
  custom([7, 11, 2], [7, 5], 10, 11, 14, 17),
  custom([4, 5, 8], [4, 5], 10, 11, 14, 15),
  custom([8, 1], [5], 7, 8, 9, 18),
  custom([8, 1], [5, 7], 7, 8, 9, 10),
  custom([4, 9], [4, 3], 14, 18, 19),
  custom([9, 2], [4, 2], 14, 18, 19),
  custom([5, 7, 1], [5, 7], 10, 11, 13, 14),
  custom([8, 11, 5], [5, 4], 7, 8, 18, 19),
];

/** One in `EVERY` made-up events is unpublished, with these statuses in turn. */
const UNPUBLISHED = ['draft', 'pending', 'private', 'future', 'trash'] as const;
const EVERY = 7;

/** A made-up event. The first ones ensure that every record in the calendar has a public event. */
export function otherStory(
  world: World,
  { random, plans, number }: { random: Random; plans: Plans; number: number },
): Story<EventInput> {
  const { around, parameters, sizes } = world;
  const at = number - OTHERS_FROM;
  const { topics, isNeeded } = needed(world, at);
  const topic = TOPICS[topics[at] ?? random.pick(sizes.topics)]!;
  const { venues, isHome } = anyVenues(world, random, { topic, at });
  const city = venues[0]?.city ?? random.pick(CITIES);
  const say = anyWords(random, topic, city);
  const when = anyWhen(random, around, parameters.months, isHome ? CUSTOMS[topic.subject]!.hours : undefined);
  const language = original(random, city.country.language);
  const now = before(random, around + Math.min(0, when.offset) * DAY, 3, 180);
  const isPublished = isNeeded || at % EVERY !== EVERY - 2;
  const state = isPublished ? 'publish' : UNPUBLISHED[Math.floor(at / EVERY) % UNPUBLISHED.length]!;
  const cost = anyCost(random, city, language);
  const picture = random.chance(0.6) ? anyPicture(world, random, topic) : undefined;
  const plan = plans(number, venues.length > 0);
  const values: EventInput = {
    ...say(language),
    author: random.pick(parameters.authors),
    ...when.values,
    timezone: venues.length ? city.zone : 'UTC',
    status: state === 'trash' || state === 'future' ? 'publish' : state,
    // A scheduled event is published on a later day.
    ...(state === 'future' ? { dateUtc: wall(around + random.between(1, 60) * DAY + 9 * 3_600_000) } : {}),
    ...(cost === undefined ? {} : { cost }),
    ...(random.chance(0.35) ? { website: `https://example.com/events/${number + 1}` } : {}),
    ...(venues.length && random.chance(0.7) ? { showMap: true, showMapLink: true } : {}),
    ...(random.chance(0.02) && !isNeeded ? { hideFromListings: true } : {}),
    ...(random.chance(0.01) ? { sticky: true } : {}),
    ...(random.chance(0.04) ? { featured: true } : {}),
    ...(venues.length ? { venues: linksTo(venues.map(({ id }) => id)) } : {}),
    ...links(world, random, { topic, at, isHome }),
    ...plan.values,
    ...plan.say(language),
  };
  const first = { language, now, values };
  const saying = (each: Language) => ({ ...say(each, !isHome && random.chance(0.15)), ...plan.say(each) });
  return ended(random, first, around, {
    // In the city, most events are in every language. Elsewhere, some translations have only a title.
    later: translations(random, first, around, saying, isHome ? (random.chance(0.12) ? 0 : 1) : undefined),
    removedWithin: state === 'trash' ? 60 : undefined,
    picture,
  });
}

/** The topics of the first made-up events, and whether this event must be public for some record to have one. */
function needed({ sizes }: World, at: number): { topics: readonly number[]; isNeeded: boolean } {
  const inProgramme = new Set(PROGRAMME.map(({ topic }) => topic));
  const topics = sizes.topics.filter((place) => !inProgramme.has(place));
  const most = Math.max(
    ...[topics.length, sizes.tags.filter((place) => place >= BASE_TAGS.length).length],
    ...[sizes.venues - HOME_VENUES.length, sizes.organizers - HOME_ORGANIZERS.length],
  );
  return { topics, isNeeded: at < most };
}

/** Usually one venue, rarely none, and now and then two of a city if allowed. A few venues have very many events. */
function anyVenues(
  { linkable, parameters }: World,
  random: Random,
  { topic, at }: { topic: Topic; at: number },
): { venues: LinkableVenue[]; isHome: boolean } {
  const own = HOME_VENUES.length + at;
  if (own >= linkable.venues.length && random.chance(0.05)) return { venues: [], isHome: false };
  const drawn = own < linkable.venues.length ? own : random.skewed(linkable.venues.length);
  const isHome = drawn < HOME_VENUES.length;
  const place = isHome ? random.pick(CUSTOMS[topic.subject]!.venues) : drawn;
  const venue = linkable.venues[place]!;
  // Trashed links come last, because an update keeps them there.
  if (!random.chance(0.04) || venue.removed || !parameters.severalVenues) return { venues: [venue], isHome };
  const near = [place + 1, place - 1, place + TURNS.length].map((other) => linkable.venues[other]);
  const next = near.find((other) => other?.city === venue.city);
  return { venues: next ? [venue, next] : [venue], isHome };
}

function links(
  { linkable, sizes }: World,
  random: Random,
  { topic, at, isHome }: { topic: Topic; at: number; isHome: boolean },
): Pick<EventInput, 'organizers' | 'categories' | 'tags'> {
  const own = HOME_ORGANIZERS.length + at;
  const drawn = random.skewed(linkable.organizers.length);
  const place =
    own < linkable.organizers.length ? own : isHome ? random.pick(CUSTOMS[topic.subject]!.organizers) : drawn;
  const organizers = [linkable.organizers[place]!];
  const other = linkable.organizers[random.skewed(linkable.organizers.length)]!;
  if (random.chance(0.08) && other !== organizers[0] && !organizers[0]!.removed) organizers.push(other);
  const second = random.chance(0.15) ? [TOPICS[random.pick(sizes.topics)]!.branch] : [];
  const categories = [...new Set([topic.branch, ...second])].map((each) => linkable.categories.get(each)!);
  const any = sizes.tags.filter((tag) => tag >= BASE_TAGS.length);
  const tags = new Set(
    any.length ? Array.from({ length: random.below(4) }, () => any[random.skewed(any.length)]!) : [],
  );
  for (const tag of any.slice(at, at + 1)) tags.add(tag);
  const hasOrganizer = own < linkable.organizers.length || random.chance(0.97);
  return {
    ...(hasOrganizer ? { organizers: linksTo(organizers.map(({ id }) => id)) } : {}),
    categories: linksTo(categories),
    ...(tags.size ? { tags: linksTo([...tags].map((tag) => linkable.tags.get(tag)!)) } : {}),
  };
}

/** One of the images shared by the events on a subject. */
function anyPicture({ sizes }: World, random: Random, { subject }: Topic): Picture {
  const path = picturePath(`event-${subject + 1}-${random.skewed(sizes.pictures) + 1}`);
  return { path, captions: captionsOf(subject) };
}
