import { mayEditOthers, mayUpload } from '../../domain/access.ts';
import { pageFields } from '../../domain/fields/paging.ts';
import { capitalized } from '../../domain/text.ts';
import { RANGE_FORM } from '../../kinds/addresses.ts';
import { changeParameters } from '../../kinds/changes/fields.ts';
import { eventKind } from '../../kinds/event/kind.ts';
import { exportParameters, feedParameters, rangeFields } from '../../kinds/event/parameters.ts';
import { exportFields } from '../../kinds/export/fields.ts';
import { mediaFields, mediaPatch } from '../../kinds/image/fields.ts';
import { KINDS } from '../../kinds/kinds.ts';
import type { HostRoute, Route } from './route.ts';

/** The name of the namespace in paths and links. */
export const NAMESPACE = 'calendar/events/v1';

/** Clients also request these routes of the host. They lie in the namespace of the host, which has no other routes here. */
export const HOST_ROUTES: readonly HostRoute[] = [
  // Clients that write test their log-in here.
  { namespace: 'wp/v2', path: '/users/me', operation: 'ReadViewer', nobody: 'NOT_LOGGED_IN' },
];

const MEDIA = { path: '/wp/v2/media', right: mayUpload } as const;
const MEDIUM = { path: '/wp/v2/media/<id>', right: mayUpload, failures: ['IMAGE_NOT_FOUND'] } as const;

/** Where clients of the host bring in pictures, by whole paths. */
export const MEDIA_ROUTES: readonly Route[] = [
  { ...MEDIA, operation: 'ListMedia', methods: ['GET'], variables: pageFields, bareList: 'items' },
  {
    ...MEDIA,
    operation: 'UploadMedia',
    methods: ['POST'],
    input: mediaFields,
    located: true,
    forbidden: 'rest_cannot_create',
  },
  { path: MEDIUM.path, operation: 'ReadMedia', methods: ['GET'] },
  {
    ...MEDIUM,
    operation: 'UpdateMedia',
    methods: ['POST', 'PUT', 'PATCH'],
    patch: mediaPatch,
    forbidden: 'rest_cannot_edit',
  },
  { ...MEDIUM, operation: 'DeleteMedia', methods: ['DELETE'], deletesForGood: true, forbidden: 'rest_cannot_delete' },
];

export { PUBLIC_ROUTES } from './public-table.ts';

/** The rows of a kind: its collection, and one record by its id or, for posts, by its slug. */
function routesOf({ name: kind, rest, rights, filters, where, ...tables }: (typeof KINDS)[number]): Route[] {
  const { path, operations: run, refused, failures, unknownId, trashed, offersNothing } = rest;
  const { fields: input = tables.fields, patch = tables.patch } = rest;
  const also = refused ? { refused } : {};
  const record = (at: string, row: Pick<Route, 'unknown' | 'failures'>): Route[] => {
    const same = { path: path + at, kind, ...row, ...(offersNothing ? { offersNothing } : {}) };
    const deleting = [...row.failures!, ...(trashed ? [trashed] : [])];
    return [
      { operation: run.read, methods: ['GET'], ...same },
      { operation: run.update, methods: ['POST', 'PUT', 'PATCH'], ...same, right: rights.update, patch, ...also },
      {
        ...{ operation: run.delete, methods: ['DELETE'] as const, ...same, right: rights.delete, failures: deleting },
        ...(rest.deletion && { deletion: rest.deletion }),
      },
    ];
  };
  return [
    {
      operation: run.list,
      methods: ['GET'],
      path,
      kind,
      filter: filters,
      where,
      ...(rest.pastTheEnd ? { pastTheEnd: rest.pastTheEnd } : {}),
      ...(rest.totalsFirst ? { totalsFirst: rest.totalsFirst } : {}),
    },
    {
      operation: run.create,
      methods: ['POST'],
      path,
      kind,
      right: rights.create,
      input,
      ...(rest.located ? { located: rest.located } : {}),
      ...also,
    },
    ...record('/<id>', unknownId ? { failures: [...failures, unknownId] } : { failures, unknown: 'id' }),
    ...(rest.bySlug ? record('/by-slug/<slug>', { failures, unknown: 'slug' }) : []),
  ];
}

/** Lists changes, or follows new ones. */
const CHANGES: Route = {
  operation: 'ListChanges',
  live: 'FollowChanges',
  methods: ['GET'],
  path: '/changes',
  variables: changeParameters,
  failures: ['RESYNC'],
  says: {
    summary: 'List or follow changes',
    description: 'With `Accept: text/event-stream`, the same changes arrive as they happen.',
    done: 'Changes, and the cursor to continue from.',
  },
};

/** Exports everything that is stored, for copies. */
const EXPORT: Route = {
  operation: 'ExportRecords',
  methods: ['GET'],
  path: '/export.jsonl',
  right: mayEditOthers,
  variables: exportFields,
  filter: exportParameters,
  where: eventKind.where,
  lines: true,
  failures: ['FORBIDDEN', 'UNAUTHENTICATED'],
  says: { summary: 'Export everything', done: 'The export, sent while it is generated.' },
};

/** Every route that reaches the data. */
export const ROUTES: readonly Route[] = [...KINDS.flatMap(routesOf), CHANGES, EXPORT];

/**
 * The feed routes of a kind, beside its records. Each feed has the events of one record. Events have a feed of their list,
 * and one feed per event.
 */
function feedsOf({ name: kind, rest }: (typeof KINDS)[number]): Route[] {
  const isEvent = kind === 'event';
  const { path, failures, unknownId, bySlug } = rest;
  const feed = { kind, methods: ['GET'], feed: true } as const;
  const listed = { filter: feedParameters, where: eventKind.where };
  const record = { ...feed, operation: `${capitalized(kind)}Feed`, failures, ...(isEvent ? {} : listed) };
  return [
    ...(isEvent ? [{ ...feed, ...listed, operation: 'EventsFeed', path: `${path}.<form>` }] : []),
    {
      ...record,
      path: `${path}/<id>.<form>`,
      ...(unknownId ? { failures: [...failures, unknownId] } : { unknown: 'id' as const }),
    },
    ...(bySlug ? [{ ...record, path: `${path}/by-slug/<slug>.<form>`, unknown: 'slug' as const }] : []),
  ];
}

/** The events that a calendar on a web page shows. Their dates are those of its range, so there are no others by default. */
const RANGE: Route = {
  operation: 'EventsInRange',
  methods: ['GET'],
  path: `${eventKind.rest.path}.${RANGE_FORM}`,
  kind: 'event',
  variables: rangeFields,
  filter: exportParameters,
  where: eventKind.where,
  feed: true,
};

/** A series in iCalendar: its rule, and its exceptions. */
const SERIES_FEED: Route = {
  operation: 'SeriesFeed',
  methods: ['GET'],
  path: '/series/<id>.ics',
  feed: true,
  failures: ['SERIES_NOT_FOUND', 'SERIES_NOT_ACCESSIBLE'],
};

/** Every route that answers with a feed. */
export const FEED_ROUTES: readonly Route[] = [...KINDS.flatMap(feedsOf), RANGE, SERIES_FEED];

/** Every route of the namespace. */
export const NAMESPACE_ROUTES: readonly Route[] = [...ROUTES, ...FEED_ROUTES];

/** Whether a path may name a feed that is the same for everybody. Only `ics` feeds may depend on the user. */
export const isPublicFeed = (path: string): boolean => /\.(?:rss|(?:feed|fullcalendar)\.json)\/*$/i.test(path);
