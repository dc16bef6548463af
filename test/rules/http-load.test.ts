import { setImmediate as turnOver } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DomainError, tooSlow } from '../../src/domain/errors.ts';
import { openWork, turn } from '../../src/domain/event-loop.ts';
import { type Incoming, jsonAnswer } from '../../src/http/exchange.ts';
import { bodiesStep } from '../../src/http/steps/bodies.ts';
import { loadStep } from '../../src/http/steps/load.ts';
import { forgetWaits } from '../support/waits.ts';
import { incomingOf } from '../support/web.ts';

const asked = (
  load: Incoming['load'],
  body: Incoming['body'] = async () => new Uint8Array(),
  headers: HeadersInit = { 'Content-Length': '2' },
) => ({
  ...incomingOf(new Request('http://localhost', { headers }), { load, body }),
  client: { address: '127.0.0.1', network: '127.0.0.1' },
  work: openWork('127.0.0.1'),
});

const done = jsonAnswer(200, {});

/** The code of what it refuses. */
const refused = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    ({ code }: DomainError) => code,
  );

test('a request is in flight until it is answered, but not while its body is on its way', async () => {
  const load = { inFlight: 0 };
  const seen: number[] = [];
  const known = asked(load, async () => {
    seen.push(load.inFlight);
    return new Uint8Array();
  });
  await loadStep(3)(known, async () => {
    seen.push(load.inFlight);
    await known.body(1000);
    seen.push(load.inFlight);
    return done;
  });
  expect([...seen, load.inFlight]).toEqual([1, 0, 1, 0]);
});

test('a request that announces no body is in flight all the time', async () => {
  const load = { inFlight: 0 };
  const seen: number[] = [];
  const known = asked(
    load,
    async () => {
      seen.push(load.inFlight);
      return new Uint8Array();
    },
    {},
  );
  await loadStep(3)(known, () => known.body(1000).then(() => done));
  expect([...seen, load.inFlight]).toEqual([1, 0]);
});

test.each([
  [
    'whose work fails',
    async () => undefined,
    async () => Promise.reject(new DomainError('INTERNAL', 'Something went wrong on the server.')),
  ],
  ['whose body does not come', async () => Promise.reject(tooSlow()), undefined],
])('a request %s is in flight no longer', async (_, body, work) => {
  const load = { inFlight: 0 };
  const known = asked(load, body as never);
  await refused(loadStep(3)(known, work ?? (() => known.body(1).then(() => done))));
  expect(load.inFlight).toBe(0);
});

test.each([
  [2, undefined],
  [3, 'UNAVAILABLE'],
])(
  'where three may be in flight and %i are, one more is refused with %s, and so is one whose body came late',
  async (inFlight, code) => {
    const step = loadStep(3);
    expect(await refused(step(asked({ inFlight }), async () => done))).toBe(code);

    const load = { inFlight: 0 };
    const known = asked(load);
    const late = step(known, () => {
      load.inFlight = inFlight + 1;
      return known.body(1).then(() => done);
    });
    expect(await refused(late)).toBe(code);
  },
);

let now = performance.now();
const pass = (milliseconds: number): void => {
  now += milliseconds;
};

test.each([
  [1_999, ['other'], undefined],
  [2_000, ['other'], 'UNAVAILABLE'],
  [2_000, [], undefined],
])(
  'a request that has waited %i ms to begin, while %j waited as well, is refused with %s',
  async (ms, others, code) => {
    now += 10_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(async () => {
      await forgetWaits(pass);
      vi.restoreAllMocks();
    });
    await turnOver();
    const [load, step] = [{ inFlight: 0 }, loadStep(3)];
    await step(asked(load), async () => done);
    const second = refused(step(asked(load), async () => done));
    for (const other of others) void turn(openWork(other));
    now += ms;
    expect(await second).toBe(code);
  },
);

/** Bodies that come when they are told to, and end when they are given up. */
function sending() {
  const step = bodiesStep({ network: 2, all: 3 });
  const ends: string[] = [];
  const come: (() => void)[] = [];
  return {
    ends,
    come,
    begin(name: string, network: string): Promise<unknown> {
      const body: Incoming['body'] = (_, __, signal) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          come.push(() => resolve(new Uint8Array()));
        });
      const client = { address: network, network };
      return step({ ...asked({ inFlight: 0 }, body), client })
        .body(1000)
        .then(
          () => ends.push(`${name} came`),
          (error: DomainError) => ends.push(`${name} ${error.code}`),
        );
    },
  };
}

test('a network may have so many bodies on their way, and one more when one of them has come', async () => {
  const { ends, come, begin } = sending();
  const first = begin('first', 'a');
  void begin('second', 'a');
  await begin('third', 'a');
  expect(ends).toEqual(['third UNAVAILABLE']);
  come[0]?.();
  await first;
  const fourth = begin('fourth', 'a');
  come[2]?.();
  await fourth;
  expect(ends).toEqual(['third UNAVAILABLE', 'first came', 'fourth came']);
});

test('beyond the bodies of all networks, the one that has been on its way for longest makes room', async () => {
  const { ends, come, begin } = sending();
  const first = begin('first', 'a');
  void begin('second', 'a');
  void begin('third', 'b');
  const fourth = begin('fourth', 'c');
  await first;
  come[3]?.();
  await fourth;
  expect(ends).toEqual(['first UNAVAILABLE', 'fourth came']);
});
