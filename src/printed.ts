import { lexicographicSortSchema, printSchema } from 'graphql';
import { readOperations } from './app.ts';
import { schema } from './graphql/schema.ts';
import { createDocumentation } from './rest/documentation.ts';
import { loadOperations } from './rest/operations.ts';
import { NAMESPACE, ROUTES } from './rest/table.ts';

/** Where it lies. */
export const FOLDER = new URL('../schema/', import.meta.url);

/**
 * What is committed of both doors, by file name below `schema/`: the sorted GraphQL schema and the OpenAPI document.
 * @throws when an operation document does not fit
 */
export function printed(): Record<'schema.graphql' | 'openapi.json', string> {
  const documents = readOperations();
  loadOperations(documents, schema, ROUTES);
  const openapi = createDocumentation({ routes: ROUTES, documents, schema, server: `/wp-json/${NAMESPACE}` });
  return {
    'schema.graphql': `${printSchema(lexicographicSortSchema(schema))}\n`,
    'openapi.json': `${JSON.stringify(openapi, null, 2)}\n`,
  };
}
