import { GraphQLError } from 'graphql';
import { enumName } from '../fields/kind.ts';
import { isDay, readDateTime } from '../rules/iso.ts';
import { LANGUAGES, type Language } from '../rules/language.ts';
import { STATUS_MEANINGS, STATUSES, type Status } from '../rules/status.ts';
import { builder } from './builder.ts';

/** Values whose keys are no GraphQL names, such as JSON-LD. Output only. */
export const Json = builder.scalarType('JSON', {
  description: 'Any JSON value.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
});

/** An error of any other class would count as a fault of the server where a variable is wrong. */
const refused = (what: string): never => {
  throw new GraphQLError(`Must be ${what}.`);
};

/** A moment: shown as text with an offset, taken as an `Instant`. */
export const DateTime = builder.scalarType('DateTime', {
  description: 'A moment, with its distance from UTC: `2026-11-20T19:00:00+01:00`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  serialize: (value) => value,
  parseValue: (value) =>
    (typeof value === 'string' ? readDateTime(value) : undefined) ??
    refused('a date and time with an offset, as in 2026-11-20T19:00:00+01:00'),
});

/** A day: shown and taken as text. */
export const Day = builder.scalarType('Date', {
  description: 'A day of the calendar, in no zone: `2026-11-20`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  serialize: (value) => value,
  parseValue: (value) => (typeof value === 'string' && isDay(value) ? value : refused('a day, as in 2026-11-20')),
});

/** A day or a moment, taken only, as text: what it means depends on the zone and the clock, so fields read it themselves. */
builder.scalarType('DateOrDateTime', {
  description: [
    'A day or a moment, as text.',
    '- A day, `2031-05-01`: all of it.',
    '- A moment with an offset, `2031-05-01T10:00:00+02:00`.',
    '- A moment without one, `2031-05-01T10:00:00`: in the time zone of the site, or in that of `datesIn` where that stands beside it.',
    '- English words, `today`, `saturday this week`, `+2 weeks`: counted from the moment of the request.',
    '- Digits: `20310501`, `20310501100000`, and other numbers as seconds since 1970.',
    '',
    'The words and forms are those of the manual that this scalar names, at most 100 characters; what cannot be read without leaving some of it out is refused.',
  ].join('\n'),
  specifiedByURL: 'https://www.php.net/manual/en/datetime.formats.php',
  serialize: (value) => value,
  parseValue: (value) => (typeof value === 'string' ? value : refused('text, as in "2031-05-01"')),
});

/** An address, shown only. */
export const Url = builder.scalarType('Url', {
  description: 'An absolute address: http, https, ftp, mailto or tel.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3986',
  serialize: (value) => value,
});

/** HTML, shown only. */
export const Html = builder.scalarType('Html', {
  description: 'HTML that may stand within a page as it is: what could run or load from elsewhere was taken out.',
  specifiedByURL: 'https://html.spec.whatwg.org/multipage/',
  serialize: (value) => value,
});

/** A time zone, shown only. */
export const TimeZone = builder.scalarType('TimeZone', {
  description:
    'A time zone: a name of the IANA database (`Europe/Madrid`), an abbreviation of it (`CET`), or a distance from UTC in hours (`UTC+5.5`).',
  specifiedByURL: 'https://www.iana.org/time-zones',
  serialize: (value) => value,
});

/** The words of an enum, which has them in capitals. */
export const enumValues = <V extends string>(
  words: readonly V[],
  meaning: Partial<Record<V, string>> = {},
): Record<string, { value: V; description?: string }> =>
  Object.fromEntries(words.map((value) => [enumName(value), { value, ...describedBy(meaning[value]) }]));

const describedBy = (description: string | undefined) => (description === undefined ? {} : { description });

/** The state of an event, venue or organizer. */
export const PostStatus = builder.enumType('PostStatus', {
  description: 'The state of an event, venue or organizer.',
  values: enumValues<Status>(STATUSES, STATUS_MEANINGS),
});

/** A content language. */
export const LanguageEnum = builder.enumType('Language', {
  description: 'A language that texts are kept in.',
  values: enumValues<Language>(LANGUAGES, { en: 'English.', ko: 'Korean.', es: 'Spanish.' }),
});

/** How a text is shown. */
export const TextFormat = builder.enumType('TextFormat', {
  description: 'How a text is shown.',
  values: enumValues<TextFormatValue>(['raw', 'html'], {
    raw: 'As it was sent.',
    html: 'Ready to stand in a page.',
  }),
});

export type TextFormatValue = 'raw' | 'html';
