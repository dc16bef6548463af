import { mayUpdate } from '../../../domain/access.ts';
import { type CostDetails, NO_COST } from '../../../domain/cost.ts';
import { dayAfter } from '../../../domain/days.ts';
import { ATTENDANCE, attendanceOf, isOnline } from '../../../domain/event-status.ts';
import { word } from '../../../domain/fields/kinds.ts';
import { recordsInSlice } from '../../../domain/fields/slice.ts';
import { toIso } from '../../../domain/iso.ts';
import type { Language } from '../../../domain/language.ts';
import { onceFor } from '../../../domain/once-for.ts';
import { type Price, priceOf } from '../../../domain/prices.ts';
import { type Instant, timeParts, toWall, type WallTime, zoneAbbreviation } from '../../../domain/time.ts';
import { isInYears } from '../../../domain/years.ts';
import type { Context } from '../../../kinds/context.ts';
import { type EventInput, eventChange, eventFields, eventUpsert } from '../../../kinds/event/fields.ts';
import { eventKind } from '../../../kinds/event/kind.ts';
import type { EventRecord, NamingField } from '../../../kinds/event/record.ts';
import { EVENT_ORDERS, type EventWhere, eventWhere } from '../../../kinds/event/where-fields.ts';
import { pageOfPost } from '../../../kinds/post/address.ts';
import type { Where } from '../../../kinds/shared/where.ts';
import { batchField } from '../batches.ts';
import { builder, type ObjectType } from '../builder.ts';
import { COSTS, type Points } from '../costs.ts';
import { listPrice, nestedPrice } from '../event-prices.ts';
import { forRest } from '../for-rest.ts';
import { mutationField, restoreMutation, writeMutations } from '../mutations.ts';
import { Node, NodeWithTitle } from '../node.ts';
import { rootFields } from '../record-queries.ts';
import { DateTime, Day, Json, moment, TimeZone, Url } from '../scalars.ts';
import { inForm, inFormat, storedFields, translationFields } from '../stored-fields.ts';
import { outputTypeOf } from '../types.ts';
import { Category } from './category.ts';
import { eventJsonLd } from './event-json-ld.ts';
import { loadTerms } from './load-terms.ts';
import { Post, postFields } from './post.ts';
import { Tag } from './term.ts';
import { User } from './user.ts';

const DateDetails = builder.objectRef<ReturnType<typeof timeParts>>('DateDetails').implement({
  description: 'The parts of a date, as text with leading zeros.',
  fields: (t) => ({
    year: t.exposeString('year', { description: 'Year of four digits; in UTC also `10000`.' }),
    month: t.exposeString('month', { description: 'Month, from `01`.' }),
    day: t.exposeString('day', { description: 'Day of the month, from `01`.' }),
    hour: t.exposeString('hour', { description: '`00` to `23`.' }),
    minutes: t.exposeString('minutes', { description: '`00` to `59`.' }),
    seconds: t.exposeString('seconds', { description: '`00` to `59`.' }),
  }),
});

const CostDetailsType = builder.objectRef<CostDetails>('CostDetails').implement({
  description: 'The prices in the cost of an event.',
  fields: (t) => ({
    currencySymbol: t.exposeString('currencySymbol', {
      description: 'The symbol that was sent with every price; empty if there was none.',
    }),
    currencyCode: t.exposeString('currencyCode', { description: 'ISO 4217; empty if unclear.' }),
    currencyPosition: t.exposeString('currencyPosition', { description: '`prefix`, `postfix`, or empty.' }),
    values: t.exposeStringList('values', { description: 'The prices, ascending, with a decimal point.' }),
  }),
});

const PriceType = builder.objectRef<Price>('Price').implement({
  description: 'A price.',
  fields: (t) => ({
    amount: t.exposeFloat('amount', { description: 'How much, in units of the currency; 0 is free.' }),
    currencyCode: t.string({
      nullable: true,
      description: 'The ISO 4217 code of the currency; null if the cost does not make it clear.',
      resolve: ({ currencyCode }) => currencyCode || null,
    }),
  }),
});

