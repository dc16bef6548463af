import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { type Ended, openHouse, type Running } from '../support.ts';

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

/** What a newcomer does by hand, before the rest: it takes long, and these tests are part of it. */
const BY_HAND = /^npm (?:ci|test)$/;
const STARTS_A_SERVER = /npm (?:start|run demo)$/;
const SECRET = 'a password of my own';

const house = openHouse();
const servers: Running[] = [];
afterAll(() => house.remove());

interface Step {
  command: string;
  /** What the README shows of its answer. */
  shown: string | undefined;
}

/** The commands of the README in their order. */
const STEPS: Step[] = [...README.matchAll(/^```sh\n(.*?)^```\n(?:\n```json\n(.*?)^```\n)?/gms)].flatMap(
  ([, text = '', shown]) => {
    const commands = text
      .replace(/\\\n\s*/g, '')
      .split(/\n| && /)
      .filter((line) => line !== '' && !line.startsWith('#'));
    return commands.map((command) => ({ command, shown: command === commands.at(-1) ? shown : undefined }));
  },
);

const shell = (command: string): [string, ...string[]] => ['bash', '-c', command];

/** As a newcomer types it, with the port of the last server, and the password where a terminal would ask. */
function run(command: string): Promise<Ended> {
  const typed = command
    .replaceAll('http://127.0.0.1:4000', servers.at(-1)!.url)
    .replace('-u ana', `-u 'ana:${SECRET}'`)
    .replace(/^npm run user/, `echo '${SECRET}' | npm run user`);
  return house.run({}, shell(typed));
}

const isServer = ({ command }: Step): boolean => STARTS_A_SERVER.test(command);
const isByHand = ({ command }: Step): boolean => BY_HAND.test(command);

test('the README has nothing that is left to a newcomer but installing and testing', () => {
  expect(new Set(STEPS.filter(isByHand).map(({ command }) => command))).toEqual(new Set(['npm ci', 'npm test']));
  expect(STEPS.filter(({ shown }) => shown).length).toBeGreaterThan(5);
});

test.each(
  STEPS.filter((step) => !isByHand(step)).map((step, at) => ({
    ...step,
    at: at + 1,
    does: isServer(step) ? start : answers,
  })),
)('the README is right about its command $at: $command', ({ command, shown, does }) => does(command, shown), 60_000);

async function start(command: string): Promise<void> {
  servers.push(await house.start({}, shell(command)));
  expect((await fetch(`${servers.at(-1)!.url}/ready`)).status).toBe(200);
}

async function answers(command: string, shown: string | undefined): Promise<void> {
  const { code, out, error } = await run(command);
  expect({ code, error }).toMatchObject({ code: 0 });
  expect(out.trim()).toBe(shown?.trim() ?? out.trim());
}
