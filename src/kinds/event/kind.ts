import { postRights } from '../../domain/access.ts';
import { eventFacets } from '../../domain/facets.ts';
import { blankSwitches } from '../../domain/fields/storage.ts';
import { textIn } from '../../domain/language.ts';
import { datedSlug } from '../../domain/slug.ts';
import { toWall } from '../../domain/time.ts';
import type { Kind, PostKind } from '../define-kind.ts';
import { byList } from '../event-links.ts';
import { scopeFields } from '../series/fields.ts';
import { eventFields, eventInput, eventInputPatch, eventPatch, eventUpsert, newEventFields } from './fields.ts';
import { asPlanned, withSequence } from './identity.ts';
import { eventParameters } from './parameters.ts';
import type { EventRecord } from './record.ts';
import { eventWhere } from './where-fields.ts';

/** The declaration of events. */
export const eventKind = {
  name: 'event',
  plural: 'events',
  queries: { one: 'event', connection: 'events', page: 'eventPage' },
  mutations: {
    create: 'createEvent',
    update: 'updateEvent',
    delete: 'deleteEvent',
    restore: 'restoreEvent',
    deleteTranslation: 'deleteEventTranslation',
  },
  /** Specification §4.2. */
  rest: {
    path: '/events',
    operations: {
      list: 'ListEvents',
      read: 'ReadEvent',
      create: 'CreateEvent',
      update: 'UpdateEvent',
      delete: 'DeleteEvent',
    },
    bySlug: true,
    reads: '...EventStart ...EventLinksWithJsonLd ...EventBody json_ld: jsonLd',
    fields: newEventFields,
    patch: eventPatch,
    deletion: { scope: scopeFields.scope },
    pastTheEnd: 'EVENT_PAGE_NOT_FOUND',
    failures: ['EVENT_NOT_ACCESSIBLE', 'EVENT_TRASHED'],
    unknownId: 'EVENT_NOT_FOUND',
    trashed: 'EVENT_ALREADY_TRASHED',
    offersNothing: ['EVENT_NOT_FOUND', 'NOT_AN_EVENT'],
  },
  page: { path: 'event', operation: 'EventPage', type: 'article' },
  rights: postRights,
  fields: eventInput,
  patch: eventInputPatch,
  upsert: eventUpsert,
  trashing: scopeFields,
  where: eventWhere,
  filters: eventParameters,
  draftsHaveSlugs: false,
  unknownFirst: 'deletedBySlug',
  trashed: 'EVENT_TRASHED',
  blank: { ...blankSwitches(eventFields), ...byList((): number[] => []) },
  follow: (event, { before, values }) => asPlanned(withSequence(event, before), before, values),
  facets: eventFacets,
  wantedSlug: ({ series, originalStartsAt, timezone }, slug) =>
    series === undefined ? slug : datedSlug(slug, toWall(originalStartsAt!, timezone).slice(0, 10)),
  nameIn: (record, language) => textIn(record, 'title', language) ?? '',
  searchable: (record, language) => [
    textIn(record, 'title', language) ?? '',
    textIn(record, 'excerpt', language)?.html ?? '',
    textIn(record, 'description', language)?.html ?? '',
  ],
} as const satisfies PostKind<EventRecord> & Kind<'event', 'events'>;
