import type Database from 'libsql';
import type { Store, Stored } from '../../../src/data/port.ts';
import { plainText } from '../../../src/domain/html.ts';
import { zoneAbbreviation } from '../../../src/domain/time.ts';
import { EVENTS, type EventRecord } from '../../../src/kinds/event/record.ts';
import { IMAGES, type ImageRecord } from '../../../src/kinds/image/record.ts';
import { ORGANIZERS, type OrganizerRecord } from '../../../src/kinds/organizer/record.ts';
import { CATEGORIES, TAGS, type TermRecord } from '../../../src/kinds/term/record.ts';
import { VENUES, type VenueRecord } from '../../../src/kinds/venue/record.ts';
import { openTables, TABLES } from './tables.ts';

type Value = string | number | boolean | null | undefined;
type Columns = Record<string, Value>;

const BATCH = 1000;

/** Writes the records of a calendar into tables of their own, in a new file. */
export async function fillTables(store: Store, file: string): Promise<void> {
  const database = openTables(file);
  database.exec('PRAGMA foreign_keys=OFF');
  database.exec(TABLES);
  const insert = createInsert(database);
  const each = async <R extends Stored>(collection: string, write: (record: R) => void): Promise<void> => {
    for (let after = 0; ; ) {
      const records = await store.find<R & { _id: number }>(
        collection,
        { _id: { $gt: after } },
        { sort: [['_id', 1]], limit: BATCH, index: '_id_' },
      );
      if (records.length === 0) return;
      database.exec('BEGIN');
      for (const record of records) write(record);
      database.exec('COMMIT');
      after = records.at(-1)!._id;
    }
  };
  await each<ImageRecord>(IMAGES.name, ({ _id: id, url, width, height, filesize, sizes }) =>
    insert('images', { id, url, width, height, filesize, sizes: sizes && JSON.stringify(sizes) }),
  );
  await each<TermRecord>(CATEGORIES.name, (term) => {
    insert('categories', { ...termOf(term), parent: term.parent });
    texts(term, (text) => insert('category_texts', { category_id: term._id, ...text }));
  });
  await each<TermRecord>(TAGS.name, (term) => {
    insert('tags', termOf(term));
    texts(term, (text) => insert('tag_texts', { tag_id: term._id, ...text }));
  });
  await each<VenueRecord>(VENUES.name, (venue) => {
    const { zip, phone, website, geoLat: lat, geoLng: lng, showMap: show_map, showMapLink: show_map_link } = venue;
    insert('venues', { ...headOf(venue), zip, phone, website, lat, lng, show_map, show_map_link });
    texts(venue, (text) => insert('venue_texts', { venue_id: venue._id, ...text }));
  });
  await each<OrganizerRecord>(ORGANIZERS.name, (organizer) => {
    const { phone, website, email } = organizer;
    insert('organizers', { ...headOf(organizer), phone, website, email });
    texts(organizer, (text) => insert('organizer_texts', { organizer_id: organizer._id, ...text }));
  });
  await each<EventRecord>(EVENTS.name, (event) => {
    const { _id: event_id, timezone, startsAt, cost } = event;
    insert('events', {
      ...headOf(event),
      ...{ starts_at: startsAt, ends_at: event.endsAt, start_date: event.startDate, end_date: event.endDate },
      ...{ timezone, timezone_abbr: zoneAbbreviation(timezone, startsAt), all_day: event.allDay },
      ...{ hidden: event.hideFromListings, sticky: event.sticky, featured: event.featured },
      ...{ show_map: event.showMap, show_map_link: event.showMapLink, website: event.website },
      ...{ event_status: event.eventStatus, online_url: event.onlineUrl },
      ...(cost && {
        cost: cost.text,
        currency_symbol: cost.details.currencySymbol,
        currency_code: cost.details.currencyCode,
        currency_position: cost.details.currencyPosition,
        cost_values: JSON.stringify(cost.details.values),
      }),
    });
    texts(event, ({ statusReason: status_reason, ...text }) =>
      insert('event_texts', { event_id, status_reason, ...text }),
    );
    for (const [position, venue_id] of event.venues.entries()) insert('event_venues', { event_id, position, venue_id });
    for (const [position, organizer_id] of event.organizers.entries())
      insert('event_organizers', { event_id, position, organizer_id });
    for (const category_id of event.categories) insert('event_categories', { event_id, category_id });
    for (const tag_id of event.tags) insert('event_tags', { event_id, tag_id });
  });
  for (const [terms, links, term] of [
    ['categories', 'event_categories', 'category_id'],
    ['tags', 'event_tags', 'tag_id'],
  ])
    database.exec(`UPDATE ${terms} SET count = (SELECT count(*) FROM ${links} l JOIN events e ON e.id = l.event_id
      WHERE l.${term} = ${terms}.id AND e.status = 'publish')`);
  database.exec('ANALYZE');
  database.close();
}

function createInsert(database: Database.Database): (table: string, columns: Columns) => void {
  const statements = new Map<string, Database.Statement>();
  return (table, columns) => {
    const names = Object.keys(columns);
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    statement.run(
      ...Object.values(columns).map((value) => (typeof value === 'boolean' ? Number(value) : (value ?? null))),
    );
  };
}

type Post = Pick<EventRecord, '_id' | 'author' | 'status' | 'original' | 'publishedAt' | 'modifiedAt' | 'image'>;

const headOf = ({ _id: id, author, status, original, publishedAt, modifiedAt, image }: Post): Columns => ({
  ...{ id, author, status, original, published_at: publishedAt, modified_at: modifiedAt, image_id: image?.id },
});

/** Each language has an order of its own. */
const termOf = ({ _id: id, original, sort }: TermRecord): Columns => ({
  ...{ id, original, count: 0, sort_en: sort.en, sort_ko: sort.ko, sort_es: sort.es },
});

type Texts = Pick<TermRecord, 'slug'> & { text: object };

/** What is said in each language, by column: of HTML what is shown, and what it says in plain text. */
function texts({ text, slug }: Texts, write: (columns: Columns) => void): void {
  const said = text as Record<string, Record<string, string | { html: string } | undefined>>;
  const slugs: Record<string, string | undefined> = slug;
  for (const language of new Set([...Object.keys(said), ...Object.keys(slugs)])) {
    const columns: Columns = { language, slug: slugs[language] };
    for (const [key, value] of Object.entries(said[language] ?? {})) {
      const column = key === 'stateProvince' ? 'state_province' : key;
      columns[column] = typeof value === 'object' ? value.html : value;
      if (typeof value === 'object') columns[`${column}_plain`] = plainText(value.html);
    }
    write(columns);
  }
}
