import { createTermService, type TermDeps, type TermService } from '../term/service.ts';
import { type TagInput, type TagPatch, tagFields, tagFilters } from './fields.ts';

export type TagService = TermService<TagInput, TagPatch>;

/** Tags: terms without parents. */
export const createTagService = (deps: TermDeps): TagService =>
  createTermService(
    { name: 'tag', inEvents: 'tags', hierarchical: false },
    { fields: tagFields, filters: tagFilters },
    deps,
  );
