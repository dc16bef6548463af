import { calendarEvent, type FeedEvent, textOf, timesOf, withAddresses } from '../../domain/feed-event.ts';
import { renderHtml } from '../../domain/html.ts';
import { calendarParts, descriptionLine, eventParts, zonesOf } from '../../domain/icalendar/calendar.ts';
import { type SeriesInFile, type SeriesSaid, seriesInFile } from '../../domain/icalendar/series.ts';
import type { Language } from '../../domain/language.ts';
import type { ExportKind } from '../../kinds/export/fields.ts';
import type { Line } from '../../kinds/export/lines.ts';
import { textIn } from './texts.ts';

/** Turns export lines into iCalendar components, as feeds show them. */
interface IcsWriter {
  /** The kinds of lines it needs, in the order of an export. */
  kinds: readonly ExportKind[];
  /** Takes an event or a series, each once before any is written: time zones, and which occurrences there are, come first. */
  gather(line: Line): void;
  /** The beginning of the file, with every time zone that it uses. */
  header(): Promise<string>;
  footer: string;
  /** The VEVENT of a line; undefined for a record that events only refer to, and for what a series says. */
  eventOf(line: Line): string | undefined;
}

/** A record that events refer to, of any kind. */
type Linked = FeedEvent['venues'][number] & FeedEvent['organizers'][number] & NonNullable<FeedEvent['image']>;

const STATUSES: Readonly<Record<string, FeedEvent['eventStatus']>> = { canceled: 'CANCELED', postponed: 'POSTPONED' };

/** A series, the starts of its occurrences, and how it is written. */
interface Gathered {
  uid: string;
  said: SeriesSaid;
  shown: number[];
  /** The highest sequence number of the occurrences. */
  sequence: number;
  inFile?: SeriesInFile;
}

export interface IcsOptions {
  language: Language;
  /** The name of the calendar that programs show. */
  name: string;
  /** The URL of the page of an event or a series. */
  pageOf(id: number, slug: string, isSeries: boolean): string;
}

export function icsWriter({ language, name, pageOf }: IcsOptions): IcsWriter {
  const [begin, end] = calendarParts(name);
  const records = new Map<string, Linked>();
  const series = new Map<unknown, Gathered>();
  let times: Parameters<typeof zonesOf>[0][number][] = [];

  const momentsOf = ({ startsAt, endsAt, timezone, allDay }: Line) => ({
    startsAt: String(startsAt),
    endsAt: String(endsAt),
    timezone: String(timezone),
    allDay: allDay === true,
  });

  const saidOf = (line: Line): SeriesSaid => ({
    ...momentsOf(line),
    rule: line.rule as string | undefined,
    rdates: line.rdates as string[],
    exdates: line.exdates as string[],
    madeBefore: line.madeBefore as string | undefined,
  });

  function note(line: Line) {
    if (line.texts === undefined) return;
    const said = (key: string) => textIn(line, key, language);
    const shared = (key: string) => String(line[key] ?? '');
    const degrees = (key: string) => (line[key] === undefined ? null : Number(line[key]));
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

  const linked = (kind: ExportKind, ids: unknown) =>
    (ids as unknown[]).flatMap((id) => records.get(`${kind} ${id}`) ?? []);

  return {
    kinds: ['image', 'category', 'venue', 'organizer', 'series', 'event'],
    gather(line) {
      if (line.kind === 'series')
        series.set(line.id, { uid: String(line.uid), said: saidOf(line), shown: [], sequence: Number(line.sequence) });
      if (line.kind !== 'event') return;
      const its = series.get(line.series);
      its?.shown.push(Date.parse(String(line.originalStartsAt)));
      if (its) its.sequence = Math.max(its.sequence, Number(line.sequence));
      if (!series.has(line.series) || line.own) times.push(timesOf(momentsOf(line)));
    },
    async header() {
      for (const its of series.values()) {
        its.inFile = await seriesInFile(its.said, its.shown);
        if (its.shown.length) times.push(...its.inFile.times);
      }
      const zones = zonesOf(times);
      times = [];
      return begin + zones;
    },
    footer: end,
    eventOf(line) {
      if (line.kind !== 'event' && line.kind !== 'series') {
        note(line);
        return undefined;
      }
      const isSeries = line.kind === 'series';
      const { uid, shown = [], inFile, sequence } = series.get(isSeries ? line.id : line.series) ?? {};
      if (isSeries ? shown.length === 0 : inFile && !line.own) return undefined;
      const said = (key: string) => textIn(line, key, language);
      const eventStatus = STATUSES[String(line.eventStatus)] ?? 'SCHEDULED';
      const event = {
        ...momentsOf(line),
        ...(isSeries && inFile && { startsAt: inFile.startsAt, endsAt: inFile.endsAt }),
        uid: uid ?? String(line.uid),
        sequence: isSeries ? sequence! : Number(line.sequence),
        eventStatus,
        onlineUrl: typeof line.onlineUrl === 'string' ? line.onlineUrl : null,
        title: said('title'),
        url: pageOf(Number(line.id), said('slug'), isSeries),
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
      const repeats = isSeries ? inFile?.repeats : inFile?.exceptionAt(Date.parse(String(line.originalStartsAt)));
      const [before, after] = eventParts({ ...calendarEvent(event, language), repeats });
      return before + descriptionLine(withAddresses(text, event)) + after;
    },
  };
}
