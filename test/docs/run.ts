/**
 * Runs what the documents say: every fenced block, and every `npm run …` in a cell of a table, in the order of its page, in a
 * folder and at a port of its own, against the built programs. What is printed behind a command is compared with what it says.
 *
 *   npm run docs:run [-- README.md docs/live.md …]
 *
 * It prints each block, then what was not run and why, and ends with 1 if a block is wrong. A page with a wrong block is run once
 * more, alone.
 */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Block, readPage } from './blocks.ts';
import { checkDeployment } from './deployment.ts';
import { openPage } from './page.ts';
import { clear } from './place.ts';
import { complaints } from './programs.ts';

const { positionals } = parseArgs({ allowPositionals: true });

const DOCS = readdirSync('docs').filter((name) => name.endsWith('.md'));
const ALL = [
  'README.md',
  'CONTRIBUTING.md',
  'bench/README.md',
  'test/README.md',
  ...DOCS.map((name) => `docs/${name}`),
];

/** What became of a block: it is wrong if `wrong` says how, and it was not run if `why` says why. */
interface Outcome {
  page: string;
  name: string;
  seconds: number;
  why?: string;
  wrong?: string;
}

let outcomes: Outcome[] = [];
/** The commands of each page that were not run, also in blocks whose other commands were. */
const leftOut = new Map<string, string[]>();
const say = (line: string) => process.stdout.write(`${line}\n`);
const nameOf = ({ line, language, text }: Block) => `line ${line}: ${text.split('\n')[0] || language}`.slice(0, 110);

/** Does something for a block, and notes what came of it. */
async function note(page: string, name: string, run: () => Promise<string | undefined>): Promise<void> {
  const began = performance.now();
  const outcome: Outcome = { page, name, seconds: 0 };
  try {
    const why = await run();
    if (why !== undefined) outcome.why = why;
  } catch (error) {
    outcome.wrong = error instanceof Error ? error.message : String(error);
  }
  outcome.seconds = (performance.now() - began) / 1000;
  outcomes.push(outcome);
  const { wrong, why, seconds } = outcome;
  if (wrong) say(`WRONG ${page}, ${name}\n${wrong}\n`);
  else say(`${why ? `not run: ${why}` : `${seconds.toFixed(1)} s`}\t${page}, ${name}`);
}

async function runPage(path: string): Promise<void> {
  const page = readPage(path);
  const open = await openPage(page).catch((error) =>
    note(path, 'what it takes for granted', () => Promise.reject(error)),
  );
  if (!open) return;
  for (const block of page.blocks) await note(path, nameOf(block), async () => block.why ?? (await open.run(block)));
  for (const [command, why] of page.without)
    if (!open.leftOut.has(command))
      await note(path, `${command} is not run: ${why}`, () => Promise.reject(new Error('It is not on the page.')));
  leftOut.set(
    path,
    [...open.leftOut].map((command) => `${command} (${page.without.get(command)})`),
  );
  await open.close();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void clear().then(() => process.exit(1)));

const chosen = positionals.length > 0 ? positionals : ALL;
const left = chosen.slice();
// Each page has a folder and a port of its own.
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) await runPage(path);
  }),
);
// A page depends on processes and on what else the machine does: it may fail once, and says so.
const failedFirst = outcomes.filter(({ wrong }) => wrong);
const again = new Set(failedFirst.map(({ page }) => page));
outcomes = outcomes.filter(({ page }) => !again.has(page));
for (const path of again) await runPage(path);
if (positionals.length === 0) for (const [name, check] of checkDeployment()) await note('deploy', name, check);
await note('all pages', 'types of programs', async () => {
  const found = complaints();
  if (found.length > 0) throw new Error(found.join('\n'));
  return undefined;
});
await clear();

for (const page of [...chosen, 'deploy', 'all pages']) {
  const own = outcomes.filter((outcome) => outcome.page === page);
  const others = own.filter(({ why }) => why);
  say(`${page}: ${own.length - others.length} run, ${others.length} not run`);
  for (const why of new Set(others.map((outcome) => outcome.why)))
    say(
      `  ${why}: ${others
        .filter((outcome) => outcome.why === why)
        .map(({ name }) => name.replace(/:.*/, ''))
        .join(', ')}`,
    );
  const commands = leftOut.get(page) ?? [];
  if (commands.length > 0) say(`  commands: ${commands.join(', ')}`);
}
/** What was wrong, where somebody looks first: at the end. */
const sayWrong = (how: string, { page, name, wrong = '' }: Outcome) =>
  say(`${how} ${page}, ${name}\n${wrong.slice(0, 1500).replace(/^(?=.)/gm, '    ')}`);
const wrong = outcomes.filter((outcome) => outcome.wrong);
for (const outcome of failedFirst)
  if (!wrong.some(({ page }) => page === outcome.page)) sayWrong('wrong once, right again:', outcome);
for (const outcome of wrong) sayWrong('WRONG', outcome);
const notRun = outcomes.filter(({ why }) => why).length;
say(`${outcomes.length - notRun} blocks run, ${notRun} not run${wrong.length > 0 ? `, ${wrong.length} wrong` : ''}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
