import createClient from 'openapi-fetch';
import type { components, paths } from 'the-calendar';
import type { Said } from './said.ts';

/** What the README does, with the types that openapi-typescript makes. */
export async function run(baseUrl: string, headers: Record<string, string>): Promise<Said> {
  const calendar = createClient<paths>({ baseUrl, headers });

  const made = await calendar.POST('/events', {
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

  const found = await calendar.GET('/events', { params: { query: { categories: ['open-doors'], featured: false } } });
  const changed = await calendar.PATCH('/events/by-slug/{slug}', {
    params: { path: { slug: made.data.slug }, query: { multilang_language: 'es' } },
    body: { title: 'Día abierto', venue: made.data.venue, image: null },
  });
  const refused = await calendar.GET('/events/{id}', { params: { path: { id: 9999 } } });
  const { venue, image } = made.data;
  return {
    image: image === false ? undefined : image.url,
    venues: [venue].flat().map(({ venue: name, city }) => `${name}, ${city}`),
    found: found.data?.events.map(({ title, categories }) => `${title}: ${categories.map(({ slug }) => slug)}`),
    changed: changed.data?.title,
    refused: refused.error?.code,
  };
}

type Schemas = components['schemas'];

/** What must not compile. Nobody calls it. */
export const mistaken = (event: Schemas['Event'], input: Schemas['EventInput']): unknown[] => [
  // @ts-expect-error an event may have no image
  event.image.url,
  // @ts-expect-error there may be several venues, or none
  event.venue.city,
  // @ts-expect-error a venue that is to be made must have a name
  { ...input, venue: { city: 'Sevilla' } } satisfies Schemas['EventInput'],
  // @ts-expect-error no such state
  { ...input, status: 'published' } satisfies Schemas['EventInput'],
];
