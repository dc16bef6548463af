// `sum.mjs sum FOLDER PROJECT…` adds the reports of the projects up: FOLDER/PROJECT.json, PROJECT.again.json of the files that ran
// once more, PROJECT.seconds. A file that passes when it runs again is unstable, and two of those are let pass. A project without a
// report, a test that was skipped, a name that is long or occurs twice, and a test of both stores that ran on one have failed too.
// `sum.mjs failed REPORT` prints the files that failed.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const [what, folder, ...names] = process.argv.slice(2);
/** Tests of one store. */
const ALONE = /^test\/store\/mongodb\//;
/** More files than these do not fail by chance, so none of them runs again. */
const MOST_AGAIN = 5;
const MOST_UNSTABLE = 2;
const SLOWEST = 10;
const LONGEST_NAME = 120;
/** The folders and files whose tests run on both stores. */
const BOTH = JSON.parse(readFileSync('test/both-stores.json', 'utf8'));

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

/** The files of a report with their tests; a file that could not be run has one failed test of its own name. */
function filesOf(report) {
  if (!existsSync(report)) return [];
  return JSON.parse(readFileSync(report, 'utf8')).testResults.map(({ name, assertionResults, status, message }) => {
    const file = relative(process.cwd(), name);
    const tests = assertionResults.map(({ fullName, status: state, failureMessages, duration = 0 }) => ({
      ...{ file, name: fullName, state, why: reasonOf(failureMessages ?? []), seconds: duration / 1000 },
    }));
    const isBroken = status === 'failed' && tests.every(({ state }) => state !== 'failed');
    const broken = { file, name: '', state: 'failed', why: reasonOf([message || 'could not be run']), seconds: 0 };
    return { file, tests: isBroken ? [...tests, broken] : tests };
  });
}

const hasFailed = ({ tests }) => tests.some(({ state }) => state === 'failed');

if (what === 'failed') {
  const failed = filesOf(folder).filter(hasFailed);
  if (failed.length <= MOST_AGAIN) say(failed.map(({ file }) => file).join(' '));
  process.exit();
}

const key = ({ file, name }) => `${file}: ${name}`;
const problems = [];
const unstable = [];
const all = [];
for (const project of names) {
  const files = filesOf(join(folder, `${project}.json`));
  const again = new Map(filesOf(join(folder, `${project}.again.json`)).map((one) => [one.file, one]));
  const last = files.map((one) => again.get(one.file) ?? one);
  const passed = files.filter((one) => again.has(one.file) && !hasFailed(again.get(one.file)));
  unstable.push(...passed.map((one) => ({ project, ...one })));
  const tests = last.flatMap((one) => one.tests);
  const seconds =
    existsSync(join(folder, `${project}.seconds`)) && readFileSync(join(folder, `${project}.seconds`), 'utf8');
  say(`${project}: ${tests.length} tests in ${seconds ? seconds.trim() : '?'} s`);
  if (tests.length === 0) problems.push(`${project} left no report`);
  // An error outside of every test is in no report.
  if (existsSync(join(folder, `${project}.failed`)) && !files.some(hasFailed))
    problems.push(`${project} failed outside of its tests`);
  const repeat = (file) => `FUZZ_SEED=${process.env.FUZZ_SEED} TESTS=${project} npm test -- ${file}`;
  for (const test of tests.filter(({ state }) => state !== 'passed'))
    problems.push(`${test.state} in ${project}: ${key(test)}${test.why}\n    again: ${repeat(test.file)}`);
  all.push(...tests.map((test) => ({ ...test, project })));
}

// The stores are compared by names, and a report must say which test failed.
const seen = new Set();
for (const test of all) {
  const name = `${test.project}: ${key(test)}`;
  if (seen.has(name)) problems.push(`two tests have one name: ${name}`);
  if (test.name.length > LONGEST_NAME) problems.push(`longer than ${LONGEST_NAME} characters: ${name}`);
  seen.add(name);
}

const secondsOf = new Map();
for (const { project, file, seconds } of all)
  secondsOf.set(`${project} ${file}`, (secondsOf.get(`${project} ${file}`) ?? 0) + seconds);
const slowest = [...secondsOf].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
say(`The slowest files: ${slowest.map(([name, seconds]) => `\n  ${seconds.toFixed(1)} s ${name}`).join('')}`);

if (names.includes('mongodb')) {
  const namesIn = (tests) => new Set(tests.map(key));
  const mongodb = all.filter(({ project, file }) => project === 'mongodb' && !ALONE.test(file));
  const files = new Set(mongodb.map(({ file }) => file));
  const embedded = all.filter(({ project, file }) => /^(fast|drawn|process)$/.test(project) && files.has(file));
  const [here, there] = [namesIn(embedded), namesIn(mongodb)];
  const missing = (these, those, where) =>
    [...these].filter((name) => !those.has(name)).map((name) => `not run on ${where}: ${name}`);
  problems.push(...missing(here, there, 'MongoDB'), ...missing(there, here, 'the embedded store'));
  // What follows an exclamation mark says which files of a folder are left out.
  const ran = (place) => mongodb.some(({ file }) => file.startsWith(place.split('!')[0]));
  problems.push(...BOTH.filter((place) => !ran(place)).map((place) => `nothing of ${place} ran on MongoDB`));
  say(`${there.size} tests belong to both stores`);
}

if (unstable.length > MOST_UNSTABLE) problems.push(`${unstable.length} files are unstable; ${MOST_UNSTABLE} may be`);
for (const { project, file, tests } of unstable)
  for (const { name, why } of tests.filter(({ state }) => state === 'failed'))
    say(`unstable in ${project}, it passed alone: ${file}: ${name}${why}`);
for (const problem of problems.slice(0, 50)) say(problem);
say(`${unstable.length} unstable`);
const passed = all.filter(({ state }) => state === 'passed').length;
say(`${passed} passed, ${problems.length} failed`);
process.exitCode = passed > 0 && problems.length === 0 ? 0 : 1;
