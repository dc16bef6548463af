import { recordsInSlice } from '../../domain/fields/slice.ts';
import { builder } from './builder.ts';
import type { ResolverContext } from './context.ts';
import { COSTS } from './costs.ts';

type CityRecord = Awaited<ReturnType<ResolverContext['services']['event']['cities']>>[number];

const City = builder.objectRef<CityRecord>('City').implement({
  description:
    'A city with public events that have not ended, as its venues name it in the language of the request. Names that differ only in case and accents are one city, and a city with a name in that language is not listed under another name too.',
  fields: (t) => ({
    city: t.exposeString('city', { description: 'Its name, for the filter `city`.' }),
    country: t.exposeString('country', {
      nullable: true,
      description:
        'The name of its country, for the filter `country`. Null if a venue there names none: then it means the cities of this name in any country.',
    }),
    countryCode: t.exposeString('countryCode', {
      nullable: true,
      description: 'The ISO 3166-1 code of the country, if its name is one in our languages.',
    }),
    eventCount: t.exposeInt('eventCount', {
      description:
        'Number of public events at its venues that are running or have yet to start: the `totalCount` of `events` with this `city` and `country` and `when: UPCOMING` in `where`.',
    }),
  }),
});

builder.queryField('cities', (t) =>
  t.field({
    type: [City],
    nullable: true,
    description:
      'The cities that have upcoming events at venues that the caller may see, those with the most first; ties by name. Only the 2,000 venues that were published last are considered, and of their cities the 200 with the most public events.',
    args: {
      first: t.arg.int({ description: 'Maximum number, up to 100. Default: 10.' }),
      country: t.arg.string({
        description: 'Only cities in this country: its name in one of our languages, or its ISO 3166-1 code.',
      }),
    },
    complexity: (args) => ({ field: COSTS.cities, multiplier: recordsInSlice(args) }),
    resolve: (_, args, ctx) =>
      ctx.loaders.once(`cities ${JSON.stringify(args)}`, () => ctx.services.event.cities(args, ctx)),
  }),
);
