import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { load } from 'js-yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/process/config.ts';
import { openHouse, type Running } from './support.ts';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(PACKAGE, path), 'utf8');

/** An instruction of a Dockerfile: its word and the rest of its lines as one. */
interface Instruction {
  word: string;
  rest: string;
}

/** The stages of a Dockerfile, each with its instructions. */
const stages = (text: string): Instruction[][] =>
  text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split(/^(?=FROM )/m)
    .map((stage) =>
      stage
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => ({ word: line.split(' ')[0]!, rest: line.slice(line.indexOf(' ') + 1) })),
    )
    .filter((stage) => stage[0]?.word === 'FROM');

const [build, image] = stages(read('Dockerfile')) as [Instruction[], Instruction[]];
const of = (stage: Instruction[], word: string): string[] =>
  stage.filter((one) => one.word === word).map(({ rest }) => rest);
const ENV = Object.fromEntries(
  of(image, 'ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('=') as [string, string])),
);
const ENTRY = JSON.parse(of(image, 'ENTRYPOINT')[0]!);
const HEALTHCHECK: string[] = JSON.parse(/CMD (\[.*\])$/.exec(of(image, 'HEALTHCHECK')[0]!)![1]!);
/** What the last stage has of the first. */
const KEPT = of(image, 'COPY').map((rest) => /^--from=build \/build\/(\S+) \.\/\1$/.exec(rest)![1]!);
/** What the first stage removes again before. */
const REMOVED = of(build, 'RUN').flatMap((rest) => [...rest.matchAll(/node_modules\/[\w@.]+/g)].map(String));

const house = openHouse();
const OURS = { ...ENV, HOST: '127.0.0.1', DATA_DIR: join(house.dir, 'data') };
let server: Running;
const node = ([file, ...args]: string[]): [string, ...string[]] => {
  expect(file).toBe('node');
  return [process.execPath, ...args];
};

beforeAll(async () => {
  // The folder as the image has it: what was built, and the packages that are installed without those for development.
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> };
  const absent = readdirSync(house.dir).filter((name) => name === 'node_modules' || !KEPT.includes(name));
  for (const name of absent) rmSync(join(house.dir, name), { recursive: true });
  Object.entries(packages)
    .filter(([path, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev)
    .filter(([path]) => existsSync(join(PACKAGE, path)))
    .filter(([path]) => !REMOVED.some((gone) => path === gone || path.startsWith(`${gone}/`)))
    .map(([path]) => cpSync(join(PACKAGE, path), join(house.dir, path), { recursive: true }));
});
afterAll(() => house.remove());

test('the linter of Dockerfiles finds nothing in ours, and something in a bad one', () => {
  expect(validate(read('Dockerfile'))).toEqual([]);
  expect(validate('FROM node\nCOPPY . .\n')).not.toEqual([]);
});

test('the image holds the built programs and their packages, and is built of files that reach the builder', () => {
  expect(KEPT).toEqual(['package.json', 'node_modules', 'schema', 'dist']);
  expect(REMOVED).toEqual(['node_modules/esbuild', 'node_modules/@esbuild', 'node_modules/.bin']);
  const sent = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'));
  const copied = of(build, 'COPY').flatMap((rest) => rest.split(' ').slice(0, -1));
  expect(copied.map((path) => `!${path}`).sort()).toEqual(sent.sort());
  expect(copied.filter((path) => !existsSync(join(PACKAGE, path)))).toEqual([]);
});

test('what starts in the image is not root, and its data is a volume of its own', () => {
  const words = image.map(({ word }) => word);
  expect(words.indexOf('USER')).toBeLessThan(words.indexOf('ENTRYPOINT'));
  expect(of(image, 'USER')).toEqual(['node']);
  expect(of(image, 'VOLUME')).toEqual([ENV.DATA_DIR]);
  expect(of(image, 'EXPOSE')).toEqual([ENV.PORT]);
  expect(ENV.NODE_ENV).toBe('production');
});

test('the commands of the image run on what it holds: a user, the server, its health, its end', async () => {
  const main = [...ENTRY, ...JSON.parse(of(image, 'CMD')[0]!)];
  expect(await house.run({ ...OURS, PORT: '0' }, node(main))).toMatchObject({
    code: 1,
    error: expect.stringContaining('There is no user'),
  });
  const add = ['dist/user.js', 'add', 'ana', '--role', 'administrator', '--generate'];
  expect(await house.run(OURS, node([...ENTRY, ...add]))).toMatchObject({ code: 0 });
  server = await house.start({ ...OURS, PORT: '0' }, node(main));
  const page = await fetch(`${server.url}/graphql`, { headers: { Accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  const look = () => house.run({ ...ENV, PORT: String(server.port) }, node(HEALTHCHECK));
  expect(await look()).toMatchObject({ code: 0 });
  server.send('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
  expect(await look()).toMatchObject({ code: 1 });
});

/** A service of compose, as far as it is looked at. */
interface Service {
  image?: string;
  build?: string;
  environment: Record<string, string>;
  ports: string[];
  depends_on: Record<string, { condition: string }>;
  healthcheck: { test: string[] };
  volumes: string[];
}

test('compose starts the image after the database is well, with variables the server takes, on loopback', () => {
  const { services, volumes } = load(read('compose.yaml')) as {
    services: Record<'mongodb' | 'calendar', Service>;
    volumes: object;
  };
  const { mongodb, calendar } = services;
  expect(calendar).toMatchObject({ build: '.', depends_on: { mongodb: { condition: 'service_healthy' } } });
  expect(mongodb.healthcheck.test.slice(0, 2)).toEqual(['CMD', 'mongosh']);
  expect(mongodb.volumes).toEqual(['mongodb:/data/db']);
  expect(Object.keys(volumes)).toEqual(['mongodb']);
  expect([...mongodb.ports, ...calendar.ports].filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  expect(calendar.ports).toEqual([`127.0.0.1:4000:${ENV.PORT}`]);
  const set = Object.entries(calendar.environment).map(([name, value]) => [
    name,
    value.replace(/^\$\{\w+:-(.*)\}$/, '$1').replace(/\$\{MONGODB_PASSWORD\}/, 'secret'),
  ]);
  expect(readConfig({ ...ENV, ...Object.fromEntries(set) })).toMatchObject({
    host: '0.0.0.0',
    siteUrl: 'http://127.0.0.1:4000',
    mongodbUri: 'mongodb://calendar:secret@mongodb:27017/calendar?authSource=admin&directConnection=true',
    rateLimit: 600,
    trustProxy: [],
    metrics: false,
  });
});

test('the database of compose has a user with the password that the server logs in with, and starts only with one', () => {
  const { services } = load(read('compose.yaml')) as { services: Record<string, Service & { command: string[] }> };
  const { command, environment, healthcheck } = services.mongodb!;
  expect(environment).toEqual({
    MONGO_INITDB_ROOT_USERNAME: 'calendar',
    MONGO_INITDB_ROOT_PASSWORD: expect.stringMatching(/^\$\{MONGODB_PASSWORD:\?[\w ,.]+\}$/),
  });
  // Without a key a set whose members want passwords does not start.
  expect(command).toContain('--keyFile');
  expect(healthcheck.test.join()).toContain("auth('calendar', process.env.MONGO_INITDB_ROOT_PASSWORD)");
});

test('the unit of systemd starts what the image starts, in a folder that it may write', () => {
  const lines = read('deploy/calendar.service')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines.filter((line) => !/^(\[\w+\]|[A-Z]\w+=.*)$/.test(line))).toEqual([]);
  const unit = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  expect(unit.ExecStart).toBe(`/usr/bin/${[...ENTRY, ...JSON.parse(of(image, 'CMD')[0]!)].join(' ')}`);
  const env = Object.fromEntries(unit.Environment.split(' ').map((pair: string) => pair.split('=')));
  expect(readConfig(env)).toMatchObject({ nodeEnv: 'production', dataDir: `/var/lib/${unit.StateDirectory}` });
  expect(Number(unit.TimeoutStopSec)).toBeGreaterThan(10);
});
