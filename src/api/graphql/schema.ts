import { DirectiveLocation, GraphQLDirective, GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { builder } from './builder.ts';
import { deprecatedLast } from './for-rest.ts';
import { refuseHidden } from './stored-fields.ts';
import './cities.ts';
import './event-facets.ts';
import './event-days.ts';
import './export.ts';
import './search.ts';
import './types/category.ts';
import './types/event.ts';
import './types/event-calendar.ts';
import './types/event-related.ts';
import './types/event-series.ts';
import './types/event-span.ts';
import './types/series.ts';
import './types/user.ts';
import './types/venue.ts';

/** Drops the one location that the specification of October 2021 lacks: many clients cannot read a schema that has it. */
function withoutNewer(directive: GraphQLDirective) {
  const { locations, ...config } = directive.toConfig();
  const known = locations.filter((location) => location !== DirectiveLocation.DIRECTIVE_DEFINITION);
  return new GraphQLDirective({ ...config, locations: known });
}

const built = builder.toSchema().toConfig();

/** The public schema: the types of every kind. Data comes with the context. @throws if a stored field is not shown */
export const schema = deprecatedLast(
  new GraphQLSchema({
    ...built,
    directives: built.directives.map(withoutNewer),
    description: 'A calendar of events with their venues, organizers, categories and tags, in several languages.',
  }),
);
refuseHidden(schema);

/** The schema as text, sorted. */
export const printSorted = (): string => `${printSchema(deprecatedLast(lexicographicSortSchema(schema)))}\n`;
