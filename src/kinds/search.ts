import { cursorOf, readCursor } from '../domain/cursor.ts';
import { invalidField, validate } from '../domain/fields/examine.ts';
import { searchField } from '../domain/fields/search.ts';
import { type ConnectionInput, DEFAULT_SLICE } from '../domain/fields/slice.ts';
import { table } from '../domain/fields/table.ts';
import { once } from '../domain/once-for.ts';
import type { Instant } from '../domain/time.ts';
import { minuteOf, nextWindow } from '../domain/window.ts';
import type { Context } from './context.ts';
import { EVENT_LINKS } from './event-links.ts';
import type { RecordService } from './record-service.ts';
import type { Connection, Edge } from './shared/connection.ts';

/** A record that was found, with its kind. */
interface Found {
  kind: string;
  record: object;
}

interface SearchInput {
  query: string;
  first?: number | null;
  after?: string | null;
}

/**
 * Searches the records of all kinds that the caller may see in lists. First come venues, organizers, categories and tags,
 * each kind by name, then events that have not ended, by start, then past events, the latest first.
 * @throws INVALID_FIELD naming every argument that is wrong
 */
export type Search = (input: SearchInput, ctx: Context) => Promise<Connection<Found>>;

type Searched = Readonly<Record<string, Pick<RecordService<object, never, never, never>, 'connection'>>>;

const searchFields = table({
  query: { ...searchField('What the records say.'), whenBlank: undefined },
});

/** The sections, in order. Later pages split past from upcoming events at the time of the first page. */
const SECTIONS: readonly { kind: string; list(since: string): ConnectionInput }[] = [
  ...[...EVENT_LINKS.map(({ name }) => name), 'category', 'tag'].map((kind) => ({
    kind,
    list: () => ({ orderBy: { field: 'name' } }),
  })),
  { kind: 'event', list: (since) => ({ where: { endsAfter: since }, orderBy: { field: 'start' } }) },
  {
    kind: 'event',
    list: (since) => ({ where: { not: { endsAfter: since } }, orderBy: { field: 'start', direction: 'desc' } }),
  },
];

const KINDS = [...new Set(SECTIONS.map(({ kind }) => kind))];

/** Where a page begins: after a place in a section. */
interface Place {
  after: string | null;
  section: number;
  since: Instant;
}

const ORDER = 'found';

/** @throws INVALID_FIELD */
function placeOf({ after }: SearchInput, { now, freshness }: Pick<Context, 'now' | 'freshness'>): Place {
  if (after == null) {
    freshness.until = Math.min(freshness.until, nextWindow(now));
    return { after: null, section: 0, since: minuteOf(now) };
  }
  const [inner, section, since] = readCursor(after, ORDER, 3) ?? [];
  if (typeof inner !== 'string' || !SECTIONS[section as number] || Math.abs(since as number) > MOST_INSTANT)
    throw invalidField('after', 'invalid_cursor', 'Must be a cursor that this list gave.');
  return { after: inner, section: section as number, since: since as number };
}

/** The last moment that fits a date text. */
const MOST_INSTANT = Date.parse('9999-12-31T23:59:59Z');

export const createSearch =
  (services: Searched): Search =>
  async (input, ctx) => {
    const { query: search } = validate({ table: searchFields, use: 'filter' }, { query: input.query }, ctx);
    const limit = input.first ?? DEFAULT_SLICE;
    const { section: from, after, since } = placeOf(input, ctx);
    const moment = new Date(since).toISOString();

    function sectionAt(at: number, slice: ConnectionInput) {
      const { kind, list } = SECTIONS[at]!;
      const { where, orderBy } = list(moment);
      return services[kind]!.connection({ where: { search, ...where }, orderBy, ...slice }, ctx);
    }
    const isEmpty = async (at: number) => (await (await sectionAt(at, { first: 1 })).edges()).length === 0;
    async function anyOf(sections: readonly number[]) {
      for (const at of sections) if (!(await isEmpty(at))) return true;
      return false;
    }
    const numbers = SECTIONS.map((_, at) => at);

    // Read at once, because it refuses bad numbers and bad cursors.
    const begun = await sectionAt(from, { first: limit, after });
    const read = once(async () => {
      const edges: Edge<Found>[] = [];
      for (let [at, part] = [from, begun]; ; part = await sectionAt(++at, { first: limit - edges.length })) {
        const { kind } = SECTIONS[at]!;
        for (const { node: record, cursor } of await part.edges())
          edges.push({ node: { kind, record }, cursor: cursorOf(ORDER, [cursor, at, since]) });
        if (edges.length >= limit || at === SECTIONS.length - 1) return { edges, at, part };
      }
    });
    return {
      edges: async () => (await read()).edges,
      async hasNextPage() {
        const { at, part } = await read();
        return (await part.hasNextPage()) || anyOf(numbers.slice(at + 1));
      },
      hasPreviousPage: async () => (await begun.hasPreviousPage()) || anyOf(numbers.slice(0, from)),
      total: once(async () => {
        let sum = 0;
        for (const kind of KINDS) sum += await (await services[kind]!.connection({ where: { search } }, ctx)).total();
        return sum;
      }),
    };
  };
