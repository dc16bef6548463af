import type { Context } from '../../context.ts';
import { MOST_AT_ONCE, recordsInSlice } from '../../fields/slice.ts';
import { batchField } from '../../graphql/batches.ts';
import { builder, type ObjectType } from '../../graphql/builder.ts';
import { forRest } from '../../graphql/for-rest.ts';
import { inputFrom } from '../../graphql/inputs.ts';
import { restoreMutation, writeMutations } from '../../graphql/mutations.ts';
import { Node, NodeWithTitle } from '../../graphql/node.ts';
import { rootFields } from '../../graphql/pages.ts';
import { DateTime, Day, Json, TimeZone, Url } from '../../graphql/scalars.ts';
import { inForm, inFormat, storedFields, translationFields } from '../../graphql/stored-fields.ts';
import { type CostDetails, isFree, NO_COST, type Price, pricesOf } from '../../rules/cost.ts';
import { toIso } from '../../rules/iso.ts';
import { onceFor } from '../../rules/once-for.ts';
import { type Instant, timeParts, toWall, type WallTime, zoneAbbreviation } from '../../rules/time.ts';
import { Category } from '../category/graphql.ts';
import { pageOfPost } from '../post/address.ts';
import { DATE_COST, Post, postAddresses } from '../post/graphql.ts';
import type { Where } from '../shared/where.ts';
import { Tag } from '../tag/graphql.ts';
import { User } from '../user/graphql.ts';
import { type EventFilter, eventFields, eventFilters, eventInput, eventInputPatch } from './fields.ts';
import { eventJsonLd } from './json-ld.ts';
import { loadTerms } from './load.ts';
import type { EventRecord, NamingField } from './record.ts';
import { EVENT_ORDERS, type EventWhere, eventWhere } from './where-fields.ts';

const DateDetails = builder.objectRef<ReturnType<typeof timeParts>>('DateDetails').implement({
  description: 'The parts of a date, as text with leading zeros.',
  fields: (t) => ({
    year: t.exposeString('year', { description: 'Four digits; in UTC also `10000`.' }),
    month: t.exposeString('month', { description: 'From `01`.' }),
    day: t.exposeString('day', { description: 'Of the month, from `01`.' }),
    hour: t.exposeString('hour', { description: '`00` to `23`.' }),
    minutes: t.exposeString('minutes', { description: '`00` to `59`.' }),
    seconds: t.exposeString('seconds', { description: '`00` to `59`.' }),
  }),
});

const CostDetailsType = builder.objectRef<CostDetails>('CostDetails').implement({
  description: 'What the cost of an event says about prices.',
  fields: (t) => ({
    currencySymbol: t.exposeString('currencySymbol', {
      description: 'The symbol that was sent with every price; empty when there was none.',
    }),
    currencyCode: t.exposeString('currencyCode', { description: 'ISO 4217; empty where that is not clear.' }),
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
      description: 'The currency by ISO 4217; null where the cost does not make that clear.',
      resolve: ({ currencyCode }) => currencyCode || null,
    }),
  }),
});

export const Event = builder.objectRef<EventRecord>('Event');

/** A list of records that an event links to, in points of cost. */
export const LINKED_COST = { field: 1, multiplier: 5 };

const starts = onceFor(({ startsAt }: EventRecord, zone) => toWall(startsAt, zone));
const ends = onceFor(({ endsAt }: EventRecord, zone) => toWall(endsAt, zone));
const startIso = onceFor(({ startsAt }: EventRecord, zone) => toIso(startsAt, zone));
const endIso = onceFor(({ endsAt }: EventRecord, zone) => toIso(endsAt, zone));
const abbreviation = onceFor(({ startsAt }: EventRecord, zone) => zoneAbbreviation(zone, startsAt));

const utcStart = (event: EventRecord): WallTime => starts(event, 'UTC');
const utcEnd = (event: EventRecord): WallTime => ends(event, 'UTC');

const dayOf = (wall: WallTime): string => wall.slice(0, 10);

