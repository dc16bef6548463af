import { createServer } from 'node:http';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database.ts';
import { createLog } from '../../src/log.ts';
import { EVENTS, type EventRecord } from '../../src/resources/event/record.ts';
import { ORGANIZERS, type OrganizerRecord } from '../../src/resources/organizer/record.ts';
import type { LinkedRecord } from '../../src/resources/post/record.ts';
import type { Versioned } from '../../src/resources/shared/bodies.ts';
import { CATEGORIES, TAGS, type TermRecord } from '../../src/resources/term/record.ts';
import { VENUES, type VenueRecord } from '../../src/resources/venue/record.ts';
import type { Filter, Store } from '../../src/store/port.ts';
import { eventOf, NAMESPACE, type Shown } from './by-hand-body.ts';
import { listenOn, type Told } from './told.ts';

const PER_PAGE = 10;
const JSON_TYPE = { 'Content-Type': 'application/json; charset=UTF-8' };

/**
 * Lists of events as a good engineer writes them by hand for one caller and one language: the same records by the same
 * queries, records kept by id and version, one object, one `JSON.stringify`.
 */
export async function byHand({ env }: Told): Promise<number> {
  const store = await openDatabase({ ...readConfig(env), beside: true }, createLog('warn'));
  const list = createList(store);
  const server = createServer(async (request, response) => {
    const body = await list(new URL(request.url!, NAMESPACE).searchParams);
    // As REST does: no text may end a script element.
    const text = JSON.stringify(body).replaceAll('<', '\\u003c');
    response.writeHead(200, { ...JSON_TYPE, 'Content-Length': Buffer.byteLength(text) }).end(text);
  });
  return listenOn(server);
}

function createList(store: Store): (asked: URLSearchParams) => Promise<object> {
  const reader = createReader(store);
  return async (asked) => {
    const [start, end] = [asked.get('start_date')!, asked.get('end_date')!];
    const page = Number(asked.get('page') ?? 1);
    const filter = {
      ...{ status: 'publish', trashed: false, hideFromListings: false },
      startsAt: { $gte: Date.parse(`${start}Z`), $lt: Date.parse(`${end}Z`) },
    };
    const [total, events] = await Promise.all([
      store.count(EVENTS.name, filter, { index: 'in_state' }),
      reader.page(filter, page),
    ]);
    const pages = Math.ceil(total / PER_PAGE);
    const query = new URLSearchParams({ start_date: start, end_date: end, per_page: '10', status: 'publish' });
    const address = (number?: number): string =>
      `${NAMESPACE}/events/?${query}${number === undefined ? '' : `&page=${number}`}`;
    return {
      events: (await reader.shown(events)).map(eventOf),
      rest_url: address(page),
      ...(page < pages ? { next_rest_url: address(page + 1) } : {}),
      ...(page > 1 ? { previous_rest_url: address(page > 2 ? page - 1 : undefined) } : {}),
      total,
      total_pages: pages,
    };
  };
}

const VERSIONS = { only: ['version'] } as const;
const NOT_SHOWN = { without: ['search', 'names'] } as const;

function createReader(store: Store) {
  const kept = new Map<string, Map<number, Versioned>>(
    [EVENTS, VENUES, ORGANIZERS, CATEGORIES, TAGS].map(({ name }) => [name, new Map()]),
  );

  /** The records of these versions, in their order. */
  async function bodies<R extends Versioned>(collection: string, listed: readonly Versioned[]): Promise<R[]> {
    const known = kept.get(collection)!;
    const missing = listed.filter(({ _id, version }) => known.get(_id)?.version !== version).map(({ _id }) => _id);
    if (missing.length)
      for (const record of await store.byIds<R>(collection, missing, NOT_SHOWN)) known.set(record._id, record);
    return listed.map(({ _id }) => known.get(_id) as R);
  }

  async function byId<R extends Versioned>(collection: string, ids: readonly number[]): Promise<Map<number, R>> {
    if (ids.length === 0) return new Map();
    const listed = await store.byIds<Versioned>(collection, [...new Set(ids)], VERSIONS);
    return new Map((await bodies<R>(collection, listed)).map((record) => [record._id, record]));
  }

  return {
    async page(filter: Filter, page: number): Promise<EventRecord[]> {
      const listed = await store.find<Versioned>(EVENTS.name, filter, {
        ...VERSIONS,
        sort: [
          ['startsAt', 1],
          ['_id', 1],
        ],
        ...{ skip: (page - 1) * PER_PAGE, limit: PER_PAGE, index: 'in_state' },
      });
      return bodies<EventRecord>(EVENTS.name, listed);
    },

    /** The events with all that everybody sees of what they link to. */
    async shown(events: readonly EventRecord[]): Promise<Shown[]> {
      const [venues, organizers, categories, tags] = await Promise.all([
        byId<VenueRecord>(
          VENUES.name,
          events.flatMap((event) => event.venues),
        ),
        byId<OrganizerRecord>(
          ORGANIZERS.name,
          events.flatMap((event) => event.organizers),
        ),
        byId<TermRecord>(
          CATEGORIES.name,
          events.flatMap((event) => event.categories),
        ),
        byId<TermRecord>(
          TAGS.name,
          events.flatMap((event) => event.tags),
        ),
      ]);
      return events.map((event) => ({
        event,
        venues: found(venues, event.venues).filter(isPublic),
        organizers: found(organizers, event.organizers).filter(isPublic),
        categories: found(categories, event.categories).sort(byName),
        tags: found(tags, event.tags).sort(byName),
      }));
    },
  };
}

const found = <R>(records: ReadonlyMap<number, R>, ids: readonly number[]): R[] =>
  ids.map((id) => records.get(id)).filter((record) => record !== undefined);

const isPublic = ({ status }: LinkedRecord): boolean => status === 'publish';

const byName = (one: TermRecord, other: TermRecord): number =>
  one.sort.en < other.sort.en ? -1 : one.sort.en > other.sort.en ? 1 : one._id - other._id;
