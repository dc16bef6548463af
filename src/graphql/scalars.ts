import { LANGUAGES, type Language } from '../rules/language.ts';
import { STATUSES } from '../rules/status.ts';
import { builder } from './builder.ts';

/** Values whose keys are no GraphQL names, such as JSON-LD. Output only. */
export const Json = builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
});

/** The state of an event, venue or organizer. */
export const PostStatus = builder.enumType('PostStatus', {
  description:
    'The state of an event, venue or organizer. Everybody sees what is published; a scheduled record is `future`.',
  values: STATUSES,
});

/** A content language. */
export const LanguageEnum = builder.enumType('Language', {
  description: 'A language that texts are kept in.',
  values: Object.fromEntries(LANGUAGES.map((language) => [language.toUpperCase(), { value: language }])) as {
    [L in Language as Uppercase<L>]: { value: L };
  },
});

/** How a text is shown. */
export const TextFormat = builder.enumType('TextFormat', {
  description: 'How a text is shown: `raw` as it is kept, `html` ready to stand in a page.',
  values: ['raw', 'html'] as const,
});

export type TextFormatValue = 'raw' | 'html';
