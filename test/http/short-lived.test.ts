import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { made, upTo } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (how: { type: 'minor' }) => void;

const KILOBYTE = 1024;
const REQUESTS = 300;

interface Site {
  callFrame: { url: string };
  selfSize: number;
  children: Site[];
}

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp();
  const description = '모두 컵을 가져옵니다. '.repeat(200);
  for (const number of upTo(10)) await made(served.app, 'events', { title: `Event ${number}`, description });
});
afterAll(() => served.close());

/** Bytes that our code allocates below a site and that the frequent collection of new objects leaves. */
const outliving = ({ callFrame: { url }, selfSize, children }: Site, isOurs = false): number => {
  const ours = isOurs || url.includes('/src/');
  return children.reduce((sum, child) => sum + outliving(child, ours), ours ? selfSize : 0);
};

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

// V8 collects new objects often and all objects rarely. One old object that refers to a request keeps all of it until then.
test('little of a request outlives it', async () => {
  expect(await kilobytesOutliving()).toBeLessThan(100);
});
