import ICAL from 'ical.js';
import { findIana } from 'windows-iana';
import { escapeHtml } from '../../../domain/html.ts';
import type { Language } from '../../../domain/language.ts';
import { type Instant, isZone, toInstant, toWall } from '../../../domain/time.ts';
import { wallTime } from '../../../kinds/shared/shape.ts';
import { hashOf } from '../hashes.ts';
import type { Item, Refusal } from '../item.ts';
import type { Component, ContentLine } from './ics-components.ts';
import { namedItem, nameRef } from './names.ts';

/** What the events of a file share. */
export interface IcsReading {
  language: Language;
  /** The time zone of times that name none. */
  zone: string;
  /** IANA names of zones that the file names differently. */
  zones: ReadonlyMap<string, string>;
  /** UIDs of recurring events, whose occurrences are skipped. */
  recurring: Set<string>;
}

export type ToldEvent = { items: Item[]; startsAt: Instant } | { refused: Refusal };

interface Property {
  parameters: Readonly<Record<string, string>>;
  values: unknown[];
  line: ContentLine;
}

/** An error in a file with its position, for people. */
interface Fault {
  line: number;
  column: number;
  why: string;
}

const isFault = (value: unknown): value is Fault => typeof value === 'object' && value !== null && 'why' in value;

/** The properties that are read. Everything else is ignored, as most of it is of no use here. */
const READ: ReadonlySet<string> = new Set([
  ...['UID', 'SUMMARY', 'DESCRIPTION', 'X-ALT-DESC', 'DTSTART', 'DTEND', 'DURATION', 'LOCATION', 'GEO', 'URL'],
  ...['CATEGORIES', 'ORGANIZER', 'CONTACT', 'STATUS', 'SEQUENCE', 'IMAGE', 'ATTACH', 'CONFERENCE', 'CLASS'],
  'RECURRENCE-ID',
]);

const RECURS = ['RRULE', 'RDATE'];
const NOT_TAKEN = ['ATTENDEE', 'COMMENT', 'RESOURCES', 'RELATED-TO'];

/** The properties of an event, or the first fault in them. */
function propertiesOf({ lines }: Component): Map<string, Property[]> | Fault {
  const properties = new Map<string, Property[]>();
  for (const line of lines) {
    if (!READ.has(line.name)) {
      if (!/[:;]/.test(line.text)) return { line: line.line, column: 1, why: 'This is no line of iCalendar.' };
      continue;
    }
    try {
      const [, parameters, , ...values] = ICAL.parse.property(line.text) as [
        string,
        Record<string, string>,
        string,
        ...unknown[],
      ];
      properties.set(line.name, [...(properties.get(line.name) ?? []), { parameters, values, line }]);
    } catch {
      return { line: line.line, column: columnOf(line), why: `${line.name} cannot be read.` };
    }
  }
  return properties;
}

/** The column where the value of a line begins. */
const columnOf = ({ text }: ContentLine): number => text.indexOf(':') + 2;

/** A moment, or the day of an all-day event. */
interface When {
  at: Instant;
  /** `YYYY-MM-DD` */
  day?: string;
  zone: string | undefined;
}

function whenOf({ parameters, values: [value], line }: Property, { zone: standard, zones }: IcsReading): When | Fault {
  const text = String(value);
  const bad = { line: line.line, column: columnOf(line), why: `${line.name} is no date.` };
  const [, day, time, utc] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(Z?))?$/.exec(text) ?? [];
  if (!day || !wallTime(`${day} ${time ?? '00:00:00'}`)) return bad;
  if (time === undefined) return { at: toInstant(`${day} 00:00:00`, standard), day, zone: undefined };
  if (utc) return { at: toInstant(`${day} ${time}`, 'UTC'), zone: undefined };
  const named = parameters.tzid;
  const zone = named === undefined ? standard : zoneNamed(named, zones);
  if (zone === undefined)
    return {
      ...bad,
      column: line.text.toUpperCase().indexOf('TZID') + 1,
      why: `${JSON.stringify(named)} is no time zone that is known here.`,
    };
  return { at: toInstant(`${day} ${time}`, zone), zone: named === undefined ? undefined : zone };
}

