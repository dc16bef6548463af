import { type Language, type PerLanguage, textIn } from '../language.ts';
import { isObject } from '../values.ts';
import type { FieldTable, Writing } from './table.ts';

interface Kept {
  text: PerLanguage<object>;
  original: Language;
}

/**
 * The record with the plain fields of a table written into it: shared ones once, translated ones in this language.
 * Absent leaves a value as it is; null blanks it. A blanked text is stored as empty, so that no other language shines through.
 * A text that the record shows in this language already, be it that of another one, is not stored; `exact` stores it.
 */
export function withStored<R extends Kept>(
  table: FieldTable,
  record: R,
  values: Readonly<Record<string, unknown>>,
  writing: Writing & { exact?: boolean },
): R {
  const { language, exact } = writing;
  const shared: Record<string, unknown> = {};
  const text: Record<string, unknown> = { ...record.text[language] };
  for (const key of Object.keys(table)) {
    const { kind, stored, clean } = table[key]!;
    const value = values[key];
    if (!stored || value === undefined) continue;
    const blank = stored === 'text' ? '' : undefined;
    const kept = value === null ? blank : (kind.keep?.(value, writing) ?? value);
    const next = clean && kept !== undefined ? clean(kept, writing) : kept;
    if (stored !== 'text') shared[key] = next;
    else if (exact || !isShown(record, key, next, language)) text[key] = next;
  }
  const written = Object.keys(text).length ? { ...record.text, [language]: text } : record.text;
  return { ...record, ...shared, text: written };
}

/** Whether a record shows a text in a language, as it was written or as its HTML. A new record shows nothing yet. */
function isShown(record: Kept, key: string, text: unknown, language: Language) {
  const shown: unknown = textIn(record as Kept & { text: PerLanguage<Record<string, unknown>> }, key, language);
  const raw = isObject(text) ? text.raw : text;
  if (shown === undefined) return raw === '' && Object.keys(record.text).length > 0;
  if (!isObject(text) || !isObject(shown)) return text === shown;
  return raw === shown.html || (raw === shown.raw && text.html === shown.html);
}

/** The switches of a table, as a new record has them. */
export const blankSwitches = (table: FieldTable): object =>
  Object.fromEntries(
    Object.entries(table).flatMap(([key, { blank }]) => (typeof blank === 'boolean' ? [[key, blank]] : [])),
  );
