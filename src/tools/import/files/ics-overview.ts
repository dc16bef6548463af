import { LARGEST_INT } from '../../../domain/fields/kind.ts';
import { PRODUCT } from '../../../domain/icalendar/calendar.ts';
import { hashOf } from '../hashes.ts';
import type { Left } from '../item.ts';
import { type Component, type Property, propertyOf, textAfterColon } from './ics-components.ts';
import { isFault, noteZone, type TimeReading, whenOf } from './ics-times.ts';
import { createFileZones } from './ics-zones.ts';

/** What a file says about all of its events, wherever it says it. */
export interface Overview {
  time: TimeReading;
  /** Whether it has whole calendars, each with its end: no message (METHOD) about some of the events. */
  isWhole: boolean;
  /** Whether this event is canceled together with its whole calendar. */
  isCanceled(event: Component): boolean;
  /** Whether our own feeds or export wrote the calendar of this event. */
  isOurs(event: Component): boolean;
  /** Whether a UID is one of an event that recurs. */
  recurs(uid: string): boolean;
  /** Which of the events of its UID an event is. */
  placeOf(event: Component, uid: string | undefined, recurrence: string | undefined): Place;
  /** What of it is not taken. */
  left: Left[];
}

interface Place {
  /** Whether there is a newer version of the same event. */
  isOlder: boolean;
  /** Its start, if the UID has an earlier event too; else undefined. */
  start: string | undefined;
}

const ALONE: Place = { isOlder: false, start: undefined };

const RECURS = ['RRULE', 'RDATE'];

export const isRecurring = ({ lines }: Component): boolean => lines.some(({ name }) => RECURS.includes(name));

const firstOf = ({ lines }: Component, name: string): Property | undefined => {
  const line = lines.find((each) => each.name === name);
  return line && propertyOf(line);
};

/** A text of an event that names it. */
export const nameIn = (event: Component, name: 'UID' | 'RECURRENCE-ID'): string | undefined =>
  String(firstOf(event, name)?.values[0] ?? '').trim() || undefined;

/** Reads a file for what its events share, and once more if several events have one UID. */
export async function overviewOf(read: () => AsyncIterable<Component>, site: string): Promise<Overview> {
  const zones = createFileZones();
  const [recurring, seen, several] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const [canceling, ours] = [new Set<number>(), new Set<number>()];
  let [hasEnd, isMessage] = [true, false];
  let named: { zone: string; line: number } | undefined;
  let within: Component[] = [];
  for await (const component of read()) {
    const { name, lines, calendar } = component;
    if (name === 'STANDARD' || name === 'DAYLIGHT') within.push(component);
    else if (name === 'VTIMEZONE') {
      zones.define(component, within);
      within = [];
    } else if (name === 'VEVENT') {
      for (const line of lines) {
        const property = line.name === 'DTSTART' || line.name === 'DTEND' ? propertyOf(line) : undefined;
        if (property) noteZone(property, zones);
      }
      const uid = nameIn(component, 'UID');
      if (uid === undefined) continue;
      // Parts of a line would keep all of the file in memory.
      const key = hashOf(uid);
      (seen.has(key) ? several : seen).add(key);
      if (isRecurring(component)) recurring.add(key);
    } else if (name === 'VCALENDAR') {
      if (component.isOpen) hasEnd = false;
      for (const line of lines) {
        if (line.name === 'METHOD') {
          if (/^CANCEL$/i.test(textAfterColon(line))) canceling.add(calendar);
          // A message about some events, not a calendar.
          if (!/^PUBLISH$/i.test(textAfterColon(line))) isMessage = true;
        }
        if (line.name === 'PRODID' && textAfterColon(line) === PRODUCT) ours.add(calendar);
        if (line.name === 'X-WR-TIMEZONE') named ??= { zone: textAfterColon(line), line: line.line };
      }
    }
    // They stand within a zone.
    if (within.length > MOST_WITHIN) within = [];
  }
  const zone = named && zones.find(named.zone, [site])?.at('2025-01-15 00:00:00');
  const time: TimeReading = { site, zone: zone === undefined || SAYS_NOTHING.test(zone) ? undefined : zone, zones };
  const versions = several.size > 0 ? await versionsOf(read, { several, recurring, time }) : undefined;
  return {
    ...{ time, isWhole: hasEnd && !isMessage },
    isCanceled: ({ calendar }) => canceling.has(calendar),
    isOurs: ({ calendar }) => ours.has(calendar),
    recurs: (uid) => recurring.has(hashOf(uid)),
    placeOf: versions ?? (() => ALONE),
    left: [
      ...(hasEnd
        ? []
        : [{ what: 'What comes after the end of the file: it has no END:VCALENDAR.', of: 'the last line' }]),
      ...(named && zone === undefined
        ? [
            {
              what: `The time zone of the calendar, ${JSON.stringify(named.zone.slice(0, 100))}.`,
              of: `line ${named.line}`,
            },
          ]
        : []),
    ],
  };
}

