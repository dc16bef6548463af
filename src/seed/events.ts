import type { RecordLinks, TermLinks } from '../fields/links.ts';
import type { EventInput } from '../resources/event/fields.ts';
import { eventKind } from '../resources/event/kind.ts';
import type { EventRecord } from '../resources/event/record.ts';
import { eventTimes } from '../resources/event/times.ts';
import { picturePath } from '../rules/own-pictures.ts';
import { RESERVED_SLUGS } from '../rules/slug.ts';
import { anyWhen, wall } from './event-times.ts';
import { anyCost, anyWords } from './event-words.ts';
import { festivalStory } from './festival.ts';
import { createPostMaker } from './make-post.ts';
import type { Random } from './random.ts';
import { before, DAY, ended, original, translations } from './sayings.ts';
import { createSlugs } from './slugs.ts';
import type { Picture, Story, Told } from './story.ts';
import { CITIES, TURNS } from './texts/cities.ts';
import { CAPTIONS } from './texts/descriptions.ts';
import { TOPICS, type Topic } from './texts/subjects.ts';
import type { KnownVenue, World } from './world.ts';

const STATES = [
  ['publish', 88],
  ['draft', 4],
  ['pending', 2],
  ['private', 2],
  ['future', 2],
  ['trash', 2],
] as const;

const linksTo = (ids: readonly number[]): RecordLinks & TermLinks => ({ set: ids.map((id) => ({ ref: { id } })) });

const idsOf = (links: RecordLinks | TermLinks | null | undefined): number[] => [
  ...new Set((links?.set ?? []).flatMap((link) => ('ref' in link && 'id' in link.ref ? [link.ref.id] : []))),
];

/** As many events as there are to be, one by one, the festival first; they name what was told before. */
export function* tellEvents(world: World): Generator<Told<EventRecord, EventInput>> {
  const random = world.random('events');
  const make = createPostMaker<EventRecord, EventInput>(
    eventKind,
    { slugs: createSlugs(RESERVED_SLUGS), pictures: world.pictures, nextId: world.nextPost },
    (values, { now }) => ({
      ...eventTimes(values, undefined, { zone: 'UTC', now }),
      venues: idsOf(values.venues),
      organizers: idsOf(values.organizers),
      categories: idsOf(values.categories),
      tags: idsOf(values.tags),
    }),
  );
  for (let number = 0; number < world.parameters.events; number++) {
    const story = number === 0 ? festivalStory(world) : eventStory(world, random, number);
    yield { story, record: make(story) };
  }
}

function eventStory(world: World, random: Random, number: number): Story<EventInput> {
  const { around, parameters } = world;
  const topic = random.pick(TOPICS);
  const venues = anyVenues(world, random);
  const city = venues[0]?.city ?? random.pick(CITIES);
  const say = anyWords(random, topic, city);
  const when = anyWhen(random, around, parameters.months);
  const language = original(random, city.country.language);
  const now = before(random, around + Math.min(0, when.offset) * DAY, 3, 180);
  const state = random.weighted(STATES);
  const cost = anyCost(random, city, language);
  const picture = random.chance(0.55) ? anyPicture(world, random, topic) : undefined;
  const values: EventInput = {
    ...say(language),
    author: random.pick(parameters.authors),
    ...when.values,
    timezone: venues.length ? city.zone : 'UTC',
    status: state === 'trash' || state === 'future' ? 'publish' : state,
    // Scheduled: it is published on a day to come.
    ...(state === 'future' ? { dateUtc: wall(around + random.between(1, 60) * DAY + 9 * 3_600_000) } : {}),
    ...(cost === undefined ? {} : { cost }),
    ...(random.chance(0.35) ? { website: `https://example.com/events/${number + 1}` } : {}),
    ...(venues.length && random.chance(0.7) ? { showMap: true, showMapLink: true } : {}),
    ...(random.chance(0.02) ? { hideFromListings: true } : {}),
    ...(random.chance(0.01) ? { sticky: true } : {}),
    ...(random.chance(0.04) ? { featured: true } : {}),
    ...(venues.length ? { venues: linksTo(venues.map(({ id }) => id)) } : {}),
    ...links(world, random, topic),
  };
  const first = { language, now, values };
  return ended(random, first, around, {
    // Some translations stop at the title: the rest shows in the language it was written in.
    later: translations(random, first, around, (each) => say(each, random.chance(0.15))),
    removedWithin: state === 'trash' ? 60 : undefined,
    picture,
  });
}

/** Mostly one, seldom none; two of a city now and then, if that may be. A few venues have very many events, some none. */
function anyVenues({ known, parameters }: World, random: Random): KnownVenue[] {
  if (random.chance(0.05)) return [];
  const place = random.skewed(Math.ceil(known.venues.length * 0.95));
  const venue = known.venues[place]!;
  // What is in the trash comes last: an update keeps it behind what it names.
  if (!random.chance(0.04) || venue.removed || !parameters.severalVenues) return [venue];
  const near = [place + 1, place - 1, place + TURNS.length].map((other) => known.venues[other]);
  const next = near.find((other) => other?.city === venue.city);
  return next ? [venue, next] : [venue];
}

function links({ known }: World, random: Random, topic: Topic): Pick<EventInput, 'organizers' | 'categories' | 'tags'> {
  const organizers = [known.organizers[random.skewed(Math.ceil(known.organizers.length * 0.95))]!];
  const other = known.organizers[random.skewed(known.organizers.length)]!;
  if (random.chance(0.08) && other !== organizers[0] && !organizers[0]!.removed) organizers.push(other);
  const categories = [topic.branch, ...(random.chance(0.15) ? [random.pick(TOPICS).branch] : [])];
  const tags = new Set(Array.from({ length: random.below(5) }, () => random.skewed(known.tags.length)));
  return {
    ...(random.chance(0.97) ? { organizers: linksTo(organizers.map(({ id }) => id)) } : {}),
    categories: linksTo([...new Set(categories)].map((place) => known.branches[place]!)),
    ...(tags.size ? { tags: linksTo([...tags].map((place) => known.tags[place]!)) } : {}),
  };
}

/** One of the images that events on a subject share. */
function anyPicture({ sizes }: World, random: Random, { subject }: Topic): Picture {
  const number = random.skewed(sizes.pictures);
  const path = picturePath(`event-${subject + 1}-${number + 1}`);
  return { path, captions: CAPTIONS[(subject + number) % CAPTIONS.length]! };
}
