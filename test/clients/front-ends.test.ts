import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, FRIDAY } from '../support/app.ts';
import { made } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { hookTo, openHookFiles, openReceiverServer, SECRETS } from '../webhooks/receiver.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The programs of docs/clients.md, in its order. */
const [FULLCALENDAR, SCHEDULE_X, REACT_BIG_CALENDAR, TOAST_UI, STATIC_SITE] = [
  ...readFileSync(join(ROOT, 'docs/clients.md'), 'utf8').matchAll(/^```jsx\n(.*?)^```/gms),
].map(([, program = '']) => program) as [string, string, string, string, string];

const folder = mkdtempSync(join(tmpdir(), 'front-ends-'));
let served: ServedApp;
let bundles = 0;

beforeAll(async () => {
  served = await serveApp({ now: FRIDAY });
  const event = { title: 'Three days', start_date: '2026-11-10', end_date: '2026-11-12', all_day: true };
  await made(served.app, 'events', { ...event, timezone: 'Asia/Seoul' });
  await made(served.app, 'events', { title: 'Concert', start_date: '2026-11-18 20:00', end_date: '2026-11-18 22:00' });
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

/** Bundles a program as front ends are, and gives the path of the bundle. */
async function bundled(program: string, platform: 'browser' | 'node' = 'browser'): Promise<string> {
  const outfile = join(folder, `${++bundles}.mjs`);
  await build({
    stdin: { contents: program, resolveDir: ROOT, loader: 'jsx' },
    outfile,
    platform,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'error',
    banner: { js: REQUIRE[platform] },
  });
  return outfile;
}

/** Parts of happy-dom are CommonJS. */
const REQUIRE = {
  browser: '',
  node: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
};

const MOUNT = `
  import { createRoot } from 'react-dom/client';
  createRoot(document.querySelector('#calendar')).render(month);
`;

const PROGRAMS = [FULLCALENDAR, SCHEDULE_X, REACT_BIG_CALENDAR + MOUNT, TOAST_UI];

/** What readers in a zone see of each program. */
async function shownIn(zone: string): Promise<string[]> {
  const browser = await bundled("import './test/clients/front-ends/browser.ts';", 'node');
  const programs = await Promise.all(PROGRAMS.map((program) => bundled(program)));
  const env = { TZ: zone, CALENDAR: served.url, NOW: new Date(FRIDAY).toISOString(), TITLE: 'Three days' };
  const { stdout } = await promisify(execFile)(process.execPath, [browser, ...programs], { env, timeout: 300_000 });
  return JSON.parse(stdout);
}

/** How each writes a width of three days that begins on Tuesday, 10 November 2026. Weeks begin on Sunday. */
const THREE_DAYS = [
  /data-date="2026-11-10"(?:(?!data-date).)*width: calc\(300%(?:(?!data-date).)*Three days/,
  /data-date="2026-11-10"(?:(?!data-date).)*width: calc\(300%(?:(?!data-date).)*Three days/,
  />14<.{0,200}<div class="rbc-row"><div class="rbc-row-segment" style="flex-basis: 28.57\d*%[^>]*>[^<]*<\/div><div class="rbc-row-segment" style="flex-basis: 42.857\d*%[^>]*>(?:<div[^>]*>)*Three days/,
  /width: 42.857\d*%; left: 28.57\d*%(?:(?!left: ).)*Three days/,
];

test.each([
  ['America/Los_Angeles', '2026-11-18'],
  ['Pacific/Auckland', '2026-11-19'],
])('in %s, three days are three days wide in each calendar, and the concert is on %s', async (zone, day) => {
  const documents = await shownIn(zone);
  expect(documents).toEqual(THREE_DAYS.map((pattern) => expect.stringMatching(pattern)));
  expect(documents[0]).toMatch(new RegExp(`data-date="${day}"(?:(?!data-date).)*Concert`));
});

test('a static site is built again by a webhook that is signed, and by no other', async () => {
  const files = openHookFiles();
  const [receiver, buildHook] = [await openReceiverServer(), await openReceiverServer()];
  const app = await buildApp({ now: FRIDAY, env: { WEBHOOKS: files.write([hookTo(receiver)]) } });
  onTestFinished(async () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    await Promise.all([app.close(), receiver.close(), buildHook.close()]);
    files.remove();
  });
  // The verifier compares with the clock of the machine.
  vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now });
  vi.stubEnv('CALENDAR_SECRET', SECRETS[0]!);
  vi.stubEnv('BUILD_HOOK', buildHook.url);
  await app.deliver();
  await made(app, 'tags', { name: 'New' });
  await app.deliver();
  const { headers, text } = receiver.received[0]!;

  const { POST } = await import(pathToFileURL(await bundled(STATIC_SITE)).href);
  const answer = (body: string) =>
    POST({ request: new Request('https://site.example/', { method: 'POST', headers: headers as HeadersInit, body }) });
  await expect(answer(text.replace('tag', 'tab'))).rejects.toThrow('signature');
  expect(buildHook.received).toEqual([]);
  expect((await answer(text)).status).toBe(204);
  expect(buildHook.received.map(({ method }) => method)).toEqual(['POST']);
});

test('each program has at most five lines, beside its style sheets', () => {
  const lines = [FULLCALENDAR, SCHEDULE_X, REACT_BIG_CALENDAR, TOAST_UI, STATIC_SITE].map(
    (program) => program.trimEnd().split(/\n(?!import '.*\.css';)/).length,
  );
  expect(Math.max(...lines)).toBeLessThanOrEqual(5);
});
