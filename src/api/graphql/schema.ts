import { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import { restLast } from './for-rest.ts';
import { refuseHidden } from './stored-fields.ts';
import './cities.ts';
import './event-days.ts';
import './export.ts';
import './search.ts';
import './types/category.ts';
import './types/event.ts';
import './types/event-calendar.ts';
import './types/event-related.ts';
import './types/user.ts';
import './types/venue.ts';

/** The public schema: the types of every kind. Data comes with the context. @throws if a stored field is not shown */
export const schema = restLast(
  new GraphQLSchema({
    ...builder.toSchema().toConfig(),
    description: 'A calendar of events with their venues, organizers, categories and tags, in several languages.',
  }),
);
refuseHidden(schema);
