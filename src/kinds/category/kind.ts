import { table } from '../../domain/fields/table.ts';
import { defineTermKind } from '../define-kind.ts';
import { parentField, termFields } from '../term/fields.ts';
import { categoryParameters } from '../term/parameters.ts';
import { categoryWhere } from '../term/where-fields.ts';

/** Everything that defines the category kind. */
export const categoryKind = defineTermKind({
  name: 'category',
  plural: 'categories',
  description: 'A subject of events. Categories form a tree.',
  hierarchical: true,
  queries: { one: 'category', connection: 'categories', page: 'categoryPage' },
  mutations: {
    create: 'createCategory',
    update: 'updateCategory',
    delete: 'deleteCategory',
    deleteTranslation: 'deleteCategoryTranslation',
  },
  deletion: 'Deletes the category permanently. Its events lose it, and the categories below it move up.',
  /** Specification §4.5. */
  rest: {
    path: '/categories',
    operations: {
      list: 'ListCategories',
      read: 'ReadCategory',
      create: 'CreateCategory',
      update: 'UpdateCategory',
      delete: 'DeleteCategory',
    },
  },
  page: { path: 'events/category', operation: 'CategoryPage', type: 'website' },
  /** Specification §2.4. */
  fields: table({ ...termFields, ...parentField }),
  filters: categoryParameters,
  where: categoryWhere,
});
