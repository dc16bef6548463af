// `sum.mjs sum FOLDER PROJECT…` adds up what the projects left in FOLDER: the report (PROJECT.json, by reporter.mjs) and the exit
// code (PROJECT.code) of a run, those of the files that ran once more (PROJECT.again.json, PROJECT.again.code), PROJECT.seconds, and
// PROJECT.command, which runs a file of it again. A file that passes when it runs again is unstable, and two of those are let pass.
// A project without a report, an exit code that no test explains, a test that was skipped, a name that occurs twice, and
// a test of both stores that ran on one have failed too. FOLDER/problems has what else failed, FOLDER/notes what else to say: a
// paragraph each. The last line is `N passed, N failed`.
// `sum.mjs failed REPORT` prints the files that failed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tests of one store. */
const ALONE = /^test\/store\/mongodb\//;
/** More files than these do not fail by chance, so none of them runs again. */
const MOST_AGAIN = 5;
const MOST_UNSTABLE = 2;
const SLOWEST = 10;
/** The folders and files whose tests run on both stores. */
const BOTH = JSON.parse(readFileSync('test/both-stores.json', 'utf8'));

/** The text of a file; none where there is no file. */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

/** A report; one without files where none was written to its end. */
function reportOf(path) {
  try {
    return JSON.parse(textOf(path));
  } catch {
    return { files: [], errors: [] };
  }
}

const hasFailed = ({ tests }) => tests.some(({ state }) => state === 'failed');

const indented = (text) => text.replace(/^(?=.)/gm, '    ');
/** The lines that say how the projects ended, and whether all is well. */
export function sum(folder, names) {
  const lines = [];
  const say = (line) => void lines.push(line);
  const paragraphs = (name) =>
    textOf(join(folder, name))
      .split(/\n{2,}/)
      .filter(Boolean);

  const problems = paragraphs('problems');
  const unstable = [];
  const all = [];

  /** A run of a project: its report and exit code. What failed outside of its tests is a problem. */
  function runOf(run) {
    const { files, errors } = reportOf(join(folder, `${run}.json`));
    const code = textOf(join(folder, `${run}.code`));
    problems.push(...errors.map((why) => `${run} failed outside of its tests:\n${indented(why)}`));
    if (code !== '0' && code !== '' && errors.length === 0 && !files.some(hasFailed))
      problems.push(`${run} ended with exit code ${code}, and no test says why`);
    return { files, code };
  }

  for (const project of names) {
    const { files, code } = runOf(project);
    const again = new Map(runOf(`${project}.again`).files.map((one) => [one.file, one]));
    const passed = files.filter((one) => again.has(one.file) && !hasFailed(again.get(one.file)));
    unstable.push(...passed.map((one) => ({ project, ...one })));
    const tests = files.flatMap(({ file, tests }) =>
      (again.get(file)?.tests ?? tests).map((test) => ({ ...test, project, file })),
    );
    say(`${project}: ${tests.length} tests in ${textOf(join(folder, `${project}.seconds`)) || '?'} s`);
    if (tests.length === 0 || code === '') problems.push(`${project} left no report`);
    all.push(...tests);
  }

  const key = ({ file, name }) => `${file}: ${name}`;
  for (const test of all.filter(({ state }) => state !== 'passed')) {
    const command = textOf(join(folder, `${test.project}.command`));
    problems.push(
      `${test.state} in ${test.project}: ${key(test)}\n${indented(`${test.why}\nagain: ${command} ${test.file}`.trim())}`,
    );
  }

  // The stores are compared by names, and a report must say which test failed.
  const seen = new Set();
  for (const test of all) {
    const name = `${test.project}: ${key(test)}`;
    if (seen.has(name)) problems.push(`two tests have one name: ${name}`);
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
    const embedded = all.filter(
      ({ project, file }) => /^(fast|thorough|drawn|process)$/.test(project) && files.has(file),
    );
    const [here, there] = [namesIn(embedded), namesIn(mongodb)];
    const missing = (these, those, where) =>
      [...these].filter((name) => !those.has(name)).map((name) => `not run on ${where}: ${name}`);
    problems.push(...missing(here, there, 'MongoDB'), ...missing(there, here, 'the embedded store'));
    // What follows an exclamation mark or an at sign says which files of a folder are left out or chosen.
    const ran = (place) => mongodb.some(({ file }) => file.startsWith(place.split(/[!@]/)[0]));
    problems.push(...BOTH.filter((place) => !ran(place)).map((place) => `nothing of ${place} ran on MongoDB`));
    say(`${there.size} tests belong to both stores`);
  }

  const count = all.filter(({ state }) => state === 'passed').length;
  if (count + problems.length === 0) problems.push('nothing was run');
  if (unstable.length > MOST_UNSTABLE) problems.push(`${unstable.length} files are unstable; ${MOST_UNSTABLE} may be`);
  for (const { project, file, tests } of unstable)
    for (const { name, why } of tests.filter(({ state }) => state === 'failed'))
      say(`unstable in ${project}, it passed alone: ${file}: ${name}\n${indented(why)}`);
  for (const problem of problems.slice(0, 50)) say(problem);
  if (problems.length > 50) say(`and ${problems.length - 50} more`);
  for (const note of paragraphs('notes')) say(note);
  say(`${unstable.length} unstable`);
  say(`${count} passed, ${problems.length} failed`);
  return { lines, isGood: problems.length === 0 };
}

const [what, folder, ...names] = process.argv.slice(2);
const print = (line) => process.stdout.write(`${line}\n`);
if (what === 'sum') {
  const { lines, isGood } = sum(folder, names);
  lines.forEach(print);
  process.exitCode = isGood ? 0 : 1;
} else if (what === 'failed') {
  const failed = reportOf(folder).files.filter(hasFailed);
  print(failed.length > MOST_AGAIN ? '' : failed.map(({ file }) => file).join(' '));
}
