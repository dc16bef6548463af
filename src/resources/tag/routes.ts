import { itemRoutes, type Route } from '../../rest/route.ts';
import { termRights } from '../term/routes.ts';
import { tagFields, tagFilters, tagPatch } from './fields.ts';

const kind = 'tag';
const rights = termRights(kind);
/** Tags form no tree. */
const refused = { parent: 'NOT_HIERARCHICAL' } as const;

/** Specification §4.6. */
export const tagRoutes: readonly Route[] = [
  { operation: 'ListTags', methods: ['GET'], path: '/tags', kind, filter: tagFilters, totalsFirst: true },
  {
    operation: 'CreateTag',
    methods: ['POST'],
    path: '/tags',
    kind,
    right: rights.create,
    input: tagFields,
    located: true,
    refused,
  },
  ...itemRoutes('/tags/<id>', {
    name: 'Tag',
    kind,
    rights,
    patch: tagPatch,
    refused,
    unknown: 'id',
    failures: ['FORBIDDEN'],
  }),
];