export const Event = builder.objectRef<EventRecord>('Event');

const starts = onceFor(({ startsAt }: EventRecord, zone) => toWall(startsAt, zone));
const ends = onceFor(({ endsAt }: EventRecord, zone) => toWall(endsAt, zone));
const startIso = onceFor(({ startsAt }: EventRecord, zone) => toIso(startsAt, zone));
const endIso = onceFor(({ endsAt }: EventRecord, zone) => toIso(endsAt, zone));
const abbreviation = onceFor(({ startsAt }: EventRecord, zone) => zoneAbbreviation(zone, startsAt));

const utcStart = (event: EventRecord): WallTime => starts(event, 'UTC');
const utcEnd = (event: EventRecord): WallTime => ends(event, 'UTC');

const dayOf = (wall: WallTime): string => wall.slice(0, 10);

/** A field that splits the text of another field into parts. */
const parts = (field: string, instead: string) => ({
  type: DateDetails,
  ...forRest(instead, `\`${field}\` in parts.`),
});

/** Limits the freshness of the response to the next of these moments, when its content changes. */
function holdsUntil({ freshness, now }: Pick<Context, 'freshness' | 'now'>, moments: readonly Instant[]): void {
  freshness.until = Math.min(freshness.until, ...moments.filter((moment) => moment > now));
}

const wall = (instead: string, description: string, value: (event: EventRecord) => WallTime) => ({
  complexity: COSTS.date,
  ...forRest(instead, description),
  resolve: value,
});

const inZone = builder.args((t) => ({
  zone: t.field({ type: TimeZone, description: 'Shows the moment in this time zone instead.' }),
}));

