import type { Language } from '../../domain/language.ts';
import type { Random } from './random.ts';
import type { City } from './texts/cities.ts';
import { beginnings, ENDINGS, INVITATIONS, MIDDLES, PLAIN_TITLES, TITLES } from './texts/descriptions.ts';
import { MOTIFS, PEOPLE } from './texts/names.ts';
import type { Topic } from './texts/subjects.ts';
import { fillIn, readWords, same } from './texts/words.ts';

/** The texts of an event in one language. */
export interface EventWords {
  title: string;
  description?: string;
  excerpt?: string;
}

/** Subjects whose events no named person leads: food, family, sports, nature, community. */
const UNLED = [4, 5, 6, 7, 10];

const isLed = ({ subject }: Topic): boolean => !UNLED.includes(subject);

/** Title, description and excerpt of an event, alike in every language. A short translation has only the title. */
export function anyWords(
  random: Random,
  topic: Topic,
  city: City,
): (language: Language, short?: boolean) => EventWords {
  const pattern = random.weighted(isLed(topic) ? TITLES : PLAIN_TITLES);
  const slots = {
    topic: topic.name,
    city: city.name,
    motif: random.pick(MOTIFS),
    person: random.pick(PEOPLE),
    number: same(String(random.between(2, 60))),
  };
  const parts = [random.pick(beginnings(topic.subject)), random.pick(MIDDLES), random.pick(ENDINGS)];
  const described = random.chance(0.92);
  const invitation = random.chance(0.7) ? random.pick(INVITATIONS) : undefined;
  return (language, short = false) => ({
    title: fillIn(pattern, slots, language),
    ...(described && !short ? { description: parts.map((part) => part[language]).join('\n\n') } : {}),
    ...(invitation && !short ? { excerpt: fillIn(invitation, slots, language) } : {}),
  });
}

const FREE = readWords('Free | 무료 | Gratis');
const GIVING = readWords('Pay what you can | 자유 관람료 | La voluntad');

/** The cost of an event in its country's currency; undefined if it has none. */
export function anyCost(random: Random, { country }: City, language: Language): string | undefined {
  const price = (amount: number): string => country.price.replace('#', String(amount));
  const part = random.number();
  if (part < 0.12) return undefined;
  if (part < 0.42) return FREE[language];
  if (part < 0.47) return GIVING[language];
  const least = random.between(3, 40);
  return part < 0.82 ? price(least) : `${price(least)} – ${price(least + random.between(2, 30))}`;
}
