process.env.TZ = 'UTC';

import { randomInt } from 'node:crypto';
import { type DocumentNode, GraphQLError, validate } from 'graphql';
import { type App, createApp } from '../src/app.ts';
import { openUsers } from '../src/auth/open-users.ts';
import { generateSecret, hashGenerated } from '../src/auth/secrets.ts';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/database.ts';
import { costOf } from '../src/graphql/cost.ts';
import { countsOf, parseWithin, refuseBeyond, refuseLong } from '../src/graphql/limits.ts';
import { schema } from '../src/graphql/schema.ts';
import type { Answer } from '../src/http/exchange.ts';
import { createLog } from '../src/log.ts';
import { withProgress } from '../src/progress.ts';
import { createRandom } from '../src/seed/random.ts';
import { seedCalendar } from '../src/seed/seed-calendar.ts';
import type { Store } from '../src/store/port.ts';
import { drawDocument } from './dearest/draw.ts';
import { SHAPES, type Shape, TEXTS } from './dearest/shapes.ts';

/**
 * The dearest GraphQL documents that the limits allow, and what the others cost to be refused: CPU of this process, the
 * least of three. Documents of known shapes as large as they may be, and drawn ones; FUZZ_SEED draws the same again.
 *   npm run bench:dearest -- 20000 100     events, drawn documents
 */
const [EVENTS = 20_000, DRAWN = 100] = process.argv.slice(2).map(Number);
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 30));
const AROUND = '2026-11-20';
const SHOWN = 12;

interface Measured {
  name: string;
  ms: number;
  more: string;
}

/** Milliseconds of CPU, the least of three. */
async function cpu(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** The document when it is within the limits. */
function admitted(text: string): DocumentNode | undefined {
  try {
    refuseLong(text);
    const document = parseWithin(text);
    refuseBeyond(countsOf(document));
    refuseBeyond({ cost: counted(document) });
    return document;
  } catch {
    return undefined;
  }
}

/** Its cost; 0 of one that is not valid, which validation has to refuse. */
function counted(document: DocumentNode): number {
  try {
    return costOf(schema, document, {});
  } catch (error) {
    if (error instanceof GraphQLError) return 0;
    throw error;
  }
}

/** The largest size at which a shape is allowed. */
function largest({ document }: Shape): number {
  let [allowed, refused] = [1, 20_000];
  while (refused - allowed > 1) {
    const between = Math.floor((allowed + refused) / 2);
    if (admitted(document(between))) allowed = between;
    else refused = between;
  }
  return allowed;
}

async function seededApp(): Promise<{ app: App; store: Store; authorization: string }> {
  const log = createLog('warn');
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: ':memory:' });
  const store = await openDatabase(config, log);
  await withProgress(({ report }) => seedCalendar(store, { events: EVENTS, around: AROUND, report }));
  const users = openUsers(config, store);
  const secret = generateSecret();
  await users.add({ name: 'bench', role: 'administrator', secret: hashGenerated(secret) });
  const clock = () => Date.parse(`${AROUND}T12:00:00Z`);
  return { app: createApp({ config, store, users, clock, log }), store, authorization: `Bearer ${secret}` };
}

function show(title: string, measured: readonly Measured[]): void {
  process.stdout.write(`\n${title}\n`);
  const dearest = measured.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN);
  for (const { name, ms, more } of dearest) process.stdout.write(`${ms.toFixed(0).padStart(6)} ms  ${more}  ${name}\n`);
}

async function main(): Promise<void> {
  process.stdout.write(`${EVENTS} events, ${DRAWN} drawn documents, FUZZ_SEED=${SEED}\n`);
  const { app, store, authorization } = await seededApp();
  const ask = (query: string, as: object = {}): Promise<Answer> =>
    app.answer({
      method: 'POST',
      url: new URL('http://127.0.0.1:4000/graphql'),
      headers: { 'content-type': 'application/json', ...as },
      ...{ peer: '127.0.0.1', httpVersion: '1.1', inFlight: 1 },
      body: async () => Buffer.from(JSON.stringify({ query })),
    });

  async function run(name: string, query: string, as?: object): Promise<Measured> {
    const document = admitted(query)!;
    const ms = await cpu(() => ask(query, as));
    const { status, content } = await ask(query, as);
    const figures = [
      `cost ${counted(document)}`.padEnd(10),
      `${document.tokenCount} tokens`.padEnd(11),
      `${Math.round(content.length / 1000)} KB`.padEnd(8),
    ];
    return { name, ms, more: `${status}  ${figures.join('  ')}` };
  }

  const shapes = SHAPES.map((shape) => ({ ...shape, size: largest(shape) }));
  const ran: Measured[] = [];
  const refused: Measured[] = [];
  for (const { name, size, document, writes } of shapes) {
    const beyond = document(size + 1);
    ran.push(await run(`${name} (${size})`, document(size), writes && { authorization }));
    refused.push({ name, ms: await cpu(() => ask(beyond)), more: String((await ask(beyond)).status) });
  }
  show('Known shapes, as large as they are allowed:', ran);

  const random = createRandom(String(SEED));
  const drawn: Measured[] = [];
  for (let at = 0; at < DRAWN; at += 1) {
    const text = drawDocument(random, (each) => admitted(each) !== undefined);
    drawn.push(await run(text.length > 160 ? `${text.slice(0, 160)}…` : text, text));
  }
  show('Drawn ones:', drawn);

  const validated: Measured[] = [];
  for (const { name, document } of TEXTS) {
    const size = largest({ name, document });
    const parsed = admitted(document(size))!;
    const ms = await cpu(() => validate(schema, parsed));
    validated.push({ name: `${name} (${size})`, ms, more: `${parsed.tokenCount} tokens`.padEnd(11) });
    for (const large of [document(size + 1), document(10_000)])
      refused.push({ name, ms: await cpu(() => ask(large)), more: String((await ask(large)).status) });
  }
  show('Validation alone:', validated);
  show('Refused:', refused);
  await store.close();
}

await main();
