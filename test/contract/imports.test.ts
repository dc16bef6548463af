import { expect, test } from 'vitest';
import { type Import, importsOf, readsEnvironment, sourceFiles } from './source-imports.ts';

/** The rooms of the house: the first pattern that fits a file below src/ says where it lies. */
const ROOMS = {
  entry: /^(main|commands\/[^/]+)\.ts$/,
  'node version': /^node-version\.js$/,
  // As main.ts names it, and as it is.
  server: /^server\.[jt]s$/,
  app: /^(app|printed)\.ts$/,
  life: /^life\.ts$/,
  http: /^http\//,
  kept: /^kept\//,
  operations: /^operations\.ts$/,
  context: /^context\.ts$/,
  config: /^(config|memory|variables)\.ts$/,
  log: /^log\.ts$/,
  metrics: /^metrics\.ts$/,
  packages: /^packages\.ts$/,
  // Counters, in one process and in several.
  limiter: /^(limiter|rate-limiter-flexible\.d)\.ts$/,
  workers: /^workers?\.ts$/,
  links: /^links\.ts$/,
  pages: /^pages\//,
  version: /^version\.ts$/,
  'package file': /^\.\.\/package\.json$/,
  pictures: /^pictures\.ts$/,
  errors: /^errors\.ts$/,
  request: /^request\.ts$/,
  scope: /^scope\.ts$/,
  'event loop': /^event-loop\.ts$/,
  'data folder': /^data-folder\.ts$/,
  rules: /^rules\//,
  fields: /^fields\//,
  store: /^store\//,
  changes: /^changes\//,
  recount: /^(recount|count-anew|damaged)\.ts$/,
  sweep: /^sweep\.ts$/,
  migrations: /^migrations\//,
  database: /^database\.ts$/,
  progress: /^progress\.ts$/,
  'command line': /^(command-line|ask-password)\.ts$/,
  // What commands do, so that tests can do it as well.
  copy: /^copy\//,
  seed: /^seed\//,
  auth: /^auth\//,
  // GraphQL: what resources build with, and what serves what they have built.
  'graphql context': /^graphql\/context\.ts$/,
  'graphql kit':
    /^graphql\/(batches|builder|connections|for-rest|inputs|link-inputs|mutations|node|pages|scalars|stored-fields|types|user-errors)\.ts$/,
  'graphql documents': /^graphql\/documents\.ts$/,
  graphql: /^graphql\//,
  // What runs operation documents of ours and writes JSON.
  writer: /^writer\//,
  // REST: what a row of routes is, and what serves the rows.
  route: /^rest\/route\.ts$/,
  rest: /^rest\//,
  // Resources, by what a file is for.
  wiring: /^resources\/(services|loaders|collections)\.ts$/,
  'resource fields': /^resources\/\w+\/(where-)?fields\.ts$/,
  'resource record': /^resources\/\w+\/record\.ts$/,
  'resource kind': /^resources\/\w+\/kind\.ts$/,
  'event links': /^resources\/event-links\.ts$/,
  'resource routes': /^resources\/\w+\/routes\.ts$/,
  'resource shown': /^resources\/\w+\/(graphql|linked-graphql|json-ld|load|address)\.ts$/,
  'shared service': /^resources\/((post|term|shared)\/)?[\w-]+\.ts$/,
  'kind service': /^resources\/(event|venue|organizer|category|tag|image)\/[\w-]+\.ts$/,
} as const;

type Room = keyof typeof ROOMS;

/**
 * What a room may import besides its own files (a kind's service: besides files of its own folder); `types:` allows
 * type-only imports, a path allows that file alone. The app, the server and the entries may import everything but entries.
 */
