import { type Entry, PROGRAMME } from './texts/programme.ts';
import { BRANCHES, TOPICS } from './texts/subjects.ts';
import { BASE_TAGS, TAG_NAMES } from './texts/tags.ts';

/** An event of the programme, this many weeks after its first time. */
export interface Showing {
  entry: Entry;
  week: number;
}

/** The other weeks in which weekly events are in the calendar. */
const WEEKS = [1, 2, -1] as const;

/** The events after the festival, numbered from 1: each of the programme, then the weekly ones again. */
const SHOWINGS: readonly Showing[] = [
  ...PROGRAMME.map((entry) => ({ entry, week: 0 })),
  ...WEEKS.flatMap((week) => PROGRAMME.filter(({ marks }) => marks.has('weekly')).map((entry) => ({ entry, week }))),
];

/** The event of the programme with this number; undefined for the festival and for made-up events. */
export const showingOf = (number: number): Showing | undefined => SHOWINGS[number - 1];

/** The number of the first made-up event. */
export const OTHERS_FROM = 1 + SHOWINGS.length;

/** Made-up events for each topic, and each tag, that the programme lacks. */
const EACH = 3;

/** The topics, categories and tags of a calendar, as indexes in the lists of all. */
export interface Lineup {
  topics: readonly number[];
  categories: readonly number[];
  tags: readonly number[];
}

const TAG_PLACES = TAG_NAMES.map((_, place) => place);

/** The festival is about music, free, and live. */
const OF_FESTIVAL = { categories: [0], tags: [0, 1] } as const;

/** Chooses them by the number of events. A small calendar has few, so that every category and tag has an event. */
export function lineupOf(events: number): Lineup {
  const entries = PROGRAMME.slice(0, Math.max(0, events - 1));
  const inProgramme = new Set(PROGRAMME.map(({ topic }) => topic));
  const spare = Math.max(0, Math.floor((events - OTHERS_FROM) / EACH));
  const others = TOPICS.map((_, place) => place).filter((place) => !inProgramme.has(place));
  const topics = [...new Set([...entries.map(({ topic }) => topic), ...others.slice(0, spare)])];
  const branches = topics.map((place) => TOPICS[place]!.branch);
  const tags = [...OF_FESTIVAL.tags, ...entries.flatMap((entry) => entry.tags)];
  const more = TAG_PLACES.slice(BASE_TAGS.length, BASE_TAGS.length + spare);
  return {
    topics,
    categories: inOrder([...OF_FESTIVAL.categories, ...branches.flatMap(withParents)]),
    tags: inOrder([...tags, ...more]),
  };
}

const inOrder = (places: readonly number[]): number[] => [...new Set(places)].sort((a, b) => a - b);

function withParents(place: number): number[] {
  const { parent } = BRANCHES[place]!;
  return parent === undefined ? [place] : [...withParents(parent), place];
}
