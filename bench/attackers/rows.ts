import type { Asked } from './caller.ts';

/** What a row does while readers read. */
export interface Row {
  /** How many callers there are, and at how many addresses. */
  callers: number;
  addresses: number;
  /** What each asks, again and again; undefined: it announces bodies that do not come. */
  next?: (() => Asked) | undefined;
  /** Done once, while readers read. */
  once?: Asked;
  /** Whether there is no other reader: what the callers see is what counts. */
  alone?: true;
}

const REST = '/wp-json/calendar/events/v1';

/** An ordinary list that nobody has asked for. */
export const nextList = (): Asked => ({
  path: `${REST}/events?per_page=10&start_date=${new Date(Date.UTC(2026, 10, 1) + 37_000 * turn++).toISOString().slice(0, 19)}`,
});
let turn = 0;

/** So that no answer is one that was kept. */
let fresh = 0;

const graphql = (query: string): Row => ({
  ...{ callers: 3, addresses: 3 },
  next: () => ({ path: '/graphql', body: JSON.stringify({ query: `query Bench${fresh++} ${query}` }) }),
});

const MIDDLE = '{latitude:40,longitude:-3,radiusKm:20000}';

const byTitle = (name: string, word: string): string =>
  `${name}:events(first:100,orderBy:{field:TITLE},where:{not:{search:"${word}"}}){nodes{id title}}`;

/** A draft of so many words that nobody has used. */
const draft = (words: number): string => {
  const from = fresh;
  fresh += words;
  return Array.from({ length: words }, (_, at) => `w${(from + at).toString(36)}`).join(' ');
};

/** The rows, by name. `contributor` and `administrator` are their headers, `busiestTag` is an id. */
export const rowsOf = ({
  contributor,
  administrator,
  busiestTag,
}: {
  contributor: Record<string, string>;
  administrator: Record<string, string>;
  busiestTag: number;
}): Record<string, Row> => ({
  none: { callers: 0, addresses: 1 },
  near: graphql(`{tags(first:50){nodes{events(first:1,where:{near:${MIDDLE}}){totalCount}}}}`),
  search: graphql('{categories(first:50){nodes{events(first:1,where:{search:"in"}){totalCount}}}}'),
  title: graphql(`{${byTitle('a', 'zq')} ${byTitle('b', 'qz')}}`),
  rest: {
    ...{ callers: 3, addresses: 3 },
    next: () => ({
      path: `${REST}/events?search=zq&start_date=2006-01-01&end_date=2046-01-01%2000:00:${String(fresh++ % 60).padStart(2, '0')}`,
    }),
  },
  drafts: {
    ...{ callers: 3, addresses: 3 },
    next: () => ({
      ...{ path: `${REST}/events`, headers: contributor },
      body: JSON.stringify({
        ...{ title: 'A draft', status: 'draft', start_date: '2026-12-01', end_date: '2026-12-02' },
        description: draft(60_000),
      }),
    }),
  },
  'bodies from one address': { callers: 400, addresses: 1 },
  'bodies from 400 addresses': { callers: 400, addresses: 400 },
  crowd: { callers: 400, addresses: 40, alone: true, next: nextList },
  'deletion of a tag': {
    ...{ callers: 0, addresses: 1 },
    once: { method: 'DELETE', path: `${REST}/tags/${busiestTag}`, headers: administrator },
  },
});

/** What tells the busiest tag. */
export const BUSIEST_TAG: Asked = { path: `${REST}/tags?orderby=count&order=desc&per_page=1` };

/** Where bodies are announced. */
export const BODY_PATH = '/graphql';
