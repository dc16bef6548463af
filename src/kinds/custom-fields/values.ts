import type { Filter } from '../../data/port.ts';
import type { Problem } from '../../domain/errors.ts';
import {
  type CustomField,
  type Customized,
  type CustomValue,
  customFacet,
  customIn,
  textLanguage,
  withCustom,
} from '../../domain/fields/custom-fields.ts';
import { type CustomInput, customProblem, readFilter, readFor } from '../../domain/fields/custom-inputs.ts';
import { invalid } from '../../domain/fields/examine.ts';
import type { Language } from '../../domain/language.ts';
import { onceFor } from '../../domain/once-for.ts';
import type { Context } from '../context.ts';
import type { CustomOwner, Definitions } from './definitions.ts';

type Fields = ReadonlyMap<string, CustomField>;

/**
 * Applies sent values of custom fields to a record. Returns the new record, and what is wrong with the values. A value that the
 * record already shows changes nothing.
 */
export function customAfter<R extends Customized>(
  record: R,
  { sent, fields }: { sent: readonly CustomInput[]; fields: Fields },
  ctx: Pick<Context, 'language' | 'now' | 'zone'>,
): { record: R; problems: Problem[] } {
  const problems: Problem[] = [];
  let after = record;
  for (const [at, input] of sent.entries()) {
    const field = fields.get(input.key);
    const reading = readFor(field, input, ctx);
    if ('fault' in reading) problems.push(customProblem(input, at, reading.fault));
    // Null also removes a value that is stored, but does not fit the field any more.
    else if (
      (reading.value ?? undefined) !== customIn(after, field!, ctx.language) ||
      (reading.value === null && field!.kind !== 'text')
    )
      after = withCustom(after, field!, reading.value, ctx.language);
  }
  return { record: after, problems };
}

/**
 * The filter for records of a kind that have all of these values. @throws INVALID_FIELD naming the values that it cannot search
 * for
 */
export async function customFilter(
  owner: CustomOwner,
  sent: readonly CustomInput[],
  ctx: Context,
): Promise<Filter | undefined> {
  const fields = (await ctx.loaders.customFields())[owner];
  const problems: Problem[] = [];
  const filters: Filter[] = [];
  for (const [at, input] of sent.entries()) {
    const field = fields.get(input.key);
    const reading = readFilter(field, input, ctx);
    if ('fault' in reading) problems.push(customProblem(input, at, reading.fault));
    else filters.push({ facets: { $in: [customFacet(input.key, reading.value, field!.kind === 'text')] } });
  }
  if (problems.length) throw invalid(problems);
  const [first, ...others] = filters;
  return others.length ? { ...first, $and: others } : first;
}

/** What a record shows for one of its custom fields. */
export interface ShownField {
  field: CustomField;
  value: CustomValue;
  /** The language of the request. */
  language: Language;
  /** The language that a text comes from; undefined for other kinds of values. */
  textLanguage: Language | undefined;
}

const shown = onceFor((fields: Fields) =>
  onceFor((record: Customized, language: Language) =>
    [...fields.values()].flatMap((field): ShownField[] => {
      const value = customIn(record, field, language);
      return value === undefined
        ? []
        : [{ field, value, language, textLanguage: textLanguage(record, field, language) }];
    }),
  ),
);

/**
 * What a record shows for the custom fields of its kind in a language, in order. As long as record and fields are the same
 * objects, the list is, too.
 */
export const shownFields = (
  record: Customized,
  owner: CustomOwner,
  definitions: Definitions,
  language: Language,
): readonly ShownField[] => shown(definitions[owner], '')(record, language);
