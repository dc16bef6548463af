import { decodeHTML } from 'entities';
import type Database from 'libsql';
import sanitizeHtml from 'sanitize-html';
import type { Language } from './read.ts';

/** What is wrong with what was sent, by its member. */
export class Refused extends Error {
  constructor(readonly problems: Record<string, string>) {
    super(Object.keys(problems).join(', '));
  }
}

/** Who writes, in which language. */
interface Writing {
  user: number;
  language: Language;
}

interface NewEvent {
  title: string;
  description: string;
  startDate: string;
  endDate: string;
  startsAt: number;
  endsAt: number;
  timezone: string;
  status: string;
  venues: number[];
  organizers: number[];
  categories: number[];
}

const LONGEST_TITLE = 1_000;
const LONGEST_DESCRIPTION = 100_000;

/** The writes, each a transaction that is on the disk when it has ended. */
export function createWriter(database: Database.Database) {
  const prepared = (sql: string) => database.prepare(sql);
  const known = Object.fromEntries(
    (['venues', 'organizers', 'categories'] as const).map((table) => [
      table,
      prepared(`SELECT count(*) AS known FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`),
    ]),
  );
  const insertEvent = prepared(
    `INSERT INTO events (author, status, original, published_at, modified_at, starts_at, ends_at, start_date, end_date,
       timezone, timezone_abbr) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertText = prepared(
    'INSERT INTO event_texts (event_id, language, title, description, description_plain, slug) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertVenue = prepared('INSERT INTO event_venues (event_id, position, venue_id) VALUES (?, ?, ?)');
  const insertOrganizer = prepared('INSERT INTO event_organizers (event_id, position, organizer_id) VALUES (?, ?, ?)');
  const insertCategory = prepared('INSERT INTO event_categories (event_id, category_id) VALUES (?, ?)');
  const countCategory = prepared('UPDATE categories SET count = count + 1 WHERE id = ?');
  const takenSlug = prepared('SELECT 1 FROM event_texts WHERE slug = ? LIMIT 1');
  const modifyEvent = prepared('UPDATE events SET modified_at = ? WHERE id = ?');
  const slugOf = prepared('SELECT slug FROM event_texts WHERE event_id = ? AND language = ?');
  const changeTitle = prepared(
    `INSERT INTO event_texts (event_id, language, title, slug) VALUES (?, ?, ?, ?)
     ON CONFLICT (event_id, language) DO UPDATE SET title = excluded.title, slug = excluded.slug`,
  );

  function atOnce<T>(work: () => T): T {
    database.exec('BEGIN IMMEDIATE');
    try {
      const made = work();
      database.exec('COMMIT');
      return made;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }

  function freeSlug(title: string): string {
    const wanted = slugify(title);
    let slug = wanted;
    for (let number = 2; takenSlug.get(slug) !== undefined; number += 1) slug = `${wanted}-${number}`;
    return slug;
  }

  return {
    /** Adds an event, and gives its id. @throws Refused */
    create(sent: unknown, { user, language }: Writing): number {
      const event = readEvent(sent);
      const now = Math.floor(Date.now() / 1000) * 1000;
      return atOnce(() => {
        const missing = (['venues', 'organizers', 'categories'] as const).filter((table) => {
          const { known: found } = known[table]!.get(JSON.stringify(event[table])) as { known: number };
          return found !== event[table].length;
        });
        if (missing.length)
          throw new Refused(Object.fromEntries(missing.map((each) => [each, 'There is no such record.'])));
        const { startsAt, endsAt, startDate, endDate, timezone, status } = event;
        const id = Number(
          insertEvent.run(
            ...[user, status, language, now, now, startsAt, endsAt, startDate, endDate, timezone],
            abbreviation(timezone, startsAt),
          ).lastInsertRowid,
        );
        const plain = plainText(event.description);
        insertText.run(id, language, event.title, event.description, plain, freeSlug(event.title));
        for (const [position, venue] of event.venues.entries()) insertVenue.run(id, position, venue);
        for (const [position, organizer] of event.organizers.entries()) insertOrganizer.run(id, position, organizer);
        for (const category of event.categories) {
          insertCategory.run(id, category);
          if (status === 'publish') countCategory.run(category);
        }
        return id;
      });
    },

    /** Gives an event another title. False where there is no such event. @throws Refused */
    changeTitle(id: number, sent: unknown, language: Language): boolean {
      const { title } = sent as { title?: unknown };
      if (!isTitle(title)) throw new Refused({ title: 'It must be a text that is not empty.' });
      return atOnce(() => {
        if (modifyEvent.run(Math.floor(Date.now() / 1000) * 1000, id).changes === 0) return false;
        // The first title in a language gives the event its slug there.
        const { slug } = (slugOf.get(id, language) ?? { slug: null }) as { slug: string | null };
        changeTitle.run(id, language, title.trim(), slug ?? freeSlug(title));
        return true;
      });
    },
  };
}

const isTitle = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_TITLE;

/** Everything that is wrong comes in one error. */
function readEvent(sent: unknown): NewEvent {
  const problems: Record<string, string> = {};
  const { title, description = '', status = 'publish', timezone = 'UTC', ...more } = sent as Record<string, unknown>;
  if (!isTitle(title)) problems.title = 'It must be a text that is not empty.';
  if (typeof description !== 'string' || description.length > LONGEST_DESCRIPTION)
    problems.description = `It must be a text of at most ${LONGEST_DESCRIPTION} signs.`;
  if (status !== 'publish' && status !== 'draft') problems.status = 'It must be publish or draft.';
  if (typeof timezone !== 'string' || !isZone(timezone)) problems.timezone = 'It must be a time zone.';
  const dateOf = (member: string): string => {
    const date = more[member];
    if (typeof date === 'string' && DATE.test(date) && !Number.isNaN(Date.parse(`${date}Z`)))
      return date.length === 16 ? `${date}:00` : date;
    problems[member] = 'It must be a date such as 2027-03-06 10:00.';
    return '';
  };
  const idsOf = (member: string): number[] => {
    const ids = [more[member] ?? []].flat();
    if (ids.every((id) => Number.isSafeInteger(id) && (id as number) > 0)) return [...new Set(ids as number[])];
    problems[member] = 'It must be an id, or a list of ids.';
    return [];
  };
  const [startDate, endDate] = [dateOf('start_date'), dateOf('end_date')];
  const links = { venues: idsOf('venue'), organizers: idsOf('organizer'), categories: idsOf('categories') };
  if (Object.keys(problems).length) throw new Refused(problems);
  const [startsAt, endsAt] = [instantOf(startDate, timezone as string), instantOf(endDate, timezone as string)];
  if (endsAt < startsAt) throw new Refused({ end_date: 'An event cannot end before it starts.' });
  return {
    title: (title as string).trim(),
    description: sanitized(description as string),
    ...{ startDate, endDate, startsAt, endsAt },
    ...{ timezone: timezone as string, status: status as string },
    ...links,
  };
}

const DATE = /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/;

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img'],
  allowedAttributes: { ...sanitizeHtml.defaults.allowedAttributes, '*': ['class'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
};

const sanitized = (html: string): string => sanitizeHtml(html, ALLOWED).trim();

const plainText = (html: string): string =>
  decodeHTML(html.replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

const slugify = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 150) || 'event';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError where there is no such zone */
function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, timeZoneName: 'short', hourCycle: 'h23' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
    clocks.set(zone, clock);
  }
  return clock;
}

function isZone(zone: string): boolean {
  try {
    return clockOf(zone) !== undefined;
  } catch {
    return false;
  }
}

type Part = Intl.DateTimeFormatPartTypes;

const partsOf = (zone: string, at: number): Partial<Record<Part, string>> =>
  Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );

function offsetAt(zone: string, at: number): number {
  const { year, month, day, hour, minute, second } = partsOf(zone, at);
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - at;
}

/** The moment at which a clock in the zone shows this; in an hour that comes twice, the first. */
function instantOf(date: string, zone: string): number {
  const naive = Date.parse(`${date.replace(' ', 'T')}Z`);
  const near = naive - offsetAt(zone, naive);
  return naive - offsetAt(zone, near);
}

const abbreviation = (zone: string, at: number): string => partsOf(zone, at).timeZoneName ?? zone;
