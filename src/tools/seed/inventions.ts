import { LANGUAGES, type Language, perLanguage } from '../../domain/language.ts';
import { slugify } from '../../domain/slug.ts';
import type { Random } from './random.ts';
import type { Sample } from './records.ts';
import type { City, Samples, Words } from './samples.ts';

/** The lists of an event whose records are invented where samples do not suffice. */
export type Invented = 'venues' | 'organizers' | 'categories' | 'tags';

/** Fills the `{slots}` of a pattern in each language. */
export const fill = (pattern: Words, slots: Readonly<Record<string, Words>>): Words =>
  perLanguage((each) => pattern[each].replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot]![each]));

/** Invents venues and what else events name. No two of a list have the same name. The first venues are in the first city. */
export function createInventions({ cities, words }: Samples, random: Random, first: number) {
  const cityOf = (venue: number): City => cities[Math.max(0, venue - first) % cities.length]!;

  /** A word of each list: another combination for every number, and a city and a number when all were used. */
  function nameOf(pattern: Words, lists: readonly string[], number: number): Words {
    let [round, turn] = [number, 0];
    const slots: Record<string, Words> = {};
    for (const list of lists) {
      const all = words[list]!;
      turn += round % all.length;
      round = Math.floor(round / all.length);
      slots[list] = all[turn % all.length]!;
    }
    const name = fill(pattern, slots);
    return perLanguage((each) => (round ? `${name[each]} ${cityOf(number).name[each]} ${round}` : name[each]));
  }

  /** In the language of a city first, and mostly in the others. */
  function said(city: City, texts: Readonly<Record<string, Words>>, shared: object): Sample {
    const original = random.chance(0.85) ? city.language : random.pick(LANGUAGES);
    const others = LANGUAGES.filter((each) => each !== original && random.chance(0.8));
    const textsIn = (each: Language) => Object.fromEntries(Object.entries(texts).map(([key, its]) => [key, its[each]]));
    const status = random.weighted([
      ['publish', 95],
      ['draft', 2],
      ['pending', 1],
      ['private', 2],
    ] as const);
    return {
      said: [
        { language: original, values: { ...textsIn(original), ...shared, status } },
        ...others.map((language) => ({ language, values: textsIn(language) })),
      ],
    };
  }

  const [venue, organizer, term] = words.names!;
  function inventTerm(number: number): Sample {
    const name = nameOf(term!, ['namesakes', 'causes'], number);
    const [en, ...others] = LANGUAGES.map((language) => ({ language, values: { name: name[language] } }));
    return { said: [en!, ...others] };
  }

  return {
    cityOf,
    venues(number: number): Sample {
      const { street, name: city, country, stateProvince, lat, lng } = cityOf(number);
      const house = random.between(1, 180);
      const address = { en: `${house} ${street.en}`, ko: `${street.ko} ${house}`, es: `${street.es}, ${house}` };
      const name = nameOf(venue!, ['namesakes', 'places'], number);
      const near = (degrees: number) => Number((degrees + (random.number() - 0.5) * 0.08).toFixed(4));
      const place = random.chance(0.95) ? { geoLat: near(lat), geoLng: near(lng) } : {};
      return said(cityOf(number), { name, address, city, country, stateProvince }, place);
    },
    organizers(number: number): Sample {
      const name = nameOf(organizer!, ['namesakes', 'causes', 'bodies'], number);
      const website = `https://example.net/${slugify(name.en)}`;
      return said(random.pick(cities), { name }, { website, email: `${number}@example.org` });
    },
    categories: inventTerm,
    tags: inventTerm,
  };
}