/** Maximum parts of a zone that are kept until its end. */
const MOST_WITHIN = 1000;

/** Programs write this for calendars of every zone. */
const SAYS_NOTHING = /^(?:etc\/)?(?:utc|gmt|z)$/i;

/** An event with its start; the latest version of it, and the first event of its UID. */
interface Version {
  line: number;
  sequence: number;
  modified: number;
}

interface Reading {
  several: ReadonlySet<string>;
  recurring: ReadonlySet<string>;
  time: TimeReading;
}

/** The versions of events that share their UID: of those with the same start, the latest sequence and then change wins. */
async function versionsOf(
  read: () => AsyncIterable<Component>,
  { several, recurring, time }: Reading,
): Promise<Overview['placeOf']> {
  const newest = new Map<string, Version>();
  const earliest = new Map<string, string>();
  const startOf = (event: Component): string | undefined => {
    const start = firstOf(event, 'DTSTART');
    const when = start && whenOf(start, time);
    return when === undefined || isFault(when) ? undefined : (when.day ?? new Date(when.at).toISOString());
  };
  for await (const event of read()) {
    const uid = event.name === 'VEVENT' && !event.isOpen ? nameIn(event, 'UID') : undefined;
    if (uid === undefined || !several.has(hashOf(uid))) continue;
    const recurrence = nameIn(event, 'RECURRENCE-ID');
    const start = startOf(event);
    if (start === undefined || (recurrence !== undefined && recurring.has(hashOf(uid)))) continue;
    const modified = firstOf(event, 'LAST-MODIFIED');
    const changed = modified && whenOf(modified, time);
    const version = {
      line: event.line,
      sequence: sequenceOf(event),
      modified: changed === undefined || isFault(changed) ? 0 : changed.at,
    };
    const key = hashOf([uid, recurrence ?? start]);
    const other = newest.get(key);
    if (!other || isNewer(version, other)) newest.set(key, version);
    const first = earliest.get(hashOf(uid));
    if (recurrence === undefined && (first === undefined || start < first)) earliest.set(hashOf(uid), start);
  }
  return (event, uid, recurrence) => {
    if (uid === undefined) return ALONE;
    const start = startOf(event);
    const version = newest.get(hashOf([uid, recurrence ?? start]));
    const first = earliest.get(hashOf(uid));
    return {
      isOlder: version !== undefined && version.line !== event.line,
      start: recurrence !== undefined || first === undefined || start === first ? undefined : start,
    };
  };
}

const isNewer = (one: Version, other: Version): boolean =>
  one.sequence === other.sequence ? one.modified > other.modified : one.sequence > other.sequence;

/** How often an event has changed, as far as it can be stored. */
export const sequenceOf = (event: Component): number =>
  Math.min(Math.max(Number(firstOf(event, 'SEQUENCE')?.values[0] ?? 0) || 0, 0), LARGEST_INT);
