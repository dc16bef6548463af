import { fallbackOrder, type Language } from '../../domain/language.ts';
import type { Line } from '../../kinds/export/lines.ts';

type Texts = Partial<Record<Language, Readonly<Record<string, unknown>>>>;

/** A text of a line in this language, or in the next best one; empty if there is none. */
export function textIn({ texts, original }: Line, key: string, language: Language): string {
  const said = texts as Texts;
  const found = fallbackOrder(language, original as Language).find((each) => said[each]?.[key] !== undefined);
  return String((found && said[found]![key]) ?? '');
}
