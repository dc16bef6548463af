import { jsonText } from './json.ts';
import { type Params, param } from './params.ts';

/**
 * JSON with the members that `_fields` names, all of them without it; `venue.id` keeps a member of a member. Lists are trimmed
 * element by element.
 */
export function trimmed(json: string, query: Params): string {
  const fields = param(query, '_fields', true);
  const paths = (Array.isArray(fields) ? fields : [fields])
    .flatMap((field) => (typeof field === 'string' ? field.split(',') : []))
    .map((field) => field.trim())
    .filter((field) => field !== '');
  if (paths.length === 0) return json;
  const asked = paths.map((path) => path.split('.'));
  return jsonText(keep(JSON.parse(json), asked));
}

/** An object of which nothing is kept is an empty list, as everywhere on the host. */
function keep(value: unknown, paths: readonly string[][]): unknown {
  if (Array.isArray(value)) return value.map((item) => keep(item, paths));
  if (typeof value !== 'object' || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const below = paths.filter(([first]) => first === key).map(([, ...rest]) => rest);
    if (below.length) kept.push([key, below.some((rest) => rest.length === 0) ? member : keep(member, below)]);
  }
  return kept.length ? Object.fromEntries(kept) : [];
}
