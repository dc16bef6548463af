import { parentId } from '../../fields/kinds.ts';
import { type InputOf, type PatchOf, patchTable, table } from '../../fields/table.ts';
import { parentField, termFields, termFilters } from '../term/fields.ts';

/** What a category is made of (specification §2.4). */
export const categoryFields = table({ ...termFields, ...parentField });

export const categoryPatch = patchTable(categoryFields);

const { post, event, slug, ...before } = termFilters;

/** What a list of categories is filtered by (specification §4.5). */
export const categoryFilters = table({
  ...before,
  parent: {
    kind: parentId(),
    wire: 'parent',
    description: 'Only categories directly below this one; 0 for those at the top.',
  },
  ...{ post, event, slug },
});

export type CategoryInput = InputOf<typeof categoryFields>;
export type CategoryPatch = PatchOf<typeof categoryFields>;
