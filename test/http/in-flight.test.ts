import { request } from 'node:http';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { serveApp } from '../support/served-app.ts';

test('a request whose body is still on its way is in flight, and one that has been answered is not', async () => {
  const { app, url, close } = await serveApp({ env: { MAX_IN_FLIGHT: '1' } });
  const address = `${url}/wp-json/calendar/events/v1/tags`;
  const ask = async () => (await fetch(address)).status;
  expect([await ask(), await ask()]).toEqual([200, 200]);

  const body = '{"name":"Guests"}';
  const Authorization = `Basic ${Buffer.from(app.credentials('editor')).toString('base64')}`;
  // The server says that it goes on when it has taken the request: what is asked from then on comes second.
  const sized = { 'Content-Type': 'application/json', 'Content-Length': body.length, Expect: '100-continue' };
  const headers = { Authorization, ...sized };
  const slow = request(address, { method: 'POST', headers });
  const answered = new Promise((resolve) => slow.once('response', ({ statusCode }) => resolve(statusCode)));
  const taken = new Promise((resolve) => slow.once('continue', resolve));
  slow.flushHeaders();
  await taken;
  expect(await ask()).toBe(503);
  slow.end(body);
  expect(await answered).toBe(201);
  await eventually(async () => expect(await ask()).toBe(200));
  slow.destroy();
  await close();
});
