import fc from 'fast-check';
import { toWall, type WallTime } from '../../src/domain/time.ts';

const FIRST = -62_135_596_800;
const LAST = 253_402_300_799;
const DAY = 86_400;

const wallAt = (seconds: number): WallTime => toWall(seconds * 1000, 'UTC');

/** A reading of a wall clock in the years 1 to 9999: at both ends, within a day of them, at the epoch, and anywhere. */
export const anyWall: fc.Arbitrary<WallTime> = fc.oneof(
  fc.constantFrom(FIRST, LAST, LAST - DAY + 1, FIRST + DAY - 1, 0, -1).map(wallAt),
  fc.integer({ min: FIRST, max: FIRST + DAY }).map(wallAt),
  fc.integer({ min: LAST - DAY, max: LAST }).map(wallAt),
  fc.integer({ min: FIRST, max: LAST }).map(wallAt),
);

/** Ways to write a wall clock reading: without a zone, its day alone, and with offsets. */
const anyWriting = fc.constantFrom<(wall: WallTime) => string>(
  (wall) => wall,
  (wall) => wall,
  (wall) => wall.slice(0, 10),
  (wall) => `${wall.replace(' ', 'T')}Z`,
  (wall) => `${wall.replace(' ', 'T')}+14:00`,
  (wall) => `${wall} -12:00`,
);

/** A date as it is sent. With an offset, it may lie outside the years 1 to 9999 in the zone for which it is sent. */
export const anyDateText = fc.tuple(anyWall, anyWriting).map(([wall, written]) => written(wall));

/** A start and an end, in this order. */
export const anySpan = fc
  .tuple(anyWall, anyWall, anyWriting)
  .map(([one, other, written]) => [one, other].sort().map(written) as [string, string]);

const FIXED = ['UTC', 'UTC-14', 'UTC+14', 'UTC+5.5', 'UTC-0.25', 'GMT+9', '-11:45', 'EST', 'KST'];

/** Every zone of the database, and fixed zones up to the widest offsets. */
export const anyZoneAtAll = fc.oneof(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), fc.constantFrom(...FIXED));
