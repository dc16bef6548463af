import type { Versioned } from '../../cache/records.ts';
import { identityOf } from '../../data/identity.ts';
import type { Filter, Store } from '../../data/port.ts';
import { mayEditOthers, mayKnowRole } from '../../domain/access.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import { STATUSES, type StatusFilter } from '../../domain/status.ts';
import type { ChangeFeed } from '../changes/feed.ts';
import type { Context } from '../context.ts';
import { CUSTOM_OWNERS, type CustomOwner } from '../custom-fields/definitions.ts';
import type { EventRecord } from '../event/record.ts';
import type { EventService } from '../event/service.ts';
import type { EventWhere } from '../event/where-fields.ts';
import type { ImageRecord } from '../image/record.ts';
import type { UsersByIds } from '../loaders.ts';
import type { PostRecord } from '../post/record.ts';
import type { SeriesRecord } from '../series/record.ts';
import type { Repository } from '../shared/repository.ts';
import { refuseUnless } from '../shared/writes.ts';
import type { TermRecord } from '../term/record.ts';
import { EXPORT_KINDS, type ExportInput, type ExportKind } from './fields.ts';
import {
  customFieldLine,
  eventLine,
  imageLine,
  type Line,
  type Lining,
  linkedLine,
  seriesLine,
  termLine,
} from './lines.ts';

/** The version of the line format. It rises with each change that readers must know about. */
export const EXPORT_VERSION = 1;

/** The request for an export. Without `where`, it covers all events, even hidden ones; with it, the events that a list shows. */
export type ExportRequest = ExportInput & { where?: EventWhere | null };

/** A part of an export, and where the next part begins; null at the end. */
export interface ExportPage {
  lines: Line[];
  next: string | null;
}

/** Reads the whole calendar, page by page. */
export interface ExportService {
  /** For editors and administrators. @throws UNAUTHENTICATED, FORBIDDEN, INVALID_FIELD for a place that does not exist */
  page(request: ExportRequest, ctx: Context): Promise<ExportPage>;
}

interface ExportDeps {
  store: Store;
  changes: Pick<ChangeFeed, 'page'>;
  usersByIds: UsersByIds;
  event: EventService;
  repositories: Readonly<Record<ExportKind, Repository<Versioned>>>;
}

/** Records per page. */
const AT_ONCE = 100;

/** Exports do not read fields that exist only for searches. */
const WITHOUT = ['search', 'searchTitle', 'names', 'facets', 'lowestPrice', 'priceCurrency'] as const;

/** Kinds whose records are deleted for good. */
const WITHOUT_TRASH: ReadonlySet<ExportKind> = new Set(['image', 'category', 'tag']);

/**
 * A place in an export: the kind that comes next, and the id of its last record so far; for filtered events, the cursor instead.
 */
const PLACE = /^(\w+)(?: (.+))?$/;