const MAY: Partial<Record<Room, string>> = {
  life: 'errors, http, pages, pictures, graphql, kept, rest; types: request, route, auth, config, context, graphql context, metrics',
  metrics: 'packages, version',
  packages: '',
  limiter: '',
  workers: 'packages; types: log, limiter',
  http: 'errors, request, event loop, limiter; types: auth, rules, store',
  kept: 'changes, event loop, http/compress.ts, http/conditional.ts, http/exchange.ts, http/represent.ts, rules/access.ts; types: context, http, rules, store',
  context: 'types: links, request, rules, resources/shared/bodies.ts, resources/shared/repository.ts',
  operations: 'types: context, fields, rules',
  config: 'rules',
  log: 'packages, request',
  links: 'rules',
  pages: 'graphql documents, writer, http, links, errors, rules; types: graphql context',
  version: 'package file',
  pictures: 'rules, seed/random.ts; types: http',
  errors: '',
  request: 'scope',
  scope: '',
  'event loop': 'types: request',
  rules: 'errors, packages',
  fields: 'errors, rules',
  'data folder': '',
  store: 'errors, request, event loop, scope, data folder',
  changes: 'errors, request, scope, store/port.ts',
  recount:
    'store, resource record, event links, resources/counting.ts, resources/event-days.ts, resources/event-differences.ts, resources/events-by-start.ts, resources/sweeps.ts, resources/shared/shape.ts',
  sweep:
    'errors, event loop, store, resource record, resources/counting.ts, resources/event-days.ts, resources/sweeps.ts',
  migrations: 'changes, store, rules, recount',
  database:
    'changes/record.ts, migrations, store, auth, http/shared-counts.ts, resources/collections.ts, resources/counting.ts; types: config',
  progress: 'migrations/migration.ts; types: migrations, store',
  'command line': 'config, version',
  copy: 'changes, database, migrations, store, auth, resources/collections.ts; types: config',
  seed: 'changes, pictures, recount, migrations, store, fields, rules, errors, wiring, resource fields, resource record, resource kind, event links, shared service, kind service; types: context',
  auth: 'errors, rules, data folder, limiter; types: request, store',
  'graphql context': 'types: context, wiring',
  'graphql kit':
    'errors, rules, fields/describe.ts, fields/kind.ts, fields/paging.ts, fields/slice.ts; types: fields, context, graphql context, operations',
  graphql:
    'graphql kit, writer, http, request, event loop, errors, rules, fields/examine.ts, fields/limits.ts, fields/paging.ts, fields/slice.ts, resource shown; types: context, graphql context, links',
  route: 'types: errors, fields, links, context, rules',
  'graphql documents': '',
  writer: 'rules; types: graphql context, links',
  rest: 'route, http, resource routes, graphql documents, graphql/for-rest.ts, writer, fields, errors, rules/access.ts, rules/language.ts, rules/once-for.ts, rules/paging.ts, rules/text.ts, rules/window.ts, rules/zones.ts; types: links, context, graphql context',
  wiring:
    'errors, request, event loop, rules, resource record, resource kind, event links, shared service, kind service; types: changes, store, fields, context',
  'event links': 'resource kind',
  'resource fields': 'fields, rules, event links; types: errors, resource record',
  'resource record': 'rules, event links, resources/shared/shape.ts, resources/shared/text.ts; types: store',
  'resource kind':
    'rules, resource fields, resource record, resources/shared/text.ts; types: errors, fields, store, resources/shared/shape.ts',
  'resource routes': 'route, errors, rules, resource fields, event links',
  'resource shown':
    'errors, graphql kit, fields/slice.ts, rules, resource fields, resource record, resource kind, resources/shared/present.ts; types: event links, fields, links, context, graphql context, shared service, resources/loaders.ts',
  'shared service':
    'errors, request, event loop, fields, rules, store/port.ts, changes/record.ts, changes/touched.ts, resources/post/where-fields.ts, resources/term/where-fields.ts, resource record, resource kind, event links; types: resource fields, store, changes, context, operations, links, kind service',
  'kind service':
    'errors, request, fields, rules, resource fields, resource record, resource kind, event links, shared service, resources/post/address.ts; types: store, context, operations, kind service',
};

const EVERYWHERE_BUT_ENTRIES: readonly Room[] = ['entry', 'server', 'app'];

