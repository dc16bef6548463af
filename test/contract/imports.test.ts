import { createSourceFile, ScriptTarget } from 'typescript';
import { expect, test } from 'vitest';
import { type Import, importsOf, readsEnvironment, sourceFiles } from './source-imports.ts';

/** What each folder of src/ may import besides its own files. Files beside the folders, and commands, import everything. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  data: ['domain'],
  http: ['data', 'domain'],
  cache: ['http', 'data', 'domain'],
  kinds: ['cache', 'http', 'data', 'domain'],
  'api/graphql': ['kinds', 'http', 'domain'],
  'api/rest': ['api/graphql', 'kinds', 'http', 'domain'],
  'api/pages': ['api/graphql', 'kinds', 'http', 'domain'],
  'api/mcp': ['api/graphql', 'http', 'domain'],
  'api/operations': ['api/graphql', 'api/rest', 'api/pages', 'kinds', 'http', 'domain'],
  'api/feeds': ['api/graphql', 'api/pages', 'kinds', 'http', 'domain'],
  import: ['kinds', 'cache', 'http', 'data', 'domain'],
  tools: ['import', 'kinds', 'cache', 'http', 'data', 'domain'],
  webhooks: ['kinds', 'http', 'data', 'domain'],
  process: [
    'api/graphql',
    'api/rest',
    'api/pages',
    'api/feeds',
    'api/mcp',
    'api/operations',
    'tools',
    'kinds',
    'cache',
    'http',
    'data',
    'domain',
  ],
};

/** What nothing may import: importing it runs a program. */
const ENTRY = /^(main|commands\/[^/]+)\.ts$/;

/** How REST and pages reach the data: through GraphQL, never through a service, a repository or the store. */
const OPERATIONS_ONLY: Readonly<Record<string, RegExp>> = {
  'api/rest':
    /^(kinds\/((kinds|event-links|define-kind|addresses)\.ts|\w+\/(kind|fields|parameters)\.ts)|api\/graphql\/(documents|for-rest|writer\/\w+)\.ts)$/,
  'api/feeds':
    /^(kinds\/((kinds|event-links|define-kind|links|addresses)\.ts|event\/parameters\.ts)|api\/graphql\/(documents|feed-\w+|writer\/\w+)\.ts)$/,
  'api/mcp': /^api\/graphql\/(input-schema|operations|output-schema|steps|user-errors)\.ts$/,
  'api/pages':
    /^(kinds\/(kinds|event-links|define-kind|links|addresses)\.ts|api\/graphql\/(documents|writer\/\w+)\.ts)$/,
};

/** Which folders, or files, may use a package. A package that is not here has no place yet. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  mongodb: ['data'],
  'mongodb/lib': ['data'],
  libsql: ['data'],
  sharp: ['data'],
  'p-limit': ['data', 'http', 'kinds'],
  'lru-cache': ['http', 'data', 'cache', 'kinds', 'api/graphql'],
  dataloader: ['kinds'],
  pino: ['process/log.ts', 'http'],
  'pino-http': ['http'],
  '@fastify/proxy-addr': ['http'],
  negotiator: ['http'],
  'ipaddr.js': ['http'],
  jose: ['http'],
  'rate-limiter-flexible': ['http', 'domain/packages.ts'],
  'graphql-yoga': ['api/graphql'],
  '@graphql-yoga/render-graphiql': ['api/graphql'],
  '@pothos/core': ['api/graphql'],
  '@pothos/plugin-complexity': ['api/graphql'],
  graphql: ['api/graphql', 'api/rest', 'api/pages', 'api/feeds', 'api/mcp', 'printed.ts'],
  '@modelcontextprotocol/sdk': ['api/mcp/server.ts'],
  '@fastify/busboy': ['http'],
  'swagger-ui-dist': ['api/pages'],
  'image-size': ['api/pages'],
  'localized-address-format': ['domain'],
  entities: ['domain'],
  'csv-parse': ['import'],
  'ical.js': ['import'],
  saxes: ['import'],
  'windows-iana': ['import'],
  'cli-progress': ['process'],
  leven: ['process'],
  // What is loaded when it is first wanted is named in one place.
  'pino-pretty': ['domain/packages.ts'],
  'prom-client': ['domain/packages.ts', 'process'],
  'sanitize-html': ['domain'],
  'node:module': ['domain/packages.ts'],
  '(computed)': ['domain/packages.ts'],
  // The rules of the calendar are pure: time and all else from outside is an argument.
  node: [
    'data',
    'http',
    'cache',
    'kinds',
    'api/graphql',
    'api/pages',
    'import',
    'tools',
    'webhooks',
    'process',
    'commands',
    'main.ts',
    'server.ts',
    'app.ts',
    'printed.ts',
    'program-calendar.ts',
    'schema-files.ts',
    'domain/request.ts',
    'domain/scope.ts',
  ],
};

/** `api/rest` of `api/rest/route.ts`, `data` of `data/sqlite/open.ts`; of a file beside the folders, the file. */
function folderOf(path: string): string {
  const [first, second] = path.split('/');
  return first === 'api' ? `${first}/${second}` : first!;
}

