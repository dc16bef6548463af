import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import FeedParser from 'feedparser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { elementsOf } from '../api/pages/support.ts';
import { made, upTo } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp();
  const { app } = served;
  const { id } = await made(app, 'venues', { venue: 'Grand Hall', city: 'Busan' });
  const image = 'https://example.org/evening.png';
  for (const number of upTo(5))
    await made(app, 'events', {
      title: `Evening ${number} & more`,
      start_date: `2036-12-0${number + 1} 10:00`,
      end_date: `2036-12-0${number + 1} 12:00`,
      description: '<p>Music &lt;live&gt;</p>',
      ...{ image, venue: id, categories: ['Jazz'], tags: number % 2 ? ['odd'] : [] },
    });
});
afterAll(() => served.close());

/** The address of the feed that a page names. */
async function feedOf(page: string): Promise<string> {
  const links = elementsOf(await (await fetch(page)).text()).filter(
    ({ attributes: { rel, type } }) => rel === 'alternate' && type === 'application/rss+xml',
  );
  return links[0]!.attributes.href!;
}

/** What the parser reads at an address. */
async function readFeed(address: string): Promise<{ meta: FeedParser.Meta; items: FeedParser.Item[] }> {
  const answer = await fetch(address);
  const parser = new FeedParser({ feedurl: address });
  const items: FeedParser.Item[] = [];
  parser.on('data', (item: FeedParser.Item) => items.push(item));
  Readable.fromWeb(answer.body as never).pipe(parser as never);
  await finished(parser as never);
  return { meta: parser.meta, items };
}

test('feedparser finds the feed of a site by its address, and reads each event', async () => {
  const { meta, items } = await readFeed(await feedOf(served.url));
  expect(meta).toMatchObject({ '#version': '2.0', language: 'en', xmlurl: expect.stringContaining('/events.rss') });
  expect(items.map(({ title }) => title?.split(' – ')[0])).toEqual(upTo(5).map((number) => `Evening ${number} & more`));
  const [first] = items;
  expect(first).toMatchObject({
    link: first!.guid,
    permalink: first!.guid,
    categories: ['Jazz'],
    description: expect.stringMatching(/Grand Hall[\s\S]*Music &lt;live&gt;/),
    enclosures: [{ url: 'https://example.org/evening.png' }],
    pubdate: expect.any(Date),
  });
  expect((await fetch(first!.link!)).status).toBe(200);
});

test('feedparser follows a list that is narrowed in its address from page to page', async () => {
  const found: string[] = [];
  const address = await feedOf(`${served.url}/events/?tag=odd&city=Busan`);
  let next: string | undefined = `${address}&posts_per_page=1`;
  while (next !== undefined) {
    const { meta, items } = await readFeed(next);
    found.push(...items.map(({ title }) => title!.split(' – ')[0]!));
    const links = [meta['atom:link' as never] ?? []].flat() as { '@': { rel: string; href: string } }[];
    next = links.find((link) => link['@'].rel === 'next')?.['@'].href;
  }
  expect(found).toEqual(['Evening 1 & more', 'Evening 3 & more']);
});
