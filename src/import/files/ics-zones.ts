import { IANA_ALIAS_MAP, WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { once } from '../../domain/once-for.ts';
import { daysOf } from '../../domain/recurrence/expand.ts';
import { acceptedRule } from '../../domain/recurrence/rule.ts';
import {
  DAY,
  fixedOffset,
  type Instant,
  isZone,
  offsetAt,
  utcAsWall,
  type WallTime,
  wallAsUtc,
} from '../../domain/zones.ts';
import { type Component, textAfterColon } from './ics-components.ts';

/** A zone by its name in a file. */
interface FileZone {
  /** Our name of the zone for a time on its clock. */
  at(wall: WallTime): string;
  /** Whether only its rules in the file, or the offset in its name, are known, so that its events get a fixed offset. */
  isUnknown: boolean;
}

/** What a file says about its zones. */
export interface FileZones {
  /** Notes that a time of this year is in the zone. */
  use(id: string, year: number): void;
  /** Notes a `VTIMEZONE`, and the components within it. */
  define(zone: Component, within: readonly Component[]): void;
  /** The zones that it defines by name or by rules, when all was noted. Ours play no part. */
  defined(): readonly FileZone[];
  /** Finds a zone when all was noted. `preferred` are our zones, among which rules that fit several decide. */
  find(id: string, preferred: readonly string[]): FileZone | undefined;
}

/** Maximum zones of a file, years that are compared of each, parts of one, and changes that its parts list. */
const [MOST_ZONES, MOST_YEARS, MOST_RULES, MOST_CHANGES] = [200, 30, 200, 400];

export function createFileZones(): FileZones {
  const years = new Map<string, Set<number>>();
  const defined = new Map<string, { location: string | undefined; rules: Rule[] }>();
  const found = new Map<string, FileZone | undefined>();
  const keyOf = (id: string): string => id.trim().toLowerCase();

  function look(id: string, preferred: readonly string[]): FileZone | undefined {
    const { location, rules } = defined.get(keyOf(id)) ?? { location: undefined, rules: [] };
    const names = [location, id].flatMap((name) => (name === undefined ? [] : (knownZone(name) ?? [])));
    // Offsets and abbreviations have no summer time, but rules may.
    const sure =
      rules.length === 0
        ? (WITH_SUMMER_TIME.get(id.toUpperCase()) ?? names[0])
        : names.find((name) => fixedOffset(name) === undefined);
    if (sure) return { at: () => sure, isUnknown: false };
    if (rules.length === 0) {
      const offset = offsetInName(id);
      return offset === undefined ? undefined : { at: () => zoneAtOffset(offset), isUnknown: true };
    }
    const offset = offsetsBy(rules);
    const days = [...(years.get(keyOf(id)) ?? [])].flatMap(noonsOf).map((at) => [at, offset(at)] as const);
    const zone = [...preferred, ...names, ...MAIN_ZONES()].find(
      (each) => isZone(each) && days.every(([at, its]) => offsetAt(each, at) === its),
    );
    const offsetName = (wall: number): string => zoneAtOffset(offset(wall - offset(wall)));
    return { at: (wall) => zone ?? offsetName(wallAsUtc(wall)), isUnknown: zone === undefined };
  }

  return {
    use(id, year) {
      const its = years.get(keyOf(id)) ?? new Set();
      if (its.size < MOST_YEARS && (its.size > 0 || years.size < MOST_ZONES)) years.set(keyOf(id), its.add(year));
    },
    define({ lines }, within) {
      const [id, location] = ['TZID', 'X-LIC-LOCATION'].map((name) => lines.find((line) => line.name === name));
      if (!id || defined.size >= MOST_ZONES) return;
      const rules = within.slice(0, MOST_RULES).flatMap((part) => ruleOf(part) ?? []);
      defined.set(keyOf(textAfterColon(id)), { location: location && textAfterColon(location), rules });
    },
    defined: once(() => [...defined.keys()].flatMap((id) => look(id, []) ?? [])),
    find(id, preferred) {
      if (!found.has(keyOf(id))) found.set(keyOf(id), look(id.trim(), preferred));
      return found.get(keyOf(id));
    },
  };
}

/** Our name of a zone with a fixed offset from UTC, in milliseconds. */
const zoneAtOffset = (offset: number): string =>
  `UTC${offset < 0 ? '-' : '+'}${Number((Math.abs(offset) / 3_600_000).toFixed(4))}`;

/**
 * Names of the time zone database that have summer time there and none in our other interfaces; the zones that it links them to
 * since version 2024b.
 */
const WITH_SUMMER_TIME: ReadonlyMap<string, string> = new Map([
  ['CET', 'Europe/Brussels'],
  ['MET', 'Europe/Brussels'],
  ['EET', 'Europe/Athens'],
  ['WET', 'Europe/Lisbon'],
]);

/** Noon of each day of a year in UTC, winter and summer first. */
const noonsOf = (year: number): Instant[] =>
  Array.from({ length: 366 }, (_, day) => new Date(DAY / 2).setUTCFullYear(year, 0, 1 + ((day * 181) % 366)));

const MAIN = WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001');

/** One zone of each group with the same clocks, and then the others. */
const MAIN_ZONES = once((): readonly string[] => {
  const zones = new Set([...MAIN, ...WINDOWS_TO_IANA_MAP].flatMap(({ iana }) => iana));
  return [...zones].filter((zone) => !zone.startsWith('Etc/'));
});

/** Zones of the time zone database by what files call them: Windows, and the last part of their own names and aliases. */
const NAMES = once((): ReadonlyMap<string, string> => {
  const zones = [...IANA_ALIAS_MAP.flatMap(({ alias }) => alias), ...WINDOWS_TO_IANA_MAP.flatMap(({ iana }) => iana)];
  const cities = zones.map((zone) => [zone.replace(/^.*\//, '').replace(/_/g, ' '), zone] as const);
  const all = [...cities, ...MAIN.map(({ windowsName, iana: [zone] }) => [windowsName, zone] as const)];
  return new Map(all.map(([name, zone]) => [name.toLowerCase(), zone]));
});

/** Winter and summer of a year. */
const SEASONS = [Date.UTC(2025, 0, 15), Date.UTC(2025, 6, 15)];

/**
 * Our zone for a name: of the time zone database, also at the end of a path, of Windows, or as Windows shows it to people:
 * `(UTC+01:00) Amsterdam, Berlin`. Capitals do not matter.
 */
export function knownZone(name: string): string | undefined {
  const parts = name.split('/');
  const inPath = [parts, parts.slice(-3), parts.slice(-2)].map((some) => some.join('/')).find(isZone);
  if (inPath) return inPath;
  if (/(?:^|\/|\) ?)(?:utc|coordinated universal time)$/i.test(name)) return 'UTC';
  const offset = offsetInName(name);
  const said = name.replace(OFFSET, '');
  const standard = [said.replace(/ time\b.*$/i, ' Standard Time'), `${said} Standard Time`];
  return [said, ...standard, ...said.split(/\s*[,/]\s*/)]
    .flatMap((word) => NAMES().get(word.toLowerCase()) ?? [])
    .find((zone) => isZone(zone) && (offset === undefined || SEASONS.some((at) => offsetAt(zone, at) === offset)));
}

/** How Windows begins the names that it shows to people. */
const OFFSET = /^\((?:UTC|GMT)(?:([+-])(\d\d?)[:.](\d\d))?\)\s*/i;

/** The offset at the beginning of a name, in milliseconds. */
function offsetInName(name: string): number | undefined {
  const [, sign, hours, minutes] = OFFSET.exec(name) ?? [];
  return sign && Number(hours) < 24
    ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
    : undefined;
}

/** When clocks change to an offset. Times are on the clock before the change, taken as UTC. */
interface Rule {
  from: number;
  to: number;
  listed: readonly number[];
  /** The changes of a year, if they come back every year. */
  yearly(year: number): number[];
  /** The last year of these. */
  last: number;
}

/** A component of a `VTIMEZONE`; undefined if it cannot be read. */
function ruleOf({ lines }: Component): Rule | undefined {
  const all = (name: string): string[] => lines.filter((line) => line.name === name).map(textAfterColon);
  const [first, from, to] = [
    wallIn(all('DTSTART')[0]),
    offsetIn(all('TZOFFSETFROM')[0]),
    offsetIn(all('TZOFFSETTO')[0]),
  ];
  if (first === undefined || from === undefined || to === undefined) return undefined;
  const rdates = all('RDATE').flatMap((text) => text.split(',', MOST_CHANGES));
  const time = first - Math.floor(first / DAY) * DAY;
  const rule = acceptedRule(all('RRULE')[0], { zone: 'UTC', imported: true });
  return {
    from,
    to,
    listed: [first, ...rdates.flatMap((text) => wallIn(text) ?? [])],
    yearly(year) {
      if (rule?.FREQ !== 'YEARLY') return [];
      const { COUNT: _, UNTIL, ...endless } = rule;
      const begin = new Date(0).setUTCFullYear(year, 0, 1) / DAY;
      // UNTIL is in UTC.
      const end = UNTIL === undefined ? Number.POSITIVE_INFINITY : wallAsUtc(UNTIL) + DAY;
      return [...daysOf(endless, utcAsWall(first), begin, begin + 365)]
        .flatMap((day) => (day === undefined ? [] : day * DAY + time))
        .filter((onset) => onset <= end);
    },
    last: Number(rule?.UNTIL?.slice(0, 4) ?? Number.POSITIVE_INFINITY),
  };
}

function wallIn(text = ''): number | undefined {
  const [, day, time = '000000'] = /^(\d{8})(?:T(\d{6})Z?)?$/.exec(text.trim()) ?? [];
  return day === undefined
    ? undefined
    : wallAsUtc(`${day}${time}`.replace(/^(.{4})(..)(..)(..)(..)(..)$/, '$1-$2-$3 $4:$5:$6'));
}

function offsetIn(text = ''): number | undefined {
  const [, sign, hours, minutes, seconds = 0] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text) ?? [];
  return sign === undefined
    ? undefined
    : (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

/** The offset from UTC at a moment, in milliseconds, by the rules of a file. */
function offsetsBy(rules: readonly Rule[]): (at: Instant) => number {
  const changesOf = (rule: Rule, walls: readonly number[]) => walls.map((wall) => [wall - rule.from, rule] as const);
  const inOrder = (changes: (readonly [at: Instant, rule: Rule])[]) => changes.sort(([a], [b]) => a - b);
  const listed = inOrder(rules.flatMap((rule) => changesOf(rule, rule.listed))).slice(-MOST_CHANGES);
  const known = new Map<number, typeof listed>();
  return (at) => {
    const year = new Date(at).getUTCFullYear();
    const changes =
      known.get(year) ??
      inOrder([
        ...listed,
        ...rules.flatMap((rule) =>
          [1, 0].flatMap((ago) => changesOf(rule, rule.yearly(Math.min(year, rule.last) - ago))),
        ),
      ]);
    known.set(year, changes);
    return changes.findLast(([onset]) => onset <= at)?.[1].to ?? changes[0]![1].from;
  };
}
