/** The part of JSON Schema that the documentation is written in. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  oneOf?: readonly Schema[];
  enum?: readonly unknown[];
  const?: unknown;
}

/** What a reference into a document stands for; undefined when there is nothing. */
export const resolved = (document: unknown, reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

const hasType = (value: unknown, type: string): boolean =>
  typeOf(value) === type || (type === 'number' && typeof value === 'number');

/**
 * Where a value is not what a schema says, each as `path: what`. Members that a schema with `properties` does not name
 * are named too: a documentation that leaves something out does not describe it.
 */
export function mismatches(value: unknown, schema: Schema, document: unknown, path = '$'): string[] {
  const below = (inner: unknown, part: Schema, at: string) => mismatches(inner, part, document, at);
  if (schema.$ref) {
    const found = resolved(document, schema.$ref) as Schema | undefined;
    return found ? below(value, found, path) : [`${path}: ${schema.$ref} is not there`];
  }
  const wrong: string[] = [];
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length && !types.some((type) => hasType(value, type)))
    wrong.push(`${path}: ${typeOf(value)}, not ${types}`);
  if ('const' in schema && JSON.stringify(value) !== JSON.stringify(schema.const))
    wrong.push(`${path}: not the constant`);
  if (schema.enum && !schema.enum.includes(value)) wrong.push(`${path}: ${JSON.stringify(value)} is none of the enum`);
  if (schema.oneOf) {
    const tried = schema.oneOf.map((part) => below(value, part, path));
    const fitting = tried.filter((problems) => problems.length === 0).length;
    if (fitting !== 1) wrong.push(`${path}: fits ${fitting} of oneOf`, ...(fitting ? [] : tried.flat()));
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items) wrong.push(...value.flatMap((item, index) => below(item, items, `${path}[${index}]`)));
  } else if (typeof value === 'object' && value !== null) {
    wrong.push(...inObject(value as Record<string, unknown>, schema, path, below));
  }
  return wrong;
}

function inObject(
  value: Record<string, unknown>,
  { properties, required = [] }: Schema,
  path: string,
  below: (inner: unknown, part: Schema, at: string) => string[],
): string[] {
  const missing = required.filter((key) => !Object.hasOwn(value, key)).map((key) => `${path}.${key}: missing`);
  if (!properties) return missing;
  const members = Object.entries(value).flatMap(([key, member]) => {
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return schema ? below(member, schema, `${path}.${key}`) : [`${path}.${key}: not documented`];
  });
  return [...missing, ...members];
}
