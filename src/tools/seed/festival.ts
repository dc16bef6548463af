import { LANGUAGES, type Language } from '../../domain/language.ts';
import { picturePath } from '../../domain/own-pictures.ts';
import type { EventInput } from '../../kinds/event/fields.ts';
import { wall } from './event-times.ts';
import { linksTo } from './links.ts';
import { DAY, inOtherLanguages } from './sayings.ts';
import type { Story } from './story.ts';
import { captionsOf } from './texts/captions.ts';
import { readWords } from './texts/words.ts';
import type { World } from './world.ts';

const TITLE = readWords('Seoul Music Week | 서울 뮤직 위크 Seoul Music Week | Seoul Music Week: ocho días de música');
const DESCRIPTION = readWords(
  'Eight days of music, from choirs to jazz. Admission is free. | 합창부터 재즈까지 여드레 동안 이어지는 음악 축제입니다. 입장은 무료입니다. | Ocho días de música, de los coros al jazz. La entrada es libre.',
);
const HOUR = 3_600_000;

/**
 * The event that every calendar has. It runs for eight days from the reference day, in Seoul, at the first venue. Its slug is
 * `seoul-music-week`, so that every document in `schema/examples/` finds something.
 */
export function festivalStory({ around, linkable, parameters }: World): Story<EventInput> {
  const say = (language: Language) => ({ title: TITLE[language], description: DESCRIPTION[language] });
  const venue = linkable.venues[0]!;
  const picture = { path: picturePath('event-1-1'), captions: captionsOf(0) };
  const [language] = LANGUAGES;
  const now = around - 90 * DAY;
  const values: EventInput = {
    ...say(language),
    author: parameters.authors[0]!,
    startDate: wall(around + 10 * HOUR),
    endDate: wall(around + 7 * DAY + 18 * HOUR),
    timezone: venue.city.zone,
    cost: '0',
    featured: true,
    venues: linksTo([venue.id]),
    organizers: linksTo([linkable.organizers[0]!.id]),
    categories: linksTo([linkable.categories.get(0)!]),
    tags: linksTo([0, 1].map((place) => linkable.tags.get(place)!)),
  };
  const first = { language, now, values };
  return { first, later: inOtherLanguages(first, say), picture };
}
