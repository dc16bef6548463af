import { mayUpdate, viewerCan } from '../../../domain/access.ts';
import { toIso } from '../../../domain/iso.ts';
import { slugIn } from '../../../domain/language.ts';
import { isInfinite } from '../../../domain/recurrence/rule.ts';
import { ruleText } from '../../../domain/recurrence/sentence.ts';
import { toInstant } from '../../../domain/time.ts';
import { eventChange } from '../../../kinds/event/fields.ts';
import { EVENT_LINKS } from '../../../kinds/event-links.ts';
import {
  dateFields,
  deletionFields,
  recurrenceFields,
  SERIES_ORDERS,
  seriesWhere,
} from '../../../kinds/series/fields.ts';
import { seriesPatch } from '../../../kinds/series/kind.ts';
import { recurrenceOf } from '../../../kinds/series/occurrences.ts';
import type { SeriesRecord } from '../../../kinds/series/record.ts';
import { builder } from '../builder.ts';
import { shownInChanges } from '../changes.ts';
import { connectionField } from '../connections.ts';
import type { ResolverContext } from '../context.ts';
import { COSTS, COUNTS, LIST_LENGTH } from '../costs.ts';
import { inputFrom, RecordRefInput, refOf, whichRecord } from '../inputs.ts';
import { mutationField, restoreMutation } from '../mutations.ts';
import { createdField, DATABASE_ID, idField, Node, NodeWithTitle, readable, VERSION_DESCRIPTION } from '../node.ts';
import { moment, PostStatus, TimeZone, Url } from '../scalars.ts';
import { inLanguage, slugField, spoken, storedFields, translationFields } from '../stored-fields.ts';
import { after, type Soon } from '../writer/waiting.ts';
import { showsCustomFields } from './custom-field.ts';
import { Event, sharedFields, showsEvents } from './event.ts';
import { ImageType } from './image.ts';
import { LinkedTypes, linkFrom } from './linked.ts';
import { SourceType, ViewerCanType } from './post.ts';
import { User } from './user.ts';

inputFrom('RecurrenceInput', { table: recurrenceFields, use: 'create', description: 'How an event repeats.' });

/** What `version` of a series is. */
export const RISES = 'Increases with every write to the series.';

export const EventSeries = builder.objectRef<SeriesRecord>('EventSeries');

export const pageOf = (
  series: SeriesRecord,
  { links, language }: Pick<ResolverContext, 'links' | 'language'>,
): string => links.seriesPage(slugIn(series, language) ?? String(series._id));

/** The parts of a series that the caller may see. Most series were never divided. */
export const partsOf = (series: SeriesRecord, ctx: ResolverContext): Soon<SeriesRecord[]> =>
  series.chain === undefined
    ? [series]
    : ctx.loaders
        .together('parts of series', series._id, (ids) => ctx.services.series.parts(ids, ctx))
        .then((parts) => parts ?? [series]);

/** The parts before and after a series. */
export function neighbours({ _id }: SeriesRecord, parts: readonly SeriesRecord[]) {
  const at = parts.findIndex((part) => part._id === _id);
  return { continues: parts[at - 1], continuedBy: at < 0 ? undefined : parts[at + 1] };
}

/** The starts of a series as `recurrence` takes them: days, or moments with the offset of its zone. */
const dates = (said: readonly string[], { timezone }: SeriesRecord) =>
  said.map((text) => (text.length === 10 ? text : toIso(toInstant(text, timezone), timezone)));

/** The exceptions of a series: those that were sent, and the starts of occurrences in the trash. */
async function exdatesOf(series: SeriesRecord, ctx: ResolverContext) {
  const { allDay, timezone: zone } = series;
  const starts = await ctx.loaders.together('deleted starts', series._id, (ids) =>
    ctx.services.series.deletedStarts(ids, ctx),
  );
  const deleted = (starts ?? []).map((at) => toIso(at, zone));
  const texts = [...dates(series.exdates, series), ...deleted.map((iso) => (allDay ? iso.slice(0, 10) : iso))];
  return [...new Set(texts)].sort();
}

const eventsOf = (input: object, { _id }: SeriesRecord, ctx: ResolverContext) =>
  ctx.loaders.together(`events of series ${JSON.stringify(input)}`, _id, (ids) =>
    ctx.services.event.eventsOf({ list: 'series', ids }, input, ctx),
  );

