import { categoryKind } from '../../../kinds/category/kind.ts';
import { builder } from '../builder.ts';
import { COSTS } from '../costs.ts';
import { forRest } from '../for-rest.ts';
import { byName } from './load-terms.ts';
import { termType } from './term.ts';

export const Category = termType(categoryKind);

builder.objectFields(Category, (t) => ({
  countWithDescendants: t.int({
    complexity: COSTS.countBelow,
    description:
      'Number of public events in it or in any category below it, on any date, including events hidden from lists.',
    resolve: ({ _id }, _, ctx) =>
      ctx.loaders.together('countWithDescendants', _id, (ids) => ctx.services.category.countsWithDescendants(ids, ctx)),
  }),
  parentDatabaseId: t.int({
    nullable: true,
    ...forRest('parent', 'The numeric id of the parent; none at the top.'),
    resolve: ({ parent }) => parent,
  }),
  ancestors: t.field({
    type: [Category],
    complexity: { field: 1, multiplier: 5 },
    description: 'Its ancestors, the topmost first.',
    resolve: ({ ancestors }, _, { loaders }) => loaders.category.linked(ancestors),
  }),
  children: t.field({
    type: [Category],
    complexity: { field: 5, multiplier: 10 },
    description: 'Its direct subcategories, by name.',
    resolve: async ({ _id }, _, { loaders, language }) =>
      (await loaders.categoriesBelow(_id)).toSorted(byName(language)),
  }),
  parent: t.field({
    type: Category,
    nullable: true,
    complexity: 0.3,
    description: 'Its parent category; none at the top.',
    resolve: async ({ parent }, _, { loaders }) =>
      parent === undefined ? null : (await loaders.category.linked([parent]))[0],
  }),
}));
