import { builder } from '../../graphql/builder.ts';
import { Node, NodeWithTitle } from '../../graphql/node.ts';
import { Json } from '../../graphql/scalars.ts';
import { Post } from '../post/graphql.ts';
import { linkedGraphql } from '../post/linked-graphql.ts';
import { personOf } from './json-ld.ts';
import { organizerKind } from './kind.ts';
import type { OrganizerRecord } from './record.ts';

const Organizer = builder.objectRef<OrganizerRecord>('Organizer').implement({
  description: 'A person or a body that events are held by.',
  interfaces: [Node, NodeWithTitle, Post] as never,
  fields: (t) => ({
    jsonLd: t.field({
      type: Json,
      complexity: 0.5,
      description: 'The organizer as a schema.org Person.',
      resolve: (organizer, _, ctx) => personOf(organizer, ctx),
    }),
  }),
});
linkedGraphql(organizerKind, Organizer);