/** Finds a zone by its IANA name (also at the end of a path), by a name from the file, or by its Windows name. */
function zoneNamed(name: string, zones: IcsReading['zones']): string | undefined {
  const inPath = name.split('/').slice(-2).join('/');
  return [name, zones.get(name), inPath, findIana(name)[0]].find((each) => each !== undefined && isZone(each));
}

const DAY = 86_400_000;

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** Start and end as fields of an event. In iCalendar, an all-day event ends on the day after its last. */
function timesOf(properties: Map<string, Property[]>, component: Component, reading: IcsReading): object | Fault {
  const [first] = properties.get('DTSTART') ?? [];
  if (!first) return { line: component.line, column: 1, why: 'The event has no DTSTART.' };
  const start = whenOf(first, reading);
  if (isFault(start)) return start;
  const [last] = properties.get('DTEND') ?? [];
  const end = last ? whenOf(last, reading) : start;
  if (isFault(end)) return end;
  const lasts = last ? 0 : secondsOf(properties.get('DURATION')?.[0]);
  if (isFault(lasts)) return lasts;
  if (start.day !== undefined) {
    const behind = end.day ?? toWall(end.at, reading.zone).slice(0, 10);
    const days = last ? dayAfter(behind, -1) : dayAfter(start.day, Math.max(0, Math.ceil(lasts / 86_400) - 1));
    return { allDay: true, startDate: start.day, endDate: days < start.day ? start.day : days };
  }
  const endsAt = last ? end.at : start.at + lasts * 1000;
  return { allDay: false, startsAt: start.at, endsAt, ...(start.zone !== undefined && { timezone: start.zone }) };
}

function secondsOf(property: Property | undefined): number | Fault {
  if (!property) return 0;
  const { values, line } = property;
  const bad = { line: line.line, column: columnOf(line), why: 'DURATION is no duration.' };
  try {
    const seconds = ICAL.Duration.fromString(String(values[0])).toSeconds();
    return Number.isFinite(seconds) ? Math.max(0, seconds) : bad;
  } catch {
    return bad;
  }
}

