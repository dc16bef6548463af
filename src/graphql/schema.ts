import { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import { restLast } from './for-rest.ts';
import { refuseHidden } from './stored-fields.ts';
import './cities.ts';
import './search.ts';
import '../resources/category/graphql.ts';
import '../resources/event/graphql.ts';
import '../resources/organizer/graphql.ts';
import '../resources/tag/graphql.ts';
import '../resources/user/graphql.ts';
import '../resources/venue/graphql.ts';

/** The public schema: the types of every resource. It holds no data; that comes with the context. @throws when a stored field is hidden */
export const schema = restLast(
  new GraphQLSchema({
    ...builder.toSchema().toConfig(),
    description:
      'A calendar of events, with the venues, organizers, categories and tags that they name, and texts in several languages.',
  }),
);
refuseHidden(schema);
