import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Answered, buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { incomingOf } from '../support/web.ts';

/** An app that stops in the test: a server calls `endStreams` first. */
let app: TestApp;
beforeEach(async () => {
  app = await buildApp();
  const { close } = app;
  onTestFinished(close);
});

const REST = '/wp-json/calendar/events/v1';
const EVENTS = { Accept: 'text/event-stream' };

let tags = 0;
const madeTag = async (): Promise<number> => (await made(app, 'tags', { name: `Tag ${++tags}` })).id;

/** A stream as it is sent, without the comments that keep it open: `next` is its next part, or undefined at its end. */
async function open(path: string, init: RequestInit = { headers: EVENTS }) {
  const { status, stream } = await app.answer(incomingOf(new Request(`http://127.0.0.1:4000${path}`, init)));
  expect(status).toBe(200);
  const parts = stream![Symbol.asyncIterator]();
  return async (): Promise<string | undefined> => {
    for (;;) {
      const { done, value } = await parts.next();
      const part = done ? undefined : Buffer.from(value).toString();
      if (part !== ':\n\n') return part;
    }
  };
}

const idIn = (event: string | undefined): string => /^id: (.*)$/m.exec(event!)![1]!;

/** The ids that are told behind a cursor. */
const idsAfter = async (cursor: string): Promise<number[]> =>
  (await app.rest('GET', `/changes?after=${cursor}`)).body.changes.map(({ id }: { id: number }) => id);

test('a stream of changes ends with the cursor of the last that it has told, and the rest comes from there', async () => {
  const next = await open(`${REST}/changes`);
  await next();
  const first = await madeTag();
  const told = await next();
  expect(told).toContain(`"id":${first},`);
  app.endStreams();
  const later = await madeTag();
  expect([await next(), await next()]).toEqual([`id: ${idIn(told)}\n\n`, undefined]);
  expect(await idsAfter(idIn(told))).toEqual([later]);
});

test('what a stream has found and not told yet is left to the next one', async () => {
  const { cursor } = (await app.rest('GET', '/changes')).body;
  const ids = [await madeTag(), await madeTag()];
  const next = await open(`${REST}/changes?after=${cursor}`);
  await next();
  const told = await next();
  app.endStreams();
  expect([await next(), await next()]).toEqual([`id: ${idIn(told)}\n\n`, undefined]);
  expect(await idsAfter(idIn(told))).toEqual(ids.slice(1));
});

test('a subscription is complete, after its last cursor where it asks for that', async () => {
  const ask = async (args: string) =>
    open('/graphql', {
      method: 'POST',
      headers: { ...EVENTS, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: `subscription { changed${args} { cursor } }` }),
    });
  const [asking, other] = [await ask('(idleCursors: true)'), await ask('')];
  const cursor = await asking();
  const waited = other();
  app.endStreams();
  const complete = expect.stringMatching(/^event: complete\n/);
  expect([cursor, await asking(), await asking()]).toEqual([expect.stringContaining('"cursor"'), cursor, complete]);
  expect(await waited).toEqual(complete);
});

test('an export that is not whole breaks off: nobody takes it for the whole', async () => {
  const secret = Buffer.from(app.credentials('editor')).toString('base64');
  const next = await open(`${REST}/export.jsonl`, { headers: { Authorization: `Basic ${secret}` } });
  expect(await next()).toContain('"kind":"calendar"');
  app.endStreams();
  await expect(next()).rejects.toBe('stopped');
});

test('nobody is let in any more', async () => {
  app.endStreams();
  const answers: Answered[] = [
    await app.rest('GET', '/changes', { headers: EVENTS }),
    await app.rest('GET', '/export.jsonl', { as: 'editor' }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '5'],
    [503, '5'],
  ]);
});
