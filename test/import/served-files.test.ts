import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isSourceRefused } from '../../src/import/item.ts';
import { addressAt } from '../../src/import/memory.ts';
import { openSource } from '../../src/import/open-source.ts';
import { type Asked, readOptions } from '../../src/import/options.ts';
import type { Report } from '../../src/import/report.ts';
import { EVENTS, type EventRecord } from '../../src/kinds/event/record.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { sampled } from '../support/sample.ts';
import { exportedText, fillCalendar } from './calendars.ts';
import { RECORDED } from './recorded-site.ts';
import { importInto } from './support.ts';
import { wxrOf } from './wxr.ts';

// A calendar is an address: whatever file it serves is taken as the same file on disk would be.

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'served-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Served {
  content: string | Buffer;
  type?: string;
  status?: number;
}

/** A host of files. An answer has an ETag, and a repeated one is 304. */
async function host(files: Record<string, Served>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const {
      content,
      type = 'application/octet-stream',
      status = 200,
    } = files[request.url!] ?? { content: '', status: 404 };
    const etag = `"${createHash('sha256').update(content).digest('hex')}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    const answer = isKnown ? 304 : status;
    asked.push(`${request.url} ${answer}`);
    response.writeHead(answer, { 'Content-Type': type, ETag: etag }).end(isKnown ? undefined : content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { asked, files, at: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function newCalendar() {
  const app = await buildApp();
  onTestFinished(() => app.close());
  let now = app.clock.now;
  /** Imports as the program does: what is at an address, or a path. */
  async function take(...words: string[]): Promise<Report | 'unchanged'> {
    const [from] = words;
    const asked = readOptions({}, [from!]) as Asked;
    now += 1000;
    const opened = await openSource(asked.from, {
      language: 'en',
      zone: 'UTC',
      calendar: '',
      clock: () => now,
      pause: async () => undefined,
      warn: () => undefined,
      asked: { options: words.slice(1) },
      known: (key) => addressAt(app.store, key),
    });
    if ('unchanged' in opened) return 'unchanged';
    return importInto(app.store, { source: opened.source, now }).finally(opened.close);
  }
  return { app, take };
}

const eventsOf = async ({ store }: TestApp) =>
  (
    await store.find<EventRecord>(
      EVENTS.name,
      { trashed: false },
      {
        sort: [
          ['startsAt', 1],
          ['_id', 1],
        ],
      },
    )
  ).map(({ _id, startsAt, endsAt, allDay, text }) => [_id, startsAt, endsAt, allDay, text.en?.title]);

const written = (name: string, content: string | Buffer): string => {
  const path = join(folder, `${randomUUID()}-${name}`);
  writeFileSync(path, content);
  return path;
};

const ICS = Object.fromEntries(
  ['apple', 'google', 'nextcloud', 'outlook', 'plugin'].map((name) => [
    name,
    readFileSync(new URL(`./ics/${name}.ics`, import.meta.url), 'utf8'),
  ]),
);
const WXR = wxrOf('https://old.example', RECORDED);
const CSV = 'Event Name,Event Start Date\nA walk,2027-06-01\nA talk,2027-06-02\n';

describe('a file at an address', () => {
  sampled(5).each<[what: string, path: string, served: Served, file: string]>([
    ...Object.entries(ICS).map(([name, content]): [string, string, Served, string] => [
      `iCalendar of ${name}`,
      `/${name}/basic.ics`,
      { content, type: 'text/calendar' },
      content,
    ]),
    ['iCalendar whose type and address say nothing', '/feed?key=a', { content: ICS.google! }, ICS.google!],
    ['iCalendar that calls itself a page', '/events/', { content: ICS.apple!, type: 'text/html' }, ICS.apple!],
    ['packed iCalendar', '/basic.ics.gz', { content: gzipSync(ICS.outlook!) }, ICS.outlook!],
    ['an export of WordPress', '/export', { content: WXR, type: 'application/rss+xml' }, WXR],
    ['CSV', '/events.csv', { content: CSV, type: 'text/csv' }, CSV],
    ['CSV by its type alone', '/export?format=1', { content: CSV, type: 'text/csv; charset=utf-8' }, CSV],
    ['packed CSV', '/events.csv.gz', { content: gzipSync(CSV), type: 'application/gzip' }, CSV],
  ])('%s is taken as on disk, and again only when changed', async (_, path, served, content) => {
    const { at, files, asked } = await host({ [path]: served });
    const [there, here] = [await newCalendar(), await newCalendar()];
    const report = await there.take(`http://${at}${path}`);
    const ours = await here.take(written(path.split('/').at(-1)!.replace(/\?.*/, ''), content));
    expect(report).toMatchObject({ counts: (ours as Report).counts, notTaken: (ours as Report).notTaken });
    expect(await eventsOf(there.app)).toEqual(await eventsOf(here.app));
    expect(await eventsOf(there.app)).not.toEqual([]);
    expect(await there.take(`http://${at}${path}`)).toBe('unchanged');
    expect(asked).toEqual([`${path} 200`, `${path} 304`]);
    files[path] = { ...served, content: Buffer.concat([Buffer.from(content), Buffer.from('\r\n')]) };
    const again = (await there.take(`http://${at}${path}`)) as Report;
    expect(Object.keys(again.counts.event ?? {})).toEqual(['unchanged']);
    // With other options it is asked for anew.
    expect(await there.take(`http://${at}${path}`, '--theirs')).toMatchObject({ counts: { event: {} } });
  });

  test('an export of ours', async () => {
    const [from, to] = [await newCalendar(), await newCalendar()];
    await fillCalendar(from.app, 3);
    const { at } = await host({ '/export.jsonl': { content: await exportedText(from.app) } });
    await to.take(`http://${at}/export.jsonl`);
    expect((await eventsOf(to.app)).length).toBe((await eventsOf(from.app)).length);
    expect(await to.take(`http://${at}/export.jsonl`)).toBe('unchanged');
  });

  test('the same file by hand and by its address, in either order, doubles nothing', async () => {
    const { at } = await host({ '/basic.ics': { content: ICS.google! } });
    const file = written('mine.ics', ICS.google!);
    for (const order of [
      [file, `http://${at}/basic.ics`],
      [`webcal://${at}/basic.ics`, file],
    ]) {
      const { app, take } = await newCalendar();
      await take(order[0]!);
      const before = await eventsOf(app);
      expect(Object.keys(((await take(order[1]!)) as Report).counts.event!)).toEqual(['unchanged']);
      expect(await eventsOf(app)).toEqual(before);
    }
  });

  test('two addresses of one host whose files share nothing are two sources', async () => {
    const { at } = await host({
      '/a/basic.ics': { content: ICS.google! },
      '/b/basic.ics': { content: ICS.outlook! },
    });
    const { take } = await newCalendar();
    const [a, b] = [await take(`http://${at}/a/basic.ics`), await take(`http://${at}/b/basic.ics`)] as Report[];
    expect([a!.source, b!.source]).toEqual([`${at}/basic.ics`, `${at}/basic.ics 2`]);
    expect(await take(`http://${at}/b/basic.ics`)).toBe('unchanged');
  });
});