export function createExport(deps: ExportDeps): ExportService {
  const { store, changes, usersByIds, event, repositories } = deps;

  async function header({ kinds, where, trash }: ExportRequest, ctx: Context): Promise<Line> {
    return {
      kind: 'calendar',
      version: EXPORT_VERSION,
      calendar: await identityOf(store),
      site: ctx.links.site,
      exportedAt: new Date(ctx.now).toISOString(),
      language: ctx.language,
      timezone: ctx.zone,
      kinds: kinds ?? EXPORT_KINDS,
      trash: trash === true,
      filtered: where != null,
      // Changes made during the export come after this cursor.
      changes: (await changes.page({}, ctx)).cursor,
    };
  }

  async function customFields(ctx: Context) {
    const fields = await ctx.loaders.customFields();
    return CUSTOM_OWNERS.flatMap((of) => [...fields[of].values()].map((field) => customFieldLine(of, field)));
  }

  interface Records {
    records: readonly object[];
    /** The place after the last record; undefined if there are no more. */
    after: string | undefined;
  }

  /** Reads the next records after one, in order of their ids. */
  async function byId(kind: ExportKind, { trash }: ExportRequest, after: string | undefined): Promise<Records> {
    const repository = repositories[kind];
    const alive: Filter = trash || WITHOUT_TRASH.has(kind) ? {} : { trashed: false };
    const sort = [['_id', 1]] as const;
    const next = { _id: { $gt: Number(after ?? 0) }, ...alive };
    // Finds the ids alone first: these include damaged records, so the export can pass them.
    const ids = (await repository.find(next, { sort, limit: AT_ONCE, index: '_id_', only: [] })).map(({ _id }) => _id);
    if (ids.length === 0) return { records: [], after: undefined };
    const records = await repository.find({ _id: { $in: ids } }, { sort, index: '_id_', without: WITHOUT });
    return { records, after: ids.length < AT_ONCE ? undefined : String(ids.at(-1)) };
  }

  /** A part of the requested events, before any is read. @throws the error of an invalid filter */
  function eventsAfter({ where, trash }: ExportRequest, after: string | undefined, ctx: Context) {
    const states = STATUSES.filter((status) => trash || status !== 'trash') as StatusFilter[];
    return event.connection({ where: { status: states, ...where }, first: AT_ONCE, after: after ?? null }, ctx);
  }

  async function filteredEvents(request: ExportRequest, after: string | undefined, ctx: Context): Promise<Records> {
    const found = await eventsAfter(request, after, ctx);
    const edges = await found.edges();
    const isMore = await found.hasNextPage();
    return { records: edges.map(({ node }) => node), after: isMore ? edges.at(-1)?.cursor : undefined };
  }

  async function liningOf(records: readonly object[], { users }: ExportRequest, ctx: Context): Promise<Lining> {
    const authors = new Set((records as { author?: number }[]).flatMap(({ author }) => author ?? []));
    const found = users && authors.size ? await usersByIds([...authors]) : [];
    return { site: ctx.links.site, nameOf: (author) => found.find(({ id }) => id === author)?.name };
  }

  return {
    async page(request, ctx) {
      refuseUnless(mayEditOthers(ctx.viewer), ctx);
      refuseUnless(!request.users || mayKnowRole(ctx.viewer, 0), ctx);
      giveUpWhenLate(ctx.running);
      const kinds = EXPORT_KINDS.filter((kind) => request.kinds?.includes(kind) ?? true);
      if (request.after == null) {
        // Checks the filter now: later pages are read while the answer is sent, when it is too late to refuse.
        if (request.where && kinds.includes('event')) await eventsAfter(request, undefined, ctx);
        return { lines: [await header(request, ctx), ...(await customFields(ctx))], next: kinds[0] ?? null };
      }
      const [, name, after] = PLACE.exec(request.after) ?? [];
      const kind = kinds.find((each) => each === name);
      if (kind === undefined) throw invalidField('after', 'invalid_cursor', 'Must be a cursor that this list gave.');
      const isFiltered = kind === 'event' && request.where;
      const { records, after: last } = await (isFiltered
        ? filteredEvents(request, after, ctx)
        : byId(kind, request, after));
      const lining = await liningOf(records, request, ctx);
      const following = kinds[kinds.indexOf(kind) + 1] ?? null;
      return {
        lines: records.map((record) => lineOf(kind, record, lining)),
        next: last === undefined ? following : `${kind} ${last}`,
      };
    },
  };
}

function lineOf(kind: ExportKind, record: object, lining: Lining): Line {
  if (kind === 'event') return eventLine(record as EventRecord, lining);
  if (kind === 'series') return seriesLine(record as SeriesRecord, lining);
  if (kind === 'image') return imageLine(record as ImageRecord, lining);
  if (kind === 'category' || kind === 'tag') return termLine(kind, record as TermRecord);
  return linkedLine(kind as CustomOwner, record as PostRecord, lining);
}
