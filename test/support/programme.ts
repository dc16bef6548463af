import type { TestApp } from './app.ts';
import { made, upTo } from './making.ts';

/** A venue with its events, one a day, for clients to page through. */
export interface Programme {
  /** The ids of the venue and of its first event, as GraphQL gives them. */
  venue: string;
  first: string;
  /** Adds an event on this day of December, at ten or at another hour. */
  add(day: number, hour?: number): Promise<void>;
}

/** The title of an event. */
export const titleOf = (day: number, hour = 10): string => `Day ${day} at ${hour}`;

/** The titles of the events on these days. */
export const titles = (...days: readonly number[]): string[] => days.map((day) => titleOf(day));

/** Makes a venue with `count` events, on the 1st of December, the 2nd and so on. */
export async function programme(app: TestApp, count: number): Promise<Programme> {
  const venue = await made(app, 'venues', { venue: 'Town Hall', city: 'Sevilla', country: 'Spain' });
  const add = async (day: number, hour = 10): Promise<void> => {
    const date = `2026-12-${String(day).padStart(2, '0')}`;
    await made(app, 'events', {
      title: titleOf(day, hour),
      venue: venue.id,
      cost: '5',
      categories: ['Music'],
      organizer: { organizer: 'Ann' },
      start_date: `${date} ${hour}:00:00`,
      end_date: `${date} ${hour}:30:00`,
    });
  };
  for (const at of upTo(count)) await add(at + 1);
  const { body } = await app.graphql(
    'query ($id: ID!) { venue(ref: { databaseId: $id }) { id events { nodes { id } } } }',
    {
      id: venue.id,
    },
  );
  return { venue: body.data.venue.id, first: body.data.venue.events.nodes[0].id, add };
}
