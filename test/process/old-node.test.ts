import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { afterAll, expect, test } from 'vitest';
import { engines, scripts } from '../../package.json';
import { type Ended, openHouse } from './support.ts';

const house = openHouse();
afterAll(() => house.remove());

/** The server's entry alone, on a Node that says that it is this one: nothing of what it imports is there. */
function runOn(version: string): Promise<Ended> {
  const alone = join(house.dataFolder(), 'main.js');
  copyFileSync(join(house.dir, 'dist/main.js'), alone);
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
  return house.run({}, [process.execPath, '--import', `data:text/javascript,${pretend}`, alone]);
}

const oldest = semver.minVersion(engines.node)!;

test.each(['0.12.18', '10.24.1', '18.20.4', `${oldest.major}.${oldest.minor - 1}.9`])(
  'Node %s is told that it is too old, in one line and before anything else is loaded',
  async (version) => {
    const { code, out, error } = await runOn(version);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toBe(`This is Node ${version}; the calendar needs Node ${oldest.major}.${oldest.minor} or newer.\n`);
  },
);

test.each([oldest.version, `${oldest.major}.${oldest.minor + 1}.0`, '22.0.0', '100.1.0'])(
  'Node %s goes on to the server',
  async (version) => {
    expect((await runOn(version)).error).toContain('server.js');
  },
);

test('every command is built first, and the build looks at Node first', () => {
  const built = Object.entries(scripts).filter(([, command]) => command.includes('node dist/'));
  const before = built.map(([name]) => scripts[`pre${name}` as keyof typeof scripts]);
  expect(new Set(before)).toEqual(new Set([scripts.build]));
  expect(scripts.build).toMatch(/^node src\/node-version\.js && /);
});
