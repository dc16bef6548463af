import type { FacetCounts, MonthCount, RecordCount } from '../../kinds/event/facet-counts.ts';
import type { RecordLoader } from '../../kinds/loaders.ts';
import { builder, type ObjectType } from './builder.ts';
import type { ResolverContext } from './context.ts';
import { COSTS, COUNTS } from './costs.ts';
import { Category } from './types/category.ts';
import { events } from './types/event.ts';
import { LinkedTypes } from './types/linked.ts';
import { Tag } from './types/term.ts';

/** The maximum length of a facet: see `FacetCounts`. */
const LONGEST = 50;
const records = { complexity: { field: COSTS.facet, multiplier: LONGEST } };

const COUNT = 'Number of events of the list that this filter would leave.';

/** The type of a record with its number. */
const recordFacet = <R extends { _id: number }>(name: string, type: ObjectType<R>) =>
  builder.objectRef<{ record: R; count: number }>(`${name}Facet`).implement({
    description: `A ${name.toLowerCase()}, and how many events of a list have it.`,
    fields: (t) => ({
      [name.toLowerCase()]: t.field({
        type: type as ObjectType<object>,
        complexity: 0,
        description: `The ${name.toLowerCase()}.`,
        resolve: ({ record }) => record,
      }),
      count: t.exposeInt('count', { description: COUNT }),
    }),
  });

const CategoryFacet = recordFacet('Category', Category);
const TagFacet = recordFacet('Tag', Tag);
const VenueFacet = recordFacet('Venue', LinkedTypes.venue);

type CityCount = Awaited<ReturnType<FacetCounts['cities']>>[number];

const CityFacet = builder.objectRef<CityCount>('CityFacet').implement({
  description: 'A city, and how many events of a list take place at its venues.',
  fields: (t) => ({
    city: t.exposeString('city', { description: 'Its name, for the filter `city`.' }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'The name of its country, for the filter `country`; null if a venue there names none.',
    }),
    count: t.exposeInt('eventCount', { description: COUNT }),
  }),
});

const MonthFacet = builder.objectRef<MonthCount>('MonthFacet').implement({
  description: 'A month, and how many events of a list start in it.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'Year and month, such as `2026-11`, in the time zone of the site.' }),
    count: t.exposeInt('count', { description: 'Number of events of the list that start in it.' }),
  }),
});

/** The records with their numbers, without those that are gone. */
async function withRecords<R extends { _id: number }>(counts: readonly RecordCount[], loader: RecordLoader<R>) {
  const byId = new Map(counts.map(({ id, count }) => [id, count]));
  return (await loader.linked([...byId.keys()])).map((record) => ({ record, count: byId.get(record._id)! }));
}

const EventFacets = builder.objectRef<FacetCounts>('EventFacets').implement({
  description:
    'What a list of events can be filtered by next, and how many events each filter would leave: the `totalCount` of the list with this filter added. A facet lists at most 50 values, those with the most events first.',
  fields: (t) => ({
    categories: t.field({
      type: [CategoryFacet],
      ...records,
      description: 'Categories, each with the events of those below it.',
      resolve: async (facets, _, { loaders }) => withRecords(await facets.categories(), loaders.category),
    }),
    tags: t.field({
      type: [TagFacet],
      ...records,
      description: 'Tags.',
      resolve: async (facets, _, { loaders }) => withRecords(await facets.tags(), loaders.tag),
    }),
    venues: t.field({
      type: [VenueFacet],
      ...records,
      description: 'Venues that the caller may see.',
      resolve: async (facets, _, { loaders }) => withRecords(await facets.venues(), loaders.venue),
    }),
    cities: t.field({
      type: [CityFacet],
      complexity: { field: COSTS.cityFacet, multiplier: LONGEST },
      description:
        'Cities of the 2,000 venues with the most events, as venues name them in the language of the request: see `cities`.',
      resolve: (facets) => facets.cities(),
    }),
    months: t.field({
      type: [MonthFacet],
      ...records,
      description: 'Months in which events of the list start, in order of time: the first 50.',
      resolve: (facets) => facets.months(),
    }),
    freeCount: t.int({
      complexity: COSTS.facet,
      description: 'Number of events of the list that are free.',
      resolve: (facets) => facets.free(),
    }),
    onlineCount: t.int({
      complexity: COSTS.facet,
      description: 'Number of events of the list that people can attend online, only or also.',
      resolve: (facets) => facets.online(),
    }),
  }),
});

builder.objectField(events.type, 'facets', (t) =>
  t.field({
    type: EventFacets,
    complexity: COSTS.facets,
    extensions: COUNTS,
    description:
      'What the whole list can be filtered by next, with numbers for a filter pane. Lists of up to 500,000 events.',
    resolve: ({ list }, _, ctx: ResolverContext) => ctx.services.event.facets(list!, ctx),
  }),
);