Event.implement({
  description: 'An event.',
  interfaces: [Node, NodeWithTitle, Post],
  fields: (t) => {
    return {
      allDay: t.exposeBoolean('allDay', { description: eventFields.allDay.description }),
      startsAt: t.field({
        ...moment('When it starts, in the time zone of the event.'),
        args: inZone,
        resolve: (event, { zone }) => (zone ? toIso(event.startsAt, zone) : startIso(event, event.timezone)),
      }),
      endsAt: t.field({
        ...moment('When it ends, in the time zone of the event.'),
        args: inZone,
        resolve: (event, { zone }) => (zone ? toIso(event.endsAt, zone) : endIso(event, event.timezone)),
      }),
      startDay: t.field({
        type: Day,
        description: 'Its first day, in the time zone of the event.',
        resolve: ({ startDate }) => dayOf(startDate),
      }),
      endDay: t.field({
        type: Day,
        description: 'Its last day, in the time zone of the event.',
        resolve: ({ endDate }) => dayOf(endDate),
      }),
      endDayExclusive: t.field({
        type: Day,
        nullable: true,
        description:
          'The day after the last day of an all-day event: its end in calendars that take ends as exclusive. Null for other events, which end at `endsAt`, and for an event that lasts until the end of the year 9999.',
        resolve: ({ allDay, endDate }) => {
          const day = allDay ? dayAfter(dayOf(endDate)) : undefined;
          return day !== undefined && isInYears(day) ? day : null;
        },
      }),
      isRunning: t.boolean({
        args: { at: t.arg({ type: DateTime, description: 'The moment to check. Default: now.' }) },
        description: 'Whether it has started but not ended.',
        resolve: ({ startsAt, endsAt }, { at }, ctx) => {
          if (at == null) holdsUntil(ctx, [startsAt, endsAt]);
          const moment = at ?? ctx.now;
          return startsAt <= moment && moment < endsAt;
        },
      }),
      startDate: t.exposeString('startDate', forRest('startsAt', 'Start, in the local time of the event.')),
      startDateDetails: t.field({
        ...parts('startDate', 'startsAt'),
        resolve: ({ startDate }) => timeParts(startDate),
      }),
      endDate: t.exposeString('endDate', forRest('endsAt', 'End, in the local time of the event.')),
      endDateDetails: t.field({ ...parts('endDate', 'endsAt'), resolve: ({ endDate }) => timeParts(endDate) }),
      utcStartDate: t.string(wall('startsAt', 'Start in UTC.', utcStart)),
      utcStartDateDetails: t.field({
        ...parts('utcStartDate', 'startsAt'),
        resolve: (event) => timeParts(utcStart(event)),
      }),
      utcEndDate: t.string(wall('endsAt', 'End in UTC.', utcEnd)),
      utcEndDateDetails: t.field({ ...parts('utcEndDate', 'endsAt'), resolve: (event) => timeParts(utcEnd(event)) }),
      timezone: t.expose('timezone', { type: TimeZone, description: 'Time zone of the event, as it was sent.' }),
      timezoneAbbr: t.string({
        complexity: COSTS.date,
        description: 'Abbreviation of the time zone at the start.',
        resolve: (event) => abbreviation(event, event.timezone),
      }),
      cost: t.string({
        ...forRest('costText', 'The cost as a text for people, with its currency; empty if none was given.'),
        resolve: ({ cost }) => cost?.text ?? '',
      }),
      costDetails: t.field({
        type: CostDetailsType,
        ...forRest('prices', 'The prices in the cost.'),
        resolve: ({ cost }) => (cost ?? NO_COST).details,
      }),
      website: t.field({
        type: Url,
        args: inForm,
        description: "URL of the event's website, or else of its public page.",
        resolve: (event, { format }, ctx) => inFormat(event.website || pageOfPost('event', event, ctx), format),
      }),
      statedStatus: t.field({
        type: outputTypeOf(eventFields.eventStatus.kind),
        nullable: true,
        ...forRest('eventStatus', 'Whether it takes place as planned, if somebody said so.'),
        resolve: ({ eventStatus }) => eventStatus,
      }),
      isVirtual: t.boolean({
        ...forRest('attendance', 'Whether people can attend online.'),
        resolve: (event) => isOnline(event),
      }),
      jsonLd: t.field({
        type: Json,
        complexity: COSTS.jsonLd,
        description: 'The event as a schema.org Event.',
        resolve: (event, _, ctx) => eventJsonLd(event, ctx),
      }),
    };
  },
});
/** Adds what a series shows like its occurrences, in the forms for apps: cost, attendance, categories and tags. */
export function sharedFields(type: ObjectType<EventRecord>): void {
  builder.objectFields(type, (t) => ({
    costText: t.string({
      nullable: true,
      description:
        'The cost as its author wrote it. Where it is nothing but prices, with its currency, and several as a range (`$10 – $20`). Null if none was given.',
      resolve: ({ cost }) => priceOf(cost).text || null,
    }),
    prices: t.field({
      type: [PriceType],
      description:
        'The prices in the cost, the lowest first: numbers beside a currency, and all numbers of a cost that is nothing but prices. Ages, counts, percents, dates and times are none. Empty where it is in doubt.',
      resolve: ({ cost }) => priceOf(cost).prices,
    }),
    isFree: t.boolean({
      description: 'Whether its cost says that it is free for everybody. False if no cost was given.',
      resolve: ({ cost }) => priceOf(cost).isFree,
    }),
    isSticky: t.exposeBoolean('sticky', { description: eventFields.sticky.description }),
    attendance: t.field({
      type: outputTypeOf(word(ATTENDANCE)),
      description:
        'How people attend. It follows from the venues, even those that the caller may not see, and from `onlineUrl` and `isVirtual`.',
      resolve: (event) => attendanceOf(event),
    }),
    categories: t.field({
      type: [Category],
      complexity: COSTS.linked,
      description: 'Sorted by name.',
      resolve: ({ categories }, _, ctx) => loadTerms(ctx.loaders.category, categories, ctx),
    }),
    tags: t.field({
      type: [Tag],
      complexity: COSTS.linked,
      description: 'Sorted by name.',
      resolve: ({ tags }, _, ctx) => loadTerms(ctx.loaders.tag, tags, ctx),
    }),
  }));
}

