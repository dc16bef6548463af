import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { Replay } from './recorded/replay.mjs';

const FOLDER = new URL('./recorded/', import.meta.url).pathname;
const index = JSON.parse(readFileSync(`${FOLDER}open/index.json`, 'utf8'));

let app: TestApp;

beforeAll(async () => {
  // The tool compares dates near the recording with the present: both clocks stand where the recording began.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(index.recorded_at) });
  app = await buildApp({
    env: { SITE_TIMEZONE: index.site_time_zone },
    now: index.recorded_at,
    users: ['administrator', 'author', 'subscriber', 'editor', 'contributor'],
  });
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

const ROLES = {
  admin: 'administrator',
  author: 'author',
  subscriber: 'subscriber',
  editor: 'editor',
  contributor: 'contributor',
} as const;

/** The tool, sending to the app in process. */
class InProcess extends Replay {
  override async send({ method, path, headers, body }: Parameters<Replay['send']>[0]): ReturnType<Replay['send']> {
    const answered = await app.fetch(path, { method, headers, ...(body === undefined ? {} : { body }) });
    const bare = answered.text.startsWith('/**/') ? answered.text.replace(/^\/\*\*\/\w+\(|\);?$/g, '') : answered.text;
    return {
      status: answered.status,
      headers: Object.fromEntries(answered.headers),
      body: bare === '' ? null : JSON.parse(bare),
    };
  }
}

test('every recorded exchange is answered the same, or differs as declared', async () => {
  const replay = new InProcess({
    base: 'http://127.0.0.1:4000/wp-json/calendar/events/v1',
    in: `${FOLDER}open`,
    auth: Object.fromEntries(Object.entries(ROLES).map(([name, role]) => [name, app.credentials(role)])),
    users: { 1: '1', 2: '2', 4: '4', 5: '5' },
    deviations: [`${FOLDER}deviations.json`, new URL('./deviations.json', import.meta.url).pathname],
    quiet: true,
  });
  await replay.run();
  const failed = replay.results.filter(({ result }) => result === 'differs' || result === 'skipped');
  const lines = failed.flatMap(({ file, name, diffs }) =>
    diffs.map(
      ({ path, expected, got }) => `${file} › ${name}: ${path}: ${JSON.stringify(expected)} → ${JSON.stringify(got)}`,
    ),
  );
  expect(lines).toEqual([]);
  expect(replay.results).toHaveLength(index.exchanges);
});
