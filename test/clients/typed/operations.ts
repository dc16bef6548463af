import createClient from 'openapi-fetch';
import type { paths } from 'the-operations';

/** Calls each operation of `OURS`, and each kind of parameter, with the types that openapi-typescript makes. */
export async function run(baseUrl: string, headers: Record<string, string>) {
  const operations = createClient<paths>({ baseUrl, headers });
  const made = await operations.POST('/Announce', {
    body: { title: 'Open day', startDate: '2037-03-06 10:00', endDate: '2037-03-06 17:00' },
    params: { header: { 'Idempotency-Key': 'a-key-of-mine' } },
  });
  const { databaseId = 0 } = made.data?.event ?? {};

  const titles = async (query: NonNullable<paths['/Concerts']['get']['parameters']['query']>) =>
    (await operations.GET('/Concerts', { params: { query } })).data?.events.map(({ title }) => title);
  const here = { latitude: 38.9, longitude: -77, radiusKm: 5 };
  const one = await operations.GET('/OneEvent', { params: { query: { ref: { databaseId: String(databaseId) } } } });
  const where = JSON.stringify({ and: [{ city: 'Washington, D.C.' }, { isFree: true }] });
  const any = await operations.GET('/Any', { params: { query: { where } } });
  const cities = await operations.GET('/CityNames');
  const refused = await operations.GET('/Concerts', { params: { query: { first: 1000 } } });
  return {
    text: await titles({ city: 'Washington, D.C.' }),
    word: await titles({ when: 'PAST' }),
    number: await titles({ first: 1 }),
    toggle: await titles({ free: true }),
    list: await titles({ categories: ['music', 'dance'] }),
    object: await titles({ near: here }),
    language: await titles({ multilang_language: 'es', city: 'Washington, D.C.' }),
    one: one.data?.title,
    json: any.data?.nodes.map(({ title }) => title),
    cities: cities.data?.map(({ city }) => city),
    refused: Object.keys(refused.error?.data.params ?? {}),
  };
}

type Query = NonNullable<paths['/Concerts']['get']['parameters']['query']>;

/** What must not compile. Nobody calls it. */
export const mistaken: unknown[] = [
  // @ts-expect-error no such word
  { when: 'soon' } satisfies Query,
  // @ts-expect-error a circle has a radius
  { near: { latitude: 1, longitude: 1 } } satisfies Query,
];