/** Which rooms may use a package. A package that is not here has no place yet. */
const PACKAGES: Record<string, readonly Room[]> = {
  mongodb: ['store'],
  libsql: ['store'],
  pino: ['log', 'http'],
  'pino-http': ['http'],
  'pino-pretty': ['packages'],
  'prom-client': ['packages', 'metrics', 'workers'],
  'graphql-yoga': ['graphql'],
  '@graphql-yoga/render-graphiql': ['graphql'],
  '@pothos/core': ['graphql kit'],
  '@pothos/plugin-complexity': ['graphql kit', 'graphql'],
  'lru-cache': ['graphql', 'kept', 'shared service', 'store'],
  graphql: ['graphql', 'graphql documents', 'graphql kit', 'writer', 'rest', 'pages', 'app'],
  dataloader: ['wiring'],
  'localized-address-format': ['rules'],
  '@fastify/busboy': ['rest'],
  entities: ['rules'],
  'cli-progress': ['progress'],
  leven: ['config'],
  'p-limit': ['auth', 'store'],
  'rate-limiter-flexible': ['limiter', 'auth', 'http', 'packages'],
  '@fastify/proxy-addr': ['http'],
  'ipaddr.js': ['http'],
  'mongodb/lib': ['store'],
  'sanitize-html': ['rules', 'packages'],
  // What is loaded when it is wanted is named in one place.
  'node:module': ['packages'],
  '(computed)': ['packages'],
  'swagger-ui-dist': ['pages'],
  // Rules and fields are pure, and so is what stands between them and the doors.
  node: [
    'entry',
    'http',
    'app',
    'request',
    'scope',
    'config',
    'log',
    'server',
    'workers',
    'data folder',
    'command line',
    'auth',
    'store',
    'changes',
    'recount',
    'sweep',
    'migrations',
    'copy',
    'seed',
    'graphql',
    'pages',
    'shared service',
  ],
};

const roomOf = (file: string): Room => {
  const found = (Object.keys(ROOMS) as Room[]).find((room) => ROOMS[room].test(file));
  expect(found, `${file} lies in no room`).toBeDefined();
  return found as Room;
};

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));

const items = (list: string): string[] => list.split(',').map((item) => item.trim());

function isAllowed({ file, imported, package: name, typesOnly }: Import): boolean {
  if (name !== undefined) return PACKAGES[name]?.includes(roomOf(file)) ?? false;
  const [from, to] = [roomOf(file), roomOf(imported)];
  const own = from === to && (from !== 'kind service' || folderOf(file) === folderOf(imported));
  const [values = '', types = ''] = (MAY[from] ?? '').split(/;? ?types: /);
  const listed = [...items(values), ...(typesOnly ? items(types) : [])];
  return (
    to !== 'entry' && (own || EVERYWHERE_BUT_ENTRIES.includes(from) || listed.includes(to) || listed.includes(imported))
  );
}

const FILES = sourceFiles();
const IMPORTS = FILES.flatMap((file) => importsOf(file));

test('every file imports only from rooms that its own room may see', () => {
  const wrong = IMPORTS.filter(({ package: name }) => name === undefined)
    .filter((one) => !isAllowed(one))
    .map(
      ({ file, imported, typesOnly }) =>
        `${file} imports ${typesOnly ? 'types of ' : ''}${imported}: ${roomOf(file)} may not import ${roomOf(imported)}`,
    );
  expect(wrong).toEqual([]);
});

test('no file imports itself by way of others, not even for a type', () => {
  const open = new Map(FILES.map(({ path }) => [path, new Set<string>()]));
  for (const { file, imported } of IMPORTS) if (open.has(imported)) open.get(file)!.add(imported);
  // What imports nothing that is still open stands in no circle.
  for (let before = -1; before !== open.size; ) {
    before = open.size;
    for (const [file, imports] of open) if (![...imports].some((each) => open.has(each))) open.delete(file);
  }
  expect([...open.keys()]).toEqual([]);
});

