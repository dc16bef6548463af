import type { PerLanguage } from '../language.ts';
import type { FieldTable, Writing } from './table.ts';

interface Kept {
  text: PerLanguage<object>;
}

/**
 * The record with the plain fields of a table written into it: shared ones once, translated ones in this language.
 * Absent leaves a value as it is; null blanks it. A blanked text is stored as empty, so that no other language shines through.
 */
export function withStored<R extends Kept>(
  table: FieldTable,
  record: R,
  values: Readonly<Record<string, unknown>>,
  writing: Writing,
): R {
  const { language } = writing;
  const shared: Record<string, unknown> = {};
  const text: Record<string, unknown> = { ...record.text[language] };
  for (const key of Object.keys(table)) {
    const { kind, stored, clean } = table[key]!;
    const value = values[key];
    if (!stored || value === undefined) continue;
    const blank = stored === 'text' ? '' : undefined;
    const kept = value === null ? blank : (kind.keep?.(value, writing) ?? value);
    (stored === 'text' ? text : shared)[key] = clean && kept !== undefined ? clean(kept, writing) : kept;
  }
  const written = Object.keys(text).length ? { ...record.text, [language]: text } : record.text;
  return { ...record, ...shared, text: written };
}

/** The switches of a table, as a new record has them. */
export const blankSwitches = (table: FieldTable): object =>
  Object.fromEntries(
    Object.entries(table).flatMap(([key, { blank }]) => (typeof blank === 'boolean' ? [[key, blank]] : [])),
  );
