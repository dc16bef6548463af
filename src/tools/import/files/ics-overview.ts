import { LARGEST_INT } from '../../../domain/fields/kind.ts';
import { wallAsUtc } from '../../../domain/zones.ts';
import { hashOf } from '../hashes.ts';
import type { InUid, Left } from '../item.ts';
import { startInUid } from '../shared-uids.ts';
import { type Component, type Property, propertyOf, textAfterColon } from './ics-components.ts';
import { type Clock, clockOf, momentOf, type TimeReading } from './ics-times.ts';
import { createFileZones } from './ics-zones.ts';

/** What a file says about all of its events, wherever it says it. */
export interface Overview {
  time: TimeReading;
  /** Whether it has whole calendars, each with its end: no message (METHOD) about some of the events. */
  isWhole: boolean;
  /** Whether this event is canceled together with its whole calendar. */
  isCanceled(event: Component): boolean;
  /** Whether a UID is one of an event that recurs. */
  recurs(uid: string): boolean;
  /** Which of the events of its reference an event with this start is; without a start, any of them. */
  placeOf(event: Component, ref: string, start: string | undefined): Place;
  /** The references of events that share their UID, by their starts. */
  sharing: string[];
  /** What of it is not taken. */
  left: Left[];
}

interface Place {
  /** Whether there is a newer version of the same event. */
  isOlder: boolean;
  rank: InUid['rank'];
}

/** What the events of a file share, gathered from its components, of which it keeps a few bytes for each event. */
export interface Gathering {
  /** Takes the next component. Returns the reference of an event, if it has one. */
  take(component: Component): string | undefined;
  /** When all are taken. `site` is the time zone of our calendar. */
  overview(site: string): Overview;
}

const RECURS = ['RRULE', 'RDATE'];

export const isRecurring = ({ lines }: Component): boolean => lines.some(({ name }) => RECURS.includes(name));

export const firstOf = ({ lines }: Component, name: string): Property | undefined => {
  const line = lines.find((each) => each.name === name);
  return line && propertyOf(line);
};

/** A text of an event that names it. */
export const nameIn = (event: Component, name: 'UID' | 'RECURRENCE-ID'): string | undefined =>
  String(firstOf(event, name)?.values[0] ?? '').trim() || undefined;

/** The reference to an event by its UID, and to an occurrence. */
export const named = (uid: string, which: string | undefined): string =>
  which === undefined ? uid : `${uid} ${which}`;

/** An event of a UID as it is in the file, in one of several versions perhaps. */
interface Version {
  line: number;
  clock: Clock | undefined;
  sequence: number;
  modified: number;
}

/** The events that share a reference: the line of the latest version of each start, and the first start. */
interface Shared {
  latest: ReadonlyMap<string, Version>;
  first: string | undefined;
}

