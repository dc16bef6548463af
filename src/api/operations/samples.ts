import type { JsonSchema } from '../graphql/input-schema.ts';

/** Makes an example of what a schema describes. `name` is what it is called. */
export type SampleOf = (schema: JsonSchema, name?: string) => unknown;

/** How a moment, a day and an address are written. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2037-03-06T10:00:00+01:00',
  date: '2037-03-06',
  uri: 'https://calendar.example.org/event/open-day/',
};

/** Names are the same in `startDate` and `start_date`. */
const plain = (name: string) => name.replaceAll('_', '').toLowerCase();

/** The first text under each name in some JSON. Those of a list stand under its name. */
function textsIn(json: unknown, found = new Map<string, string>(), list = ''): ReadonlyMap<string, string> {
  for (const [key, value] of Object.entries(json as object)) {
    const name = plain(list || key);
    if (typeof value === 'string' && !found.has(name)) found.set(name, value);
    if (typeof value === 'object' && value !== null) textsIn(value, found, Array.isArray(value) ? name : '');
  }
  return found;
}

/**
 * Makes examples of texts that are there under the same names, such as those of REST. Of what is sent, an example has what is
 * required. `objects` are the schemas that others refer to by name.
 */
export function samplesFrom(texts: unknown, objects: Readonly<Record<string, JsonSchema>>): SampleOf {
  const known = textsIn(texts);
  const sampleOf: SampleOf = (schema, name = '') => {
    const { $ref, default: standard, const: only, examples, enum: words, format, items, minProperties } = schema;
    if ($ref !== undefined) return sampleOf(objects[String($ref).split('/').at(-1)!]!, name);
    const given = standard ?? only ?? ((examples ?? words) as unknown[] | undefined)?.[0];
    if (given !== undefined) return given;
    switch ([schema.type].flat()[0]) {
      case 'integer':
        return 1;
      case 'number':
        return 1.5;
      case 'boolean':
        return true;
      case 'array':
        return [sampleOf(items as JsonSchema, name)];
      case 'object': {
        const properties = schema.properties as Record<string, JsonSchema>;
        const first = Object.keys(properties).slice(0, minProperties ? 1 : 0);
        const keys = (schema.required as string[] | undefined) ?? first;
        return Object.fromEntries(keys.map((key) => [key, sampleOf(properties[key]!, key)]));
      }
      case 'string':
        return BY_FORMAT[String(format)] ?? known.get(plain(name)) ?? (/id$/i.test(name) ? '1' : 'text');
      default:
        return {};
    }
  };
  return sampleOf;
}
