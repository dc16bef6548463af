import { validate } from '../fields/examine.ts';
import { withStored } from '../fields/storage.ts';
import { type FieldTable, patchTable } from '../fields/table.ts';
import { nameOf, type TermRecord, withDerivedTerm } from '../resources/term/record.ts';
import { newTerm, placeBelow, type TermValues } from '../resources/term/write.ts';
import { slugify } from '../rules/slug.ts';
import type { Slugs } from './slugs.ts';
import { type Saying, type Story, whereOf, writingOf } from './story.ts';

/** Makes terms out of their stories, as `createPostMaker` makes posts. No two may have the same name. */
export function createTermMaker(
  fields: FieldTable,
  slugs: Slugs,
  nextId: () => number,
): (story: Story<TermValues>, parent?: TermRecord) => TermRecord {
  const patch = patchTable(fields);

  function withWords(record: TermRecord, values: TermValues, saying: Saying): TermRecord {
    const { language } = saying;
    const written = withStored(fields, record, { ...values }, writingOf(saying));
    const own = Object.values(record.slug);
    const wanted = slugify(nameOf(written, language)) || String(record._id);
    return { ...written, slug: { ...written.slug, [language]: slugs.take(wanted, own) } };
  }

  return ({ first, later }, parent) => {
    const values = validate({ table: fields, use: 'create' }, first.values, whereOf(first));
    const fresh = { ...newTerm(nextId(), first), ...placeBelow(parent) };
    let record = withWords(fresh, { description: '', ...values }, first);
    for (const saying of later)
      record = withWords(record, validate({ table: patch, use: 'patch' }, saying.values, whereOf(saying)), saying);
    return withDerivedTerm(record);
  };
}
