process.env.TZ = 'UTC';

import { randomInt } from 'node:crypto';
import { type DocumentNode, GraphQLError, validate } from 'graphql';
import { costOf } from '../src/api/graphql/cost.ts';
import { countsOf, parseWithin, refuseBeyond, refuseLong } from '../src/api/graphql/limits.ts';
import { schema } from '../src/api/graphql/schema.ts';
import { runProgram } from '../src/process/command-line.ts';
import { createRandom } from '../src/tools/seed/random.ts';
import { drawDocument } from './dearest/draw.ts';
import { knownDocuments, SHAPES, type Shape, TEXTS } from './dearest/shapes.ts';
import { asking } from './shared/asking.ts';
import { addAdministrator, newApp, seedIn } from './shared/calendar.ts';
import { cpuOf, leastCpuOf, median } from './shared/measure.ts';
import { EVENTS_OPTION, readCount } from './shared/options.ts';

interface Options {
  events: number;
  documents: number;
  seed: number;
}

const SHOWN = 12;

/** Documents that take less say little about points. */
const LEAST_MS = 5;

await runProgram({
  call: 'npm run bench:dearest',
  purpose: `The dearest GraphQL documents that the limits allow, and what the others cost to be refused: CPU milliseconds of this
process, the least of three, each on a server that has cached nothing yet. Documents of known shapes as large as they may be,
drawn ones, the examples, and what people ask for; the same seed draws the same again. At the end, whose points are far
from the work.`,
  uses: ['[--events N] [--documents N] [--seed N]'],
  options: {
    events: { ...EVENTS_OPTION, says: `${EVENTS_OPTION.says}; 20000 without it` },
    documents: { takes: 'N', says: 'how many are drawn; 100 without it' },
    seed: { takes: 'N', says: 'what they are drawn from; a new one without it' },
  },
  variables: [],
  read({ values }): Options | string {
    const events = readCount('events', values.events ?? '20000');
    const documents = readCount('documents', values.documents ?? '100');
    const seed = readCount('seed', values.seed ?? String(randomInt(1, 10_000_000)));
    for (const each of [events, documents, seed]) if (typeof each === 'string') return each;
    return { events, documents, seed } as Options;
  },
  run: measure,
});

interface Measured {
  name: string;
  ms: number;
  more: string;
  /** Its cost in points. */
  cost?: number;
}

/** The parsed document, if it is within the limits. */
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

/** Its cost; 0 for an invalid document, which validation must refuse. */
function counted(document: DocumentNode): number {
  try {
    return costOf(schema, document, {});
  } catch (error) {
    if (error instanceof GraphQLError) return 0;
    throw error;
  }
}

/** The largest allowed size of a shape. */
function largest({ document }: Shape): number {
  let [allowed, refused] = [1, 20_000];
  while (refused - allowed > 1) {
    const between = Math.floor((allowed + refused) / 2);
    if (admitted(document(between))) allowed = between;
    else refused = between;
  }
  return allowed;
}

function show(title: string, measured: readonly Measured[], most = SHOWN): void {
  process.stdout.write(`\n${title}\n`);
  const dearest = measured.toSorted((one, other) => other.ms - one.ms).slice(0, most);
  for (const { name, ms, more } of dearest) process.stdout.write(`${ms.toFixed(0).padStart(6)} ms  ${more}  ${name}\n`);
}

/** How far points follow the work. */
function compare(measured: readonly Measured[]): void {
  const rates = measured
    .flatMap(({ name, ms, cost }) => (cost && ms > LEAST_MS ? [{ name, rate: cost / ms }] : []))
    .sort((one, other) => one.rate - other.rate);
  const middle = median(rates.map(({ rate }) => rate));
  process.stdout.write(
    `\nPoints per millisecond of ${rates.length} documents above ${LEAST_MS} ms: median ${middle.toFixed(1)}; apart by more than 3 times:\n`,
  );
  for (const { name, rate } of rates)
    if (rate < middle / 3 || rate > middle * 3) process.stdout.write(`${rate.toFixed(1).padStart(6)}  ${name}\n`);
}

async function measure({ events, documents, seed }: Options): Promise<undefined> {
  process.stdout.write(`${events} events, ${documents} drawn documents, seed ${seed}\n`);
  const { config, store, users } = await seedIn({ DATA_DIR: ':memory:', WORK_LIMIT: '0' }, events);
  const opened = () => newApp(config, store);
  let app = opened();
  const { secret } = await addAdministrator(users);
  const authorization = `Bearer ${secret}`;
  const ask = (query: string, headers: Record<string, string> = {}) =>
    asking(app, {
      ...{ method: 'POST', url: 'http://127.0.0.1:4000/graphql' },
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });

  async function run(name: string, query: string, as?: Record<string, string>): Promise<Measured> {
    const document = admitted(query)!;
    let ms = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 3; turn += 1) {
      app = opened();
      await ask('{ __typename }', as);
      ms = Math.min(ms, await cpuOf(() => ask(query, as)));
    }
    const { status, text } = await ask(query, as);
    const cost = counted(document);
    const figures = [
      `cost ${cost}`.padEnd(10),
      `${document.tokenCount} tokens`.padEnd(11),
      `${Math.round(text.length / 1000)} KB`.padEnd(8),
    ];
    return { name, ms, cost, more: `${status}  ${figures.join('  ')}` };
  }

  const shapes = SHAPES.map((shape) => ({ ...shape, size: largest(shape) }));
  const ran: Measured[] = [];
  const refused: Measured[] = [];
  for (const { name, size, document, writes } of shapes) {
    const beyond = document(size + 1);
    ran.push(await run(`${name} (${size})`, document(size), writes && { authorization }));
    refused.push({ name, ms: await leastCpuOf(() => ask(beyond)), more: String((await ask(beyond)).status) });
  }
  show('Known shapes, as large as they are allowed:', ran);

  const random = createRandom(String(seed));
  const drawn: Measured[] = [];
  for (let at = 0; at < documents; at += 1) {
    const text = drawDocument(random, (each) => admitted(each) !== undefined);
    drawn.push(await run(text.length > 160 ? `${text.slice(0, 160)}…` : text, text));
  }
  show('Drawn ones:', drawn);

  const known: Measured[] = [];
  for (const [name, text] of await knownDocuments()) known.push(await run(name, text));
  show('Examples, and what people ask for:', known, known.length);
  compare([...ran, ...drawn, ...known]);

  const validated: Measured[] = [];
  for (const { name, document } of TEXTS) {
    const size = largest({ name, document });
    const parsed = admitted(document(size))!;
    const ms = await leastCpuOf(() => validate(schema, parsed));
    validated.push({ name: `${name} (${size})`, ms, more: `${parsed.tokenCount} tokens`.padEnd(11) });
    for (const large of [document(size + 1), document(10_000)])
      refused.push({ name, ms: await leastCpuOf(() => ask(large)), more: String((await ask(large)).status) });
  }
  show('Validation alone:', validated);
  show('Refused:', refused);
  await store.close();
}
