/** Where two bodies have the members that both have in different orders: where, in which order they were recorded, and ours. */
interface Moved {
  /** `events[0].venue(members)`. */
  path: string;
  expected: string;
  got: string;
}

type Json = unknown;

const isContainer = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null;

/**
 * Every object of a recorded body whose members stand in another order in ours, at every depth. Members that only one side
 * has are left out. Elements of lists are compared by their place, endpoints of a route by their methods.
 */
export function movedMembers(recorded: Json, ours: Json, path = ''): Moved[] {
  if (!isContainer(recorded) || !isContainer(ours)) return [];
  if (Array.isArray(recorded) && Array.isArray(ours))
    return recorded.flatMap((item, at) => movedMembers(item, partner(item, ours, at), `${path}[${at}]`));
  const [expected, got] = [common(recorded, ours), common(ours, recorded)];
  const here =
    expected.join() === got.join() ? [] : [{ path: `${path}(members)`, expected: expected.join(), got: got.join() }];
  const below = expected.flatMap((key) => movedMembers(recorded[key], ours[key], path ? `${path}.${key}` : key));
  return [...here, ...below];
}

const common = (of: object, within: object): string[] => Object.keys(of).filter((key) => key in within);

const methodsOf = (item: Json): string => (isContainer(item) ? String(item.methods ?? '') : '');

const partner = (item: Json, list: readonly Json[], at: number): Json =>
  (methodsOf(item) && list.find((other) => methodsOf(other) === methodsOf(item))) || list[at];
