import Database from 'libsql';

/** The tables: what an event names lies in rows of its own, texts in one for each language. Moments are milliseconds. */
export const TABLES = `
CREATE TABLE images (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  width INTEGER,
  height INTEGER,
  filesize INTEGER,
  sizes TEXT
);

CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  author INTEGER NOT NULL,
  status TEXT NOT NULL,
  original TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  modified_at INTEGER NOT NULL,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  start_date TEXT NOT NULL,
  end_date TEXT NOT NULL,
  timezone TEXT NOT NULL,
  timezone_abbr TEXT NOT NULL,
  all_day INTEGER NOT NULL DEFAULT 0,
  hidden INTEGER NOT NULL DEFAULT 0,
  sticky INTEGER NOT NULL DEFAULT 0,
  featured INTEGER NOT NULL DEFAULT 0,
  show_map INTEGER NOT NULL DEFAULT 0,
  show_map_link INTEGER NOT NULL DEFAULT 0,
  website TEXT,
  event_status TEXT,
  online_url TEXT,
  cost TEXT,
  currency_symbol TEXT,
  currency_code TEXT,
  currency_position TEXT,
  cost_values TEXT,
  image_id INTEGER REFERENCES images
);
CREATE INDEX events_listed ON events (status, hidden, starts_at, id);
CREATE TABLE event_texts (
  event_id INTEGER NOT NULL REFERENCES events,
  language TEXT NOT NULL,
  title TEXT,
  description TEXT,
  description_plain TEXT,
  excerpt TEXT,
  excerpt_plain TEXT,
  status_reason TEXT,
  slug TEXT,
  PRIMARY KEY (event_id, language)
) WITHOUT ROWID;
CREATE INDEX event_slugs ON event_texts (slug);

CREATE TABLE venues (
  id INTEGER PRIMARY KEY,
  author INTEGER NOT NULL,
  status TEXT NOT NULL,
  original TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  modified_at INTEGER NOT NULL,
  zip TEXT,
  phone TEXT,
  website TEXT,
  lat REAL,
  lng REAL,
  show_map INTEGER NOT NULL,
  show_map_link INTEGER NOT NULL,
  image_id INTEGER REFERENCES images
);
CREATE TABLE venue_texts (
  venue_id INTEGER NOT NULL REFERENCES venues,
  language TEXT NOT NULL,
  name TEXT,
  description TEXT,
  description_plain TEXT,
  address TEXT,
  city TEXT,
  country TEXT,
  province TEXT,
  state TEXT,
  state_province TEXT,
  slug TEXT,
  PRIMARY KEY (venue_id, language)
) WITHOUT ROWID;

CREATE TABLE organizers (
  id INTEGER PRIMARY KEY,
  author INTEGER NOT NULL,
  status TEXT NOT NULL,
  original TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  modified_at INTEGER NOT NULL,
  phone TEXT,
  website TEXT,
  email TEXT,
  image_id INTEGER REFERENCES images
);
CREATE TABLE organizer_texts (
  organizer_id INTEGER NOT NULL REFERENCES organizers,
  language TEXT NOT NULL,
  name TEXT,
  description TEXT,
  description_plain TEXT,
  slug TEXT,
  PRIMARY KEY (organizer_id, language)
) WITHOUT ROWID;

CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  original TEXT NOT NULL,
  parent INTEGER REFERENCES categories,
  count INTEGER NOT NULL,
  sort_en TEXT NOT NULL,
  sort_ko TEXT NOT NULL,
  sort_es TEXT NOT NULL
);
CREATE TABLE category_texts (
  category_id INTEGER NOT NULL REFERENCES categories,
  language TEXT NOT NULL,
  name TEXT,
  description TEXT,
  slug TEXT,
  PRIMARY KEY (category_id, language)
) WITHOUT ROWID;

CREATE TABLE tags (
  id INTEGER PRIMARY KEY,
  original TEXT NOT NULL,
  count INTEGER NOT NULL,
  sort_en TEXT NOT NULL,
  sort_ko TEXT NOT NULL,
  sort_es TEXT NOT NULL
);
CREATE TABLE tag_texts (
  tag_id INTEGER NOT NULL REFERENCES tags,
  language TEXT NOT NULL,
  name TEXT,
  description TEXT,
  slug TEXT,
  PRIMARY KEY (tag_id, language)
) WITHOUT ROWID;

CREATE TABLE event_venues (
  event_id INTEGER NOT NULL REFERENCES events,
  position INTEGER NOT NULL,
  venue_id INTEGER NOT NULL REFERENCES venues,
  PRIMARY KEY (event_id, position)
) WITHOUT ROWID;
CREATE INDEX events_of_venue ON event_venues (venue_id);
CREATE TABLE event_organizers (
  event_id INTEGER NOT NULL REFERENCES events,
  position INTEGER NOT NULL,
  organizer_id INTEGER NOT NULL REFERENCES organizers,
  PRIMARY KEY (event_id, position)
) WITHOUT ROWID;
CREATE INDEX events_of_organizer ON event_organizers (organizer_id);
CREATE TABLE event_categories (
  event_id INTEGER NOT NULL REFERENCES events,
  category_id INTEGER NOT NULL REFERENCES categories,
  PRIMARY KEY (event_id, category_id)
) WITHOUT ROWID;
CREATE INDEX events_of_category ON event_categories (category_id);
CREATE TABLE event_tags (
  event_id INTEGER NOT NULL REFERENCES events,
  tag_id INTEGER NOT NULL REFERENCES tags,
  PRIMARY KEY (event_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX events_of_tag ON event_tags (tag_id);
`;

/** The database in a file. What was committed is on the disk. */
export function openTables(file: string): Database.Database {
  const database = new Database(file);
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cache_size=-64000');
  return database;
}
