import type { HeapProfiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectGarbage } from '../../support/garbage.ts';
import { made, upTo } from '../../support/making.ts';
import { type ServedApp, serveApp } from '../../support/served-app.ts';

const KILOBYTE = 1024;
const REQUESTS = 300;

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp();
  const description = '모두 컵을 가져옵니다. '.repeat(200);
  for (const number of upTo(10)) await made(served.app, 'events', { title: `Event ${number}`, description });
});
afterAll(() => served.close());

/** Bytes that our code, and what it calls, allocated and that minor collections left. */
function outliving(
  { callFrame: { url }, selfSize, children }: HeapProfiler.SamplingHeapProfileNode,
  isBelowOurs = false,
): number {
  const isOurs = isBelowOurs || url.includes('/src/');
  return children.reduce((sum, child) => sum + outliving(child, isOurs), isOurs ? selfSize : 0);
}

/** Asks for new lists, and returns how many kilobytes of each outlive it. */
async function kilobytesOutliving(): Promise<number> {
  const session = new Session();
  session.connect();
  const ask = async (from: number) => {
    for (const number of upTo(REQUESTS))
      await (await fetch(`${served.url}/wp-json/calendar/events/v1/events?_=${from + number}`)).text();
  };
  await ask(0);
  await session.post('HeapProfiler.startSampling', { samplingInterval: 4096, includeObjectsCollectedByMajorGC: true });
  await ask(REQUESTS);
  for (const _ of upTo(2)) collectGarbage({ type: 'minor' });
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  return outliving(profile.head) / REQUESTS / KILOBYTE;
}

test('little of a request outlives it', async () => {
  expect(await kilobytesOutliving()).toBeLessThan(100);
});