test.each([
  ['rules/slug.ts', "import { table } from '../fields/table.ts'"],
  ['errors.ts', "import type { Status } from './rules/status.ts'"],
  ['store/open.ts', "import { EVENTS } from '../resources/event/record.ts'"],
  ['resources/event/fields.ts', "import { createEventService } from './service.ts'"],
  ['resources/venue/service.ts', "import { createEventService } from '../event/service.ts'"],
  ['resources/venue/service.ts', "import type { OwnRow } from '../../rest/own.ts'"],
  ['resources/venue/service.ts', "import { builder } from '../../graphql/builder.ts'"],
  ['resources/venue/service.ts', "import type { ResolverContext } from '../../graphql/context.ts'"],
  ['resources/venue/graphql.ts', "import type { GraphqlServer } from '../../graphql/server.ts'"],
  ['rest/own.ts', "import type { VenueService } from '../resources/venue/service.ts'"],
  ['rest/own.ts', "import type { Store } from '../store/port.ts'"],
  ['rest/own.ts', "import {\n  createGraphqlServer,\n  type GraphqlServer,\n} from '../graphql/server.ts'"],
  ['graphql/pages.ts', "export { Venue } from '../resources/venue/graphql.ts'"],
  ['auth/identify.ts', "const app = await import('../app.ts')"],
  ['auth/identify.ts', 'const app = await import(`../app.ts`)'],
  ['auth/identify.ts', `const app = await import(\`../\${name}.ts\`)`],
  ['auth/identify.ts', 'const app = await import(name)'],
  ['auth/identify.ts', "const app = createRequire(import.meta.url)('../app.ts')"],
  ['auth/identify.ts', "import { createRequire } from 'node:module'"],
  ['auth/identify.ts', "const { createRequire } = process.getBuiltinModule('node:module')"],
  ['rules/slug.ts', "import { readFileSync } from 'node:fs'"],
  ['app.ts', "import './main.ts'"],
  ['commands/user.ts', "import { quiet } from '../main.ts'"],
])('%s may not say %s', (path, text) => {
  expect(importsOf({ path, text }).map(isAllowed)).toEqual([false]);
});

test('every package is imported only where it has its place', () => {
  const wrong = IMPORTS.filter((one) => one.package !== undefined)
    .filter((one) => !isAllowed(one))
    .map(({ file, package: name }) => `${file} imports ${name}: it has no place in ${roomOf(file)}`);
  expect(wrong).toEqual([]);
});

test('only the configuration and the entries know the environment of the process', () => {
  const readers = FILES.filter(({ text }) => readsEnvironment(text));
  expect(readers.map(({ path }) => path).filter((path) => !['entry', 'config'].includes(roomOf(path)))).toEqual([]);
});

test('whatever a service writes goes through one place, and what it leaves to be counted through another', () => {
  const writers = FILES.filter(({ path, text }) => path.startsWith('resources/') && /\batomically\b/.test(text));
  expect(writers.map(({ path }) => path)).toEqual(['resources/counting.ts', 'resources/shared/writes.ts']);
});

test.each([
  'const { PORT } = process.env',
  "const { PORT } = process['env']",
  'const { PORT } = process[name]',
  "const { PORT } = globalThis.process?.['env']",
  'const { env } = process',
  'const { pid, env: { PORT } } = globalThis.process',
  "import { env } from 'node:process'",
  "import * as here from 'process'",
])('%s counts as knowing the environment', (text) => {
  expect(readsEnvironment(text)).toBe(true);
});

test('every entry sets the time zone before anything else happens', () => {
  const entries = FILES.filter(({ path }) => roomOf(path) === 'entry');
  const statements = entries.map(({ text }) => text.replace(/^(\/\/.*\n)*/, '').split('\n')[0]);
  expect(statements).toEqual(entries.map(() => "process.env.TZ = 'UTC';"));
});

test('the table of rooms knows every import there is: none of its words is withFieldNames wrong', () => {
  const words = Object.values(MAY).flatMap((list) => items(list.replace(/;? ?types: /, ',')));
  const known = [...Object.keys(ROOMS), ...FILES.map(({ path }) => path), ''];
  expect(words.filter((word) => !known.includes(word))).toEqual([]);
});
