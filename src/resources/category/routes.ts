import { itemRoutes, type Route } from '../../rest/route.ts';
import { termRights } from '../term/routes.ts';
import { categoryFields, categoryFilters, categoryPatch } from './fields.ts';

const kind = 'category';
const rights = termRights(kind);

/** Specification §4.5. */
export const categoryRoutes: readonly Route[] = [
  {
    operation: 'ListCategories',
    methods: ['GET'],
    path: '/categories',
    kind,
    filter: categoryFilters,
    totalsFirst: true,
  },
  {
    operation: 'CreateCategory',
    methods: ['POST'],
    path: '/categories',
    kind,
    right: rights.create,
    input: categoryFields,
    located: true,
  },
  ...itemRoutes('/categories/<id>', {
    name: 'Category',
    kind,
    rights,
    patch: categoryPatch,
    unknown: 'id',
    failures: ['FORBIDDEN'],
  }),
];
