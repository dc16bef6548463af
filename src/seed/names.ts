import { same, type Words } from './texts/words.ts';

/**
 * Gives names that nobody else has, in any language: a record made under another's name would become that other one.
 * The plain name is tried first, then the name with that of a city, then with a number behind it.
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
