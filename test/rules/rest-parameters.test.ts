import { expect, test } from 'vitest';
import { param, parseParams } from '../../src/api/rest/params.ts';
import { variablesOf } from '../../src/api/rest/request.ts';
import { ROUTES } from '../../src/api/rest/table.ts';
import { newFreshness } from '../../src/cache/freshness.ts';

const NOW = Date.parse('2027-01-15T12:00:00Z');

/** What a list is asked for in GraphQL by these parameters of REST, in a zone without daylight saving. */
function asked(path: string, query: string): unknown {
  const route = ROUTES.find((row) => row.path === path && row.filter)!;
  const params = parseParams(query);
  const surroundings = { now: NOW, zone: 'Asia/Seoul', freshness: newFreshness() };
  const source = (wire: string, list: boolean) => param(params, wire, list);
  const { variables } = variablesOf({ route, match: { params: {} }, source }, surroundings);
  return JSON.parse(JSON.stringify(variables));
}

const at = (text: string): string => `@${Date.parse(text) / 1000}`;
/** Both ends of a day in Seoul. */
const MARCH = { first: at('2027-03-01T00:00:00+09:00'), after: at('2027-03-02T00:00:00+09:00') };
const ALL = 'start_date=1000-01-01&end_date=3000-01-01';
const ANY = { startsOnOrAfter: expect.any(String), startsBefore: expect.any(String) };

test.each([
  ['start_date=2027-03-01&end_date=2027-03-01', { startsOnOrAfter: MARCH.first, startsBefore: MARCH.after }],
  [
    'start_date=2027-03-01&end_date=2027-03-02&strict_dates=1',
    { startsOnOrAfter: MARCH.first, startsBefore: MARCH.after },
  ],
  [`${ALL}&ends_after=2027-03-01`, { ...ANY, endsOnOrAfter: MARCH.after }],
  [`${ALL}&ends_before=2027-03-01`, { ...ANY, endsBefore: MARCH.after }],
  [`${ALL}&starts_after=2027-03-01`, { ...ANY, startsOnOrAfter: MARCH.after }],
  ['include=3,5&start_date=2027-03-01', { in: [3, 5] }],
  [`${ALL}&categories=jazz,7&tags=free`, { ...ANY, categoriesIn: ['jazz', '7'], tagsIn: ['free'] }],
  [`${ALL}&venue=1&organizer=2,3`, { ...ANY, venuesIn: [1], organizersIn: [2, 3] }],
  [
    `${ALL}&post_parent=4&featured=true&status=draft,publish`,
    { ...ANY, parent: 4, featured: true, status: ['DRAFT', 'PUBLISH'] },
  ],
  [`${ALL}&geoloc=1`, { ...ANY, hasCoordinates: true }],
  [`${ALL}&geoloc_lat=37.5&geoloc_lng=127`, { ...ANY, near: { latitude: 37.5, longitude: 127, radiusKm: 25 } }],
])('events?%s is asked of GraphQL', (query, where) => {
  expect(asked('/events', query)).toEqual({ where });
});

test.each([
  ['event=4&only_with_upcoming=1', { linkedBy: 4, hasUpcomingEvents: true }],
  ['has_events=0&status=draft', { hasEvents: false, hasUpcomingEvents: false, status: ['DRAFT'] }],
])('venues?%s is asked of GraphQL', (query, where) => {
  expect(asked('/venues', query)).toEqual({ where });
});
