import { itemRoutes, type Route } from '../../rest/route.ts';
import { tagFields, tagFilters, tagPatch } from './fields.ts';

/** Tags form no tree. */
const refused = { parent: 'NOT_HIERARCHICAL' } as const;

/** Specification §4.6. */
export const tagRoutes: readonly Route[] = [
  { operation: 'ListTags', methods: ['GET'], path: '/tags', kind: 'tag', filter: tagFilters },
  { operation: 'CreateTag', methods: ['POST'], path: '/tags', kind: 'tag', input: tagFields, located: true, refused },
  ...itemRoutes('/tags/<id>', { name: 'Tag', kind: 'tag', patch: tagPatch, refused, unknown: 'id' }),
];