EventSeries.implement({
  description: 'Events that repeat. Each occurrence is an `Event` of its own, whose `series` is this.',
  interfaces: [Node, NodeWithTitle],
  fields: (t) => ({
    databaseId: t.exposeInt('_id', { description: DATABASE_ID }),
    version: t.exposeInt('version', { description: VERSION_DESCRIPTION, extensions: { inRest: RISES } }),
    url: t.field({
      type: Url,
      description: 'URL of its public page. Its occurrences have pages of their own.',
      args: inLanguage,
      resolve: (series, { language }, ctx) => pageOf(series, spoken(ctx, language)),
    }),
    icalUrl: t.field({
      type: Url,
      args: inLanguage,
      description:
        'URL of its feed for calendar programs: its rule with its exceptions, and that of each of its `parts`. It stays the same when the slug changes.',
      resolve: ({ _id }, { language }, ctx) => spoken(ctx, language).links.seriesFeed(_id),
    }),
    parts: t.field({
      type: [EventSeries],
      complexity: { field: COSTS.nested, multiplier: LIST_LENGTH },
      description:
        'The series that were one before somebody changed an occurrence "and following", itself among them, in the order of their first starts: at most 100, the latest, of those that the caller may see. For a series that was never divided, itself.',
      resolve: (series, _, ctx) => partsOf(series, ctx),
    }),
    continues: t.field({
      type: EventSeries,
      nullable: true,
      complexity: { field: COSTS.nested, multiplier: 1 },
      description: 'The part before it, if it was divided from another series.',
      resolve: (series, _, ctx) => after(partsOf(series, ctx), (parts) => neighbours(series, parts).continues),
    }),
    continuedBy: t.field({
      type: EventSeries,
      nullable: true,
      complexity: { field: COSTS.nested, multiplier: 1 },
      description: 'The part after it, if another series was divided from it.',
      resolve: (series, _, ctx) => after(partsOf(series, ctx), (parts) => neighbours(series, parts).continuedBy),
    }),
    slug: t.string(slugField('The readable part of its URL, percent-encoded. Slugs of occurrences begin with it.')),
    uid: t.exposeString('uid', {
      description: 'What it is called in calendars that know its rule. Each occurrence has a `uid` of its own.',
    }),
    sequence: t.exposeInt('sequence', {
      description:
        'The `SEQUENCE` of calendar files, or lower than that of an occurrence. It rises when its rule, dates, times, place or status change, and when an occurrence is deleted, comes back or is hidden.',
    }),
    status: t.expose('status', { type: PostStatus, description: 'The status that new occurrences begin with.' }),
    author: t.field({
      type: User,
      description: 'The user who owns it.',
      resolve: ({ author }) => ({ id: author }),
    }),
    rule: t.string({
      nullable: true,
      description:
        'Its rule, in the form of RFC 5545, with UNTIL on the clock of its zone; null if it has only `rdates`.',
      resolve: ({ rule }) => rule,
    }),
    ruleText: t.string({
      nullable: true,
      args: inLanguage,
      description: 'Its rule in words, such as "Every Tuesday until 15 December 2026"; null where no sentence fits.',
      resolve: (series, { language }, ctx) => {
        const { rule, firstStart } = recurrenceOf(series);
        return rule ? ruleText(rule, language ?? ctx.language, firstStart) : null;
      },
    }),
    rdates: t.stringList({
      description: 'Its starts besides those of the rule: days, or moments in its time zone.',
      resolve: (series) => dates(series.rdates, series),
    }),
    exdates: t.stringList({
      complexity: COSTS.named / 10,
      description: 'The starts that are left out, with those of deleted occurrences, in the same form.',
      resolve: (series, _, ctx) => exdatesOf(series, ctx),
    }),
    timezone: t.expose('timezone', { type: TimeZone, description: 'The time zone by whose clock it repeats.' }),
    startsAt: t.field({
      ...moment('Its first start by the rule, in its time zone.'),
      resolve: ({ startsAt, timezone }) => toIso(startsAt, timezone),
    }),
    endsAt: t.field({
      ...moment('When its first occurrence ends. All new occurrences last as long by the clock.'),
      resolve: ({ endsAt, timezone }) => toIso(endsAt, timezone),
    }),
    until: t.field({
      ...moment('The last moment at which an occurrence may start, if its rule says one.'),
      nullable: true,
      resolve: (series) => {
        const until = recurrenceOf(series).rule?.UNTIL;
        return until === undefined ? null : toIso(toInstant(until, series.timezone), series.timezone);
      },
    }),
    isInfinite: t.boolean({
      description: 'Whether it never ends. Then occurrences exist 24 months ahead, and at most 730.',
      resolve: (series) => {
        const { rule } = recurrenceOf(series);
        return rule !== undefined && isInfinite(rule);
      },
    }),
    occurrenceCount: t.int({
      complexity: { field: COSTS.nested + COSTS.total },
      extensions: COUNTS,
      description: 'How many occurrences the caller may see in lists.',
      resolve: async (series, _, ctx) => (await eventsOf({}, series, ctx)).total(),
    }),
    nextEvent: t.field({
      type: Event,
      nullable: true,
      complexity: { field: COSTS.nested },
      description: 'The first of its occurrences in lists that has not ended; null if there is none.',
      resolve: async (series, _, ctx) => {
        const [first] = await (await eventsOf({ first: 1, where: { when: 'upcoming' } }, series, ctx)).edges();
        return first?.node;
      },
    }),
    allDay: t.exposeBoolean('allDay', { description: 'Whether its occurrences are all-day events.' }),
    madeBefore: t.field({
      ...moment('All occurrences that start earlier exist; null if there are no others.'),
      nullable: true,
      resolve: ({ madeBefore, timezone }) => (madeBefore === undefined ? null : toIso(madeBefore, timezone)),
    }),
    image: t.field({
      type: ImageType,
      nullable: true,
      description: 'The image of new occurrences.',
      resolve: ({ image }) => image,
    }),
    createdAt: t.field(createdField),
    modifiedAt: t.field({
      ...moment('When it was last changed, in the time zone of the site.'),
      resolve: ({ modifiedAt }, _, { zone }) => toIso(modifiedAt, zone),
    }),
    source: t.field({
      type: SourceType,
      nullable: true,
      description: 'Where it was imported from; null for series made here.',
      resolve: ({ source }) => source,
    }),
    viewerCan: t.field({
      type: ViewerCanType,
      description: 'What you may do to it. Each occurrence has rights of its own.',
      resolve: (series, _, { viewer }) => viewerCan(viewer, series),
    }),
  }),
});
idField(EventSeries, 'series', ({ _id }) => _id);
// Everything below is as in its occurrences, which take it from their series unless they have values of their own.
const { cost: _, website: __, ...plain } = eventChange;
storedFields(EventSeries, plain, mayUpdate);
translationFields(EventSeries, 'EventSeries', plain, mayUpdate);
showsCustomFields(EventSeries, 'event');
sharedFields(EventSeries as never);
for (const { name, inEvents } of EVENT_LINKS) linkFrom(EventSeries, { name, inEvents }, LinkedTypes[name]);
readable('series', EventSeries, (ref, ctx) => ctx.services.series.read(ref, ctx));
shownInChanges('series', EventSeries);
showsEvents(EventSeries, 'series', ({ _id }) => _id);

