import { builder } from '../../graphql/builder.ts';
import { forRest } from '../../graphql/for-rest.ts';
import { inputFrom } from '../../graphql/inputs.ts';
import { Node, NodeWithTitle } from '../../graphql/node.ts';
import { rootFields } from '../../graphql/pages.ts';
import { storedFields, translationFields } from '../../graphql/stored-fields.ts';
import type { Language } from '../../rules/language.ts';
import { Term, termAddresses, termWrites } from '../term/graphql.ts';
import type { TermRecord } from '../term/record.ts';
import type { TermFilter } from '../term/repository.ts';
import { categoryWhere, TERM_CONNECTION_ORDERS } from '../term/where-fields.ts';
import { categoryFields, categoryFilters, categoryPatch } from './fields.ts';

export const Category = builder.objectRef<TermRecord>('Category');
Category.implement({
  description: 'A subject that events are sorted under. Categories form a tree.',
  interfaces: [Node, NodeWithTitle, Term],
  fields: (t) => ({
    countWithDescendants: t.exposeInt('countWithDescendants', {
      description: 'How many public events carry it or a category below it, of any date and hidden from lists or not.',
    }),
    parentDatabaseId: t.int({
      nullable: true,
      ...forRest('parent', 'The number of the parent; none at the top.'),
      resolve: ({ parent }) => parent,
    }),
    ancestors: t.field({
      type: [Category],
      complexity: { field: 1, multiplier: 5 },
      description: 'The categories above it, the topmost first.',
      resolve: ({ ancestors }, _, { loaders }) => loaders.category.linked(ancestors),
    }),
    children: t.field({
      type: [Category],
      complexity: { field: 5, multiplier: 10 },
      description: 'The categories directly below it, by name.',
      resolve: async ({ _id }, _, { loaders, language }) =>
        (await loaders.categoriesBelow(_id)).toSorted(byName(language)),
    }),
    parent: t.field({
      type: Category,
      nullable: true,
      complexity: 0.3,
      description: 'The category directly above it; none at the top.',
      resolve: async ({ parent }, _, { loaders }) =>
        parent === undefined ? null : (await loaders.category.linked([parent]))[0],
    }),
  }),
});
/** As lists are in order: by code unit, ties by number. */
const byName = (language: Language) => (a: TermRecord, b: TermRecord) =>
  a.sort[language] < b.sort[language] ? -1 : a.sort[language] > b.sort[language] ? 1 : a._id - b._id;

termAddresses(Category, 'category');
storedFields(Category, categoryFields);
translationFields(Category, 'Category', categoryFields);

rootFields<TermRecord, TermFilter>({
  name: 'category',
  type: Category,
  filter: inputFrom('CategoryFilter', {
    table: categoryFilters,
    use: 'filter',
    description: 'What a list of categories is filtered and ordered by.',
  }),
  connection: { plural: 'categories', where: categoryWhere, orders: TERM_CONNECTION_ORDERS, otherwise: 'by name' },
  service: ({ services }) => services.category,
});
termWrites({
  name: 'category',
  type: Category,
  fields: categoryFields,
  patch: categoryPatch,
  service: ({ services }) => services.category as never,
  deletion: 'Removes the category for good. Events lose it; the categories below it move up.',
});
