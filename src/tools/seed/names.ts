import { same, type Words } from './texts/words.ts';

/**
 * Creates names that are unique in every language, since a record with an existing name would be taken for the other one.
 * It tries the plain name, then adds the city, then a number.
 */
export function createNames(): (plain: Words, city: Words) => Words {
  const taken = new Set<string>();

  const free = (name: Words): boolean => Object.values(name).every((each) => !taken.has(each));

  return (plain, city) => {
    let name = plain;
    for (let number = 1; !free(name); number++)
      name = joined(plain, city, number === 1 ? undefined : same(String(number)));
    for (const each of Object.values(name)) taken.add(each);
    return name;
  };
}

const joined = (...parts: (Words | undefined)[]): Words => {
  const words = parts.filter((part) => part !== undefined);
  const join = (language: keyof Words): string => words.map((part) => part[language]).join(' ');
  return { en: join('en'), ko: join('ko'), es: join('es') };
};
