import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { DomainError } from '../../src/errors.ts';
import { type Answer, type Incoming, jsonAnswer, type Load } from '../../src/http/exchange.ts';
import { createHttpServer, type HttpServer } from '../../src/http/server.ts';
import { bodiesStep } from '../../src/http/steps/bodies.ts';
import { loadStep } from '../../src/http/steps/load.ts';
import { createLog } from '../../src/log.ts';
import { eventually } from '../support/eventually.ts';
import { incomingOf } from '../support/web.ts';

let http: HttpServer;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await http.stop();
});

async function serve(answer: (incoming: Incoming) => Promise<Answer>): Promise<number> {
  http = createHttpServer({ noRoute: {}, log: createLog('silent') });
  http.serve(answer);
  return http.listen('127.0.0.1', 0);
}

function send(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  sockets.push(socket);
  return socket;
}

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n';

test('a request is in flight until it is answered, but not while its body is on its way', async () => {
  const [loads, goOn]: [Incoming['load'][], EventEmitter] = [[], new EventEmitter()];
  const port = await serve(async ({ method, load, body }) => {
    loads.push(load);
    const waited = method === 'POST' ? body(1000) : once(goOn, 'now');
    await waited;
    await once(goOn, 'now');
    return jsonAnswer(200, {});
  });
  const inFlight = (count: number) => eventually(() => expect(loads.at(-1)?.().inFlight).toBe(count));
  const answered = once(send(port, GET), 'data');
  await inFlight(1);
  const posting = send(port, `${POST}ha`);
  await eventually(() => expect(loads).toHaveLength(2));
  await inFlight(1);
  posting.write('lf');
  await inFlight(2);
  await eventually(() => {
    goOn.emit('now');
    expect(loads.at(-1)?.().inFlight).toBe(0);
  });
  await answered;
});

const incoming = (load: Load, body = async () => new Uint8Array()): Incoming =>
  incomingOf(new Request('http://localhost'), { load: () => load, body });

test.each([
  [{ inFlight: 3, waited: 0 }, undefined],
  [{ inFlight: 4, waited: 0 }, 'UNAVAILABLE'],
  [{ inFlight: 1, waited: 1_000 }, undefined],
  [{ inFlight: 1, waited: 1_001 }, 'UNAVAILABLE'],
])(
  'where three may be in flight, a request at a load of %j is refused with %s, and so is its body',
  async (load, code) => {
    const busy = loadStep(3);
    const refused = (work: () => unknown) =>
      Promise.resolve()
        .then(work)
        .then(
          () => undefined,
          (error: DomainError) => error.code,
        );
    expect(await refused(() => busy(incoming(load)))).toBe(code);

    const changing = { inFlight: 1, waited: 0 };
    const { body } = await busy(incoming(changing));
    Object.assign(changing, load);
    expect(await refused(() => body(1))).toBe(code);
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
      const body: Incoming['body'] = (_, signal) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          come.push(() => resolve(new Uint8Array()));
        });
      const client = { address: network, network };
      return step({ ...incoming({ inFlight: 1, waited: 0 }), body, client })
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
