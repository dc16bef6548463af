import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { made, type Plural, upTo } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

const RECORDS = 23;
const NAMES: Record<Plural, string> = {
  ...{ events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' },
};
const KINDS = Object.keys(NAMES) as Plural[];

let served: ServedApp;
const IDS = new Map<Plural, number[]>();

beforeAll(async () => {
  served = await serveApp({ env: { NAMESPACE_ALIASES: 'tribe/events/v1' } });
  for (const kind of KINDS) {
    const ids: number[] = [];
    for (const number of upTo(RECORDS)) ids.push((await made(served.app, kind, { [NAMES[kind]]: `No ${number}` })).id);
    IDS.set(kind, ids);
  }
});
afterAll(() => served.close());

interface Page {
  status: number;
  ids: number[];
  next: string | undefined;
}

/** One page of a list, as a client on another machine gets it. */
async function page(kind: Plural, query: string): Promise<Page> {
  const answer = await fetch(`${served.url}/wp-json/tribe/events/v1/${kind}/?${query}`);
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed
  const body: any = await answer.json();
  return {
    status: answer.status,
    ids: (body[kind] ?? []).map(({ id }: { id: number }) => id),
    next: body.next_rest_url,
  };
}

const sorted = (ids: readonly number[] = []): number[] => [...ids].sort((a, b) => a - b);

/** What else a request says, and how many pages the list has then. */
const SIZES = [
  ['per_page=1', 23],
  ['per_page=5', 5],
  ['per_page=23', 1],
  ['per_page=50&multilang_language=ko', 1],
  ['multilang_language=es&per_page=11', 3],
] as const;

describe.each(KINDS)('of %s', (kind) => {
  const all = kind === 'categories' || kind === 'tags' ? 'hide_empty=0&' : '';

  test.each(SIZES)(
    'a plugin that cuts the number of the next page off its link gets all once: %s',
    async (query, pages) => {
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
    },
  );
});

describe.each(['events', 'venues', 'organizers'] as const)('of %s', (kind) => {
  test.each(SIZES)('a scraper that steps up until it gets a 404 gets all once: %s', async (query, pages) => {
    const seen: number[] = [];
    let number = 0;
    let status = 200;
    while (status === 200) {
      number += 1;
      expect(number).toBeLessThanOrEqual(pages + 1);
      const got = await page(kind, `page=${number}&${query}`);
      status = got.status;
      seen.push(...got.ids);
    }
    expect([status, number]).toEqual([404, pages + 1]);
    expect(sorted(seen)).toEqual(IDS.get(kind));
  });
});
