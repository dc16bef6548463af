process.env.TZ = 'UTC';

import type { App } from '../src/app.ts';
import { runProgram } from '../src/process/command-line.ts';
import { asking } from './shared/asking.ts';
import { addAdministrator, seedIn } from './shared/calendar.ts';
import { cpuOf } from './shared/measure.ts';
import { EVENTS_OPTION, readCount } from './shared/options.ts';

const SITE = 'http://127.0.0.1:4000';
const REST = `${SITE}/wp-json/calendar/events/v1`;

interface Attack {
  method?: string;
  url: string;
  type?: string;
  body?: string;
  admin?: true;
}

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const TIMES = { title: 'x', start_date: '2027-01-01', end_date: '2027-01-02' };
const list = <T>(count: number, each: (index: number) => T): T[] => [...Array(count).keys()].map(each);

const rest = (method: string, path: string, body: unknown, more: Partial<Attack> = {}): Attack => ({
  method,
  url: `${REST}${path}`,
  type: JSON_TYPE,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...more,
});
const graphql = (query: string, variables: object, more: Partial<Attack> = {}): Attack => ({
  method: 'POST',
  url: `${SITE}/graphql`,
  type: JSON_TYPE,
  body: JSON.stringify({ query, variables }),
  ...more,
});

const EVENTS = 'query ($filter: EventWhere) { eventPage(where: $filter) { total items { id: databaseId } } }';
const TAGS = 'query ($filter: TagWhere) { tagPage(where: $filter) { total items { id: databaseId } } }';
const CREATE = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { id: databaseId } } }';
const INPUT = { title: 'x', startDate: '2027-01-01', endDate: '2027-01-02' };

const negated = list(3_000, (index) => `-w${index}`).join(' ');
const names = list(60_000, (index) => `name${index}`);
const ids = list(90_000, (index) => index + 1);
const inline = list(60_000, () => ({ venue: 'V' }));
const same = list(30_000, () => ({ venue: 'One' }));
const cost = list(75_000, (index) => `${index % 90},`)
  .join(' ')
  .slice(0, 300_000);
