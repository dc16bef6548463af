import { itemRoutes, type Route } from '../../rest/route.ts';
import { categoryFields, categoryFilters, categoryPatch } from './fields.ts';

/** Specification §4.5. */
export const categoryRoutes: readonly Route[] = [
  { operation: 'ListCategories', methods: ['GET'], path: '/categories', kind: 'category', filter: categoryFilters },
  {
    operation: 'CreateCategory',
    methods: ['POST'],
    path: '/categories',
    kind: 'category',
    input: categoryFields,
    located: true,
  },
  ...itemRoutes('/categories/<id>', { name: 'Category', kind: 'category', patch: categoryPatch, unknown: 'id' }),
];
