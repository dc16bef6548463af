import { enumName } from '../../src/domain/fields/kind.ts';
import type { FieldTable } from '../../src/domain/fields/table.ts';
import { capitalized } from '../../src/domain/text.ts';

type Field = FieldTable[string];

/** Values of a field at a limit and one past it, for REST, and for GraphQL if it takes such values. */
export interface Sample {
  what: string;
  /** Why the value past the limit is refused, as problems of GraphQL say it. */
  code: 'too_long' | 'too_many_items';
  rest(past: 0 | 1): unknown;
  graphql?(past: 0 | 1): unknown;
}

// Two units of a string and four bytes, but one character.
const CHARACTER = '😀';
const URL_BEGINNING = 'https://a.example/';

/** A valid text of so many characters: an address if the limit is that of addresses. */
const ofCharacters = (count: number): string =>
  count >= 2000 ? URL_BEGINNING.padEnd(count, 'x') : CHARACTER.repeat(count);

const ofBytes = (count: number): string => '한'.padEnd(count - 2, 'x');

const times = (count: number, value: unknown): unknown[] => Array(count).fill(value);

/** One value of a list as each API takes it. */
function itemOf({ type }: Field['kind']): { rest: unknown; graphql: unknown } {
  if (type === 'Int') return { rest: 1, graphql: 1 };
  if (Object(type).input === 'ID') return { rest: 1, graphql: '1' };
  if (type === 'String') return { rest: 'x', graphql: 'x' };
  const [word] = (Object(type).words as string[] | undefined) ?? [];
  return word ? { rest: word, graphql: enumName(word) } : { rest: 1, graphql: { databaseId: 1 } };
}

/** The samples that test the limits of a field, made from its declaration alone. */
export function samplesOf(field: Field): Sample[] {
  const { kind, inline } = field;
  const { characters, bytes, values, inline: fresh } = kind.limit;
  const samples: Sample[] = [];
  if (values !== undefined && /^CustomField/.test(Object(kind.type).input)) {
    const keys = (past: 0 | 1) => [...Array(values + past).keys()].map((at) => `field_${at}`);
    samples.push({
      what: `${values} values`,
      code: 'too_many_items',
      rest: (past) => Object.fromEntries(keys(past).map((key) => [key, 'x'])),
      graphql: (past) => keys(past).map((key) => ({ key, value: 'x' })),
    });
  } else if (values !== undefined) {
    const { rest, graphql } = itemOf(kind);
    samples.push({
      what: `${values} values`,
      code: 'too_many_items',
      rest: (past) => times(values + past, rest),
      graphql: (past) => listOf(kind, times(values + past, graphql)),
    });
  }
  if (inline && fresh !== undefined) {
    const [name] = requiredOf(inline);
    samples.push({
      what: `${fresh} new records`,
      code: 'too_many_items',
      rest: (past) => times(fresh + past, { [name!.wire]: 'x' }),
      graphql: (past) => listOf(kind, times(fresh + past, { create: { [name!.key]: 'x' } })),
    });
  }
  const long = (past: number) => (bytes === undefined ? ofCharacters(characters! + past) : ofBytes(bytes + past));
  if (characters === undefined && bytes === undefined) return samples;
  const isText = kind.type === 'String' || 'links' in Object(kind.type);
  const inList = (value: string) => ('links' in Object(kind.type) ? { set: [{ upsert: { name: value } }] } : [value]);
  samples.push({
    what: `${characters ?? bytes} ${bytes === undefined ? 'characters' : 'bytes'}`,
    code: 'too_long',
    rest: (past) => (kind.list ? [long(past)] : long(past)),
    ...(isText ? { graphql: (past) => (kind.list ? inList(long(past)) : long(past)) } : {}),
  });
  return samples;
}

/** A list as GraphQL takes it. Links all stand in `set`. */
const listOf = ({ type }: FieldTable[string]['kind'], list: unknown): unknown =>
  'links' in Object(type) ? { set: list } : list;

/** What a new record of a table must have, by both names. */
export const requiredOf = (table: FieldTable): { key: string; wire: string }[] =>
  Object.entries(table).flatMap(([key, { required, wire }]) => (required ? [{ key, wire }] : []));

/** Valid values for everything that a new record must have. */
export const whole = (table: FieldTable, name: 'key' | 'wire'): Record<string, unknown> =>
  Object.fromEntries(requiredOf(table).map((names) => [names[name], /date/i.test(names.key) ? '2027-01-01' : 'x']));

/** The operation that takes the values of a table as `$value`, and a short name for it. */
export function operationOf(kind: string, use: 'create' | 'patch' | 'filter') {
  const Name = capitalized(kind);
  if (use === 'filter')
    return {
      query: `query ($value: ${Name}Where) { it: ${kind}Page(where: $value) { total } }`,
      root: `${kind}Page`,
    };
  if (use === 'create')
    return {
      query: `mutation ($value: Create${Name}Input!) { it: create${Name}(input: $value) { userErrors { path code } } }`,
      root: 'create',
    };
  const query = `mutation ($value: Update${Name}Input!) { it: update${Name}(input: $value) { userErrors { path code } } }`;
  return { query, root: 'update' };
}
