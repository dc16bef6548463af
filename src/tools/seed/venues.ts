import type { Language } from '../../domain/language.ts';
import { picturePath } from '../../domain/own-pictures.ts';
import { RESERVED_SLUGS } from '../../domain/slug.ts';
import type { VenueInput } from '../../kinds/venue/fields.ts';
import { venueKind } from '../../kinds/venue/kind.ts';
import type { VenueRecord } from '../../kinds/venue/record.ts';
import { createPostMaker } from './make-post.ts';
import { createNames } from './names.ts';
import type { Random } from './random.ts';
import { before, DAY, ended, inOtherLanguages, original, translations } from './sayings.ts';
import { createSlugs } from './slugs.ts';
import type { Story, Told } from './story.ts';
import { type City, TURNS } from './texts/cities.ts';
import { VENUE_DESCRIPTIONS } from './texts/descriptions.ts';
import { HOME, HOME_VENUES, type HomeVenue } from './texts/home.ts';
import { NAMESAKES, PLACES, VENUE_NAME } from './texts/names.ts';
import { fill, readWords, same, type Words } from './texts/words.ts';
import type { World } from './world.ts';

/** How often venues and organizers have each status. */
export const LINKED_STATES = [
  ['publish', 93],
  ['draft', 2],
  ['pending', 1],
  ['private', 2],
  ['trash', 2],
] as const;

const ADDRESS = readWords('{number} {street} | {street} {number} | {street}, {number}');
const CAPTION = readWords('The entrance of {name} | {name} 입구 | La entrada de {name}');

/** Generates all venues: those of the city, then others in each city in turn. */
export function* tellVenues(world: World): Generator<Told<VenueRecord, VenueInput>> {
  const random = world.random('venues');
  const named = createNames();
  const make = createPostMaker<VenueRecord, VenueInput>(venueKind, {
    slugs: createSlugs(RESERVED_SLUGS),
    pictures: world.pictures,
    nextId: world.nextPost,
  });
  for (let number = 0; number < world.sizes.venues; number++) {
    const home = HOME_VENUES[number];
    const city = home ? HOME : TURNS[number % TURNS.length]!;
    const words = { namesake: random.pick(NAMESAKES), place: random.pick(PLACES) };
    const name = named(home?.name ?? fill(VENUE_NAME, words), city.name);
    const story = home ? homeStory(world, number, home) : venueStory(world, random, number, city, name);
    const record = make(story);
    world.linkable.venues.push({ id: record._id, city, removed: story.removed !== undefined });
    yield { story, record };
  }
}

/** A venue of the city, in every language. */
function homeStory(
  { parameters, around }: World,
  number: number,
  { name, address, zip, lat, lng, description }: HomeVenue,
): Story<VenueInput> {
  const { language } = HOME.country;
  const now = around - (900 - number) * DAY;
  const say = (each: Language) => ({
    ...{ name: name[each], description: description[each], address: address[each] },
    ...{ city: HOME.name[each], country: HOME.country.name[each] },
  });
  const values: VenueInput = {
    ...say(language),
    author: parameters.authors[0]!,
    ...{ zip, geoLat: lat, geoLng: lng },
    phone: `+82 2-0000-0${100 + number}`,
    website: `https://example.com/places/${number + 1}`,
  };
  const first = { language, now, values };
  return {
    ...{ first, later: inOtherLanguages(first, say) },
    picture: { path: picturePath(`venue-${number + 1}`), captions: fill(CAPTION, { name }) },
  };
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
  const state = random.weighted(LINKED_STATES);
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

/** Replaces each `#` of a pattern by a digit. */
export const digits = (random: Random, pattern: string): string =>
  pattern.replace(/#/g, () => String(random.below(10)));

/** Shifts a coordinate by some kilometres, in degrees with four decimals. */
const near = (random: Random, degrees: number): number =>
  Math.round((degrees + (random.number() - 0.5) * 0.08) * 10_000) / 10_000;
