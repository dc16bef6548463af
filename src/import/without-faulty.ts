import type { DomainError, Problem } from '../domain/errors.ts';
import { KIND } from '../kinds/kinds.ts';
import { without } from './custom-fields.ts';
import type { Item, Said } from './item.ts';

/** Optional values beside the fields of a kind. */
const BESIDE: ReadonlySet<string> = new Set(['image', 'parent', 'author', 'uid', 'slug', 'customFields']);

/** The start that stands for each end that comes before it. */
const START_OF: Readonly<Record<string, string>> = { endDate: 'startDate', endsAt: 'startsAt' };
const isBackwards = ({ code, field }: Problem) => code === 'invalid_order' && field in START_OF;

/** A line about each field that a refusal names, for people. */
export const linesOf = ({ problems }: DomainError): string[] =>
  problems.map((each) =>
    isBackwards(each) ? 'The end: it is before the start.' : `${each.key ?? each.field}: ${each.message}`,
  );

/**
 * Removes the fields that a refusal names. Undefined if one of them is required, such as a title or a date. Whatever the source, an
 * event that would end before it starts ends when it starts.
 */
export function withoutFaulty(item: Item, { code, problems }: DomainError): Item | undefined {
  if (code !== 'INVALID_FIELD' || item.kind === 'image') return undefined;
  const table = KIND[item.kind === 'series' ? 'event' : item.kind].fields;
  const faulty = new Set(problems.map(({ field }) => field));
  if (!problems.every((each) => BESIDE.has(each.field) || table[each.field]?.clearable || isBackwards(each)))
    return undefined;
  const keys = new Set(problems.map(({ key }) => key));
  const said = item.said.map(
    ({ slug, values, ...each }): Said => ({
      ...each,
      values: {
        ...Object.fromEntries(
          Object.entries(values).flatMap(([key, value]) =>
            !faulty.has(key) ? [[key, value]] : key in START_OF ? [[key, values[START_OF[key]!]]] : [],
          ),
        ),
        ...without(values.customFields, keys),
      },
      ...(slug !== undefined && !faulty.has('slug') && { slug }),
    }),
  ) as [Said, ...Said[]];
  const links = Object.fromEntries(Object.entries(item.links ?? {}).filter(([list]) => !faulty.has(list)));
  const beside = Object.fromEntries(
    (['image', 'parent', 'author', 'uid'] as const).flatMap((key) => (faulty.has(key) ? [[key, undefined]] : [])),
  );
  const faultless = { ...item, ...beside, links, said };
  // An unchanged item would only be refused again.
  return JSON.stringify(faultless) === JSON.stringify(item) ? undefined : faultless;
}
