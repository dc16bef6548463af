import { calendarEvent, type FeedEvent, textOf, timesOf } from '../../domain/feed-event.ts';
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
  const venues = new Map<unknown, FeedEvent['venues'][number]>();
  const organizers = new Map<unknown, FeedEvent['organizers'][number]>();
  const categories = new Map<unknown, FeedEvent['categories'][number]>();
  const images = new Map<unknown, { url: string }>();

  const momentsOf = ({ startsAt, endsAt, timezone, allDay }: Line) => ({
    ...{ startsAt: String(startsAt), endsAt: String(endsAt), timezone: String(timezone), allDay: allDay === true },
  });

  function note(line: Line): void {
    if (line.texts === undefined) return;
    const [name, address, city, stateProvince, country] = ['name', 'address', 'city', 'stateProvince', 'country'].map(
      (key) => textIn(line, key, language),
    ) as [string, string, string, string, string];
    const [zip, phone, email, modifiedAt] = ['zip', 'phone', 'email', 'modifiedAt'].map((key) =>
      String(line[key] ?? ''),
    ) as [string, string, string, string];
    const [geoLat, geoLng] = [line.geoLat, line.geoLng].map((each) => (each === undefined ? null : Number(each))) as [
      number | null,
      number | null,
    ];
    const { kind, id } = line;
    if (kind === 'image') images.set(id, { url: String(line.url) });
    else if (kind === 'category') categories.set(id, { name, modifiedAt: null });
    else if (kind === 'organizer') organizers.set(id, { name, phone, email, modifiedAt });
    else
      venues.set(id, {
        ...{ databaseId: Number(id), name, address, city, stateProvince, zip, country, geoLat, geoLng, modifiedAt },
      });
  }

  const linked = <T>(all: ReadonlyMap<unknown, T>, ids: unknown): T[] =>
    (ids as number[]).flatMap((id) => all.get(id) ?? []);

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
        ...{ uid: String(line.uid), sequence: Number(line.sequence), eventStatus },
        onlineUrl: typeof line.onlineUrl === 'string' ? line.onlineUrl : null,
        ...{ title: said('title'), url: pageOf(Number(line.id), said('slug')), modifiedAt: String(line.modifiedAt) },
        image: images.get(line.image) ?? null,
        ...{ venues: linked(venues, line.venues), organizers: linked(organizers, line.organizers) },
        ...{ categories: linked(categories, line.categories), tags: [] },
      };
      const [description, excerpt] = [said('description'), said('excerpt')].map((html) => renderHtml(html, []));
      const texts = { eventStatus, statusReason: said('statusReason'), description: description!, excerpt: excerpt! };
      const text = textOf(texts, language);
      const [before, after] = eventParts(calendarEvent(event, language));
      return before + (text ? descriptionLine(text) : '') + after;
    },
  };
}
