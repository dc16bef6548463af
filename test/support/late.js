import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/*
 * With LATE=3000, each timer of this process and of programs that tests start fires 3 s late, as on a machine that stands still
 * for a while: leases, retries, heartbeats, the next look at a database. No result may depend on that. In JavaScript, since
 * programs load it by `--import`. What Node and the MongoDB driver time keeps its time.
 */
const late = Number(process.env.LATE);
const file = fileURLToPath(import.meta.url);

if (late > 0 && !globalThis.isLate) {
  globalThis.isLate = true;
  const { setTimeout, setInterval } = globalThis;
  const { setTimeout: pause } = timers;
  globalThis.setTimeout = (work, milliseconds = 0, ...args) => setTimeout(work, milliseconds + late, ...args);
  globalThis.setInterval = (work, milliseconds = 0, ...args) => setInterval(work, milliseconds + late, ...args);
  timers.setTimeout = (milliseconds = 0, ...args) => pause(milliseconds + late, ...args);
  globalThis.setTimeout[promisify.custom] = timers.setTimeout;
  syncBuiltinESMExports();
  process.env.NODE_OPTIONS = `--import ${file}`;
}