test('a version that was not taken whole is asked for again', async () => {
  const broken = `${CSV}No day,soon\n`;
  const { at, asked } = await host({ '/events.csv': { content: broken } });
  const { take } = await newCalendar();
  await take(`http://${at}/events.csv`);
  await take(`http://${at}/events.csv`);
  expect(asked).toEqual(['/events.csv 200', '/events.csv 200']);
});

test.each<[what: string, path: string, served: Served | undefined, why: RegExp]>([
  ['that is gone', '/basic.ics', undefined, /\/basic\.ics answers 404$/],
  ['that is no calendar', '/basic.ics', { content: 'Hello' }, /^basic\.ics is no iCalendar/],
  [
    'that is broken gzip',
    '/basic.ics.gz',
    { content: gzipSync(ICS.apple!).subarray(0, 300) },
    /is no whole gzip file$/,
  ],
  [
    'that is a gzip bomb',
    '/basic.ics.gz',
    { content: gzipSync(Buffer.alloc(100_000_001, ' ')) },
    /basic\.ics cannot be read: it has more than 100 MB$/,
  ],
  ['that is an empty file', '/events.csv', { content: '' }, /events\.csv is empty$/],
  [
    'that is XML of another kind',
    '/feed',
    { content: '<?xml version="1.0"?>\n<!-- a feed --><feed xmlns="http://www.w3.org/2005/Atom"/>' },
    /\/feed is XML of another kind \(<feed>\), and there is no events interface at .+\. Of XML, only the export file of/,
  ],
  ['that is a page', '/', { content: '<h1>Hello</h1>', type: 'text/html' }, /shows no calendar/],
])('an address %s is refused in one line', async (_, path, served, why) => {
  const { at } = await host(served ? { [path]: served } : {});
  const { take } = await newCalendar();
  const refused = await take(`http://${at}${path}`).catch((error) => error);
  expect([isSourceRefused(refused), refused.message]).toEqual([true, expect.stringMatching(why)]);
});

test('a packed file on disk is taken as what is inside', async () => {
  const { app, take } = await newCalendar();
  await take(written('a.csv.gz', gzipSync(CSV)));
  expect((await eventsOf(app)).map((each) => each.at(-1))).toEqual(['A walk', 'A talk']);
});
