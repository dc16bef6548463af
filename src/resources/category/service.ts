import { createTermService, type TermDeps, type TermService } from '../term/service.ts';
import { type CategoryInput, type CategoryPatch, categoryFields, categoryFilters } from './fields.ts';

export type CategoryService = TermService<CategoryInput, CategoryPatch>;

/** Categories: terms with parents. */
export const createCategoryService = (deps: TermDeps): CategoryService =>
  createTermService(
    { name: 'category', inEvents: 'categories', hierarchical: true },
    { fields: categoryFields, filters: categoryFilters },
    deps,
  );
