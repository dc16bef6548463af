import { LANGUAGES, type Language } from '../../domain/language.ts';
import { picturePath } from '../../domain/own-pictures.ts';
import type { EventInput } from '../../kinds/event/fields.ts';
import { wall } from './event-times.ts';
import type { Showing } from './lineup.ts';
import { linksTo } from './links.ts';
import { onlineUrl, REASONS } from './plans.ts';
import { DAY, inOtherLanguages } from './sayings.ts';
import type { Story } from './story.ts';
import { captionsOf } from './texts/captions.ts';
import { HOME } from './texts/home.ts';
import { type Entry, PROGRAMME } from './texts/programme.ts';
import { TOPICS } from './texts/subjects.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;

/** How many days running events have been on, and will continue. */
const RUNS = 42;

/** An event of the programme. Most are in all languages, a few in only one. */
export function programmeStory(world: World, { entry, week }: Showing, number: number): Story<EventInput> {
  const { around, linkable, parameters } = world;
  const { title, text, marks, topic } = entry;
  const { subject, branch } = TOPICS[topic]!;
  const status = (['canceled', 'postponed'] as const).find((each) => marks.has(each));
  const say = (language: Language): Pick<EventInput, 'title' | 'description' | 'statusReason'> => ({
    title: title[language],
    description: text[language],
    ...(status && { statusReason: REASONS[status][0]![language] }),
  });
  const only = LANGUAGES.find((language) => marks.has(language));
  const language = only ?? HOME.country.language;
  const now = around - (30 + number) * DAY;
  const start = around + dayOf(entry, around, week) * DAY + entry.start * MINUTE;
  const values: EventInput = {
    ...say(language),
    author: parameters.authors[number % parameters.authors.length]!,
    startDate: wall(start),
    endDate: wall(start + entry.minutes * MINUTE + (marks.has('running') ? RUNS * DAY : 0)),
    timezone: HOME.zone,
    cost: entry.cost === 0 ? '0' : HOME.country.price.replace('#', String(entry.cost)),
    showMap: true,
    showMapLink: true,
    ...(marks.has('featured') && { featured: true }),
    ...(status && { eventStatus: status }),
    ...(marks.has('online') && { onlineUrl: onlineUrl(number) }),
    ...(entry.venue >= 0 && { venues: linksTo([linkable.venues[entry.venue]!.id]) }),
    organizers: linksTo([linkable.organizers[entry.organizer]!.id]),
    categories: linksTo([linkable.categories.get(branch)!]),
    tags: linksTo(entry.tags.map((tag) => linkable.tags.get(tag)!)),
  };
  const first = { language, now, values };
  const path = picturePath(`programme-${subject + 1}-${PROGRAMME.indexOf(entry) + 1}`);
  return {
    ...{ first, later: only ? [] : inOtherLanguages(first, say) },
    ...(marks.has('picture') && { picture: { path, captions: captionsOf(subject) } }),
  };
}

/** The day of an event, counted from the reference day. A weekday never falls on the reference day itself. */
function dayOf({ day }: Entry, around: number, week: number): number {
  if ('after' in day) return day.after + week * 7;
  const until = (day.weekday - new Date(around).getUTCDay() + 7) % 7;
  return (until || 7) + week * 7;
}
