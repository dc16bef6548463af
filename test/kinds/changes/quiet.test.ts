import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { incomingOf } from '../../support/web.ts';
import { allAfter } from './asking.ts';

let app: TestApp;
beforeEach(async () => {
  app = await buildApp();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/** Opens a stream. Gives what it sends, as it comes. */
async function open(): Promise<string[]> {
  const headers = { Accept: 'text/event-stream' };
  const asked = new Request('http://127.0.0.1:4000/wp-json/calendar/events/v1/changes', { headers });
  const { stream } = await app.answer(incomingOf(asked));
  const texts: string[] = [];
  void (async () => {
    for await (const text of stream!) texts.push(String(text));
  })();
  return texts;
}

/** Lets so many seconds pass. What a stream asks of the store meanwhile takes no time: it is answered before this is. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    for (const collection of ['tags', 'categories']) await app.store.byIds(collection, [1]);
    app.clock.now += 1000;
    await vi.advanceTimersByTimeAsync(1000);
  }
}

const COMMENT = ':\n\n';
const CURSOR = /^id: (\S+)\n\n$/;

const written = async (): Promise<void> => {
  await made(app, 'events', { status: 'draft' });
  await made(app, 'venues', { status: 'private' });
};

test.each([
  ['nothing is written', async () => {}],
  ['what is written is not told', written],
])('where %s, a stream says every 15 s that it is there, and each minute where its client stands', async (_, write) => {
  const texts = await open();
  await pass(10);
  await write();
  await pass(150);
  // The fourth comment of a minute comes together with the cursor, before it or not at all.
  const said = texts.map((text) => (text === COMMENT ? '.' : text.replace(CURSOR, 'cursor'))).join('');
  expect(said).toMatch(/^cursor\.{3,4}cursor\.{3,4}cursor\.{1,3}$/);
  const [, last] = CURSOR.exec(texts.findLast((text) => CURSOR.test(text))!)!;
  const { id } = await made(app, 'tags', { name: 'Behind the last cursor' });
  expect(await allAfter(app, { after: last! })).toMatchObject([{ kind: 'tag', id }]);
});