const nest = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
const multipart = (parts: readonly string[]) =>
  `${parts.map((name) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`).join('')}--b--\r\n`;

const ATTACKS: Record<string, Attack> = {
  'search of 3,000 negated words, events': rest('GET', '/events', { search: negated }),
  'search of 3,000 negated words, tags': rest('GET', '/tags', { search: negated }),
  'search of 3,000 negated words, GraphQL': graphql(EVENTS, { filter: { search: negated } }),
  '60,000 category names': rest('GET', '/events', { categories: names }),
  '60,000 category names, CSV': rest('GET', '/events', { categories: names.join() }),
  '60,000 category names, GraphQL': graphql(EVENTS, { filter: { categoriesIn: names } }),
  '60,000 tags included, GraphQL': graphql(TAGS, { filter: { in: names } }),
  'include of 90,000 ids': rest('GET', '/events', { include: ids }),
  'include of 90,000 ids, CSV': rest('GET', '/events', { include: ids.join() }),
  'include of 90,000 ids, GraphQL': graphql(EVENTS, { filter: { in: ids } }),
  '60,000 inline venues, nobody': rest('POST', '/events', { ...TIMES, venue: inline }),
  '60,000 inline venues, nobody, list in a text': rest('POST', '/events', {
    ...TIMES,
    venue: JSON.stringify(inline).replaceAll('"venue"', '"a"').slice(0, 999_000),
  }),
  '60,000 inline venues, nobody, GraphQL': graphql(CREATE, {
    input: { ...INPUT, venues: list(30_000, () => ({ create: { name: 'V' } })) },
  }),
  '30,000 times one inline venue': rest('POST', '/events', { ...TIMES, venue: same }, { admin: true }),
  '20,000 times one inline venue, GraphQL': graphql(
    CREATE,
    { input: { ...INPUT, venues: list(20_000, () => ({ create: { name: 'One and the same' } })) } },
    { admin: true },
  ),
  '2,000 names of new tags': rest('POST', '/events', { ...TIMES, tags: names.slice(0, 2_000) }, { admin: true }),
  'a cost of 300 KB': rest('POST', '/events', { ...TIMES, cost }, { admin: true }),
  'a cost of 300 KB as a list': rest('POST', '/events', { ...TIMES, cost: cost.split(' ') }, { admin: true }),
  'a cost of 300 KB, GraphQL': graphql(CREATE, { input: { ...INPUT, cost } }, { admin: true }),
  'a title of 900 KB of references': rest('POST', '/venues', { venue: '&amp;'.repeat(180_000) }, { admin: true }),
  'a date of 900 KB': rest('POST', '/events', { ...TIMES, start_date: '1 '.repeat(450_000) }, { admin: true }),
  'a time zone of 900 KB': rest('POST', '/events', { ...TIMES, timezone: 'A/'.repeat(450_000) }, { admin: true }),
  'a website of 900 KB': rest('POST', '/venues', { venue: 'x', website: `https://a.example/${'<'.repeat(900_000)}` }),
  'a description of 900 KB': rest(
    'POST',
    '/venues',
    { venue: 'x', description: '<p>a '.repeat(180_000) },
    { admin: true },
  ),
  'a slug of 900 KB': rest('POST', '/tags', { name: 'x', slug: '%ed'.repeat(300_000) }, { admin: true }),
  'JSON 400,000 lists deep': rest('POST', '/events', `{"title":${nest('[', ']', 400_000)}}`),
  'JSON 400,000 lists deep, nowhere asked for': rest('POST', '/venues', `{"venue":"x","y":${nest('[', ']', 400_000)}}`),
  'JSON 150,000 objects deep': rest('POST', '/events', `{"venue":${nest('{"a":', '}', 150_000)}}`),
  'JSON 400,000 lists deep, GraphQL': {
    ...graphql('', {}),
    body: `{"query":${JSON.stringify(CREATE)},"variables":{"input":{"title":${nest('[', ']', 400_000)}}}}`,
  },
  'JSON 400,000 lists deep as the body, GraphQL': { ...graphql('', {}), body: nest('[', ']', 400_000) },
  'a form name 300,000 brackets deep': rest('POST', '/events', `venue${'[a]'.repeat(300_000)}=1`, { type: FORM }),
  '1,000 form names of 900 brackets': rest(
    'POST',
    '/events',
    list(1_000, (i) => `v[${i}]${'[]'.repeat(450)}=1`).join('&'),
    { type: FORM },
  ),
  'a million brackets in one name': rest('POST', '/events', '['.repeat(999_000), { type: FORM }),
  '500,000 parameters of a form': rest('POST', '/events', 'a&'.repeat(499_000), { type: FORM }),
  '16,000 parts of a form': rest('POST', '/events', multipart(list(16_000, () => 'a')), {
    type: 'multipart/form-data; boundary=b',
  }),
  'a part with a name of 300,000 brackets': rest('POST', '/events', multipart([`venue${'[a]'.repeat(300_000)}`]), {
    type: 'multipart/form-data; boundary=b',
  }),
};

await runProgram({
  call: 'npm run bench:lengths',
  purpose: `What requests that are as large as a body may be cost: CPU milliseconds of this process, the least of three (of one,
where it takes long), on an embedded store that keeps nothing.`,
  uses: ['[--events N]'],
  options: { events: { ...EVENTS_OPTION, says: `${EVENTS_OPTION.says}; 20000 without it` } },
  variables: [],
  read: ({ values }): number | string => readCount('events', values.events ?? '20000'),
  run: measure,
});

async function measure(events: number): Promise<undefined> {
  const { app, store, users } = await seedIn({ DATA_DIR: ':memory:' }, events);
  const { secret } = await addAdministrator(users);
  await once({ url: `${REST}/events` }, app, secret);
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const rounds = [await once(attack, app, secret)];
    // Slow requests and successful writes are not repeated.
    while (rounds.length < 3 && rounds[0]!.ms < 300 && rounds[0]!.status >= 400)
      rounds.push(await once(attack, app, secret));
    const ms = Math.min(...rounds.map((round) => round.ms));
    const { status, text } = rounds[0]!;
    process.stdout.write(`${name.padEnd(46)} ${ms.toFixed(0).padStart(6)} ms  ${status} ${text.slice(0, 110)}\n`);
  }
  await store.close();
}

async function once({ method = 'GET', url, type, body = '', admin }: Attack, app: App, secret: string) {
  const bytes = Buffer.byteLength(body);
  if (bytes > 1_000_000) throw new Error(`${bytes} bytes are no body`);
  const headers = {
    ...(type ? { 'content-type': type } : {}),
    ...(admin ? { authorization: `Bearer ${secret}` } : {}),
  };
  let answered = { status: 0, text: '' };
  const ms = await cpuOf(async () => {
    answered = await asking(app, { method, url, headers, body });
  });
  return { ms, ...answered };
}
