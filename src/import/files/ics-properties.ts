import { stripTags } from '../../domain/html.ts';
import { ZONE_NAME } from '../../domain/icalendar/calendar.ts';
import { percentDecoded } from '../../domain/text.ts';
import { type Component, type Property, propertyOf } from './ics-components.ts';
import { columnOf, type Fault } from './ics-times.ts';

/** Where an event is joined from afar: by RFC 7986, by Google and by Outlook. */
export const MEETINGS = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'];

/** The properties that are read. */
const READ: ReadonlySet<string> = new Set([
  'UID',
  'SUMMARY',
  'DESCRIPTION',
  'X-ALT-DESC',
  'DTSTART',
  'DTEND',
  'DURATION',
  'LOCATION',
  'GEO',
  'URL',
  'CATEGORIES',
  'ORGANIZER',
  'CONTACT',
  'STATUS',
  'SEQUENCE',
  'IMAGE',
  'ATTACH',
  ...MEETINGS,
  'CLASS',
  'RECURRENCE-ID',
  ZONE_NAME,
]);

/** What says nothing about an event that people miss here, or is told in other words. */
const KEPT_QUIET =
  /^(?:DTSTAMP|CREATED|LAST-MODIFIED|TRANSP|PRIORITY|RRULE|RDATE|EXDATE|EXRULE|X-.*(?:UID|ID|BUSYSTATUS))$/;

/** The properties without which an event would be another. */
const DECIDING: ReadonlySet<string> = new Set(['UID', 'RECURRENCE-ID', 'DTSTART', 'DTEND', 'DURATION']);

/** The properties of which an event may have several. Of the others, the first is read. */
const SEVERAL: ReadonlySet<string> = new Set(['ORGANIZER', 'CONTACT', 'CATEGORIES', 'IMAGE', 'ATTACH', 'CONFERENCE']);

const NOT_TAKEN = ['ATTENDEE', 'COMMENT', 'RESOURCES', 'RELATED-TO'];

/** Whether a line has a value for people, other than a number, a date or a word of a program in capitals. */
const saysText = (text: string) => /[\p{Ll}\p{Lo}]/u.test(text.slice(text.indexOf(':')));

/** The properties that are read, by name. */
export type Properties = ReadonlyMap<string, readonly Property[]>;

/** The properties of an event and the names of those that are not taken, or the first fault in those that decide. */
export function propertiesOf({ lines, dropped }: Component): { properties: Properties; left: string[] } | Fault {
  const properties = new Map<string, Property[]>();
  const left = new Set([...dropped].map((name) => `${name}: too long, or one of too many lines of an event.`));
  for (const line of lines) {
    const { name, text } = line;
    if (!/[:;]/.test(text)) {
      left.add('Lines that are none of iCalendar.');
      continue;
    }
    if (!READ.has(name)) {
      if (NOT_TAKEN.includes(name) || (!KEPT_QUIET.test(name) && saysText(text))) left.add(`${name}.`);
      continue;
    }
    const property = propertyOf(line);
    if (!property) {
      // An event needs to know when it is, and which.
      if (DECIDING.has(name)) return { line: line.line, column: columnOf(line), why: `${name} cannot be read.` };
      left.add(`${name}: cannot be read.`);
      continue;
    }
    const known = properties.get(name);
    if (!known) properties.set(name, [property]);
    else if (SEVERAL.has(name)) known.push(property);
    else left.add(`${name}: all but the first.`);
  }
  return { properties, left: [...left] };
}

/** The text of the first property of a name, unless it is blank. */
export const textOf = (properties: Properties, name: string) => {
  const value = properties.get(name)?.[0]?.values[0];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

/** A title or name without tags, in one line. A web address in angle brackets is no tag. */
export const oneLine = (text: unknown) =>
  stripTags(
    String(text)
      .replace(/\p{Cc}+/gu, ' ')
      .replace(/<(https?:\/\/[^\s<>]+)>/gi, ' $1 '),
  );

/** The plug-in percent-encodes names: `Mill%20Society`. */
export const withoutEscapes = (name: string) => (/\s/.test(name) ? name : percentDecoded(name));

/** Whether a text is a web address and nothing else. */
export const isWebAddress = (text: string) => /^https?:\/\/\S+$/i.test(text);

/** A web address without the name and password of somebody; undefined for anything else. Adds what is lost to `left`. */
export function webAddress(text: string | undefined, name: string, left: Set<string>) {
  if (text === undefined) return undefined;
  if (!isWebAddress(text)) return void left.add(`${name}: no web address.`);
  const bare = text.replace(/^(https?:\/\/)[^/?#\\]*@/i, '$1');
  if (bare !== text) left.add(`${name}: the name and password in a web address.`);
  return bare;
}
