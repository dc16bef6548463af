import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder with a document. Called at the top of a test file, which removes the folder at its end. */
export function folderOf(document: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'operations-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'ours.graphql'), document);
  return folder;
}

export const OURS = `
"""
Concerts in a city
Those that begin first at first.
ko: 도시의 공연
es: Conciertos en una ciudad
"""
query Concerts(
  "Name of the city."
  $city: String
  $when: EventTime = UPCOMING
  $first: Int
  $categories: [ID!]
  $near: Near
  $free: Boolean
) {
  events(first: $first, where: { city: $city, when: $when, categoriesIn: $categories, near: $near, isFree: $free }) {
    events: nodes { title startsAt }
  }
}
query OneEvent($ref: RecordRef!) { event(ref: $ref) { title databaseId } }
query Around($lat: Float!, $lng: Float!) {
  events(where: { near: { latitude: $lat, longitude: $lng, radiusKm: 5 } }) { totalCount }
}
query CityNames { cities { city } }
query Any($where: EventWhere) { events(where: $where) { totalCount nodes { title startsAt } } }
mutation Announce($title: String!, $startDate: String!, $endDate: String!) {
  createEvent(input: { title: $title, startDate: $startDate, endDate: $endDate }) { event { title databaseId } }
}
mutation Rename($ref: RecordRef!, $title: String) { updateEvent(input: { ref: $ref, title: $title }) { event { title } } }
`;
