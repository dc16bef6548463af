import { readFileSync } from 'node:fs';

/**
 * Our OpenAPI document as Mesh reads it. A field of GraphQL has one type: what may have several forms is JSON there, which
 * Mesh makes of several types in a list.
 */
export default JSON.parse(readFileSync(new URL('schema/openapi.json', import.meta.url), 'utf8'), (_, value) =>
  value?.oneOf || value?.anyOf ? { type: ['object', 'array'], description: value.description } : value,
);
