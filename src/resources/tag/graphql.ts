import { builder } from '../../graphql/builder.ts';
import { inputFrom } from '../../graphql/inputs.ts';
import { Node, NodeWithTitle } from '../../graphql/node.ts';
import { rootFields } from '../../graphql/pages.ts';
import { storedFields, translationFields } from '../../graphql/stored-fields.ts';
import { Term, termAddresses, termWrites } from '../term/graphql.ts';
import type { TermRecord } from '../term/record.ts';
import type { TermFilter } from '../term/repository.ts';
import { TERM_CONNECTION_ORDERS, tagWhere } from '../term/where-fields.ts';
import { tagFields, tagFilters, tagPatch } from './fields.ts';

export const Tag = builder.objectRef<TermRecord>('Tag').implement({
  description: 'A word that events are marked with.',
  interfaces: [Node, NodeWithTitle, Term],
});
termAddresses(Tag, 'tag');
storedFields(Tag, tagFields);
translationFields(Tag, 'Tag', tagFields);

rootFields<TermRecord, TermFilter>({
  name: 'tag',
  type: Tag,
  filter: inputFrom('TagFilter', {
    table: tagFilters,
    use: 'filter',
    description: 'What a list of tags is filtered and ordered by.',
  }),
  connection: { plural: 'tags', where: tagWhere, orders: TERM_CONNECTION_ORDERS, otherwise: 'by name' },
  service: ({ services }) => services.tag,
});
termWrites({
  name: 'tag',
  type: Tag,
  fields: tagFields,
  patch: tagPatch,
  service: ({ services }) => services.tag as never,
  deletion: 'Removes the tag for good. Events lose it.',
});
