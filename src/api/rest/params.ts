/** Parameters of a query or a form, by name. A name with brackets makes a list or an object. A name may come repeatedly. */
export type Params = ReadonlyMap<string, { values: string[]; nested?: unknown }>;

/** The maximum number of parameters to read in a request. */
const MOST_PARAMETERS = 1000;
const DEEPEST = 5;

/** Reads `a=1&b[]=2&b[]=3&c[name]=4`, percent-decoded, with `+` as a blank. It ignores everything after 1,000 parameters. */
export const parseParams = (text: string): Params => readParams(new URLSearchParams(text));

/** Does the same for names and values that are already split and decoded. */
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

/** The contents of the first `DEEPEST` brackets behind a name. */
function stepsOf(brackets: string) {
  const steps: string[] = [];
  for (const [, step = ''] of brackets.matchAll(/\[([^\]]*)\]/g)) {
    if (steps.push(step) === DEEPEST) break;
  }
  return steps;
}

/** Puts a value into a tree of maps; `[]` takes the next free number. */
function put(tree: unknown, [step = '', ...others]: string[], value: string): unknown {
  const branch = tree instanceof Map ? tree : new Map<string, unknown>();
  const key = step === '' ? String(branch.size) : step;
  branch.set(key, others.length ? put(branch.get(key), others, value) : value);
  return branch;
}

/** Turns maps with the keys 0, 1, 2, … into lists, and other maps into objects. */
function plain(tree: unknown): unknown {
  if (!(tree instanceof Map)) return tree;
  const entries = [...tree].map(([key, value]) => [key, plain(value)] as const);
  return entries.every(([key], index) => key === String(index))
    ? entries.map(([, value]) => value)
    : Object.assign(Object.create(null), Object.fromEntries(entries));
}

/** One parameter: a list or an object if it has brackets, a list if it is repeated and `list` is true, else its last value. */
export function param(params: Params, name: string, list: boolean): unknown {
  const entry = params.get(name);
  if (!entry) return undefined;
  if (entry.nested !== undefined) return plain(entry.nested);
  return list && entry.values.length > 1 ? entry.values : entry.values.at(-1);
}
