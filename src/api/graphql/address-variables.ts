import { type GraphQLInputType, getNullableType, isEnumType, isInputObjectType, isListType } from 'graphql';
import type { Problem } from '../../domain/errors.ts';
import { asNumber, enumName } from '../../domain/fields/kind.ts';
import { boolean } from '../../domain/fields/kinds.ts';
import { listItems } from '../../domain/fields/lists.ts';
import { type Message, message } from '../../domain/message.ts';

/** What an address says of one name: texts, and what stands in brackets behind the name. */
interface Branch {
  texts: string[];
  inside: Map<string, Branch>;
}

/** The most brackets behind a name. */
const DEEPEST = 8;

const NAME = new RegExp(`^([^[\\]]+)((?:\\[[^[\\]]*\\]){1,${DEEPEST}})$`);

/** Types whose values are texts: there, `null` is a text as well. */
const TEXTS: ReadonlySet<string> = new Set(['String', 'ID']);

/**
 * Reads the parameters of an address as variables of these types: as REST reads numbers, switches, words and lists (repeated, with
 * commas, or as JSON that begins with `[`); objects as JSON, or as `near[latitude]=…`. What cannot be read stays text, which the
 * type then refuses. `unknown` has a problem for each parameter that is unknown or that says one value twice.
 */
export function readAddress(
  pairs: Iterable<readonly [name: string, text: string]>,
  types: ReadonlyMap<string, GraphQLInputType>,
): { values: Record<string, unknown>; unknown: Problem[] } {
  const root = newBranch();
  for (const [key, text] of pairs) {
    const [, name = key, brackets = ''] = NAME.exec(key) ?? [];
    let branch = branchOf(root, name);
    for (const [, step = ''] of brackets.matchAll(/\[([^\]]*)\]/g)) branch = branchOf(branch, step);
    branch.texts.push(text);
  }
  const values: [string, unknown][] = [];
  const unknown: Problem[] = [];
  for (const [name, branch] of root.inside) {
    const type = types.get(name);
    const problems = new Map<string, Problem>();
    const refuse: Refuse = (code, message) => void problems.set(String(message), { field: name, code, message });
    if (type) values.push([name, read(branch, type, refuse)]);
    else refuse('unknown', 'There is no such parameter here.');
    unknown.push(...problems.values());
  }
  return { values: Object.fromEntries(values), unknown };
}

type Refuse = (code: 'unknown' | 'at_odds', message: Message) => void;

const noMember = (key: string): Message => message('Has no such member: {0}.', key);

const newBranch = (): Branch => ({ texts: [], inside: new Map() });

function branchOf({ inside }: Branch, step: string): Branch {
  const branch = inside.get(step) ?? newBranch();
  inside.set(step, branch);
  return branch;
}

function read(branch: Branch, given: GraphQLInputType, refuse: Refuse): unknown {
  const { texts, inside } = branch;
  const type = getNullableType(given);
  if (texts.length > 0 && inside.size > 0) refuse('at_odds', 'Must be said in one form only.');
  if (isListType(type))
    return inside.size > 0 ? readPositions(branch, type.ofType, refuse) : readList(texts, type.ofType);
  if (texts.length > 1) refuse('at_odds', 'Must be sent once.');
  if (texts.length > 0) return readText(texts.at(-1)!, type);
  const fields = isInputObjectType(type) ? type.getFields() : {};
  return Object.fromEntries(
    [...inside].flatMap(([key, each]) => {
      const field = fields[key];
      if (!field) refuse('unknown', noMember(key));
      return field ? [[key, read(each, field.type, refuse)]] : [];
    }),
  );
}

/** A list whose items stand in brackets: `[]`, or their positions. */
function readPositions({ inside }: Branch, item: GraphQLInputType, refuse: Refuse): unknown[] {
  return [...inside]
    .sort(([one], [other]) => Number(one) - Number(other))
    .flatMap(([position, each]) => {
      if (position === '') return each.texts.map((text) => readText(text, getNullableType(item)));
      if (!/^\d+$/.test(position)) refuse('unknown', noMember(position));
      return [read(each, item, refuse)];
    });
}

function readList(texts: readonly string[], given: GraphQLInputType): unknown {
  const item = getNullableType(given);
  const [text = ''] = texts;
  if (texts.length !== 1) return texts.map((each) => readText(each, item));
  const json = /^\s*\[/.test(text) && parsed(text);
  if (Array.isArray(json)) return json;
  if (text === 'null' && !TEXTS.has(String(item))) return null;
  if (isInputObjectType(item) || isListType(item)) return [readText(text, item)];
  return listItems(text)!
    .filter((each) => each !== '')
    .map((each) => readText(String(each), item));
}

function readText(text: string, given: GraphQLInputType): unknown {
  const type = getNullableType(given);
  if (isInputObjectType(type) || isListType(type)) return parsed(text) ?? (text === 'null' ? null : text);
  if (TEXTS.has(type.name)) return text;
  if (text === 'null') return null;
  if (isEnumType(type)) return type.getValue(text) || !type.getValue(enumName(text)) ? text : enumName(text);
  if (type.name === 'Int' || type.name === 'Float') return asNumber(text) ?? text;
  const switched = type.name === 'Boolean' && BOOLEAN.read(text);
  return switched && 'value' in switched ? switched.value : text;
}

const BOOLEAN = boolean();

/** The value of JSON; undefined for what is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
