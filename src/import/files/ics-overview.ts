import { LARGEST_INT } from '../../domain/fields/kind.ts';
import { dayMeant } from '../../domain/recurrence/rule.ts';
import { isZone, toWall, type WallTime } from '../../domain/time.ts';
import { wallAsUtc } from '../../domain/zones.ts';
import { hashOf } from '../hashes.ts';
import type { InUid, Left } from '../item.ts';
import { refByStart, startInUid } from '../shared-uids.ts';
import { type Component, firstOf, textAfterColon } from './ics-components.ts';
import { clocksIn, firstClockOf, named, type Occurrence, type OccurrencesInFile, occurrenceOf } from './ics-series.ts';
import { type Clock, clockOf, momentOf, type TimeReading } from './ics-times.ts';
import { createFileZones, type FileZones } from './ics-zones.ts';

/** What a file says about all of its events, wherever it says it. */
export interface Overview extends OccurrencesInFile {
  /** Whether it has whole calendars, each with its end: no message (METHOD) about some of the events. */
  isWhole: boolean;
  /** Whether this event is canceled together with its whole calendar. */
  isCanceled(event: Component): boolean;
  /** Whether any event recurs. */
  hasSeries: boolean;
  /** Whether a UID is one of an event that recurs. */
  recurs(uid: string): boolean;
  /** Which occurrence an event with a UID and a RECURRENCE-ID is; undefined if that cannot be read. */
  occurrenceOf(event: Component): Occurrence | undefined;
  /** Which of the events of its reference an event with this start is; without a start, any of them. */
  placeOf(event: Component, ref: string, start: string | undefined): Place;
  /** The references of occurrences, and of events that share their UID, by their starts. */
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
interface Gathering {
  /** Takes the next component. Returns the reference of an event, if it has one and neither recurs nor is an occurrence. */
  take(component: Component): string | undefined;
  /** When all are taken. */
  overview(ours: Pick<TimeReading, 'site' | 'unzoned'>): Overview;
}

const RECURS = ['RRULE', 'RDATE'];

/** The UID of the series that Google divided: the later part has it with its first start, as `abc_R20270316T180000@google.com`. */
const dividedUid = (uid: string) => uid.replace(/_R\d{8}(?:T\d{6}Z?)?(?=@google\.com$)/, '');

export const isRecurring = ({ lines }: Component): boolean => lines.some(({ name }) => RECURS.includes(name));

/** Whether it is the event of a series itself, not an exception that repeats its rule. */
export const isMaster = (event: Component): boolean =>
  isRecurring(event) && nameIn(event, 'RECURRENCE-ID') === undefined;

/** Some programs say so of an occurrence that does not take place, and no more. */
const isCanceledWithoutTitle = (event: Component): boolean =>
  /^CANCELLED$/i.test(String(firstOf(event, 'STATUS')?.values[0] ?? '')) &&
  String(firstOf(event, 'SUMMARY')?.values[0] ?? '').trim() === '';

/** A text of an event that names it. */
export const nameIn = (event: Component, name: 'UID' | 'RECURRENCE-ID'): string | undefined =>
  String(firstOf(event, name)?.values[0] ?? '').trim() || undefined;

/** A version of an event, in one text while the file is read: objects would take several times the memory. */
interface Version {
  line: number;
  sequence: number;
  /** When it was changed, as it is written. */
  modified: string;
  clock: Clock | undefined;
}

const packedClock = (clock: Clock) => packed({ line: 0, sequence: 0, modified: '', clock });

const packed = ({ line, sequence, modified, clock }: Version) =>
  [line, sequence, modified, ...(clock ? [clock.wall, +clock.isDay, +clock.isUtc, clock.zone ?? ''] : [])].join('|');

function unpacked(text: string): Version {
  const [line, sequence, modified = '', wall, isDay, isUtc, ...zone] = text.split('|');
  const named = zone.join('|') || undefined;
  const clock = wall === undefined ? undefined : { wall, isDay: isDay === '1', isUtc: isUtc === '1', zone: named };
  return { line: Number(line), sequence: Number(sequence), modified, clock };
}

export function createGathering(): Gathering {
  const zones = createFileZones();
  /** The first starts of events that recur, by the hashes of their UIDs; empty for those that cannot be read. */
  const recurring = new Map<string, string>();
  const occurrences: { uid: string; said: string; clock: string; isLeft: boolean }[] = [];
  const [single, several] = [new Map<string, string>(), new Map<string, { ref: string; all: string[] }>()];
  const canceling = new Set<number>();
  const [divided, repeated] = [new Set<string>(), new Set<string>()];
  let [hasEnd, isMessage] = [false, false];
  let calendarZone: { zone: string; line: number } | undefined;
  let within: Component[] = [];

  function takeEvent(event: Component) {
    for (const { name, text } of event.lines)
      if ((name === 'DTSTART' || name === 'DTEND') && /tzid/i.test(text)) {
        const property = firstOf(event, name);
        const clock = property && clockOf(property);
        if (clock?.zone !== undefined) zones.use(clock.zone, Number(clock.wall.slice(0, 4)));
      }
    const uid = nameIn(event, 'UID');
    if (uid === undefined) return undefined;
    const recurrence = nameIn(event, 'RECURRENCE-ID');
    // A part of a line would keep all of the file in memory.
    const ref = Buffer.from(named(uid, recurrence)).toString();
    const isSeries = isMaster(event);
    if (isSeries) {
      if (dividedUid(uid) !== uid) divided.add(hashOf(dividedUid(uid)));
      const clock = event.isOpen ? undefined : firstClockOf(event);
      // Of several with this UID, the earliest counts, whatever their order.
      const firsts = [recurring.get(hashOf(uid)), clock && packedClock(clock)].filter((each) => each);
      if (firsts[0] !== firsts.at(-1)) repeated.add(hashOf(uid));
      recurring.set(hashOf(uid), firsts.sort()[0] ?? '');
    }
    if (event.isOpen) return ref;
    const [clock] = recurrence === undefined ? [] : clocksIn(event, 'RECURRENCE-ID');
    if (clock)
      occurrences.push({
        ...{ uid: ref.slice(0, uid.length), said: recurrence!, clock: packedClock(clock) },
        isLeft: isCanceledWithoutTitle(event),
      });
    const [start, changed] = ['DTSTART', 'LAST-MODIFIED'].map((name) => {
      const property = firstOf(event, name);
      return property && clockOf(property);
    });
    const version = packed({
      line: event.line,
      // All versions of an occurrence are one.
      clock: recurrence === undefined ? start : ONE,
      sequence: sequenceOf(event),
      modified: changed?.wall ?? '',
    });
    const key = hashOf(ref);
    const other = single.get(key);
    if (!other) single.set(key, version);
    else if (several.has(key)) several.get(key)!.all.push(version);
    else several.set(key, { ref, all: [other, version] });
    return isSeries || clock ? undefined : ref;
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
        hasEnd = !component.isOpen && (hasEnd || calendar === 1);
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
    overview(ours) {
      const itsZone = calendarZone && zones.find(calendarZone.zone, [ours.site]);
      const said = itsZone?.at('2025-01-15 00:00:00');
      const zone = said === undefined || SAYS_NOTHING.test(said) ? undefined : said;
      const time: TimeReading = { ...ours, zone, zones, dayOf: (utc) => dayMeant(utc, zone ?? zoneOfDay(utc, zones)) };
      single.clear();
      const places = placesOf(several.values(), time);
      several.clear();
      const exceptions = new Set<string>();
      const leftOut = new Map<string, number[]>();
      const look = (its: { uid: string; said: string; clock: Clock }) =>
        occurrenceOf(its, unpacked(recurring.get(hashOf(its.uid)) ?? '').clock, time);
      for (const { uid, said, clock, isLeft } of occurrences.splice(0)) {
        const its = look({ uid, said, clock: unpacked(clock).clock! });
        // Earlier runs may know it by either.
        for (const ref of new Set([its?.ref ?? uid, named(uid, said)])) places.sharing.push(ref);
        if (its?.isOfSeries) exceptions.add(hashOf(its.ref));
        if (its && isLeft) leftOut.set(hashOf(uid), [...(leftOut.get(hashOf(uid)) ?? []), its.original.at]);
      }
      return {
        time,
        isWhole: hasEnd && !isMessage,
        ...places,
        isCanceled: ({ calendar }) => canceling.has(calendar),
        hasSeries: recurring.size > 0,
        recurs: (uid) => recurring.has(hashOf(uid)),
        occurrenceOf(event) {
          const [uid, said] = [nameIn(event, 'UID'), nameIn(event, 'RECURRENCE-ID')];
          const [clock] = clocksIn(event, 'RECURRENCE-ID');
          return uid !== undefined && said !== undefined && clock ? look({ uid, said, clock }) : undefined;
        },
        chainOf: (uid) =>
          divided.has(hashOf(dividedUid(uid))) || repeated.has(hashOf(uid)) ? dividedUid(uid) : undefined,
        rankOf(series) {
          const key = hashOf(nameIn(series, 'UID') ?? '');
          if (!repeated.has(key)) return 'only';
          const clocks = [firstClockOf(series), unpacked(recurring.get(key)!).clock];
          const [its, earliest] = clocks.map((clock) => clock && momentOf(clock, time)?.at);
          return its === earliest ? 'first' : 'other';
        },
        leftOutOf: (uid) => leftOut.get(hashOf(uid)) ?? [],
        isException: (ref) => exceptions.has(hashOf(ref)),
        left: [
          ...(hasEnd
            ? []
            : [{ what: 'What comes after the end of the file: it has no END:VCALENDAR.', of: 'the last line' }]),
          ...(calendarZone && (!itsZone || itsZone.isUnknown)
            ? [
                {
                  what: `The time zone of the calendar, ${JSON.stringify(calendarZone.zone.slice(0, 100))}${itsZone ? `: ${said} stands for it` : ''}.`,
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

/**
 * The zone of a file that does not name its own, for a day that is written in UTC: the only one that it defines, or the one whose
 * midnight that is.
 */
function zoneOfDay(utc: WallTime, zones: FileZones) {
  const all = zones
    .defined()
    .map((each) => each.at(utc))
    .filter((name) => isZone(name) && !SAYS_NOTHING.test(name));
  return all.length === 1 ? all[0] : all.find((name) => toWall(wallAsUtc(utc), name).endsWith(' 00:00:00'));
}

/** The start of all versions of an occurrence. */
const ONE: Clock = { wall: '0001-01-01 00:00:00', isDay: true, isUtc: false, zone: undefined };
const OCCURRENCE = ONE.wall.slice(0, 10);

/** The places of the events that share a reference: of those with the same start, the latest sequence and then change wins. */
function placesOf(
  several: Iterable<{ ref: string; all: string[] }>,
  time: TimeReading,
): Pick<Overview, 'placeOf' | 'sharing'> {
  const [first, latest] = [
    new Map<string, { start: string | undefined; isOnly: boolean }>(),
    new Map<string, number>(),
  ];
  const sharing: string[] = [];
  for (const { ref, all } of several) {
    const newest = new Map<string, Version>();
    for (const version of all.map(unpacked)) {
      const when = version.clock && momentOf(version.clock, time);
      if (!when) continue;
      const other = newest.get(startInUid(when));
      if (!other || isNewer(version, other)) newest.set(startInUid(when), version);
    }
    const [start] = [...newest.keys()].sort();
    first.set(hashOf(ref), { start, isOnly: newest.size === 1 });
    for (const [each, { line }] of newest) {
      latest.set(hashOf(refByStart(ref, each)), line);
      if (newest.size > 1) sharing.push(refByStart(ref, each));
    }
  }
  return {
    sharing,
    placeOf({ line }, ref, start) {
      const its = first.size > 0 ? first.get(hashOf(ref)) : undefined;
      if (!its) return { isOlder: false, rank: 'only' };
      if (start === undefined) return { isOlder: false, rank: 'other' };
      const newest = [start, OCCURRENCE].map((each) => latest.get(hashOf(refByStart(ref, each)))).find(Boolean);
      return {
        isOlder: newest !== undefined && newest !== line,
        rank: its.isOnly ? 'only' : start === its.start ? 'first' : 'other',
      };
    },
  };
}

const isNewer = (one: Version, other: Version) =>
  one.sequence === other.sequence ? one.modified > other.modified : one.sequence > other.sequence;

/** How often an event has changed, as far as it can be stored. */
export function sequenceOf({ lines }: Component): number {
  const line = lines.find(({ name }) => name === 'SEQUENCE');
  return Math.min(Math.max(Number(line ? textAfterColon(line) : 0) || 0, 0), LARGEST_INT);
}
