import { type InputOf, type PatchOf, patchTable } from '../../fields/table.ts';
import { termFields, termFilters } from '../term/fields.ts';

/** What a tag is made of (specification §2.5). */
export const tagFields = termFields;

export const tagPatch = patchTable(tagFields);

/** What a list of tags is filtered by (specification §4.6). */
export const tagFilters = termFilters;

export type TagInput = InputOf<typeof tagFields>;
export type TagPatch = PatchOf<typeof tagFields>;
