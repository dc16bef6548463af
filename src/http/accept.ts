/** One range of an `Accept` header, in lower case. */
interface Range {
  /** `application/json`, `application/*` or `*\/*`. */
  type: string;
  /** From 0 (not accepted) to 1. */
  weight: number;
}

/** How closely a range matches a type: the closest match decides the weight. 0 means no match. */
function closeness(range: string, type: string): number {
  if (range === type) return 3;
  if (range === `${type.split('/')[0]}/*`) return 2;
  return range === '*/*' ? 1 : 0;
}

/** The ranges of a header, in order. Skips charsets other than UTF-8, which is the only one we send. */
function rangesOf(accept: string): Range[] {
  const ranges: Range[] = [];
  for (const item of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = item.split(';').map((part) => part.trim());
    const pairs = parameters.map((parameter) => parameter.replaceAll('"', '').split('='));
    const { q = '1', charset = 'utf-8' } = Object.fromEntries(pairs);
    const weight = Number(q);
    if (type && charset === 'utf-8' && weight >= 0 && weight <= 1) ranges.push({ type, weight });
  }
  return ranges;
}

/**
 * The offered type that the client prefers, by `Accept` (RFC 9110, section 12.5.1). Among equals, the one that the header names
 * first; among those that one `*` matches, the first offered. Undefined if the client accepts none.
 */
export function preferredType<Type extends string>(
  accept: string | undefined,
  offered: readonly Type[],
): Type | undefined {
  const ranges = rangesOf(accept ?? '*/*').map((range, place) => ({ ...range, place }));
  const rated = offered.flatMap((type) => {
    const naming = ranges.filter((range) => closeness(range.type, type) > 0);
    const [closest] = naming.sort((one, other) => closeness(other.type, type) - closeness(one.type, type));
    return closest && closest.weight > 0 ? [{ type, weight: closest.weight, place: closest.place }] : [];
  });
  return rated.sort((one, other) => other.weight - one.weight || one.place - other.place)[0]?.type;
}
