// Writes to REPORT how a run of vitest ended: `{ files: [{ file, tests: [{ name, state, why, seconds }] }], errors: [why] }`.
// Vitest's own JSON leaves out errors outside of tests, differences of values, and what ran when the time was over.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const first = (count, text) =>
  stripVTControlCharacters(text ?? '')
    .split('\n')
    .slice(0, count);

/** As much of an error as tells where to look. */
const whyOf = ({ message, diff, stack }) =>
  [
    ...first(10, message),
    ...(diff ? first(15, diff) : []),
    ...first(40, stack)
      .filter((line) => /^\s+at /.test(line) && !/node_modules|<anonymous>/.test(line))
      .slice(0, 4),
  ]
    .map((line) => line.slice(0, 300))
    .join('\n');

const whyAll = (errors) => (errors ?? []).map(whyOf).join('\n');

const fileOf = ({ moduleId }) => relative(process.cwd(), moduleId);

/** The name of a test with those of its groups. */
const nameOf = ({ name, parent }) => (parent.type === 'module' ? name : `${nameOf(parent)} ${name}`);

/** The tests of a file. What fails around them, such as an `afterAll`, is a failed test with the name of its group, or none. */
function testsOf(module) {
  const tests = [...module.children.allTests()].map((test) => {
    const { state, errors } = test.result();
    return { name: nameOf(test), state, why: whyAll(errors), seconds: (test.diagnostic()?.duration ?? 0) / 1000 };
  });
  const around = [module, ...module.children.allSuites()].flatMap((group) => {
    const why = whyAll(group.errors());
    return why === '' ? [] : [{ name: group.type === 'module' ? '' : nameOf(group), state: 'failed', why, seconds: 0 }];
  });
  const all = [...tests, ...around];
  const isSilent = module.state() === 'failed' && all.every(({ state }) => state !== 'failed');
  return isSilent ? [...all, { name: '', state: 'failed', why: 'it failed, and no test says why', seconds: 0 }] : all;
}

export default class Reporter {
  running = new Set();

  onInit() {
    process.once('SIGTERM', () => {
      const why = `ended while ${[...this.running].join(', ') || 'no file'} ran`;
      write([], [why]);
      process.exit(143);
    });
  }

  onTestModuleStart(module) {
    this.running.add(fileOf(module));
  }

  onTestModuleEnd(module) {
    this.running.delete(fileOf(module));
  }

  onTestRunEnd(modules, errors) {
    write(
      modules.map((module) => ({ file: fileOf(module), tests: testsOf(module) })),
      errors.map(whyOf),
    );
  }
}

const write = (files, errors) => writeFileSync(process.env.REPORT, JSON.stringify({ files, errors }));
