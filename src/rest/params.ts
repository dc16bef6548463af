/** Parameters of a query or a form by name. A name with brackets makes a list or an object; a name may come repeatedly. */
export type Params = ReadonlyMap<string, { values: string[]; nested?: unknown }>;

/** Parameters of a request that are read. */
export const MOST_PARAMETERS = 1000;
const DEEPEST = 5;

/** Reads `a=1&b[]=2&b[]=3&c[name]=4`, percent-decoded, `+` as a blank. Past 1,000 parameters nothing is read. */
export const parseParams = (text: string): Params => readParams(new URLSearchParams(text));

/** The same for names and values that were taken apart and decoded already. */
export function readParams(pairs: Iterable<readonly [name: string, value: string]>): Params {
  const params = new Map<string, { values: string[]; nested?: unknown }>();
  let count = 0;
  for (const [key, value] of pairs) {
    if (++count > MOST_PARAMETERS) break;
    const [, name = key, brackets = ''] = /^([^[]+)((?:\[[^\]]*\])*)$/.exec(key) ?? [];
    const entry = params.get(name) ?? { values: [] };
    params.set(name, entry);
    const path = stepsOf(brackets);
    if (path.length === 0) entry.values.push(value);
    else entry.nested = put(entry.nested, path, value);
  }
  return params;
}

/** What stands in the brackets behind a name, the outermost ones. */
function stepsOf(brackets: string): string[] {
  const steps: string[] = [];
  for (const [, step = ''] of brackets.matchAll(/\[([^\]]*)\]/g)) {
    if (steps.push(step) === DEEPEST) break;
  }
  return steps;
}

/** Puts a value into a tree of maps; `[]` is the next free number. */
function put(tree: unknown, [step = '', ...rest]: string[], value: string): unknown {
  const branch = tree instanceof Map ? tree : new Map<string, unknown>();
  const key = step === '' ? String(branch.size) : step;
  branch.set(key, rest.length ? put(branch.get(key), rest, value) : value);
  return branch;
}

/** Maps with the keys 0, 1, 2, … become lists, others objects. */
function plain(tree: unknown): unknown {
  if (!(tree instanceof Map)) return tree;
  const entries = [...tree].map(([key, value]) => [key, plain(value)] as const);
  return entries.every(([key], index) => key === String(index))
    ? entries.map(([, value]) => value)
    : Object.assign(Object.create(null), Object.fromEntries(entries));
}

/** One parameter: a bracketed one as its list or object, a repeated one as a list where lists are taken, else the last. */
export function param(params: Params, name: string, list: boolean): unknown {
  const entry = params.get(name);
  if (!entry) return undefined;
  if (entry.nested !== undefined) return plain(entry.nested);
  return list && entry.values.length > 1 ? entry.values : entry.values.at(-1);
}
