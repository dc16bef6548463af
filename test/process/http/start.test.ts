import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createHttpServer } from '../../../src/http/server.ts';
import { createLog } from '../../../src/process/log.ts';

test('a request that arrives before the app is there is answered by it', async () => {
  const http = createHttpServer({ noRoute: {}, log: createLog('silent') });
  const port = await http.listen('127.0.0.1', 0);
  const early = connect(port, '127.0.0.1');
  early.write('GET /early HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  const answered = text(early);
  // What is no request at all is refused at once: then the server has read the one before it.
  const broken = connect(port, '127.0.0.1').end('?\r\n\r\n');
  await once(broken, 'data');
  http.serve(async ({ url }) => ({ status: 200, headers: {}, content: url.pathname }));
  expect(await answered).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n\/early$/);
  await http.stop();
});
