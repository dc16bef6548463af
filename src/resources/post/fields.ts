import type { ErrorCode } from '../../errors.ts';
import { flag, image, line, markup, positiveInteger, status, text, time, url, utcTime } from '../../fields/kinds.ts';
import { LIMITS } from '../../fields/limits.ts';
import { statuses } from '../../fields/lists.ts';
import { recordId } from '../../fields/node-ids.ts';
import { searchField } from '../../fields/search.ts';
import { table, type Writing } from '../../fields/table.ts';
import { plainText, renderHtml, stripTags } from '../../rules/html.ts';
import { dateProblems } from '../../rules/publication.ts';
import type { Html } from './record.ts';

/** What is kept of HTML: the source, and what is shown of it. */
const keptHtml = (raw: string, { embedHosts }: Writing): Html => {
  const html = renderHtml(raw, embedHosts);
  return { raw, html, plain: plainText(html) };
};

const LINE = line({ zero: 'allowed' });

/** A line of text that a record keeps once, whatever the language. Nothing clears it. */
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

/** A line of text that a record keeps in each language. */
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

/** A text with paragraphs and links, in each language. */
export const htmlText = (wire: string, description: string) =>
  ({
    kind: text({ limit: LIMITS.html }),
    wire,
    clearable: true,
    stored: 'text',
    shown: 'html',
    clean: keptHtml,
    description,
  }) as const;

/** What a record is called, in each language. */
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

/** The address of the website of what events link to. */
export const websiteField = table({
  website: {
    kind: url(),
    wire: 'website',
    clearable: true,
    stored: 'shared',
    default: null,
    description: 'Address of its website.',
  },
});

/** The image of a record. */
export const imageField = table({
  image: { kind: image(), wire: 'image', clearable: true, description: 'Id or absolute address of its image.' },
});

/** The image of what events link to, where 0 means none (behaviour §0.44). */
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
    description: 'Id of the user the record belongs to. Without it, the caller.',
    onUpdate: 'Id of the user the record belongs to. Without it, it stays as it is.',
  },
  date: {
    kind: time(),
    wire: 'date',
    description: 'Publication date, in the time zone of the site unless it carries an offset.',
  },
  dateUtc: {
    kind: utcTime(),
    wire: 'date_utc',
    beside: dateProblems,
    description: 'Publication date in UTC.',
  },
});

/** The state of a post. */
export const statusField = table({
  status: {
    kind: status(),
    wire: 'status',
    description: 'publish, future, draft, pending, private, or trash, which is what deleting makes of it.',
  },
});

/** What lists of a kind that events link to are filtered by. */
export const linkedFilters = table({
  search: searchField(
    'Every word of this text, or "phrase" in it, occurs in the name, the description or another text of the record.',
  ),
  event: { kind: positiveInteger(), wire: 'event', description: 'Only what this event is linked to.' },
  hasEvents: {
    kind: flag(),
    wire: 'has_events',
    description: 'Only what events are linked to; false for only what none is.',
  },
  onlyWithUpcoming: {
    kind: flag(),
    wire: 'only_with_upcoming',
    default: false,
    description: 'Only what events that have yet to start are linked to.',
  },
  status: {
    kind: statuses(),
    wire: 'status',
    description: 'Only records in these states. Without the edit right, publish.',
  },
});
