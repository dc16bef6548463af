// Adds the reports of the named halves up, FOLDER/HALF.json each. A half without a report, a test that was skipped, and
// one that only one store has although it belongs to both count as failed; so does FOLDER/HALF.failed by itself.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const [folder, ...names] = process.argv.slice(2);
/** Tests of one store, and those that know none and run beside the embedded one only. */
const ALONE = /^test\/(store\/(embedded|mongodb)|bench|rules|writer)\//;

const say = (line) => process.stdout.write(`${line}\n`);

/** Why a test failed, as much of it as tells where to look, below its name. */
const reasonOf = (messages) =>
  messages
    .join('\n')
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, 15)
    .map((line) => `\n    ${line.slice(0, 300)}`)
    .join('');

/** Every test of a half as [name, state, why]; none when there is no report. */
function testsOf(half) {
  const file = join(folder, `${half}.json`);
  if (!existsSync(file)) return [];
  return JSON.parse(readFileSync(file, 'utf8')).testResults.flatMap(({ name, assertionResults, status, message }) => {
    const path = relative(process.cwd(), name);
    const tests = assertionResults.map(({ fullName, status: state, failureMessages }) => [
      `${path}: ${fullName}`,
      state,
      reasonOf(failureMessages),
    ]);
    return status === 'failed' && tests.every(([, state]) => state !== 'failed')
      ? [...tests, [path, 'failed', reasonOf([message || 'could not be run'])]]
      : tests;
  });
}

const halves = new Map(names.map((half) => [half, testsOf(half)]));
const all = [...halves].flatMap(([half, tests]) => tests.map(([name, state, why]) => ({ half, name, state, why })));
const problems = all
  .filter(({ state }) => state !== 'passed')
  .map(({ half, name, state, why }) => `${state} on ${half}: ${name}${why}`);

for (const [half, tests] of halves) {
  say(`${half}: ${tests.length} tests`);
  if (tests.length === 0) problems.push(`${half} left no report`);
  // An error outside of every test is in no report.
  if (existsSync(join(folder, `${half}.failed`)) && tests.every(([, state]) => state === 'passed'))
    problems.push(`${half} failed outside of its tests`);
}
if (halves.has('mongodb')) {
  const shared = (half) =>
    new Set(
      halves
        .get(half)
        .map(([name]) => name)
        .filter((name) => !ALONE.test(name)),
    );
  const [embedded, mongodb] = [shared('embedded'), shared('mongodb')];
  const missing = (these, those, where) =>
    [...these].filter((name) => !those.has(name)).map((name) => `not run on ${where}: ${name}`);
  problems.push(...missing(embedded, mongodb, 'MongoDB'), ...missing(mongodb, embedded, 'the embedded store'));
  say(`${embedded.size} tests belong to both stores`);
}
for (const problem of problems.slice(0, 50)) say(problem);
const passed = all.filter(({ state }) => state === 'passed').length;
say(`${passed} passed, ${problems.length} failed`);
process.exitCode = passed > 0 && problems.length === 0 ? 0 : 1;
