import { sourceNodes } from 'gatsby-source-tribe-events/gatsby-node.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { made, upTo } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

const EVENTS = 12;

let served: ServedApp;
let nodes: Record<string, unknown>[];

beforeAll(async () => {
  served = await serveApp();
  const venue = (await made(served.app, 'venues', { venue: 'Grand Hall' })).id;
  const organizer = (await made(served.app, 'organizers', { organizer: 'Ann' })).id;
  for (const number of upTo(EVENTS)) {
    await made(served.app, 'events', {
      title: `Evening ${String(number).padStart(2, '0')}`,
      venue,
      organizer,
      categories: ['Music'],
      tags: ['free'],
    });
  }
  nodes = await sourced(EVENTS);
});
afterAll(() => served.close());

/** The nodes that the plugin makes when its host runs it. */
async function sourced(maxEvents?: number): Promise<Record<string, unknown>[]> {
  const created: Record<string, unknown>[] = [];
  const host = {
    actions: { createNode: (node: Record<string, unknown>) => void created.push(node) },
    createNodeId: (text: string) => `node ${text}`,
    createContentDigest: (value: unknown) => JSON.stringify(value),
  };
  await sourceNodes(host, { baseUrl: served.url, ...(maxEvents === undefined ? {} : { maxEvents }) });
  return created;
}

const ofType = (type: string, among = nodes) =>
  among.filter(({ internal }) => (internal as { type: string }).type === type);

test('every event becomes a node with its fields', () => {
  const events = ofType('TribeEvents');
  expect(events.map(({ title }) => title)).toEqual(
    upTo(EVENTS).map((number) => `Evening ${String(number).padStart(2, '0')}`),
  );
  expect(new Set(events.map(({ id }) => id)).size).toBe(EVENTS);
  expect(events[0]).toMatchObject({
    id: expect.stringMatching(/^node TribeEvents-\d+$/),
    start_date: '2026-12-01 10:00:00',
    venue: { venue: 'Grand Hall' },
    organizer: [{ organizer: 'Ann' }],
    categories: [{ name: 'Music' }],
    tags: [{ name: 'free' }],
  });
});

test('venues, organizers, categories and tags become nodes too', () => {
  expect(ofType('TribeVenues')).toMatchObject([{ venue: 'Grand Hall' }]);
  expect(ofType('TribeOrganizers')).toMatchObject([{ organizer: 'Ann' }]);
  expect(ofType('TribeCategories')).toMatchObject([{ name: 'Music', count: EVENTS }]);
  expect(ofType('TribeTags')).toMatchObject([{ name: 'free', count: EVENTS }]);
});

test('without a number of its own the plugin gets ten events', async () => {
  expect(ofType('TribeEvents', await sourced())).toHaveLength(10);
});

/** All addresses of REST in a value. */
const addresses = (value: unknown): string[] =>
  JSON.stringify(value)
    .match(/http:\/\/[^"]*\/wp-json\/[^"]*/g)
    ?.map(String) ?? [];

test('every address of REST in a node answers, in the name that was asked for', async () => {
  const found = new Set(addresses(nodes.map(({ internal: _, ...fields }) => fields)));
  const base = `${served.url}/wp-json/tribe/events/v1/`;
  expect(found.size).toBeGreaterThan(EVENTS);
  for (const address of found) {
    expect(address.startsWith(base)).toBe(true);
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(addresses(await answer.json()).filter((below) => !below.startsWith(base))).toEqual([]);
  }
});

test('the pages of a list lead to every event, in the name that was asked for', async () => {
  const titles: string[] = [];
  let next: string | undefined = `${served.url}/wp-json/tribe/events/v1/events?per_page=5`;
  while (next) {
    expect(next).toContain('/wp-json/tribe/events/v1/events');
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed
    const page: any = await (await fetch(next)).json();
    titles.push(...page.events.map(({ title }: { title: string }) => title));
    next = page.next_rest_url;
  }
  expect(titles).toHaveLength(EVENTS);
  expect(new Set(titles).size).toBe(EVENTS);
});

test('a name that is no alias is no route', async () => {
  const answer = await fetch(`${served.url}/wp-json/another/events/v1/events`);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'rest_no_route' });
});
