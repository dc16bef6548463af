import { FURTHEST_OFFSET, isInYears } from './years.ts';
import { type Instant, offsetAt, utcAsWall, type WallTime, wallAsUtc } from './zones.ts';

/**
 * ISO 8601 with the offset in force: `2027-06-10T09:00:00-04:00`. When the clock of the zone shows no year from 1 to 9999, it
 * gives the same moment with an offset that does: RFC 3339 only knows years of four digits.
 */
export function toIso(at: Instant, zone: string): string {
  const offset = offsetAt(zone, at);
  const wall = utcAsWall(at + offset);
  if (isInYears(wall)) return withOffset(wall, offset);
  const other = at < 0 ? FURTHEST_OFFSET : -FURTHEST_OFFSET;
  return withOffset(utcAsWall(at + other), other);
}

function withOffset(wall: WallTime, offset: number) {
  const minutes = Math.round(offset / 60_000);
  const sign = minutes < 0 ? '-' : '+';
  const two = (number: number) => String(number).padStart(2, '0');
  return `${wall.replace(' ', 'T')}${sign}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

const DATE_TIME = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** The moment that a text means in RFC 3339, to the second; undefined for any other text. */
export function readDateTime(text: string): Instant | undefined {
  const [, date, time, sign, hours = 0, minutes = 0] = DATE_TIME.exec(text) ?? [];
  const wall = `${date} ${time}`;
  if (!date || !isWall(wall)) return undefined;
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return wallAsUtc(wall) - (sign === '-' ? -ahead : ahead);
}

/** Whether this is a day of the calendar: `2026-11-20`. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && isWall(`${text} 00:00:00`);

/** Whether this reading exists, rather than rolling over. */
const isWall = (wall: string) => utcAsWall(wallAsUtc(wall)) === wall;
