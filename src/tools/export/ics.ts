import { calendarEvent, type FeedEvent, textOf, timesOf, withAddresses } from '../../domain/feed-event.ts';
import { renderHtml } from '../../domain/html.ts';
import { calendarParts, descriptionLine, eventParts, zonesOf } from '../../domain/icalendar/calendar.ts';
import type { Language } from '../../domain/language.ts';
import type { ExportKind } from '../../kinds/export/fields.ts';
import type { Line } from '../../kinds/export/lines.ts';
import { textIn } from './texts.ts';

/** Turns export lines into iCalendar components, as feeds show them. */
export interface IcsWriter {
  /** The kinds of lines it needs, in the order of an export. */
  kinds: readonly ExportKind[];
  /** The beginning of the file, with every time zone that these event times use. */
  header(times: readonly Timed[]): string;
  footer: string;
  /** The times of an event; undefined for any other line. */
  timesOf(line: Line): Timed | undefined;
  /** The VEVENT of a line; undefined for a record that events only refer to. */
  eventOf(line: Line): string | undefined;
}

type Timed = ReturnType<typeof timesOf>;

/** A record that events refer to, of any kind. */
type Linked = FeedEvent['venues'][number] & FeedEvent['organizers'][number] & NonNullable<FeedEvent['image']>;

const STATUSES: Readonly<Record<string, FeedEvent['eventStatus']>> = { canceled: 'CANCELED', postponed: 'POSTPONED' };

/** `pageOf` returns the URL of an event's page. */
export function icsWriter({
  language,
  name,
  pageOf,
}: {
  language: Language;
  name: string;
  pageOf(id: number, slug: string): string;
}): IcsWriter {
  const [begin, end] = calendarParts(name);
  const records = new Map<string, Linked>();

  const momentsOf = ({ startsAt, endsAt, timezone, allDay }: Line) => ({
    startsAt: String(startsAt),
    endsAt: String(endsAt),
    timezone: String(timezone),
    allDay: allDay === true,
  });

  function note(line: Line): void {
    if (line.texts === undefined) return;
    const said = (key: string): string => textIn(line, key, language);
    const shared = (key: string): string => String(line[key] ?? '');
    const degrees = (key: string): number | null => (line[key] === undefined ? null : Number(line[key]));
    records.set(`${line.kind} ${line.id}`, {
      databaseId: Number(line.id),
      name: said('name'),
      address: said('address'),
      city: said('city'),
      stateProvince: said('stateProvince'),
      country: said('country'),
      zip: shared('zip'),
      geoLat: degrees('geoLat'),
      geoLng: degrees('geoLng'),
      phone: shared('phone'),
      email: shared('email'),
      // Categories do not tell when they changed.
      url: shared('url'),
      modifiedAt: shared('modifiedAt') || new Date(0).toISOString(),
    });
  }

  const linked = (kind: ExportKind, ids: unknown): Linked[] =>
    (ids as unknown[]).flatMap((id) => records.get(`${kind} ${id}`) ?? []);

  return {
    kinds: ['image', 'category', 'venue', 'organizer', 'event'],
    header: (times) => begin + zonesOf(times),
    footer: end,
    timesOf: (line) => (line.kind === 'event' ? timesOf(momentsOf(line)) : undefined),
    eventOf(line) {
      if (line.kind !== 'event') {
        note(line);
        return undefined;
      }
      const said = (key: string): string => textIn(line, key, language);
      const eventStatus = STATUSES[String(line.eventStatus)] ?? 'SCHEDULED';
      const event = {
        ...momentsOf(line),
        uid: String(line.uid),
        sequence: Number(line.sequence),
        eventStatus,
        onlineUrl: typeof line.onlineUrl === 'string' ? line.onlineUrl : null,
        title: said('title'),
        url: pageOf(Number(line.id), said('slug')),
        modifiedAt: String(line.modifiedAt),
        image: records.get(`image ${line.image}`) ?? null,
        venues: linked('venue', line.venues),
        organizers: linked('organizer', line.organizers),
        categories: linked('category', line.categories),
        tags: [],
      };
      const [description, excerpt] = [said('description'), said('excerpt')].map((html) => renderHtml(html, []));
      const texts = { eventStatus, statusReason: said('statusReason'), description: description!, excerpt: excerpt! };
      const text = textOf(texts, language);
      const [before, after] = eventParts(calendarEvent(event, language));
      return before + descriptionLine(withAddresses(text, event)) + after;
    },
  };
}
