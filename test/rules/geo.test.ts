import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, boxAround, distance, type Point } from '../../src/domain/geo.ts';
import { runsOf } from '../support/fuzz/seed.ts';

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

const holds = (box: Box, { lat, lng }: Point): boolean =>
  lat >= box.lat[0] && lat <= box.lat[1] && box.lng.some(([min, max]) => lng >= min && lng <= max);

test.each([
  ['Madrid to Seoul', { lat: 40.4168, lng: -3.7038 }, { lat: 37.5665, lng: 126.978 }, 10_000],
  ['across the date line', { lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, 111],
  ['pole to pole', { lat: 90, lng: 0 }, { lat: -90, lng: 70 }, 20_015],
  ['nowhere', { lat: 12, lng: 34 }, { lat: 12, lng: 34 }, 0],
])('%s is as far as the globe says', (_, from, to, km) => {
  expect(Math.round(distance(from, to) / 10)).toBe(Math.round(km / 10));
});

test('every point within the distance lies in the box', () => {
  fc.assert(
    fc.property(point, point, fc.double({ min: 0, max: 20_100, noNaN: true }), (centre, other, km) => {
      fc.pre(distance(centre, other) <= km);
      expect(holds(boxAround(centre, km), other)).toBe(true);
    }),
    { numRuns: runsOf(100, 2000) },
  );
});

test('points at the very edge of a small circle lie in the box, at the poles and the date line too', () => {
  const edge = fc.record({
    lat: fc.constantFrom(-89.9, -60, 0, 45, 89.9),
    lng: fc.constantFrom(-180, -179.99, 0, 179.99, 180),
  });
  const step = fc.double({ min: -0.4, max: 0.4, noNaN: true });
  fc.assert(
    fc.property(edge, step, step, (centre, north, east) => {
      const wrapped = ((centre.lng + east + 540) % 360) - 180;
      const other = { lat: Math.max(-90, Math.min(90, centre.lat + north)), lng: wrapped };
      expect(holds(boxAround(centre, distance(centre, other)), other)).toBe(true);
    }),
    { numRuns: runsOf(100, 2000) },
  );
});

test('a box of a few kilometres leaves the other side of the globe out', () => {
  expect(holds(boxAround({ lat: 40, lng: -3 }, 25), { lat: 40, lng: -4 })).toBe(false);
  expect(holds(boxAround({ lat: 0, lng: 179.9 }, 25), { lat: 0, lng: 0 })).toBe(false);
});
