import { defineTermKind } from '../define-kind.ts';
import { termFields } from '../term/fields.ts';
import { termParameters } from '../term/parameters.ts';
import { tagWhere } from '../term/where-fields.ts';

/** Everything that defines the tag kind. */
export const tagKind = defineTermKind({
  name: 'tag',
  plural: 'tags',
  description: 'A keyword of events.',
  hierarchical: false,
  queries: { one: 'tag', connection: 'tags', page: 'tagPage' },
  mutations: {
    create: 'createTag',
    update: 'updateTag',
    delete: 'deleteTag',
    deleteTranslation: 'deleteTagTranslation',
  },
  deletion: 'Deletes the tag permanently. Its events lose it.',
  /** Specification §4.6. */
  rest: {
    path: '/tags',
    operations: { list: 'ListTags', read: 'ReadTag', create: 'CreateTag', update: 'UpdateTag', delete: 'DeleteTag' },
    // Tags form no tree.
    refused: { parent: 'NOT_HIERARCHICAL' },
  },
  page: { path: 'tag', operation: 'TagPage', type: 'website' },
  /** Specification §2.5. */
  fields: termFields,
  filters: termParameters,
  where: tagWhere,
});