function isAllowed({ file, imported, package: name, typesOnly }: Import): boolean {
  const from = folderOf(file);
  if (name !== undefined) return [from, file].some((place) => PACKAGES[name]?.includes(place));
  if (ENTRY.test(imported)) return false;
  const to = folderOf(imported);
  if (from === to || !(from in MAY) || imported === '../package.json') return true;
  const narrow = /^(kinds|api\/graphql)$/.test(to) && !typesOnly ? OPERATIONS_ONLY[from] : undefined;
  return MAY[from]!.includes(to) && (narrow?.test(imported) ?? true);
}

const FILES = sourceFiles();
const IMPORTS = FILES.flatMap((file) => importsOf(file));

test('every file imports only from folders that its own may see', () => {
  const wrong = IMPORTS.filter(({ package: name }) => name === undefined)
    .filter((one) => !isAllowed(one))
    .map(({ file, imported, typesOnly }) => `${file} imports ${typesOnly ? 'types of ' : ''}${imported}`);
  expect(wrong).toEqual([]);
});

test('every folder has its row', () => {
  const folders = new Set(FILES.map(({ path }) => folderOf(path)).filter((folder) => !folder.endsWith('.ts')));
  expect([...folders].sort()).toEqual([...Object.keys(MAY), 'commands'].sort());
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

test('what speaks to assistants is loaded only when it is wanted', () => {
  const values = IMPORTS.filter(({ imported, typesOnly }) => imported === 'api/mcp/server.ts' && !typesOnly);
  expect(values.map(({ file }) => file)).toEqual(['app.ts']);
  expect(FILES.find(({ path }) => path === 'app.ts')!.text).toContain("await import('./api/mcp/server.ts')");
});

/** The files that declare a kind: how it is stored, its fields, filters and names. Services stand on them. */
const DECLARES =
  /^kinds\/((define-kind|event-links)|(?!changes)\w+\/(kind|record|fields|where-fields|parameters)|event\/(identity|online)|image\/sizes)\.ts$/;

/** What of a layer a file belongs to: a folder, a file beside the folders, or the declarations of kinds. */
const partOf = (path: string): string => (DECLARES.test(path) ? 'declarations' : path.split('/').slice(0, 2).join('/'));

test.each(['domain', 'data', 'cache', 'kinds'])('in %s, no two parts need each other to start', (layer) => {
  const inside = IMPORTS.filter(
    ({ file, imported, typesOnly }) => !typesOnly && [file, imported].every((path) => path.startsWith(`${layer}/`)),
  ).map(({ file, imported }) => [partOf(file), partOf(imported)] as const);
  const left = inside.filter(([from, to]) => from !== to);
  // What needs nothing that is left stands below.
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const open = new Set(left.map(([from]) => from));
    left.splice(0, left.length, ...left.filter(([, to]) => open.has(to)));
  }
  expect([...new Set(left.map((pair) => pair.join(' imports ')))]).toEqual([]);
});

test.each([
  ['domain/slug.ts', "import type { Store } from '../data/port.ts'"],
  ['domain/slug.ts', "import { readFileSync } from 'node:fs'"],
  ['data/open.ts', "import { EVENTS } from '../kinds/event/record.ts'"],
  ['kinds/venue/kind.ts', "import { builder } from '../../api/graphql/builder.ts'"],
  ['kinds/venue/kind.ts', "import type { ResolverContext } from '../../api/graphql/context.ts'"],
  ['kinds/post/service.ts', "import type { OwnRow } from '../../api/rest/own.ts'"],
  ['api/graphql/types/venue.ts', "import type { Store } from '../../../data/port.ts'"],
  ['api/rest/own.ts', "import { createLinkedService } from '../../kinds/post/linked.ts'"],
  ['api/rest/own.ts', "import type { Store } from '../../data/port.ts'"],
  ['api/rest/own.ts', "import {\n  createGraphqlServer,\n  type GraphqlServer,\n} from '../graphql/server.ts'"],
  ['api/pages/home.ts', "import { createLoaders } from '../../kinds/loaders.ts'"],
  ['http/server.ts', "const app = await import('../app.ts')"],
  ['http/server.ts', 'const app = await import(`../app.ts`)'],
  ['http/server.ts', `const app = await import(\`../\${name}.ts\`)`],
  ['http/server.ts', 'const app = await import(name)'],
  ['http/server.ts', "const app = createRequire(import.meta.url)('../app.ts')"],
  ['http/server.ts', "import { createRequire } from 'node:module'"],
  ['http/server.ts', "const { createRequire } = process.getBuiltinModule('node:module')"],
  ['app.ts', "import './main.ts'"],
  ['commands/user.ts', "import { quiet } from '../main.ts'"],
])('%s may not say %s', (path, text) => {
  expect(importsOf({ path, text }).map(isAllowed)).toEqual([false]);
});

test('every package is imported only where it has its place', () => {
  const wrong = IMPORTS.filter((one) => one.package !== undefined)
    .filter((one) => !isAllowed(one))
    .map(({ file, package: name }) => `${file} imports ${name}`);
  expect(wrong).toEqual([]);
});

test('only the configuration and the entries know the environment of the process', () => {
  const readers = FILES.filter(({ text }) => readsEnvironment(text));
  // The driver of SQLite takes the number of its threads from there.
  const others = ['data/sqlite/sqlite.ts', 'process/memory.ts'];
  expect(readers.map(({ path }) => path).filter((path) => !ENTRY.test(path))).toEqual(others);
});

test('services open units of writing in one place; besides, counting, repairing and finding keys do', () => {
  const writers = FILES.filter(({ path, text }) => path.startsWith('kinds/') && /\batomically\b/.test(text));
  expect(writers.map(({ path }) => path)).toEqual([
    ...['counts/spans', 'damaged', 'shared/once', 'shared/writes'].map((name) => `kinds/${name}.ts`),
  ]);
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
  const entries = FILES.filter(({ path }) => ENTRY.test(path));
  const statements = entries.map(({ text }) => text.replace(/^(\/\/.*\n)*/, '').split('\n')[0]);
  expect(statements).toEqual(entries.map(() => "process.env.TZ = 'UTC';"));
});

test('every program is called in its last statement, when all that it names is there', () => {
  const programs = FILES.filter(({ path }) => path.startsWith('commands/'));
  const wrong = programs.filter(({ path, text }) => {
    const last = createSourceFile(path, text, ScriptTarget.Latest, true).statements.at(-1)!.getText();
    return text.split('runProgram(').length !== 2 || !last.startsWith('await runProgram(');
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
