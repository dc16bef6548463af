import type { VenueInput } from '../resources/venue/fields.ts';
import { venueKind } from '../resources/venue/kind.ts';
import type { VenueRecord } from '../resources/venue/record.ts';
import type { Language } from '../rules/language.ts';
import { picturePath } from '../rules/own-pictures.ts';
import { RESERVED_SLUGS } from '../rules/slug.ts';
import { createPostMaker } from './make-post.ts';
import { createNames } from './names.ts';
import type { Random } from './random.ts';
import { before, ended, original, translations } from './sayings.ts';
import { createSlugs } from './slugs.ts';
import type { Story, Told } from './story.ts';
import { type City, TURNS } from './texts/cities.ts';
import { VENUE_DESCRIPTIONS } from './texts/descriptions.ts';
import { NAMESAKES, PLACES, VENUE_NAME } from './texts/names.ts';
import { fill, readWords, same, type Words } from './texts/words.ts';
import type { World } from './world.ts';

/** Of the records that have most events everybody sees the first few. */
export const FAMOUS = 3;

/** How often venues and organizers are in which state. */
export const LINKED_STATES = [
  ['publish', 93],
  ['draft', 2],
  ['pending', 1],
  ['private', 2],
  ['trash', 2],
] as const;

const ADDRESS = readWords('{number} {street} | {street} {number} | {street}, {number}');
const CAPTION = readWords('The entrance of {name} | {name} 입구 | La entrada de {name}');

/** As many venues as there are to be, in turn through the cities. */
export function* tellVenues(world: World): Generator<Told<VenueRecord, VenueInput>> {
  const random = world.random('venues');
  const named = createNames();
  const make = createPostMaker<VenueRecord, VenueInput>(venueKind, {
    slugs: createSlugs(RESERVED_SLUGS),
    pictures: world.pictures,
    nextId: world.nextPost,
  });
  for (let number = 0; number < world.sizes.venues; number++) {
    const city = TURNS[number % TURNS.length]!;
    const words = { namesake: random.pick(NAMESAKES), place: random.pick(PLACES) };
    const story = venueStory(world, random, number, city, named(fill(VENUE_NAME, words), city.name));
    const record = make(story);
    world.known.venues.push({ id: record._id, city, removed: story.removed !== undefined });
    yield { story, record };
  }
}

function venueStory(
  { parameters, around }: World,
  random: Random,
  number: number,
  city: City,
  name: Words,
): Story<VenueInput> {
  const { country } = city;
  const language = original(random, country.language);
  const now = before(random, around, 400, 1200);
  const state = number < FAMOUS ? 'publish' : random.weighted(LINKED_STATES);
  const house = String(random.between(1, 180));
  const address = fill(ADDRESS, { number: same(house), street: random.pick(country.streets) });
  const description = random.chance(0.8) ? random.pick(VENUE_DESCRIPTIONS) : undefined;
  const say = (each: Language) => ({
    name: name[each],
    ...(description ? { description: description[each] } : {}),
    address: address[each],
    city: city.name[each],
    country: country.name[each],
    [country.states ? 'state' : 'province']: city.region[each],
  });
  const values: VenueInput = {
    ...say(language),
    author: random.pick(parameters.authors),
    status: state === 'trash' ? 'publish' : state,
    zip: digits(random, city.zip),
    ...(random.chance(0.8) ? { phone: digits(random, city.phone) } : {}),
    ...(random.chance(0.6) ? { website: `https://example.com/places/${number + 1}` } : {}),
    ...(random.chance(0.95) ? { geoLat: near(random, city.lat), geoLng: near(random, city.lng) } : {}),
    ...(random.chance(0.1) ? { showMap: false, showMapLink: false } : {}),
  };
  const shown = random.chance(0.4);
  const first = { language, now, values };
  return ended(random, first, around, {
    later: translations(random, first, around, say),
    removedWithin: state === 'trash' ? 300 : undefined,
    picture: shown ? { path: picturePath(`venue-${number + 1}`), captions: fill(CAPTION, { name }) } : undefined,
  });
}

/** A pattern with a digit in the place of each `#`. */
export const digits = (random: Random, pattern: string): string =>
  pattern.replace(/#/g, () => String(random.below(10)));

/** Some kilometres off, in degrees with four decimals. */
const near = (random: Random, degrees: number): number =>
  Math.round((degrees + (random.number() - 0.5) * 0.08) * 10_000) / 10_000;
