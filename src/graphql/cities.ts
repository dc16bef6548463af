import { recordsInSlice } from '../fields/slice.ts';
import { builder } from './builder.ts';
import type { ResolverContext } from './context.ts';

type CityRecord = Awaited<ReturnType<ResolverContext['services']['event']['cities']>>[number];

/** Finding the venues with events to come and counting these, in points of cost. */
const CITIES_COST = 5000;

const City = builder.objectRef<CityRecord>('City').implement({
  description:
    'A city with public events that have not ended, as its venues name it in the language of the request. Venues whose names for it differ in case and accents only are in one city, and a city with a name in that language is not listed under another one as well.',
  fields: (t) => ({
    city: t.exposeString('city', { description: 'Its name: what `city` of a filter takes.' }),
    country: t.exposeString('country', {
      nullable: true,
      description:
        'The name of its country: what `country` of a filter takes. Null where a venue there names none: then it is the city of this name in whichever country.',
    }),
    countryCode: t.exposeString('countryCode', {
      nullable: true,
      description: 'The country by ISO 3166-1, where its name is one in our languages.',
    }),
    eventCount: t.exposeInt('eventCount', {
      description:
        'How many public events at its venues are running or have yet to start: the `totalCount` of `events` with this `city` and `country` in `where`, and `when: UPCOMING`.',
    }),
  }),
});

builder.queryField('cities', (t) =>
  t.field({
    type: [City],
    nullable: true,
    description:
      'The cities that have events to come at venues that the caller may see, those with the most first; ties by name. No more than 2,000 venues are looked at, those that were published last, and of their cities the 200 with the most public events.',
    args: {
      first: t.arg.int({ description: 'How many at the most; up to 100, 10 without it.' }),
      country: t.arg.string({
        description: 'Only cities in this country: its name in one of our languages, or its code by ISO 3166-1.',
      }),
    },
    complexity: (args) => ({ field: CITIES_COST, multiplier: recordsInSlice(args) }),
    resolve: (_, args, ctx) =>
      ctx.loaders.once(`cities ${JSON.stringify(args)}`, () => ctx.services.event.cities(args, ctx)),
  }),
);
