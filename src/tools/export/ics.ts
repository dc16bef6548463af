import { placeLine } from '../../domain/address.ts';
import { textLines } from '../../domain/html.ts';
import {
  type CalendarEvent,
  calendarParts,
  descriptionLine,
  eventParts,
  zonesOf,
} from '../../domain/icalendar/calendar.ts';
import type { Language } from '../../domain/language.ts';
import type { ExportKind } from '../../kinds/export/fields.ts';
import type { Line } from '../../kinds/export/lines.ts';
import { textIn } from './texts.ts';

/** Turns export lines into iCalendar components. */
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

type Timed = Pick<CalendarEvent, 'startsAt' | 'endsAt' | 'zone' | 'allDay'>;

interface Place {
  line: string;
  lat: unknown;
  lng: unknown;
}

const STATUSES: Readonly<Record<string, CalendarEvent['status']>> = { canceled: 'cancelled', postponed: 'tentative' };

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
  const places = new Map<number, Place>();
  const names = new Map<string, string>();
  const images = new Map<number, string>();

  const timesOf = (line: Line): Timed | undefined =>
    line.kind === 'event'
      ? {
          ...{ startsAt: Date.parse(String(line.startsAt)), endsAt: Date.parse(String(line.endsAt)) },
          ...{ zone: String(line.timezone), allDay: line.allDay === true },
        }
      : undefined;

  function note(line: Line): void {
    if (line.texts === undefined) return;
    const id = Number(line.id);
    const called = textIn(line, 'name', language);
    if (line.kind === 'image') images.set(id, String(line.url));
    else names.set(`${line.kind} ${id}`, called);
    if (line.kind !== 'venue') return;
    const [street, city, region, country] = ['address', 'city', 'stateProvince', 'country'].map((key) =>
      textIn(line, key, language),
    ) as [string, string, string, string];
    const postalCode = String(line.zip ?? '');
    places.set(id, {
      line: placeLine(called, { street, city, region, postalCode, country }),
      lat: line.geoLat,
      lng: line.geoLng,
    });
  }

  const namesOf = (kind: string, ids: unknown): string[] =>
    (ids as number[]).flatMap((id) => names.get(`${kind} ${id}`) ?? []);

  return {
    kinds: ['image', 'category', 'venue', 'organizer', 'event'],
    header: (times) => begin + zonesOf(times),
    footer: end,
    timesOf,
    eventOf(line) {
      const times = timesOf(line);
      if (!times) {
        note(line);
        return undefined;
      }
      const at = (line.venues as number[]).flatMap((id) => places.get(id) ?? []);
      const point = at.find(({ lat, lng }) => lat !== undefined && lng !== undefined);
      const online = typeof line.onlineUrl === 'string' ? line.onlineUrl : undefined;
      const [before, after] = eventParts({
        ...times,
        ...{ uid: String(line.uid), sequence: Number(line.sequence) },
        status: STATUSES[String(line.eventStatus)] ?? 'confirmed',
        title: textIn(line, 'title', language),
        modifiedAt: Date.parse(String(line.modifiedAt)),
        url: pageOf(Number(line.id), textIn(line, 'slug', language)),
        categories: namesOf('category', line.categories),
        location: at.map((place) => place.line).join('; ') || online,
        point: point && { lat: Number(point.lat), lng: Number(point.lng) },
        image: images.get(Number(line.image)),
        conference: online,
        contacts: namesOf('organizer', line.organizers),
      });
      const text = textLines(textIn(line, 'description', language) || textIn(line, 'excerpt', language));
      return before + (text ? descriptionLine(text) : '') + after;
    },
  };
}
