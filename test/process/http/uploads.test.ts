import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type ServedApp, serveApp } from '../../support/served-app.ts';

let served: ServedApp;
let picture: Buffer;
const dir = mkdtempSync(join(tmpdir(), 'uploads-'));

beforeAll(async () => {
  // Where uploads lie meanwhile: apart from those of other programs.
  vi.stubEnv('TMPDIR', dir);
  served = await serveApp();
  picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c03' } })
    .jpeg()
    .toBuffer();
});
afterAll(async () => {
  await served.close();
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true });
});

const uploads = (): string[] => readdirSync(dir).filter((name) => name.startsWith('calendar-upload-'));

const authorization = (): string => `Basic ${Buffer.from(served.app.credentials('author')).toString('base64')}`;

/** An upload whose first bytes are sent; the rest waits. */
function begin(): { sent: ClientRequest; status: Promise<number> } {
  const sent = request(`${served.url}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: {
      Authorization: authorization(),
      'Content-Type': 'image/jpeg',
      'Content-Disposition': 'attachment; filename="a.jpg"',
      'Content-Length': picture.byteLength,
    },
  });
  const status = once(sent, 'response').then(([{ statusCode }]) => statusCode as number);
  status.catch(() => {});
  sent.on('error', () => {});
  sent.write(picture.subarray(0, 100));
  return { sent, status };
}

test('a client that leaves in the middle leaves nothing behind', async () => {
  const { sent } = begin();
  await eventually(() => expect(uploads()).toHaveLength(1));
  sent.destroy();
  await eventually(() => expect(uploads()).toEqual([]));
});

test('of more uploads than may come at once the others are told to come again, and reading goes on', async () => {
  const first = Array.from({ length: 4 }, begin);
  await eventually(() => expect(uploads()).toHaveLength(4));
  expect(await begin().status).toBe(503);
  expect((await fetch(`${served.url}/wp-json/calendar/events/v1/events`)).status).toBe(200);
  for (const { sent } of first) sent.end(picture.subarray(100));
  expect(await Promise.all(first.map(({ status }) => status))).toEqual([201, 201, 201, 201]);
  expect(uploads()).toEqual([]);
});

test('a body that says more than its limit is refused before it comes', async () => {
  const sent = request(`${served.url}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: {
      Authorization: authorization(),
      'Content-Disposition': 'attachment; filename=a',
      'Content-Length': 20_000_000,
    },
  });
  sent.flushHeaders();
  const [{ statusCode }] = await once(sent, 'response');
  expect(statusCode).toBe(413);
  sent.destroy();
});
