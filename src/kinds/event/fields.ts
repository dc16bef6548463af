import { readCost } from '../../domain/cost.ts';
import { problem } from '../../domain/errors.ts';
import { EVENT_STATUS } from '../../domain/event-status.ts';
import { boolean, moment, time, timeZone, word } from '../../domain/fields/kinds.ts';
import { recordLinks, termLinks } from '../../domain/fields/link-input.ts';
import { type InputOf, type PatchOf, patchTable, table } from '../../domain/fields/table.ts';
import { cost, plainUrl, slug, url } from '../../domain/fields/text-kinds.ts';
import { capitalized } from '../../domain/text.ts';
import { categoryKind } from '../category/kind.ts';
import { byList } from '../event-links.ts';
import {
  customFields,
  htmlText,
  imageField,
  nameText,
  postFields,
  sourceField,
  statusField,
  translatedLine,
  uidField,
  withTwins,
} from '../post/fields.ts';
import { recurrenceField, scopeFields } from '../series/fields.ts';
import { tagKind } from '../tag/kind.ts';
import { onlineProblems } from './online.ts';
import type { KeptCost } from './record.ts';

const yesOrNo = { kind: boolean(), stored: 'shared', blank: false } as const;

/** The link field of an event for each kind that it links to. */
const linkFields = byList(
  ({ name, inEvents, fields, rest }) =>
    ({
      kind: recordLinks(name, rest.fields!, fields),
      wire: name,
      clearable: true,
      inline: rest.fields!,
      default: null,
      description: `${capitalized(inEvents)}: ids, or the fields of new ones.`,
    }) as const,
);

/** The fields of an event (specification §2.1). */
export const eventFields = table({
  ...postFields,
  title: nameText('title', 'BLANK_TITLE', 'Title of the event.'),
  description: htmlText('description', 'Description, as HTML.'),
  slug: {
    kind: slug(),
    wire: 'slug',
    clearable: true,
    description: 'The readable part of its URL. If omitted, it is made from the title.',
    onUpdate:
      'The readable part of its URL. If omitted, it stays; null or an empty text makes a new one from the title.',
  },
  excerpt: htmlText('excerpt', 'Summary, as HTML.'),
  ...statusField,
  timezone: {
    kind: timeZone(),
    wire: 'timezone',
    clearable: true,
    description: 'Time zone of the event. Default: that of the site.',
    onUpdate:
      'Time zone of the event. If omitted, it stays; null or an empty text sets that of the site. If you change the zone, a start or end that you do not send keeps its local time.',
  },
  allDay: { kind: boolean(), wire: 'all_day', default: false, description: 'Whether this is an all-day event.' },
  startDate: {
    kind: time(),
    wire: 'start_date',
    required: true,
    description: 'When the event starts, in its time zone unless the date has an offset.',
    onUpdate: 'When the event starts, in its time zone unless the date has an offset. If omitted, the start stays.',
  },
  endDate: {
    kind: time(),
    wire: 'end_date',
    required: true,
    description:
      'When the event ends, in its time zone unless the date has an offset. It must not end before it starts.',
    onUpdate:
      'When the event ends, in its time zone unless the date has an offset. It must not end before it starts. If omitted, the end stays.',
  },
  ...imageField,
  cost: {
    kind: cost(),
    wire: 'cost',
    clearable: true,
    stored: 'shared',
    clean: (raw): KeptCost => ({ raw, ...readCost(raw) }),
    shown: 'apart',
    description: 'Price in digits or words. Separate several prices with commas or dashes; 0 is free.',
  },
  website: {
    kind: url('untyped'),
    wire: 'website',
    clearable: true,
    stored: 'shared',
    shown: 'apart',
    default: null,
    description: "URL of the event's website.",
  },
  showMap: { ...yesOrNo, wire: 'show_map', description: 'Whether to show a map.' },
  showMapLink: { ...yesOrNo, wire: 'show_map_link', description: 'Whether to show a link to a map.' },
  hideFromListings: {
    ...yesOrNo,
    wire: 'hide_from_listings',
    description: 'Whether to leave the event out of every list.',
  },
  sticky: { ...yesOrNo, wire: 'sticky', description: 'Whether the event stands out in the calendar.' },
  featured: { ...yesOrNo, wire: 'featured', description: 'Whether the event is featured on the site.' },
  eventStatus: {
    kind: word(EVENT_STATUS),
    wire: 'event_status',
    clearable: true,
    stored: 'shared',
    blank: 'scheduled',
    description: 'Whether it takes place as planned: scheduled (the default), canceled or postponed.',
    onUpdate: 'Whether it takes place as planned: scheduled, canceled or postponed. If omitted, this stays.',
  },
  statusReason: translatedLine('event_status_reason', 'Why it is canceled or postponed. Everybody can read it.'),
  onlineUrl: {
    kind: plainUrl(),
    wire: 'virtual_url',
    clearable: true,
    stored: 'shared',
    description: 'URL for attending online. Everybody who sees the event sees it, so it must not contain a secret.',
  },
  isVirtual: {
    kind: boolean(),
    wire: 'is_virtual',
    beside: onlineProblems,
    description: 'Whether people can attend online. Send true if there is no {onlineUrl}; false removes both.',
  },
  categories: {
    kind: termLinks('category', categoryKind.fields),
    wire: 'categories',
    clearable: true,
    default: null,
    description: 'Categories, by id or name.',
  },
  tags: {
    kind: termLinks('tag', tagKind.fields),
    wire: 'tags',
    clearable: true,
    default: null,
    description: 'Tags, by id or name.',
  },
  ...linkFields,
  ...customFields,
});

