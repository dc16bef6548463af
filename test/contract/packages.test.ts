import { readFileSync } from 'node:fs';
import semver from 'semver';
import { expect, test } from 'vitest';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));

/** A package as the lockfile knows it. */
interface Locked {
  version?: string;
  engines?: { node?: string };
  hasInstallScript?: boolean;
}

const { engines, dependencies, devDependencies, allowScripts } = read('package.json');
const { packages }: { packages: Record<string, Locked> } = read('package-lock.json');
const LOCKED = Object.entries(packages).filter(([path]) => path !== '');

/** The oldest Node that the project declares, and the README names. */
const OLDEST = semver.minVersion(engines.node)!;

test('the README names the oldest Node that is declared', () => {
  expect(readFileSync(new URL('../../README.md', import.meta.url), 'utf8')).toContain(
    `Node ${OLDEST.major}.${OLDEST.minor} or newer`,
  );
});

test('every package, ours to run and ours to develop with, takes the oldest Node', () => {
  const refusing = LOCKED.filter(([, { engines: { node } = {} }]) => node && !semver.satisfies(OLDEST, node));
  expect(refusing.map(([path, { engines: { node } = {} }]) => `${path} wants ${node}`)).toEqual([]);
});

test('the HTTP server in front of Yoga is the one that Yoga has', () => {
  expect(LOCKED.map(([path]) => path).filter((path) => path.endsWith('node_modules/@whatwg-node/server'))).toEqual([
    'node_modules/@whatwg-node/server',
  ]);
});

test('packages that would run a script when they are installed are denied it by name', () => {
  const scripted = LOCKED.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  expect(scripted).toEqual(Object.keys(allowScripts).map((name) => `node_modules/${name}`));
  expect(Object.values(allowScripts)).toEqual(scripted.map(() => false));
});

test('every package that we name has an exact version, but for the types of Node', () => {
  const { '@types/node': _, ...named } = { ...dependencies, ...devDependencies };
  const versions = Object.entries<string>(named).map(([name, version]) => [name, version.replace(/^npm:[^@]+@/, '')]);
  expect(versions.filter(([, version]) => semver.valid(version) !== version)).toEqual([]);
});