const textOf = (properties: Map<string, Property[]>, name: string): string | undefined => {
  const value = properties.get(name)?.[0]?.values[0];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** The plug-in percent-encodes names: `Mill%20Society`. */
function withoutEscapes(name: string): string {
  if (/\s/.test(name)) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const isWebAddress = (text: string | undefined): boolean => /^https?:\/\/\S+$/i.test(text ?? '');

/** The description as HTML. Some programs write HTML, others plain text. */
function descriptionOf(properties: Map<string, Property[]>): string | null {
  const alternative = textOf(properties, 'X-ALT-DESC');
  if (alternative) return alternative;
  const text = textOf(properties, 'DESCRIPTION');
  if (text === undefined) return null;
  return /<(?:br|p|a|b|i|ul|ol|li|div|span|html|strong|em)\b[^>]*>/i.test(text) ? text : escapeHtml(text);
}

const STATUSES: Readonly<Record<string, string>> = { CANCELLED: 'canceled' };

/** Turns an event of a file into items: the records it refers to, then the event. */
export function tellIcsEvent(component: Component, reading: IcsReading): ToldEvent | 'occurrence' {
  const properties = propertiesOf(component);
  const place = `line ${component.line}`;
  const refuse = (what: string, { line, column, why }: Fault): ToldEvent => ({
    refused: { kind: 'event', what: `${what} (line ${line}, column ${column})`, why },
  });
  if (component.isOpen) return refuse('An event', { line: component.line, column: 1, why: 'It has no END:VEVENT.' });
  if (isFault(properties)) return refuse('An event', properties);
  const title = oneLine(textOf(properties, 'SUMMARY') ?? '');
  const uid = textOf(properties, 'UID');
  const recurrence = textOf(properties, 'RECURRENCE-ID');
  if (recurrence !== undefined && uid !== undefined && reading.recurring.has(uid)) return 'occurrence';
  const times = timesOf(properties, component, reading);
  if (isFault(times)) return refuse(title || 'An event', times);
  const recurs = component.lines.some(({ name }) => RECURS.includes(name));
  if (recurs && uid !== undefined) reading.recurring.add(uid);
  const { items, links, online, image } = namedBy(properties, reading.language);
  const item: Item = {
    kind: 'event',
    ref: [uid ?? hashOf([title, times]), recurrence].filter((each) => each !== undefined).join(' '),
    ...(recurrence === undefined && { uid }),
    sequence: Number(properties.get('SEQUENCE')?.[0]?.values[0] ?? 0) || 0,
    said: [
      {
        language: reading.language,
        values: {
          title: title || 'Untitled',
          description: descriptionOf(properties),
          ...times,
          website: isWebAddress(textOf(properties, 'URL')) ? textOf(properties, 'URL') : null,
          eventStatus: STATUSES[textOf(properties, 'STATUS')?.toUpperCase() ?? ''] ?? null,
          onlineUrl: online ?? null,
          status: /^(?:PRIVATE|CONFIDENTIAL)$/i.test(textOf(properties, 'CLASS') ?? '') ? 'private' : 'publish',
        },
      },
    ],
    links,
    image: image?.ref ?? null,
    place,
    notTaken: [
      ...(recurs ? ['How an event recurs: it is taken once, at its start.'] : []),
      ...NOT_TAKEN.filter((name) => component.lines.some((line) => line.name === name)),
    ],
  };
  const { startsAt, startDate } = times as { startsAt?: Instant; startDate?: string };
  return { items: [...items, item], startsAt: startsAt ?? toInstant(`${startDate} 00:00:00`, reading.zone) };
}

interface Named {
  items: Item[];
  links: NonNullable<Item['links']>;
  online: string | undefined;
  image: Item | undefined;
}

/** What an event refers to: a venue (its location up to the first comma), people, categories, an image and an online URL. */
function namedBy(properties: Map<string, Property[]>, language: Language): Named {
  const location = oneLine(textOf(properties, 'LOCATION') ?? '');
  const [venue = '', ...address] = isWebAddress(location) ? [] : location.split(',').map((each) => each.trim());
  const online = [textOf(properties, 'CONFERENCE'), location].find(isWebAddress);
  const people = [
    ...(properties.get('ORGANIZER') ?? []).map(({ parameters }) => withoutEscapes(parameters.cn ?? '')),
    ...(properties.get('CONTACT') ?? []).map(({ values: [text] }) => String(text)),
  ].map(oneLine);
  const names = {
    venues: venue ? [venue] : [],
    organizers: people.filter((each) => each !== ''),
    categories: (properties.get('CATEGORIES') ?? [])
      .flatMap(({ values }) => values.map((each) => oneLine(String(each))))
      .filter((each) => each !== ''),
  };
  const items = Object.entries(names).flatMap(([list, all]) => all.map((name) => namedItem(list, name, language)));
  const [point] = (properties.get('GEO')?.[0]?.values ?? []) as [number, number][];
  const [place] = items;
  if (venue && place) {
    const [geoLat, geoLng] = point ?? [];
    const values = {
      ...place.said[0].values,
      ...(address.length && { address: address.join(', ') }),
      ...(Number.isFinite(geoLat) && Number.isFinite(geoLng) && { geoLat, geoLng }),
    };
    items[0] = { ...place, said: [{ language, values }] };
  }
  const picture = [...(properties.get('IMAGE') ?? []), ...(properties.get('ATTACH') ?? [])].find(
    ({ parameters, values: [value], line }) =>
      isWebAddress(String(value)) && (line.name === 'IMAGE' || /^image\//i.test(parameters.fmttype ?? '')),
  );
  const url = picture && String(picture.values[0]);
  const image: Item | undefined = url ? { kind: 'image', ref: url, said: [{ language, values: { url } }] } : undefined;
  const links = Object.fromEntries(Object.entries(names).map(([list, all]) => [list, all.map(nameRef)]));
  return { items: [...items, ...(image ? [image] : [])], links, online, image };
}
