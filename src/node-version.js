// Ends a process on a Node that is too old. Plain JavaScript that an old Node can read, and the first thing to run.
// The oldest Node is that of "engines" in package.json: a test holds them together.
var OLDEST = [20, 19];

var found = process.versions.node.split('.').map(Number);

if (found[0] < OLDEST[0] || (found[0] === OLDEST[0] && found[1] < OLDEST[1])) {
  process.stderr.write(`This is Node ${found.join('.')}; the calendar needs Node ${OLDEST.join('.')} or newer.\n`);
  process.exit(1);
}
