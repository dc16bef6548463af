import { expect, test } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import { type Answer, type Incoming, jsonAnswer } from '../../src/http/exchange.ts';
import { answering, type Ended, type EntryPoint, steps } from '../../src/http/steps.ts';

const asked = (path = '/'): Incoming => ({
  method: 'GET',
  url: new URL(path, 'http://localhost'),
  headers: {},
  peer: '127.0.0.1',
  httpVersion: '1.1',
  load: { inFlight: 0 },
  running: {},
  body: async () => new Uint8Array(),
});

/** An entry point for everything, with these steps; errors are told with what was known. */
const entry = (list: EntryPoint['steps'], more: Partial<EntryPoint> = {}): EntryPoint => ({
  name: 'test',
  addressed: () => ({}),
  steps: list,
  failed: ({ code }, known) => jsonAnswer(400, { code, known: Object.keys(known) }),
  ...more,
});

const life = (entryPoints: EntryPoint[], last: ((answer: Answer) => void)[] = []) => {
  const reported: unknown[] = [];
  const refused: string[] = [];
  const ended: Pick<Ended, 'entryPoint' | 'status'>[] = [];
  const answer = answering({
    entryPoints,
    last,
    report: (error) => reported.push(error),
    refused: (code) => refused.push(code),
    ended: ({ entryPoint, status }) => ended.push({ entryPoint, status }),
  });
  const ask = async (path?: string) => {
    const { status, content } = await answer(asked(path));
    return { status, body: JSON.parse(String(content)) };
  };
  return { answer, ask, reported, refused, ended };
};

const first = steps<Incoming>().step(() => ({ one: 1 }));

test('a step may count on what those before it have found, whether they waited or not', async () => {
  const list = first
    .step(async ({ one }) => ({ two: one + 1 }))
    .step(({ one, two }) => ({ answer: jsonAnswer(200, [one, two]) }));
  expect(await life([entry(list.list)]).ask()).toEqual({ status: 200, body: [1, 2] });
});

test('a step that has the answer is the last', async () => {
  const list = first
    .step(() => ({ answer: jsonAnswer(200, 'first') }))
    .step(() => ({ answer: jsonAnswer(200, 'second') }));
  expect((await life([entry(list.list)]).ask()).body).toBe('first');
});

test('an error ends the way, and the entry point tells it with what is known by then', async () => {
  const list = first
    .step((): object => {
      throw new DomainError('NO_ROUTE', 'There is nothing at this address.');
    })
    .step(() => ({ three: 3 }));
  const { ask, reported, refused, ended } = life([entry(list.list)]);
  expect((await ask()).body).toEqual({ code: 'NO_ROUTE', known: [...Object.keys(asked()), 'one'] });
  expect(reported).toEqual([]);
  expect(refused).toEqual(['NO_ROUTE']);
  expect(ended).toEqual([{ entryPoint: 'test', status: 400 }]);
});

test('an error that is none of ours is reported once and told without detail', async () => {
  const fault = new Error('a secret');
  const list = first.step(async (): Promise<object> => Promise.reject(fault));
  const { ask, reported } = life([entry(list.list)]);
  expect((await ask()).body.code).toBe('INTERNAL');
  expect(reported).toEqual([fault]);
});

test('steps that end without an answer are a fault', async () => {
  const { ask, reported } = life([entry(first.list)]);
  expect((await ask()).body.code).toBe('INTERNAL');
  expect(reported).toHaveLength(1);
});

test('the first entry point whose address it is answers, and knows what the address says', async () => {
  const named = (name: string): EntryPoint =>
    entry(steps<Incoming & { rest: string }>().step(({ rest }) => ({ answer: jsonAnswer(200, [name, rest]) })).list, {
      addressed: ({ url }) => (url.pathname.startsWith(`/${name}`) ? { rest: url.pathname.slice(2) } : undefined),
    });
  const { ask } = life([named('a'), named('b'), named('')]);
  expect((await ask('/b1')).body).toEqual(['b', '1']);
  expect((await ask('/c1')).body).toEqual(['', '1']);
});

test('what is done last is done to every answer in its order, first what the entry point does', async () => {
  const add = (name: string) => (answer: Answer) => {
    answer.headers.Order = `${answer.headers.Order ?? ''}${name}`;
  };
  const failing = first.step((): object => {
    throw new DomainError('FORBIDDEN', 'This record is not public.');
  });
  const fine = first.step(() => ({ answer: jsonAnswer(200, {}) }));
  for (const list of [failing, fine]) {
    const { answer } = life([entry(list.list, { last: [add('own ')] })], [add('a'), add('b')]);
    expect((await answer(asked())).headers.Order).toBe('own ab');
  }
});

test('a step around others may answer in their place, or look at what they found and answered', async () => {
  const list = first
    .around(async (known, rest) => {
      const { status } = await rest();
      return jsonAnswer(status, { known: Object.keys(known).filter((name) => /^(one|two)$/.test(name)) });
    })
    .step(() => ({ two: 2 }))
    .step(() => ({ answer: jsonAnswer(201, 'inside') }));
  expect(await life([entry(list.list)]).ask()).toEqual({ status: 201, body: { known: ['one', 'two'] } });
  const instead = first.around(() => jsonAnswer(200, 'instead')).step((): object => expect.fail('never asked'));
  expect((await life([entry(instead.list)]).ask()).body).toBe('instead');
});

test('an error inside of a step around others ends the way as everywhere', async () => {
  const list = first
    .around((_, rest) => rest())
    .step((): object => {
      throw new DomainError('NO_ROUTE', 'There is nothing at this address.');
    });
  const { ask, refused } = life([entry(list.list)]);
  expect((await ask()).body.code).toBe('NO_ROUTE');
  expect(refused).toEqual(['NO_ROUTE']);
});
