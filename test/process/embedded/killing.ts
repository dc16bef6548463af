import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect } from '../../../src/data/sqlite/sqlite.ts';
import { DATA_FILE } from '../../../src/data/sqlite.ts';
import { hearRequests } from '../requests.ts';
import type { House } from '../support.ts';

/** When a program is killed: as soon as it has asked the source so often, and has then ended so many units. */
export interface Moment {
  asked: number;
  units: number;
}

export interface Killing {
  house: House;
  env: Record<string, string>;
  /** The built program, and its arguments. */
  call: readonly string[];
  /** Which requests count; by default all. */
  counts?: (path: string) => boolean;
  /** Which of those a program does not outlive, whenever they come; by default none. */
  isLast?: (path: string) => boolean;
}

/** Runs a program until that moment, or to its end where that comes before. Gives its exit code or the signal. */
export async function killedAt({ asked, units }: Moment, killing: Killing): Promise<unknown> {
  const { house, env, call, counts = () => true, isLast = () => false } = killing;
  const { kill, ended } = house.begin(env, [process.execPath, ...call]);
  let [requests, over] = [0, false];
  async function killAfterUnits(): Promise<void> {
    const file = connect(join(env.DATA_DIR!, DATA_FILE));
    const version = () => file.rows('PRAGMA data_version')[0]![0];
    for (let [left, last] = [units, version()]; left > 0 && !over; await nextTurn()) {
      left -= Number(version() !== last);
      last = version();
    }
    file.close();
    kill();
  }
  const stop = hearRequests((path) => {
    if (!counts(path)) return;
    requests += 1;
    if (isLast(path) || (requests === asked && units === 0)) kill();
    else if (requests === asked) void killAfterUnits();
  });
  const { code, signal } = await ended;
  over = true;
  stop();
  return code ?? signal;
}
