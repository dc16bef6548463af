import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { made, NAME, PLURALS, type Plural, upTo } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

/** More events than a page can have. */
const EVENTS = 53;
const OTHERS = 11;
const MOST_ON_A_PAGE = 50;

const recordsOf = (kind: Plural): number => (kind === 'events' ? EVENTS : OTHERS);

let served: ServedApp;
const IDS = new Map<Plural, number[]>();

beforeAll(async () => {
  served = await serveApp();
  for (const kind of PLURALS) {
    const ids: number[] = [];
    for (const number of upTo(recordsOf(kind)))
      ids.push((await made(served.app, kind, { [NAME[kind]]: `No ${number}` })).id);
    IDS.set(kind, ids);
  }
});
afterAll(() => served.close());

interface Page {
  status: number;
  code: string | undefined;
  ids: number[];
  next: string | undefined;
  pages: number;
}

/** One page of a list, as a client on another machine gets it. */
const page = (kind: Plural, query: string): Promise<Page> =>
  pageAt(kind, `${served.url}/wp-json/tribe/events/v1/${kind}/?${query}`);

async function pageAt(kind: Plural, address: string): Promise<Page> {
  const answer = await fetch(address);
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed
  const body: any = await answer.json();
  return {
    status: answer.status,
    code: body.code,
    ids: (body[kind] ?? []).map(({ id }: { id: number }) => id),
    next: body.next_rest_url,
    pages: body.total_pages,
  };
}

const sorted = (ids: readonly number[] = []): number[] => [...ids].sort((a, b) => a - b);

/** What else a request says, and how many records a page is asked to have. */
const SIZES = [
  ['per_page=5', 5],
  ['per_page=11&multilang_language=es', 11],
  ['per_page=50', 50],
  ['multilang_language=ko&per_page=100', 100],
] as const;

/** How many pages a list has then: no page has more than 50. */
const pagesOf = (kind: Plural, size: number): number => Math.ceil(recordsOf(kind) / Math.min(size, MOST_ON_A_PAGE));

describe.each(PLURALS)('of %s', (kind) => {
  const all = kind === 'categories' || kind === 'tags' ? 'hide_empty=0&' : '';

  test.each(SIZES)('a plugin that cuts the number of the next page off a link gets all: %s', async (query, size) => {
    const pages = pagesOf(kind, size);
    const seen: number[] = [];
    const asked: string[] = [];
    let number: string | undefined = '1';
    while (number !== undefined) {
      asked.push(number);
      expect(asked.length).toBeLessThanOrEqual(pages);
      const { ids, next = '' } = await page(kind, `${all}${query}&page=${number}`);
      seen.push(...ids);
      number = /&page=\s*(\d+)/.exec(next)?.[1];
    }
    expect(asked).toEqual(upTo(pages).map((index) => String(index + 1)));
    expect(sorted(seen)).toEqual(IDS.get(kind));
  });

  test.each(SIZES)('a reader that follows next_rest_url gets all once: %s', async (query, size) => {
    const seen: number[] = [];
    let address: string | undefined = `${served.url}/wp-json/tribe/events/v1/${kind}?${all}${query}`;
    let asked = 0;
    while (address !== undefined) {
      asked += 1;
      expect(asked).toBeLessThanOrEqual(pagesOf(kind, size));
      const got: Page = await pageAt(kind, address);
      seen.push(...got.ids);
      address = got.next;
    }
    expect(asked).toBe(pagesOf(kind, size));
    expect(sorted(seen)).toEqual(IDS.get(kind));
  });

  test.each(SIZES)('a scraper that counts up to total_pages gets all once: %s', async (query, size) => {
    const first = await page(kind, `${all}${query}`);
    expect(first.pages).toBe(pagesOf(kind, size));
    const seen = [...first.ids];
    for (let number = 2; number <= first.pages; number++)
      seen.push(...(await page(kind, `${all}page=${number}&${query}`)).ids);
    expect(sorted(seen)).toEqual(IDS.get(kind));
  });
});

describe.each(['events', 'venues', 'organizers'] as const)('of %s', (kind) => {
  test.each(SIZES)('a scraper that steps up until it gets a 404 gets all once: %s', async (query, size) => {
    const pages = pagesOf(kind, size);
    const seen: number[] = [];
    let number = 0;
    let [status, code] = [200, undefined as string | undefined];
    while (status === 200) {
      number += 1;
      expect(number).toBeLessThanOrEqual(pages + 1);
      const got = await page(kind, `page=${number}&${query}`);
      [status, code] = [got.status, got.code];
      seen.push(...got.ids);
    }
    expect([status, code, number]).toEqual([404, `${kind.slice(0, -1)}-archive-page-not-found`, pages + 1]);
    expect(sorted(seen)).toEqual(IDS.get(kind));
  });
});
