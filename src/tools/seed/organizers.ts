import type { Language } from '../../domain/language.ts';
import { picturePath } from '../../domain/own-pictures.ts';
import { RESERVED_SLUGS, slugify } from '../../domain/slug.ts';
import type { OrganizerInput } from '../../kinds/organizer/fields.ts';
import { organizerKind } from '../../kinds/organizer/kind.ts';
import type { OrganizerRecord } from '../../kinds/organizer/record.ts';
import { createPostMaker } from './make-post.ts';
import { createNames } from './names.ts';
import type { Random } from './random.ts';
import { before, DAY, ended, inOtherLanguages, original, translations } from './sayings.ts';
import { createSlugs } from './slugs.ts';
import type { Story, Told } from './story.ts';
import { type City, TURNS } from './texts/cities.ts';
import { ORGANIZER_DESCRIPTIONS } from './texts/descriptions.ts';
import { HOME, HOME_ORGANIZERS, type HomeOrganizer } from './texts/home.ts';
import { BODIES, CAUSES, NAMESAKES, ORGANIZER_NAME } from './texts/names.ts';
import { fill, readWords, type Words } from './texts/words.ts';
import { digits, LINKED_STATES } from './venues.ts';
import type { World } from './world.ts';

const CAPTION = readWords('Logo of {name} | {name} 로고 | Logotipo de {name}');

/** Domains that nobody owns. */
const DOMAINS = ['example.org', 'example.com', 'example.net'] as const;

/** Generates all organizers, those of the city first. */
export function* tellOrganizers(world: World): Generator<Told<OrganizerRecord, OrganizerInput>> {
  const random = world.random('organizers');
  const named = createNames();
  const make = createPostMaker<OrganizerRecord, OrganizerInput>(organizerKind, {
    slugs: createSlugs(RESERVED_SLUGS),
    pictures: world.pictures,
    nextId: world.nextPost,
  });
  for (let number = 0; number < world.sizes.organizers; number++) {
    const home = HOME_ORGANIZERS[number];
    const city = random.pick(TURNS);
    const words = { namesake: random.pick(NAMESAKES), cause: random.pick(CAUSES), body: random.pick(BODIES) };
    const name = named(home?.name ?? fill(ORGANIZER_NAME, words), city.name);
    const story = home ? homeStory(world, number, home) : organizerStory(world, random, number, city, name);
    const record = make(story);
    world.linkable.organizers.push({ id: record._id, removed: story.removed !== undefined });
    yield { story, record };
  }
}

/** An organizer of the city, in every language. */
function homeStory(
  { parameters, around }: World,
  number: number,
  { name, description }: HomeOrganizer,
): Story<OrganizerInput> {
  const { language } = HOME.country;
  const now = around - (800 - number) * DAY;
  const say = (each: Language) => ({ name: name[each], description: description[each] });
  const box = slugify(name.en);
  const values: OrganizerInput = {
    ...say(language),
    author: parameters.authors[0]!,
    ...{ phone: `+82 2-0000-0${200 + number}`, email: `${box}@example.org`, website: `https://example.net/${box}` },
  };
  const first = { language, now, values };
  return {
    ...{ first, later: inOtherLanguages(first, say) },
    picture: { path: picturePath(`organizer-${number + 1}`), captions: fill(CAPTION, { name }) },
  };
}

function organizerStory(
  { parameters, around }: World,
  random: Random,
  number: number,
  city: City,
  name: Words,
): Story<OrganizerInput> {
  const language = original(random, city.country.language);
  const now = before(random, around, 400, 1200);
  const state = random.weighted(LINKED_STATES);
  const description = random.chance(0.8) ? random.pick(ORGANIZER_DESCRIPTIONS) : undefined;
  const say = (each: Language) => ({
    name: name[each],
    ...(description ? { description: description[each] } : {}),
  });
  const box = slugify(name.en);
  const shown = random.chance(0.4);
  const values: OrganizerInput = {
    ...say(language),
    author: random.pick(parameters.authors),
    status: state === 'trash' ? 'publish' : state,
    ...(random.chance(0.8) ? { phone: digits(random, city.phone) } : {}),
    ...(random.chance(0.9) ? { email: `${box}@${random.pick(DOMAINS)}` } : {}),
    ...(random.chance(0.6) ? { website: `https://example.net/${box}` } : {}),
  };
  const first = { language, now, values };
  return ended(random, first, around, {
    later: translations(random, first, around, say),
    removedWithin: state === 'trash' ? 300 : undefined,
    picture: shown ? { path: picturePath(`organizer-${number + 1}`), captions: fill(CAPTION, { name }) } : undefined,
  });
}
