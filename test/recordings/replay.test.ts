import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { sample } from '../support/sample.ts';
import { movedMembers } from './member-order.ts';
import { type Exchange, Replay, type Verdict } from './recorded/replay.mjs';

const FOLDER = new URL('./recorded/', import.meta.url).pathname;
const index = JSON.parse(readFileSync(`${FOLDER}open/index.json`, 'utf8'));

let app: TestApp;
let replay: Replay;
let left: Replay['recording']['files'];

/** What the others build on. */
const SEED = '00_seed';
/** Exchanges of another file that are replayed where samples are. */
const MANY = 25;

const ROLES = {
  admin: 'administrator',
  author: 'author',
  subscriber: 'subscriber',
  editor: 'editor',
  contributor: 'contributor',
} as const;

/** A recorded body; one that was a script call is recorded as text. */
function recordedBody({ response: { body } }: Exchange): unknown {
  const raw = (body as { _raw?: string } | null)?._raw;
  return raw === undefined ? body : JSON.parse(unwrapped(raw));
}

/** What a script call is given, or the text itself. */
const unwrapped = (text: string): string => text.replace(/^\/\*\*\/\w+\(|\);?$/g, '');

/** The tool, sending to the app in process, and silent. */
class InProcess extends Replay {
  // Every file sees the same ones.
  override async serveImages(): Promise<void> {
    await (this.images ?? super.serveImages());
  }
  override summary(): number {
    return this.results.length;
  }
  // The tool compares members without their order.
  override judge(...[exchange, label, answered]: Parameters<Replay['judge']>): Verdict {
    const verdict = super.judge(exchange, label, answered);
    const allowed = this.rulesFor(label, exchange).flatMap(({ field }) => field ?? []);
    const moved = movedMembers(recordedBody(exchange), answered.body).filter(
      ({ path }) => !allowed.some((field) => field.test(path)),
    );
    return { ...verdict, moved };
  }
  override async send({ method, path, headers, body }: Parameters<Replay['send']>[0]): ReturnType<Replay['send']> {
    const answered = await app.fetch(path, { method, headers, ...(body === undefined ? {} : { body }) });
    const bare = answered.text.startsWith('/**/') ? unwrapped(answered.text) : answered.text;
    return {
      status: answered.status,
      headers: Object.fromEntries(answered.headers),
      body: bare === '' ? null : JSON.parse(bare),
    };
  }
}

beforeAll(async () => {
  // The tool compares dates near the recording with the present: both clocks stand where the recording began.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(index.recorded_at) });
  app = await buildApp({
    env: { SITE_TIMEZONE: index.site_time_zone },
    now: index.recorded_at,
    users: ['administrator', 'author', 'subscriber', 'editor', 'contributor'],
  });
  replay = new InProcess({
    base: 'http://127.0.0.1:4000/wp-json/calendar/events/v1',
    in: `${FOLDER}open`,
    auth: Object.fromEntries(Object.entries(ROLES).map(([name, role]) => [name, app.credentials(role)])),
    users: { 1: '1', 2: '2', 4: '4', 5: '5' },
    deviations: [`${FOLDER}deviations.json`, new URL('./deviations.json', import.meta.url).pathname],
    quiet: true,
  });
  left = replay.recording.files.map(({ name, exchanges }) => ({
    name,
    exchanges: name === SEED ? exchanges : [...sample(exchanges, MANY)],
  }));
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

test('the files hold every recorded exchange', () => {
  expect(replay.recording.files.flatMap(({ exchanges }) => exchanges)).toHaveLength(index.exchanges);
});

// In this order: a file builds on what those before it have written. They are replayed with it where it runs alone.
test.each<string>(index.files)('every exchange of %s is answered the same, or differs as declared', async (path) => {
  const name = path.replace('.json', '');
  const through = left.splice(0, left.findIndex((file) => file.name === name) + 1);
  replay.recording.files = through;
  await replay.run();
  const results = replay.results.filter(({ file }) => file === name);
  const moved = results.flatMap(({ name, moved = [] }) =>
    moved.map(({ path, expected, got }) => `${name}: ${path}: ${expected} → ${got}`),
  );
  expect(moved).toEqual([]);
  const failed = results.filter(({ result }) => result === 'differs' || result === 'skipped');
  const lines = failed.flatMap(({ name, diffs }) =>
    diffs.map(({ path, expected, got }) => `${name}: ${path}: ${JSON.stringify(expected)} → ${JSON.stringify(got)}`),
  );
  expect(lines).toEqual([]);
  expect(results).toHaveLength(through.at(-1)!.exchanges.length);
});