sharedFields(Event);
postFields(Event, 'event');
storedFields(Event, eventChange, mayUpdate);
translationFields(Event, 'Event', eventFields, mayUpdate);

export const events = rootFields<EventRecord, Where<EventWhere>>({
  kind: eventKind,
  type: Event,
  connection: {
    where: eventWhere,
    orders: EVENT_ORDERS,
    otherwise: 'by start',
    distance:
      'Distance in kilometres between the centre of `near` and the nearest venue of the event that the caller may see. Only in the order `DISTANCE`; otherwise null.',
  },
  service: ({ services }) => services.event,
  price: listPrice,
});

/** The filter for events: `EventWhere`. */
export const eventWhereInput = events.where;

const mutations = writeMutations<EventRecord>({
  kind: eventKind,
  type: Event,
  service: ({ services }) => services.event,
  deletion: 'Moves the event into the trash. An update with a status brings it back.',
});
restoreMutation(
  eventKind.mutations.restore,
  (ctx) => ctx.services.event.restore,
  { name: 'event', type: Event },
  eventKind.trashing,
);
mutationField<EventRecord>(
  {
    name: 'upsertEvent',
    description:
      'For importers: changes the event with this `source`, or else with this `uid`, or creates one. Fields that you leave out keep their values; if nothing differs, nothing is written.',
    table: eventUpsert,
    creates: true,
    run: (values, _, ctx) => ctx.services.event.upsert(values as EventInput, ctx),
  },
  { name: 'event', type: Event },
);
/** "1 of 8 dates". */
const DATES: Readonly<Record<Language, (changed: number, of: number) => string>> = {
  en: (changed, of) => `${changed} of ${of} ${of === 1 ? 'date' : 'dates'}`,
  ko: (changed, of) => `날짜 ${of}개 중 ${changed}개`,
  es: (changed, of) => `${changed} de ${of} ${of === 1 ? 'fecha' : 'fechas'}`,
};

for (const { payload, deletes } of mutations)
  if (!deletes)
    builder.objectField(payload, 'dates', (t) =>
      t.string({
        nullable: true,
        complexity: COSTS.total,
        description:
          'How many dates of its series the write changed, such as `1 of 8 dates`; null for a single event, and if nothing was done.',
        async resolve({ touched, record }, _, { language }) {
          const counted = record?.series === undefined ? undefined : await touched?.dates?.();
          return counted && DATES[language](counted.changed, counted.of);
        },
      }),
    );
for (const mutation of mutations) batchField(mutation, `${mutation.name}s`);

/** Adds a list of events to the types that events link to. */
export function showsEvents<R extends object>(type: ObjectType<R>, list: NamingField, idOf: (of: R) => number): void {
  builder.objectField(type, 'events', (t) =>
    t.field({
      type: events.type,
      description:
        list === 'categories'
          ? 'Its events, and those of categories below it, that the caller may see in lists.'
          : 'Its events that the caller may see in lists.',
      args: events.args,
      complexity: (args): Points => ({ ...nestedPrice(args), records: recordsInSlice(args) }),
      resolve: (record, args, ctx) =>
        ctx.loaders.together(`events of ${list} ${JSON.stringify(args)}`, idOf(record as R), (ids) =>
          ctx.services.event.eventsOf({ list, ids }, args, ctx),
        ),
    }),
  );
}

showsEvents(Category, 'categories', ({ _id }) => _id);
showsEvents(Tag, 'tags', ({ _id }) => _id);
showsEvents(User, 'author', ({ id }) => id);
