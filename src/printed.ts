import { lexicographicSortSchema, printSchema } from 'graphql';
import { createApp, readOperations } from './app.ts';
import { openUsers } from './auth/open-users.ts';
import { generateSecret, hashGenerated } from './auth/secrets.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { restLast } from './graphql/for-rest.ts';
import { schema } from './graphql/schema.ts';
import { createLog } from './log.ts';
import { createDocumentation } from './rest/documentation/document.ts';
import { askExamples, type Examples } from './rest/documentation/examples.ts';
import { loadOperations } from './rest/operations.ts';
import { HOST_ROUTES, NAMESPACE, ROUTES } from './rest/table.ts';
import type { Role } from './rules/access.ts';
import { createKeeper } from './writer/keep.ts';

/** Where it lies. */
export const FOLDER = new URL('../schema/', import.meta.url);

/**
 * What is committed of both doors, by file name below `schema/`: the sorted GraphQL schema, the OpenAPI document, and its
 * examples. @throws when an operation document does not fit
 */
export async function printed(): Promise<Record<'schema.graphql' | 'openapi.json' | 'examples.json', string>> {
  const documents = readOperations();
  loadOperations(documents, { schema, keeper: createKeeper(0), routes: [...ROUTES, ...HOST_ROUTES] });
  const examples = await exampleCalendar();
  const openapi = createDocumentation({
    routes: ROUTES,
    documents,
    schema,
    server: `/wp-json/${NAMESPACE}`,
    examples,
  });
  return {
    'schema.graphql': `${printSchema(restLast(lexicographicSortSchema(schema)))}\n`,
    'openapi.json': `${JSON.stringify(openapi, null, 2)}\n`,
    'examples.json': `${JSON.stringify(examples, null, 2)}\n`,
  };
}

/** What a new calendar in memory answers, at a moment that stands. */
async function exampleCalendar(): Promise<Examples> {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: ':memory:',
    SITE_URL: 'https://calendar.example.org',
    LOGIN_FAILURES: '1',
  });
  const log = createLog('silent');
  const store = await openDatabase(config, log);
  const users = openUsers(config, store);
  const add = async (role: Role): Promise<string> => {
    const secret = generateSecret();
    await users.add({ name: role, role, secret: hashGenerated(secret) });
    return `Bearer ${secret}`;
  };
  const app = createApp({ config, store, users, clock: () => Date.parse('2027-02-01T09:00:00Z'), log });
  const examples = await askExamples({
    answer: app.answer,
    server: `${config.siteUrl}${config.restRoot}/${NAMESPACE}`,
    authorization: {
      administrator: await add('administrator'),
      subscriber: await add('subscriber'),
      stranger: 'Bearer nobody has this one',
      visitor: undefined,
    },
  });
  await store.close();
  return examples;
}