connectionField<SeriesRecord>({
  name: 'eventSeries',
  plural: 'series',
  fields: ['seriesList', 'eventSeries'],
  type: EventSeries,
  where: seriesWhere,
  orders: SERIES_ORDERS,
  otherwise: 'in order of creation',
  read: (input, ctx) => ctx.services.series.connection(input, ctx),
  price: () => ({ field: COSTS.others, total: COSTS.otherTotal }),
});

builder.queryField('series', (t) =>
  t.field({
    type: EventSeries,
    nullable: true,
    description: 'One series. Null with an error if there is none or the caller may not see it.',
    args: whichRecord,
    complexity: COSTS.read,
    resolve: (_, { ref }, ctx) => ctx.services.series.read(refOf('series', ref, ctx), ctx),
  }),
);

const SHOWN = { name: 'series', type: EventSeries };

mutationField<SeriesRecord>(
  {
    name: 'deleteSeries',
    description:
      'Moves a series and its occurrences into the trash. The caller must have the right to change all of them.',
    table: deletionFields,
    ref: RecordRefInput,
    deletes: ({ _id }) => _id,
    run: (values, { ref }, ctx) => ctx.services.series.remove(refOf('series', ref, ctx), ctx, values),
  },
  SHOWN,
);
for (const [name, method, table, description] of [
  [
    'updateSeries',
    'update',
    seriesPatch,
    'Changes a series and its occurrences that have yet to start, except what an occurrence has of its own. An occurrence that the new rule still gives keeps its id. One that it gives no more goes into the trash, unless it has values of its own.',
  ],
  [
    'addOccurrence',
    'addOccurrence',
    dateFields,
    'Adds an occurrence to a series, or takes it out of the trash. If it is there, nothing changes.',
  ],
  ['removeOccurrence', 'removeOccurrence', dateFields, 'Moves one occurrence of a series into the trash.'],
] as const)
  mutationField<SeriesRecord>(
    {
      name,
      description,
      table,
      ref: RecordRefInput,
      run: (values, { ref }, ctx) => ctx.services.series[method](refOf('series', ref, ctx), values, ctx),
    },
    SHOWN,
  );
restoreMutation('restoreSeries', (ctx) => ctx.services.series.restore, SHOWN);
