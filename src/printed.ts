import { randomUUID } from 'node:crypto';
import { generateFeedQueries } from './api/feeds/queries.ts';
import { printSorted, schema } from './api/graphql/schema.ts';
import { createFragmentCache } from './api/graphql/writer/fragment-cache.ts';
import { generatePageOperations } from './api/pages/generate-operations.ts';
import { createDocumentation } from './api/rest/documentation/document.ts';
import { askExamples } from './api/rest/documentation/examples.ts';
import { generateOperations } from './api/rest/generate-operations.ts';
import { loadOperations } from './api/rest/operations.ts';
import { NAMESPACE } from './api/rest/table.ts';
import { createApp } from './app.ts';
import { generateSecret, hashGenerated } from './data/users/secrets.ts';
import { storeUsers } from './data/users/store-users.ts';
import type { Role } from './domain/access.ts';
import { openDatabase } from './kinds/database.ts';
import { readConfig } from './process/config.ts';
import { createLog } from './process/log.ts';
import { readOperations } from './schema-files.ts';

/** The folder of the printed files. */
export const FOLDER = new URL('../schema/', import.meta.url);

/** The operations generated from the kinds, by file name below `schema/`. The others beside them are written by hand. */
export const generated = (): Readonly<Record<string, string>> => ({
  'operations/generated.graphql': `${generateOperations()}\n`,
  'pages/generated.graphql': `${generatePageOperations()}\n`,
  'feeds/generated.graphql': `${generateFeedQueries()}\n`,
});

/**
 * The committed descriptions of the APIs, by file name below `schema/`: the sorted GraphQL schema, the OpenAPI document, and its
 * examples.
 * @throws when an operation document does not fit
 */
export async function printed(): Promise<Readonly<Record<string, string>>> {
  const documents = readOperations();
  loadOperations(documents, { schema, fragmentCache: createFragmentCache(0) });
  const examples = await exampleCalendar();
  const openapi = createDocumentation({
    documents,
    schema,
    server: `/wp-json/${NAMESPACE}`,
    examples,
  });
  return {
    'schema.graphql': printSorted(),
    'openapi.json': `${JSON.stringify(openapi, null, 2)}\n`,
    'examples.json': `${JSON.stringify(examples, null, 2)}\n`,
  };
}

/** The answers of a new calendar in memory, at a fixed moment. */
async function exampleCalendar() {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: ':memory:',
    SITE_URL: 'https://calendar.example.org',
    LOGIN_FAILURES: '1',
  });
  const log = createLog('silent');
  const store = await openDatabase(config, log);
  const users = storeUsers(store);
  const add = async (role: Role) => {
    const secret = generateSecret();
    await users.add({ name: role, role, secret: hashGenerated(secret) });
    return `Bearer ${secret}`;
  };
  const app = createApp({
    config,
    store,
    users,
    log,
    clock: () => Date.parse('2027-02-01T09:00:00Z'),
    newUid: randomUUID,
  });
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
