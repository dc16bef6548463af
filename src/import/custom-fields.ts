import { isCustomText, textKey } from '../domain/fields/custom-fields.ts';
import type { CustomInput } from '../domain/fields/custom-inputs.ts';
import type { Language } from '../domain/language.ts';
import { CUSTOM_OWNERS, isCustomField } from '../kinds/custom-fields/definitions.ts';
import type { NewCustomField } from '../kinds/custom-fields/fields.ts';
import type { Calendar } from './calendar.ts';
import type { Item, Said } from './item.ts';
import { isOfRecord, type Reporter, whyOf } from './report.ts';

/**
 * Defines the custom fields that only the source has, and returns their keys. Definitions that exist here stay as they
 * are.
 */
export async function defineFields(
  { services, context }: Calendar,
  fields: readonly NewCustomField[],
  reporter: Reporter,
): Promise<string[]> {
  if (fields.length === 0) return [];
  const made: string[] = [];
  const ctx = context({ language: 'en' });
  const existing = await ctx.loaders.customFields();
  for (const field of fields) {
    try {
      if (!CUSTOM_OWNERS.includes(field.of) || !isCustomField(field)) {
        reporter.notTaken('A custom field whose key, kind or label is not valid.', String(field.key));
        continue;
      }
      if (existing[field.of]?.has(field.key)) continue;
      await services.customFields.create(field, ctx);
      made.push(field.key);
    } catch (error) {
      if (!isOfRecord(error)) throw error;
      reporter.notTaken(`The custom field ${field.key}: ${whyOf(error)}`, String(field.of));
    }
  }
  return made;
}

/** The items, without values of these custom fields. */
export const withoutFields = (items: readonly Item[], keys: ReadonlySet<string>): Item[] =>
  items.map((item) => ({
    ...item,
    said: item.said.map(({ values: { customFields, ...values }, ...said }) => ({
      ...said,
      values: { ...values, ...without(customFields, keys) },
    })) as [Said, ...Said[]],
  }));

/** The values of custom fields that were said, without those of some. */
export const without = (customFields: unknown, keys: ReadonlySet<unknown>): { customFields?: CustomInput[] } =>
  Array.isArray(customFields)
    ? { customFields: (customFields as CustomInput[]).filter(({ key }) => !keys.has(key)) }
    : {};

/** The custom fields that the source gives, plus nulls that clear all others of the record. */
export function allCustomFields(said: readonly CustomInput[], before: object, language: Language): CustomInput[] {
  const { custom = {}, text = {} } = before as { custom?: object; text?: Partial<Record<Language, object>> };
  const keys = new Set(said.map(({ key }) => key));
  const texts = Object.keys(text[language] ?? {}).filter(isCustomText);
  const had = [...Object.keys(custom), ...texts.map((name) => name.slice(textKey('').length))];
  return [...said, ...had.filter((key) => !keys.has(key)).map((key) => ({ key, value: null }))];
}
