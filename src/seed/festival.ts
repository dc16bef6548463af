import type { EventInput } from '../resources/event/fields.ts';
import { LANGUAGES, type Language } from '../rules/language.ts';
import { picturePath } from '../rules/own-pictures.ts';
import { wall } from './event-times.ts';
import { DAY } from './sayings.ts';
import type { Story } from './story.ts';
import { CAPTIONS } from './texts/descriptions.ts';
import { readWords } from './texts/words.ts';
import type { World } from './world.ts';

const TITLE = readWords('Seoul Music Week | 서울 뮤직 위크 Seoul Music Week | Seoul Music Week: ocho días de música');
const DESCRIPTION = readWords(
  'Eight days of music, from choirs to jazz. Admission is free. | 합창부터 재즈까지 여드레 동안 이어지는 음악 축제입니다. 입장은 무료입니다. | Ocho días de música, de los coros al jazz. La entrada es libre.',
);
const HOUR = 3_600_000;

/**
 * The event that every calendar has: it runs for eight days from the day that dates lie around, in Seoul, where the first
 * venue is. So each document in `schema/examples/` finds something as it is: its slug is `seoul-music-week`.
 */
export function festivalStory({ around, known, parameters }: World): Story<EventInput> {
  const say = (language: Language) => ({ title: TITLE[language], description: DESCRIPTION[language] });
  const venue = known.venues[0]!;
  const picture = { path: picturePath('event-1-1'), captions: CAPTIONS[0]! };
  const [language, ...others] = LANGUAGES;
  const now = around - 90 * DAY;
  const values: EventInput = {
    ...say(language),
    author: parameters.authors[0]!,
    startDate: wall(around + 10 * HOUR),
    endDate: wall(around + 7 * DAY + 18 * HOUR),
    timezone: venue.city.zone,
    cost: '0',
    featured: true,
    venues: { set: [{ ref: { id: venue.id } }] },
    organizers: { set: [{ ref: { id: known.organizers[0]!.id } }] },
    categories: { set: [{ ref: { id: known.branches[0]! } }] },
    tags: { set: [{ ref: { id: known.tags[0]! } }] },
  };
  return {
    first: { language, now, values },
    later: others.map((language, index) => ({ language, now: now + (index + 1) * DAY, values: say(language) })),
    picture,
  };
}