/** The parts of the text of another field. */
const parts = (field: string, instead: string) => ({
  type: DateDetails,
  ...forRest(instead, `\`${field}\` in parts.`),
});

/** Notes that an answer says something else from the next of these moments on. */
function holdsUntil({ basis, now }: Pick<Context, 'basis' | 'now'>, moments: readonly Instant[]): void {
  basis.until = Math.min(basis.until, ...moments.filter((moment) => moment > now));
}

const wall = (instead: string, description: string, value: (event: EventRecord) => WallTime) => ({
  complexity: DATE_COST,
  ...forRest(instead, description),
  resolve: value,
});

Event.implement({
  description: 'Something that takes place.',
  interfaces: [Node, NodeWithTitle, Post] as never,
  fields: (t) => {
    return {
      allDay: t.exposeBoolean('allDay', { description: eventFields.allDay.description }),
      startsAt: t.field({
        type: DateTime,
        complexity: DATE_COST,
        description: 'When it starts, in the zone of the event.',
        resolve: (event) => startIso(event, event.timezone),
      }),
      endsAt: t.field({
        type: DateTime,
        complexity: DATE_COST,
        description: 'When it ends, in the zone of the event.',
        resolve: (event) => endIso(event, event.timezone),
      }),
      startDay: t.field({
        type: Day,
        description: 'The day that it starts on, in the zone of the event.',
        resolve: ({ startDate }) => dayOf(startDate),
      }),
      endDay: t.field({
        type: Day,
        description: 'The day that it ends on, in the zone of the event.',
        resolve: ({ endDate }) => dayOf(endDate),
      }),
      isRunning: t.boolean({
        args: { at: t.arg({ type: DateTime, description: 'Then; without it, now.' }) },
        description: 'Whether it has started and not ended.',
        resolve: ({ startsAt, endsAt }, { at }, ctx) => {
          if (at == null) holdsUntil(ctx, [startsAt, endsAt]);
          const moment = at ?? ctx.now;
          return startsAt <= moment && moment < endsAt;
        },
      }),
      startDate: t.exposeString('startDate', forRest('startsAt', 'Start, wall clock in the zone of the event.')),
      startDateDetails: t.field({
        ...parts('startDate', 'startsAt'),
        resolve: ({ startDate }) => timeParts(startDate),
      }),
      endDate: t.exposeString('endDate', forRest('endsAt', 'End, wall clock in the zone of the event.')),
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
        complexity: DATE_COST,
        description: 'Abbreviation of the zone at the start.',
        resolve: (event) => abbreviation(event, event.timezone),
      }),
      cost: t.string({
        ...forRest('costText', 'The cost for people, with its currency; empty when none was given.'),
        resolve: ({ cost }) => cost?.text ?? '',
      }),
      costDetails: t.field({
        type: CostDetailsType,
        ...forRest('prices', 'What the cost says about prices.'),
        resolve: ({ cost }) => (cost ?? NO_COST).details,
      }),
      costText: t.string({
        nullable: true,
        description: 'The cost for people, with its currency; null when none was given.',
        resolve: ({ cost }) => cost?.text || null,
      }),
      prices: t.field({
        type: [PriceType],
        description: 'The prices that the cost names, the lowest first.',
        resolve: ({ cost }) => pricesOf((cost ?? NO_COST).details),
      }),
      isFree: t.boolean({
        description: 'Whether it is said that it costs nothing: where no cost was given, nobody knows.',
        resolve: ({ cost }) => isFree((cost ?? NO_COST).details),
      }),
      website: t.field({
        type: Url,
        args: inForm,
        description: 'Address of the website of the event; without one, that of its public page.',
        resolve: (event, { format }, ctx) => inFormat(event.website || pageOfPost('event', event, ctx), format),
      }),
      categories: t.field({
        type: [Category],
        complexity: LINKED_COST,
        description: 'By name.',
        resolve: ({ categories }, _, ctx) => loadTerms(ctx.loaders.category, categories, ctx),
      }),
      tags: t.field({
        type: [Tag],
        complexity: LINKED_COST,
        description: 'By name.',
        resolve: ({ tags }, _, ctx) => loadTerms(ctx.loaders.tag, tags, ctx),
      }),
      jsonLd: t.field({
        type: Json,
        complexity: 4,
        description: 'The event as a schema.org Event.',
        resolve: (event, _, ctx) => eventJsonLd(event, ctx),
      }),
    };
  },
});
postAddresses(Event, 'event');
storedFields(Event, eventFields);
translationFields(Event, 'Event', eventFields);

