import type { NewUid } from '../../kinds/event/identity.ts';
import { type Parameters, readDay, type Sizes, sizesOf } from './parameters.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { createRandom, type Random } from './random.ts';
import type { City } from './texts/cities.ts';

/** A venue that events can link to. */
export interface LinkableVenue {
  id: number;
  city: City;
  removed: boolean;
}

/** The state while a calendar is generated. It keeps ids, not records. */
export interface World {
  parameters: Parameters;
  sizes: Sizes;
  /** The reference moment of all dates. */
  around: number;
  pictures: Pictures;
  nextPost(): number;
  nextTerm(): number;
  newUid: NewUid;
  /** A random sequence for one purpose, independent of all others. */
  random(purpose: string): Random;
  /** What events may link to, in order of creation. */
  linkable: {
    /** Ids by index in the list of all categories, and of all tags. */
    categories: Map<number, number>;
    tags: Map<number, number>;
    venues: LinkableVenue[];
    organizers: { id: number; removed: boolean }[];
  };
}

/** The state of an empty calendar. */
export function createWorld(parameters: Parameters): World {
  const nextPost = counter(1);
  const random = (purpose: string) => createRandom(`${parameters.seed} ${purpose}`);
  return {
    parameters,
    sizes: sizesOf(parameters),
    around: readDay(parameters.around)!,
    pictures: createPictures(nextPost),
    nextPost,
    // Id 1 is WordPress's default category.
    nextTerm: counter(2),
    newUid: uidsOf(random('uids')),
    random,
    linkable: { categories: new Map(), tags: new Map(), venues: [], organizers: [] },
  };
}

/** UUIDs of version 4 (RFC 9562, 5.4) from a random sequence. */
const uidsOf =
  (random: Random): NewUid =>
  () =>
    'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (digit) =>
      (digit === 'x' ? random.below(16) : 8 + random.below(4)).toString(16),
    );

function counter(first: number): () => number {
  let next = first;
  return () => next++;
}
