import { announce, askOn, type Caller, type HttpRequest, leaveUnread } from './caller.ts';

/** A row: what happens while readers read. */
export interface Row {
  attackers: readonly Callers[];
  /** A request that is sent once, while readers read. */
  once?: HttpRequest;
  /** Whether there are no other readers, so that the callers' own results count. */
  alone?: true;
}

/** Callers that all do the same thing. */
interface Callers {
  callers: number;
  /** The number of their addresses. */
  addresses: number;
  go(caller: Caller): Promise<void>;
}

const REST = '/wp-json/calendar/events/v1';

/** An ordinary list that was never requested before. */
export const nextList = (perPage = 10): { path: string } => ({
  path: `${REST}/events?per_page=${perPage}&start_date=${new Date(Date.UTC(2026, 10, 1) + 37_000 * turn++).toISOString().slice(0, 19)}`,
});
let turn = 0;

/** The header that logs a user in. */
export const loggingIn = (name: string, secret: string): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
});

/** Makes requests unique, so that no response is cached. */
let fresh = 0;

const asking = (count: number, next: () => HttpRequest, addresses = count): Row => ({
  attackers: [{ callers: count, addresses, go: (caller) => askOn(caller, next) }],
});

const announcing = (callers: number, addresses: number): Row => ({
  attackers: [{ callers, addresses, go: (caller) => announce(caller, '/graphql') }],
});

const sent = (query: string, variables: object = {}): HttpRequest => ({
  ...{ path: '/graphql', body: JSON.stringify({ query: `query Bench${fresh++} ${query}`, variables }) },
});

/** Repeats each request once. */
function twice(next: () => HttpRequest): () => HttpRequest {
  let last: HttpRequest | undefined;
  return () => {
    const again = last;
    last = again ? undefined : next();
    return again ?? last!;
  };
}

const MIDDLE = '{latitude:40,longitude:-3,radiusKm:20000}';

const byTitle = (name: string, word: string): string =>
  `${name}:events(first:100,orderBy:{field:TITLE},where:{not:{search:"${word}"}}){nodes{id title}}`;

/** A draft of `words` new words. */
const draft = (words: number): string => {
  const from = fresh;
  fresh += words;
  return Array.from({ length: words }, (_, at) => `w${(from + at).toString(36)}`).join(' ');
};

/** A document of 60 KB. It is sent twice, so that it is compiled. */
const longDocument = (): HttpRequest => {
  const aliases = Array.from({ length: 190 }, (_, at) => `a${at}:title`).join(' ');
  return sent(`{events(first:1){nodes{${aliases}}}}#${' '.repeat(58_000)}`);
};

/** Ids of the records that are deleted. */
export interface Busiest {
  tag: number;
  category: number;
  /** The category with most events, counting those of its descendants. */
  branch: number;
  venue: number;
  organizer: number;
}

interface Setup {
  /** The headers that log in users of these roles. */
  contributor: Record<string, string>;
  administrator: Record<string, string>;
  busiest: Busiest;
  /** A large photo. */
  picture: Buffer;
}

/** The rows, by name. */
export function rowsOf({ contributor, administrator, busiest, picture }: Setup): Record<string, Row> {
  const deletion = (path: string): Row => ({
    ...{ attackers: [], once: { method: 'DELETE', path: `${REST}/${path}`, headers: administrator } },
  });
  const attacks = {
    near: asking(3, () => sent(`{tags(first:9){nodes{events(first:1,where:{near:${MIDDLE}}){totalCount}}}}`)),
    search: asking(3, () => sent('{categories(first:16){nodes{events(first:1,where:{search:"in"}){totalCount}}}}')),
    title: asking(3, () => sent(`{${byTitle('a', 'zq')} ${byTitle('b', 'qz')}}`)),
    documents: asking(3, twice(longDocument)),
    rest: asking(3, () => ({
      path: `${REST}/events?search=zq&start_date=2006-01-01&end_date=2046-01-01%2000:00:${String(fresh++ % 60).padStart(2, '0')}`,
    })),
    drafts: asking(3, () => ({
      ...{ path: `${REST}/events`, headers: contributor },
      body: JSON.stringify({
        ...{ title: 'A draft', status: 'draft', start_date: '2026-12-01', end_date: '2026-12-02' },
        description: draft(60_000),
      }),
    })),
    passwords: asking(20, () => ({ path: `${REST}/events`, headers: loggingIn(`nobody${fresh++}`, 'guessed') })),
    'large bodies': asking(20, () => sent('{__typename}', { text: 'x'.repeat(fresh % 2 ? 990_000 : 2_000_000) })),
    'bodies from one address': announcing(400, 1),
    'bodies from 400 addresses': announcing(400, 400),
    unread: {
      attackers: [{ callers: 200, addresses: 20, go: (caller) => leaveUnread(caller, () => nextList(50), 20) }],
    },
  } satisfies Record<string, Row>;
  return {
    none: { attackers: [] },
    ...attacks,
    mixed: { attackers: Object.values(attacks).flatMap(({ attackers }) => attackers) },
    crowd: { ...asking(400, nextList, 40), alone: true },
    'series of two years': asking(1, () => ({
      ...{ path: `${REST}/events`, headers: administrator },
      body: JSON.stringify({
        ...{ title: `Choir ${fresh++}`, start_date: '2026-11-24 19:00', end_date: '2026-11-24 21:00' },
        recurrence: { rule: 'FREQ=WEEKLY;COUNT=105' },
      }),
    })),
    uploads: asking(3, () => ({
      ...{ path: '/wp-json/wp/v2/media', body: picture },
      headers: {
        ...{ ...administrator, 'Content-Type': 'image/jpeg' },
        'Content-Disposition': `attachment; filename="photo-${fresh++}.jpg"`,
      },
    })),
    'deletion of a tag': deletion(`tags/${busiest.tag}`),
    'deletion of a category': deletion(`categories/${busiest.category}`),
    'deletion of a category with others below': deletion(`categories/${busiest.branch}`),
    'deletion of a venue': deletion(`venues/${busiest.venue}`),
    'deletion of an organizer': deletion(`organizers/${busiest.organizer}`),
  };
}