export function createGathering(): Gathering {
  const zones = createFileZones();
  const recurring = new Set<string>();
  const [single, several] = [new Map<string, Version>(), new Map<string, { ref: string; all: Version[] }>()];
  const canceling = new Set<number>();
  let [hasEnd, isMessage] = [true, false];
  let calendarZone: { zone: string; line: number } | undefined;
  let within: Component[] = [];

  function takeEvent(event: Component): string | undefined {
    for (const { name, text } of event.lines)
      if ((name === 'DTSTART' || name === 'DTEND') && /tzid/i.test(text)) {
        const property = firstOf(event, name);
        const clock = property && clockOf(property);
        if (clock?.zone !== undefined) zones.use(clock.zone, Number(clock.wall.slice(0, 4)));
      }
    const uid = nameIn(event, 'UID');
    if (uid === undefined) return undefined;
    if (isRecurring(event)) recurring.add(hashOf(uid));
    const recurrence = nameIn(event, 'RECURRENCE-ID');
    // A part of a line would keep all of the file in memory.
    const ref = Buffer.from(named(uid, recurrence)).toString();
    if (event.isOpen) return ref;
    const [start, changed] = ['DTSTART', 'LAST-MODIFIED'].map((name) => {
      const property = firstOf(event, name);
      return property && clockOf(property);
    });
    const version = {
      line: event.line,
      // All versions of an occurrence are one.
      clock: recurrence === undefined ? start : ONE,
      sequence: sequenceOf(event),
      modified: changed ? wallAsUtc(changed.wall) : 0,
    };
    const key = hashOf(ref);
    const other = single.get(key);
    if (!other) single.set(key, version);
    else if (several.has(key)) several.get(key)!.all.push(version);
    else several.set(key, { ref, all: [other, version] });
    return ref;
  }

  return {
    take(component) {
      const { name, lines, calendar } = component;
      if (name === 'VEVENT') return takeEvent(component);
      if (name === 'STANDARD' || name === 'DAYLIGHT') within.push(component);
      else if (name === 'VTIMEZONE') {
        zones.define(component, within);
        within = [];
      } else if (name === 'VCALENDAR') {
        if (component.isOpen) hasEnd = false;
        for (const line of lines) {
          if (line.name === 'METHOD') {
            if (/^CANCEL$/i.test(textAfterColon(line))) canceling.add(calendar);
            // A message about some events, not a calendar.
            if (!/^PUBLISH$/i.test(textAfterColon(line))) isMessage = true;
          }
          if (line.name === 'X-WR-TIMEZONE') calendarZone ??= { zone: textAfterColon(line), line: line.line };
        }
      }
      // They stand within a zone.
      if (within.length > MOST_WITHIN) within = [];
      return undefined;
    },
    overview(site) {
      const zone = calendarZone && zones.find(calendarZone.zone, [site])?.at('2025-01-15 00:00:00');
      const time: TimeReading = { site, zone: zone === undefined || SAYS_NOTHING.test(zone) ? undefined : zone, zones };
      const shared = new Map<string, Shared>();
      const sharing: string[] = [];
      for (const [key, { ref, all }] of several) {
        const its = sharedOf(all, time);
        shared.set(key, its);
        if (its.latest.size > 1) for (const start of its.latest.keys()) sharing.push(named(ref, start));
      }
      return {
        ...{ time, isWhole: hasEnd && !isMessage, sharing },
        isCanceled: ({ calendar }) => canceling.has(calendar),
        recurs: (uid) => recurring.has(hashOf(uid)),
        placeOf({ line }, ref, start) {
          const its = shared.size > 0 ? shared.get(hashOf(ref)) : undefined;
          if (!its) return { isOlder: false, rank: 'only' };
          if (start === undefined) return { isOlder: false, rank: 'other' };
          const latest = its.latest.get(start) ?? its.latest.get(OCCURRENCE);
          const rank = its.latest.size === 1 ? 'only' : start === its.first ? 'first' : 'other';
          return { isOlder: latest !== undefined && latest.line !== line, rank };
        },
        left: [
          ...(hasEnd
            ? []
            : [{ what: 'What comes after the end of the file: it has no END:VCALENDAR.', of: 'the last line' }]),
          ...(calendarZone && zone === undefined
            ? [
                {
                  what: `The time zone of the calendar, ${JSON.stringify(calendarZone.zone.slice(0, 100))}.`,
                  of: `line ${calendarZone.line}`,
                },
              ]
            : []),
        ],
      };
    },
  };
}

/** Maximum parts of a zone that are kept until its end. */
const MOST_WITHIN = 1000;

/** Programs write this for calendars of every zone. */
const SAYS_NOTHING = /^(?:etc\/)?(?:utc|gmt|z)$/i;

/** The start of all versions of an occurrence. */
const ONE: Clock = { wall: '0001-01-01 00:00:00', isDay: true, isUtc: false, zone: undefined };
const OCCURRENCE = ONE.wall.slice(0, 10);

/** Of the events with the same start, the latest sequence and then change wins. */
function sharedOf(all: readonly Version[], time: TimeReading): Shared {
  const latest = new Map<string, Version>();
  for (const version of all) {
    const when = version.clock && momentOf(version.clock, time);
    const start = when && startInUid(when);
    const other = start === undefined ? undefined : latest.get(start);
    if (start !== undefined && (!other || isNewer(version, other))) latest.set(start, version);
  }
  return {
    latest,
    first: [...latest.keys()].reduce<string | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined),
  };
}

const isNewer = (one: Version, other: Version): boolean =>
  one.sequence === other.sequence ? one.modified > other.modified : one.sequence > other.sequence;

/** How often an event has changed, as far as it can be stored. */
export function sequenceOf({ lines }: Component): number {
  const line = lines.find(({ name }) => name === 'SEQUENCE');
  return Math.min(Math.max(Number(line ? textAfterColon(line) : 0) || 0, 0), LARGEST_INT);
}
