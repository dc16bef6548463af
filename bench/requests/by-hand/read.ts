import type Database from 'libsql';

export type Language = 'en' | 'ko' | 'es';

/** For whom something is read: in which language, and whether also what is not public. */
interface For {
  language: Language;
  all: boolean;
}

/** A row, by the names of its columns. */
// biome-ignore lint/suspicious/noExplicitAny: the tables say what each column is
export type Row = Record<string, any>;

/** An event with all that is shown of others, each with its texts in one language. */
export interface WholeEvent {
  event: Row;
  venues: Row[];
  organizers: Row[];
  categories: Row[];
  tags: Row[];
}

/** What a list is asked for: the events that start in a span of time, and which page of them. */
interface Asked {
  from: number;
  before: number;
  perPage: number;
  page: number;
}

const LISTED = "e.status = 'publish' AND e.hidden = 0 AND e.starts_at >= ? AND e.starts_at < ?";
const IMAGE = 'i.url AS image_url, i.width, i.height, i.filesize, i.sizes';
const PLACE = ['address', 'city', 'country', 'province', 'state', 'state_province'];

/** Each text in the language that is asked for, else in the one it was written in, else in the first there is. */
const spoken = (kind: string, record: string, columns: readonly string[]): string =>
  columns
    .map(
      (column) =>
        `coalesce(asked.${column}, first.${column}, (SELECT ${column} FROM ${kind}_texts
           WHERE ${kind}_id = ${record}.id AND ${column} IS NOT NULL ORDER BY instr('en ko es', language) LIMIT 1)) AS ${column}`,
    )
    .join(', ');

/** The rows of texts that this looks at. The language is a value of the question. */
const joined = (kind: string, record: string): string =>
  `LEFT JOIN ${kind}_texts asked ON asked.${kind}_id = ${record}.id AND asked.language = ?
   LEFT JOIN ${kind}_texts first ON first.${kind}_id = ${record}.id AND first.language = ${record}.original`;

/** The questions to the database, prepared once. */
export function createReader(database: Database.Database) {
  const asking = (sql: string) => {
    const statement = database.prepare(sql);
    return (...values: unknown[]): Row[] => statement.all(...values) as Row[];
  };

  /** What search engines read needs texts without HTML besides. */
  function questions({ plain }: { plain: boolean }) {
    const html = (...columns: string[]) => columns.flatMap((each) => (plain ? [each, `${each}_plain`] : [each]));
    const events = (where: string) =>
      asking(
        `SELECT e.*, ${spoken('event', 'e', ['title', 'slug', 'status_reason', ...html('description', 'excerpt')])}, ${IMAGE}
         FROM events e ${joined('event', 'e')} LEFT JOIN images i ON i.id = e.image_id WHERE ${where}`,
      );
    const posts = (kind: string, texts: readonly string[]) =>
      asking(
        `SELECT l.event_id, n.*, ${spoken(kind, 'n', ['name', 'slug', ...html('description'), ...texts])}, ${IMAGE}
         FROM event_${kind}s l JOIN ${kind}s n ON n.id = l.${kind}_id ${joined(kind, 'n')}
         LEFT JOIN images i ON i.id = n.image_id
         WHERE l.event_id IN (SELECT value FROM json_each(?)) AND (n.status = 'publish' OR (? AND n.status <> 'trash'))
         ORDER BY l.event_id, l.position`,
      );
    return {
      page: events(`${LISTED} ORDER BY e.starts_at, e.id LIMIT ? OFFSET ?`),
      event: events('e.id = ?'),
      venues: posts('venue', PLACE),
      organizers: posts('organizer', []),
    };
  }

  const terms = (kind: string, table: string) =>
    asking(
      `SELECT l.event_id, n.*, ${spoken(kind, 'n', ['name', 'slug', 'description'])}
       FROM event_${table} l JOIN ${table} n ON n.id = l.${kind}_id ${joined(kind, 'n')}
       WHERE l.event_id IN (SELECT value FROM json_each(?))`,
    );
  const categories = terms('category', 'categories');
  const tags = terms('tag', 'tags');
  const total = asking(`SELECT count(*) AS total FROM events e WHERE ${LISTED}`);
  const [listed, single] = [questions({ plain: false }), questions({ plain: true })];

  function whole(events: readonly Row[], { language, all }: For, { venues, organizers }: typeof single): WholeEvent[] {
    const ids = JSON.stringify(events.map(({ id }) => id));
    const its = {
      venues: byEvent(venues(language, ids, Number(all))),
      organizers: byEvent(organizers(language, ids, Number(all))),
      categories: byEvent(categories(language, ids)),
      tags: byEvent(tags(language, ids)),
    };
    return events.map((event) => ({
      event,
      venues: its.venues.get(event.id) ?? [],
      organizers: its.organizers.get(event.id) ?? [],
      categories: (its.categories.get(event.id) ?? []).sort(byName(language)),
      tags: (its.tags.get(event.id) ?? []).sort(byName(language)),
    }));
  }

  return {
    /** An event, if there is one with this id. */
    one: (id: number, reader: For): WholeEvent | undefined =>
      whole(single.event(reader.language, id), reader, single)[0],

    /** A page of those that everybody sees, by their start, and how many there are on all pages. */
    page({ from, before, perPage, page }: Asked, reader: For): { total: number; events: WholeEvent[] } {
      const events = listed.page(reader.language, from, before, perPage, (page - 1) * perPage);
      return { total: total(from, before)[0]!.total, events: whole(events, reader, listed) };
    },
  };
}

function byEvent(rows: readonly Row[]): Map<number, Row[]> {
  const events = new Map<number, Row[]>();
  for (const row of rows) {
    const its = events.get(row.event_id);
    if (its) its.push(row);
    else events.set(row.event_id, [row]);
  }
  return events;
}

/** The key of an order by name is kept: without case and accents. */
const byName =
  (language: Language) =>
  (one: Row, other: Row): number => {
    const [first, second] = [one[`sort_${language}`], other[`sort_${language}`]];
    return first < second ? -1 : first > second ? 1 : one.id - other.id;
  };
