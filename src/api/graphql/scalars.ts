import { GraphQLError } from 'graphql';
import { enumName } from '../../domain/fields/kind.ts';
import { isDay, readDateTime } from '../../domain/iso.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { STATUS_MEANINGS, STATUSES, type Status } from '../../domain/status.ts';
import { isZone } from '../../domain/zones.ts';
import { builder } from './builder.ts';
import { COSTS } from './costs.ts';

/** Values whose keys are not GraphQL names, such as JSON-LD. Output only. */
export const Json = builder.scalarType('JSON', {
  description: 'Any JSON value.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
});

/** For a wrong variable, an error of any other class would count as a server error. */
const refused = (what: string): never => {
  throw new GraphQLError(`Must be ${what}.`);
};

/** A moment: text with an offset in output, an `Instant` in input. */
export const DateTime = builder.scalarType('DateTime', {
  description: 'A moment, with its offset from UTC: `2026-11-20T19:00:00+01:00`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  serialize: (value) => value,
  parseValue: (value) =>
    (typeof value === 'string' ? readDateTime(value) : undefined) ??
    refused('a date and time with an offset, as in 2026-11-20T19:00:00+01:00'),
});

/** A field with a moment of a record. Writing one in a zone has its price. */
export const moment = (description: string) => ({ type: DateTime, complexity: COSTS.date, description });

/** A day: text in output and input. */
export const Day = builder.scalarType('Date', {
  description: 'A calendar date without a time zone: `2026-11-20`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  serialize: (value) => value,
  parseValue: (value) => (typeof value === 'string' && isDay(value) ? value : refused('a day, as in 2026-11-20')),
});

/** A day or a moment. Input only, as text: fields parse it themselves, because it depends on the zone and the clock. */
builder.scalarType('DateOrDateTime', {
  description: [
    'A day or a moment, as text.',
    '- A day, `2031-05-01`: the whole day.',
    '- A moment with an offset, `2031-05-01T10:00:00+02:00`.',
    '- A moment without one, `2031-05-01T10:00:00`: in the time zone of the site, or in `datesIn` of the same filter.',
    '- English words, `today`, `saturday this week`, `+2 weeks`: relative to the moment of the request.',
    '- Digits: `20310501`, `20310501100000`, and other numbers as seconds since 1970.',
    '',
    'The words and formats are those of the manual that this scalar links to, with at most 100 characters. A text that cannot be read completely is refused.',
  ].join('\n'),
  specifiedByURL: 'https://www.php.net/manual/en/datetime.formats.php',
  serialize: (value) => value,
  parseValue: (value) => (typeof value === 'string' ? value : refused('text, as in "2031-05-01"')),
});

/** An address. Output only. */
export const Url = builder.scalarType('Url', {
  description: 'An absolute URL: http, https, ftp, mailto or tel.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3986',
  serialize: (value) => value,
});

/** A file of the request. Input only: the value stands for the file, which is read before. */
builder.scalarType('Upload', {
  description: 'A file that comes with the request: null in `variables`, and a part of the multipart form.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  serialize: (value) => value,
  parseValue: (value) => (typeof value === 'string' ? value : refused('a file that comes with the request')),
});

/** Cleaned HTML. Output only. */
export const Html = builder.scalarType('Html', {
  description:
    'HTML that is safe to put into a page: cleaned, without scripts, handlers, styles and `javascript:` addresses. Its pictures and players load from where they are.',
  specifiedByURL: 'https://html.spec.whatwg.org/multipage/',
  serialize: (value) => value,
});

/** A time zone. */
export const TimeZone = builder.scalarType('TimeZone', {
  description:
    'A time zone: a name of the IANA database (`Europe/Madrid`), an abbreviation of it (`CET`), or an offset from UTC in hours (`UTC+5.5`).',
  specifiedByURL: 'https://www.iana.org/time-zones',
  serialize: (value) => value,
  parseValue: (value) =>
    typeof value === 'string' && isZone(value) ? value : refused('a time zone, as in Europe/Madrid'),
});

/** The values of an enum, named in capitals. */
export const enumValues = <V extends string>(
  words: readonly V[],
  meaning: Partial<Record<V, string>> = {},
): Record<string, { value: V; description?: string }> =>
  Object.fromEntries(words.map((value) => [enumName(value), { value, ...describedBy(meaning[value]) }]));

const describedBy = (description: string | undefined) => (description === undefined ? {} : { description });

/** The state of an event, venue or organizer. */
export const PostStatus = builder.enumType('PostStatus', {
  description: 'The status of an event, venue or organizer.',
  values: enumValues<Status>(STATUSES, STATUS_MEANINGS),
});

/** A content language. */
export const LanguageEnum = builder.enumType('Language', {
  description: 'A language that texts are kept in.',
  values: enumValues<Language>(LANGUAGES, { en: 'English.', ko: 'Korean.', es: 'Spanish.' }),
});

/** The format of a text. */
export const TextFormat = builder.enumType('TextFormat', {
  description: 'How a line of text is shown.',
  values: enumValues<TextFormatValue>(['raw', 'html', 'plain'], {
    raw: 'As it was sent.',
    html: 'As HTML that is ready to insert into a page.',
    plain: 'The same as `RAW`.',
  }),
});

export type TextFormatValue = 'raw' | 'html' | 'plain';