type Asked = Pick<EventFilter, 'search' | 'geolocLat'> & Pick<Where<EventWhere>, 'near' | 'and' | 'or' | 'not'>;

/** How many texts and places are looked for, in all that is combined. */
const dearParts = ({ search, geolocLat, near, and, or, not }: Asked): number =>
  [search, geolocLat ?? near].filter((value) => value != null).length +
  [...(and ?? []), ...(or ?? []), ...(not ? [not] : [])].reduce((sum, inner) => sum + dearParts(inner), 0);

const events = rootFields<EventRecord, EventFilter>({
  name: 'event',
  type: Event,
  filter: inputFrom('EventFilter', {
    table: eventFilters,
    use: 'filter',
    description: 'What a list of events is filtered by; all of it must hold.',
  }),
  connection: {
    plural: 'events',
    where: eventWhere,
    orders: EVENT_ORDERS,
    otherwise: 'by start',
    distance:
      'How far the nearest venue of the event that the caller may see is from the middle of `near`, in kilometres. Only in the order `DISTANCE`; null in all others.',
  },
  service: ({ services }) => services.event,
  listCost: (asked) => 3000 + 1500 * dearParts(asked),
});

const shown = { name: 'event', type: Event };
const mutations = writeMutations<EventRecord>({
  ...shown,
  fields: eventInput,
  patch: eventInputPatch,
  service: ({ services }) => services.event as never,
  deletion: 'Moves the event into the trash. An update with a status brings it back.',
});
restoreMutation((ctx) => ctx.services.event.restore, shown);
for (const mutation of mutations) batchField(mutation, `${mutation.name}s`);

/** Finding the events of one record among those of several, in points of cost. */
const EVENTS_COST = 20;

/** Lets what events name show those events. */
export function showsEvents<R extends object>(type: ObjectType<R>, list: NamingField, idOf: (of: R) => number): void {
  builder.objectField(type, 'events', (t) =>
    t.field({
      type: events.type,
      description:
        list === 'categories'
          ? 'The events in it or below it that the caller may see in lists.'
          : 'Its events that the caller may see in lists.',
      args: events.args(t.arg),
      complexity: (args) => ({
        field: EVENTS_COST * (1 + 5 * dearParts((args as { where?: Asked | null }).where ?? {})),
        multiplier: recordsInSlice(args),
      }),
      resolve: (record, args, ctx) =>
        ctx.loaders.together(`events of ${list} ${JSON.stringify(args)}`, idOf(record as R), (ids) =>
          ctx.services.event.eventsOf({ list, ids }, args, ctx),
        ),
    }),
  );
}

/** How many events are related to another where nobody says. */
const RELATED = 5;

builder.objectField(Event, 'related', (t) =>
  t.field({
    type: [Event],
    args: {
      first: t.arg.int({
        defaultValue: RELATED,
        description: `How many at the most; up to ${MOST_AT_ONCE}.`,
      }),
    },
    description:
      'Other public events that have not ended: of the next ten, or `first`, in or below each of its categories and at each of its venues, those that share the most of these with it come first, then the earliest; ties by id.',
    complexity: ({ first }) => ({ field: 2 * EVENTS_COST, multiplier: recordsInSlice({ first: first ?? RELATED }) }),
    resolve: ({ _id }, { first }, ctx) =>
      ctx.loaders.together(`related ${first}`, _id, (ids) => ctx.services.event.related(ids, first ?? RELATED, ctx)),
  }),
);

showsEvents(Category, 'categories', ({ _id }) => _id);
showsEvents(Tag, 'tags', ({ _id }) => _id);
showsEvents(User, 'author', ({ id }) => id);
