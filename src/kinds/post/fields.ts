import type { ErrorCode } from '../../domain/errors.ts';
import { customInputs } from '../../domain/fields/custom-inputs.ts';
import { examineInside } from '../../domain/fields/examine.ts';
import type { Kind } from '../../domain/fields/kind.ts';
import {
  boolean,
  image,
  imageAddress,
  moment,
  positiveInteger,
  status,
  time,
  utcTime,
} from '../../domain/fields/kinds.ts';
import { INPUT_LIMITS } from '../../domain/fields/limits.ts';
import { recordId } from '../../domain/fields/node-ids.ts';
import { type Field, type FieldTable, table, type Writing } from '../../domain/fields/table.ts';
import { line, markup, plainUrl, text, url, webOrigin } from '../../domain/fields/text-kinds.ts';
import { renderHtml, stripTags } from '../../domain/html.ts';
import { dateProblems } from '../../domain/publication.ts';
import type { Html, Source } from './record.ts';

/** Stored HTML: the source, and what is shown. */
const keptHtml = (raw: string, { embedHosts }: Writing): Html => ({ raw, html: renderHtml(raw, embedHosts) });

const LINE = line({ zero: 'allowed' });

/** A line of text, shared by all languages. An empty value clears it. */
export const sharedLine = (wire: string, description: string) =>
  ({
    kind: LINE,
    wire,
    clearable: true,
    stored: 'shared',
    clean: stripTags,
    blank: '',
    default: null,
    description,
  }) as const;

/** A line of text, stored per language. */
export const translatedLine = (wire: string, description: string) =>
  ({
    kind: LINE,
    wire,
    clearable: true,
    stored: 'text',
    clean: stripTags,
    shown: 'line',
    default: null,
    description,
  }) as const;

/** A text with paragraphs and links, stored per language. */
export const htmlText = (wire: string, description: string) =>
  ({
    kind: text({ limit: INPUT_LIMITS.html }),
    wire,
    clearable: true,
    stored: 'text',
    shown: 'html',
    clean: keptHtml,
    description,
  }) as const;

/** The name of a record, stored per language. */
export const nameText = <C extends ErrorCode>(wire: string, whenBlank: C, description: string) =>
  ({
    kind: markup(),
    wire,
    required: true,
    whenBlank,
    stored: 'text',
    shown: 'plain',
    clean: (name: string) => name.trim(),
    description,
  }) as const;

/** The website of a record that events link to. */
export const websiteField = table({
  website: {
    kind: url(),
    wire: 'website',
    clearable: true,
    stored: 'shared',
    default: null,
    description: 'URL of its website.',
  },
});

/** The image of a record. */
export const imageField = table({
  image: { kind: image(), wire: 'image', clearable: true, description: 'Id or absolute URL of its image.' },
});

/** The image of a record that events link to. 0 means none (behaviour §0.44). */
export const linkedImageField = table({
  image: {
    ...imageField.image,
    kind: image({ orZero: true }),
    default: null,
    description: `${imageField.image.description} 0 for none.`,
  },
});

/** The fields that all posts share. */
export const postFields = table({
  author: {
    kind: recordId('user', positiveInteger()),
    wire: 'author',
    description: 'Id of the user who owns the record. Default: the caller.',
    onUpdate: 'Id of the user who owns the record. If omitted, the author stays.',
  },
  date: {
    kind: time(),
    wire: 'date',
    description: 'Publication date, in the time zone of the site unless it has an offset.',
  },
  dateUtc: {
    kind: utcTime(),
    wire: 'date_utc',
    beside: dateProblems,
    description: 'Publication date in UTC.',
  },
});

const TWINS = table({
  publishedAt: {
    kind: moment(),
    wire: 'published_at',
    instead: ['date', 'dateUtc'],
    description: 'When it is or was published. With a moment to come, it is published then.',
  },
  imageId: {
    kind: recordId('image', positiveInteger()),
    wire: 'image_id',
    clearable: true,
    instead: ['imageUrl', 'image'],
    description: 'Id of its image. Send this or {imageUrl}, not both; null removes the image.',
  },
  imageUrl: {
    kind: imageAddress(),
    wire: 'image_url',
    clearable: true,
    instead: ['imageId', 'image'],
    description: 'Absolute http(s) URL of its image. Send this or {imageId}, not both; null removes the image.',
  },
  isSticky: {
    kind: boolean(),
    wire: 'is_sticky',
    as: 'sticky',
    instead: ['sticky'],
    description: 'Whether the event stands out in the calendar.',
  },
});

/** The fields of REST that GraphQL has other names for. */
const REPLACED: Readonly<Record<string, readonly (keyof typeof TWINS)[]>> = {
  date: ['publishedAt'],
  dateUtc: ['publishedAt'],
  image: ['imageId', 'imageUrl'],
  sticky: ['isSticky'],
};

/** The fields of a kind for GraphQL: those of REST, and those that replace some of them. */
export const withTwins = <const T extends FieldTable>(fields: T): T =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]): [string, Field][] => {
      const instead = REPLACED[key];
      if (!instead) return [[key, field]];
      const twins = instead.map((twin): [string, Field] => [twin, TWINS[twin]]);
      return [[key, { ...field, instead, deprecated: true }], ...twins];
    }),
  ) as FieldTable as T;

/** What an event is called in every calendar. */
export const uidField = table({
  uid: {
    kind: line({ exact: true }),
    wire: 'uid',
    description:
      'What it is called in every calendar; no other event may have it. If omitted, it gets one of its own. It cannot be changed later.',
  },
});

/** What is known of the place that a record was imported from. */
export const sourceFields = table({
  site: {
    kind: line({ exact: true }),
    wire: 'site',
    required: true,
    description: 'The URL of the site, or the name of the file.',
  },
  id: {
    kind: line({ exact: true, zero: 'allowed' }),
    wire: 'id',
    required: true,
    description: 'The id of the record there.',
  },
  url: { kind: plainUrl(), wire: 'url', clearable: true, description: 'Its page there.' },
});

/** The same, as a client says it. */
export const sentSourceFields = table({
  ...sourceFields,
  site: {
    ...sourceFields.site,
    kind: webOrigin(),
    description:
      'The address of the site, such as `https://example.com`: http or https, without a path, a user or a password.',
  },
});

const source = (): Kind<Source> => ({
  ...(text() as Kind<never>),
  type: { input: 'SourceInput' },
  limit: {},
  check: (sent, surroundings) => examineInside(sentSourceFields, sent, surroundings),
});

/** The place that a record was imported from. */
export const sourceField = table({
  source: {
    kind: source(),
    wire: 'source',
    description: 'Where it comes from. No other event may have the same `site` and `id`.',
  },
});

/** The custom fields that administrators have defined for a kind. */
export const customFields = table({
  customFields: {
    kind: customInputs(),
    wire: 'custom_fields',
    ignoresEmpty: true,
    description:
      'Values of custom fields by key. Null removes a value, and keys that you do not send keep theirs. Texts are in the language of the request.',
  },
});

/** The state of a post. */
export const statusField = table({
  status: {
    kind: status(),
    wire: 'status',
    description: 'publish, future, draft, pending, private or trash. Deleting sets trash.',
  },
});
