import type { FieldTable } from '../fields/table.ts';
import { type Language, type PerLanguage, textIn } from '../rules/language.ts';
import { builder, type ObjectType } from './builder.ts';

/** The output fields of a table's plain rows: texts and switches that are shown as they are kept, or blank. */
export function plainFields<R extends { text: PerLanguage<object>; original: Language }>(
  type: ObjectType<R>,
  table: FieldTable,
): void {
  for (const [key, { stored, blank, description }] of Object.entries(table)) {
    if (blank === undefined) continue;
    builder.objectField(type, key, (t) => {
      const kept = (record: R) => (record as Record<string, unknown>)[key] ?? blank;
      if (typeof blank === 'boolean')
        return t.boolean({ description, resolve: (record) => kept(record as R) as boolean });
      if (stored === 'shared') return t.string({ description, resolve: (record) => kept(record as R) as string });
      return t.string({
        description,
        resolve: (record, _, { language }) => textIn(record as never, key as never, language) ?? blank,
      });
    });
  }
}
