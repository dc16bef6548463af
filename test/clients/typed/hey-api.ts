import {
  createEvent,
  type Event,
  type EventInput,
  type EventList,
  listEvents,
  readEvent,
  updateEventBySlugWithPatch,
} from 'the-calendar';
import { createClient } from 'the-calendar/client';
import type { Said } from './said.ts';

/** A list has a type with a name. */
const linesOf = ({ events }: EventList): string[] =>
  events.map(({ title, categories }) => `${title}: ${categories.map(({ slug }) => slug)}`);

/** What the README does, with the client that @hey-api/openapi-ts makes. */
export async function run(baseUrl: string, headers: Record<string, string>): Promise<Said> {
  const client = createClient({ baseUrl, headers });

  const made = await createEvent({
    client,
    body: {
      title: 'Open day',
      start_date: '2027-03-06 10:00',
      end_date: '2027-03-06 17:00',
      image: 'https://images.example.org/doors.jpg',
      venue: { venue: 'Town Hall', city: 'Sevilla' },
      categories: ['Open doors'],
      tags: [{ name: 'Free' }],
    },
  });
  if (!made.data) throw new Error(made.error.message);

  const found = await listEvents({ client, query: { categories: ['open-doors'], featured: false } });
  const changed = await updateEventBySlugWithPatch({
    client,
    path: { slug: made.data.slug },
    query: { multilang_language: 'es' },
    body: { title: 'Día abierto', venue: made.data.venue, image: null },
  });
  const refused = await readEvent({ client, path: { id: 9999 } });
  const { venue, image } = made.data;
  return {
    image: image === false ? undefined : image.url,
    venues: [venue].flat().map(({ venue: name, city }) => `${name}, ${city}`),
    found: found.data && linesOf(found.data),
    changed: changed.data?.title,
    refused: refused.error?.code,
  };
}

/** What must not compile. Nobody calls it. */
export const mistaken = (event: Event, input: EventInput): unknown[] => [
  // @ts-expect-error an event may have no image
  event.image.url,
  // @ts-expect-error there may be several venues, or none
  event.venue.city,
  // @ts-expect-error a venue that is to be made must have a name
  { ...input, venue: { city: 'Sevilla' } } satisfies EventInput,
  // @ts-expect-error no such state
  { ...input, status: 'published' } satisfies EventInput,
];
