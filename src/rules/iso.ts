import { type Instant, toInstant, toWall } from './time.ts';

/** ISO 8601 with the offset in force: `2027-06-10T09:00:00-04:00`. */
export function toIso(at: Instant, zone: string): string {
  const wall = toWall(at, zone);
  const minutes = Math.round((toInstant(wall, 'UTC') - at) / 60_000);
  const sign = minutes < 0 ? '-' : '+';
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${wall.replace(' ', 'T')}${sign}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}