/** A side effect of making an event public, for people. */
const PUBLISHING =
  'Making an event public also publishes the draft venues and organizers that it links to, if the caller may do that.';

const onUpdate = { status: { ...eventFields.status, onUpdate: `${eventFields.status.description} ${PUBLISHING}` } };

export const eventPatch = patchTable({ ...eventFields, ...onUpdate, ...scopeFields });

/** How a moment is kept, for people. `zone` names whose zone it is shown in if none is sent. */
const asMoment = (zone: string) =>
  `The moment is kept whatever offset you write it with, and shown in {timezone}; if that is omitted, in the time zone of the ${zone}. With {allDay}, the event takes the day of this moment in that time zone.`;

/** The same for GraphQL, which also takes moments, as it shows them, besides the dates of REST. */
export const eventChange = table({
  ...withTwins(eventFields),
  startDate: { ...eventFields.startDate, instead: ['startsAt'] },
  endDate: { ...eventFields.endDate, instead: ['endsAt'] },
  startsAt: {
    kind: moment(),
    wire: 'starts_at',
    instead: ['startDate'],
    description: `When the event starts. ${asMoment('site')} Send this or {startDate}, not both.`,
    onUpdate: `When the event starts. ${asMoment('event')} Send this or {startDate}, not both; without either, the start stays.`,
  },
  endsAt: {
    kind: moment(),
    wire: 'ends_at',
    instead: ['endDate'],
    description: `When the event ends, not before it starts. ${asMoment('site')} Send this or {endDate}, not both.`,
    onUpdate: `When the event ends, not before it starts. ${asMoment('event')} Send this or {endDate}, not both; without either, the end stays.`,
  },
});

/** A new event, as REST takes it. */
export const newEventFields = table({ ...eventFields, ...recurrenceField });

/** The same for GraphQL. */
export const eventInput = table({ ...eventChange, ...uidField, ...recurrenceField });

export const eventInputPatch = patchTable({ ...eventChange, ...onUpdate, ...scopeFields });

const byOne = (values: Readonly<Record<string, unknown>>) =>
  values.uid || values.source
    ? []
    : [problem('source', 'missing', 'Is required, unless {0} is sent.', { field: 'uid' })];

/** An event of an importer, which may exist already. */
export const eventUpsert = table({
  ...eventChange,
  ...uidField,
  source: { ...sourceField.source, beside: byOne },
});

type EventTable = typeof eventUpsert & typeof recurrenceField & typeof scopeFields;
export type EventInput = InputOf<EventTable>;
export type EventPatch = PatchOf<EventTable>;
