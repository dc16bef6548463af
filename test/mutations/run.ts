/**
 * Makes small faults in a copy of `src/`, and says which test file notices each. A survivor lacks a test, or is none.
 *   npx tsx test/mutations/run.ts [--seed TEXT] [--count 40] [--all fast,drawn,process] [--workers 2] [--json FILE]
 * A fault meets the 5 nearest files of TESTS (`fast`). Those left meet all, of TESTS and then of --all, first together.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { drawFaults, type Fault } from './draw.ts';

const { TESTS = 'fast' } = process.env;
const output = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' }).trim();
const is = { type: 'string' } as const;
const { values } = parseArgs({ options: { seed: is, count: is, all: is, workers: is, json: is } });
const { seed = output('git', 'rev-parse', 'HEAD'), count = '40', all = 'all', workers = '2', json } = values;
// Packages are linked one by one: what vitest keeps beside them goes away with the copy.
const COPY = `mkdir -p "$0"/{main/node_modules,tmp} && ln -s "$PWD"/node_modules/{*,.bin} "$0/main/node_modules"
git ls-files -zcox node_modules --exclude-standard | xargs -0 cp --parents -t "$0/main"
git ls-files -co 'src/*.[jt]s' 'test/*.[jt]s'`;
const VITEST = `ulimit -t $((60 + 10 * $#)); time npx vitest "$@" --maxWorkers=${workers} --reporter=default --no-color \
  --testTimeout=100000 --hookTimeout=100000 --experimental.fsModuleCache 2>&1 && echo PASSED`;
const NAMED = /^(?: FAIL .*?|\[\w+\] |)(test\/\S+\.test\.ts)/gm;
const IMPORTED = /(?:^(?:import|export) (?!type )[^;'"]*|\bimport\()'(\.[^']*)'/gm;
const folder = mkdtempSync(join(tmpdir(), 'mutations-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 9 }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
const code = output('bash', '-c', COPY, folder).split('\n').sort();
process.chdir(join(folder, 'main'));
const sources = new Map(code.map((path) => [path, readFileSync(path, 'utf8')]));
const drawn = [...sources].filter(([path]) => /^src\/(?!data\/mongo)/.test(path));
const faults = drawFaults(drawn, seed, Number(count));
const left = () => faults.filter(({ by }) => !by);
const say = (line: string) => process.stdout.write(`${line}\n`);
/** Runs vitest with faults in place. The test files that it lists, or that fail; `the run` if that failed besides. */
async function vitest(tests: string, args: string[], broken: Fault[] = []): Promise<string[]> {
  for (const { file, start, end, text } of [...broken].sort((a, b) => b.start - a.start)) {
    const now = readFileSync(file, 'utf8');
    writeFileSync(file, now.slice(0, start) + text + now.slice(end));
  }
  const env = { ...process.env, TESTS: tests, TMPDIR: join(folder, 'tmp'), TIMEFORMAT: '%U' };
  const child = spawn('bash', ['-c', VITEST, '', ...args], { env, detached: true });
  const kill = () => spawnSync('kill', ['-KILL', '--', `-${child.pid}`]);
  process.prependListener('exit', kill);
  child.stdout.on('data', (said) => /skipped\) \d{6}ms/.test(said) && kill()); // a hook that hangs
  const [printed, time] = await Promise.all([text(child.stdout), text(child.stderr)]);
  process.off('exit', kill);
  for (const fault of broken) {
    writeFileSync(fault.file, sources.get(fault.file)!);
    fault.cpu += Number(time) / broken.length;
  }
  const files = new Set([...printed.matchAll(NAMED)].map((found) => found[1]!));
  const isWell = printed.endsWith('PASSED\n') || (files.size && !printed.includes('Unhandled Error'));
  return isWell ? [...files] : [...files, 'the run'];
}
const importsOf = (path: string, text: string) => [...text.matchAll(IMPORTED)].map(([, to]) => join(path, '..', to!));
const imports = code.map((path) => ({ path, imported: importsOf(path, sources.get(path)!) }));
/** Test files by their steps of imports to a file, less the words that their names share; small ones first. */
function nearest(file: string, tests: string[]): string[] {
  const steps = new Map([[file, 0]]);
  for (const [to, step] of steps)
    for (const { path, imported } of imports) if (imported.includes(to) && !steps.has(path)) steps.set(path, step + 1);
  const shared = (test: string) => test.split(/\W/).filter((word) => file.split(/\W/).includes(word)).length;
  const rank = (test: string) => (steps.get(test) ?? 99) - shared(test) + sources.get(test)!.length / 1e6;
  return tests.filter((test) => sources.has(test)).sort((a, b) => rank(a) - rank(b));
}
async function alone(fault: Fault, stage: string, tests: string, files: string[]): Promise<void> {
  if (fault.by || !files.length) return;
  [fault.by = ''] = await vitest(tests, ['run', '--bail=1', ...files], [fault]);
  fault.stage = stage;
  const found = `${fault.by ? `caught by ${fault.by}` : 'SURVIVED'} (${stage}, ${fault.cpu.toFixed()} s of CPU)`;
  say(`${faults.indexOf(fault) + 1} of ${faults.length} ${fault.at}: ${found}`);
  if (json) writeFileSync(resolve(process.env.PWD ?? '', json), JSON.stringify({ seed, faults }, null, 2));
}
async function together(group: Fault[], tests: string, files: string[]): Promise<void> {
  if (group.length === 1) return alone(group[0]!, tests, tests, files);
  const failed = group.length && files.length ? await vitest(tests, ['run', '--bail=20', ...files], group) : [];
  for (const fault of group) await alone(fault, tests, tests, nearest(fault.file, failed).slice(0, 5));
  for (const fault of group) await alone(fault, tests, tests, nearest(fault.file, failed).slice(5));
  const rest = group.filter(({ by }) => !by);
  const half = rest.length === group.length ? rest.length >> 1 : 0;
  if (failed.length && half) await together(rest.slice(0, half), tests, files);
  if (failed.length) await together(rest.slice(half), tests, files);
}
const first = await vitest(TESTS, ['list', '--filesOnly']);
// What `fast` samples is run again with every row.
const thorough = await vitest('thorough', ['list', '--filesOnly']);
const others = (await vitest(all, ['list', '--filesOnly'])).filter(
  (file) => !first.includes(file) || thorough.includes(file),
);
for (const fault of faults) await alone(fault, 'nearest', TESTS, nearest(fault.file, first).slice(0, 5));
await together(left(), TESTS, first);
await together(left(), all, others);
const catchers = faults.map(({ by }) => by).filter((by) => sources.has(by));
for (const file of catchers.length ? await vitest(all, ['run', ...catchers]) : []) say(`${file} FAILS ANYWAY`);
say(`Seed ${seed}: ${faults.length - left().length} of ${faults.length} caught. Survivors:`);
for (const { at } of left()) say(`  ${at}`);
