import { type Parameters, readDay, type Sizes, sizesOf } from './parameters.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { createRandom, type Random } from './random.ts';
import type { City } from './texts/cities.ts';

/** A venue as events know it. */
export interface KnownVenue {
  id: number;
  city: City;
  removed: boolean;
}

/** What is remembered while a calendar is made: ids, not records. */
export interface World {
  parameters: Parameters;
  sizes: Sizes;
  /** The moment that dates lie around. */
  around: number;
  pictures: Pictures;
  nextPost(): number;
  nextTerm(): number;
  /** A source of numbers for one purpose: what another purpose draws does not change it. */
  random(purpose: string): Random;
  /** What events may name, in the order in which it was made. */
  known: {
    /** Ids by the place in the list of categories. */
    branches: number[];
    tags: number[];
    venues: KnownVenue[];
    organizers: { id: number; removed: boolean }[];
  };
}

/** A calendar in which nothing has been made. */
export function createWorld(parameters: Parameters): World {
  const nextPost = counter(1);
  return {
    parameters,
    sizes: sizesOf(parameters),
    around: readDay(parameters.around)!,
    pictures: createPictures(nextPost),
    nextPost,
    // 1 is the host's own default category.
    nextTerm: counter(2),
    random: (purpose) => createRandom(`${parameters.seed} ${purpose}`),
    known: { branches: [], tags: [], venues: [], organizers: [] },
  };
}

function counter(first: number): () => number {
  let next = first;
  return () => next++;
}
