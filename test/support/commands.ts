import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';

/** How a command ended, and what it printed. */
export interface Ended {
  code: number;
  out: string;
  error: string;
}

/** How to start a command, apart from its arguments. */
interface Started {
  /** Variables to add to those of the tests. Without `MONGODB_URI` here, the command works on the embedded store. */
  env?: Record<string, string>;
  /** Its standard input. */
  input?: string;
}

/** What every command says when connecting to MongoDB takes more than a second. */
const WAITS = /^waiting for MongoDB, about \d+ seconds at the most\n/gm;

/** Standard error without what depends on the speed of MongoDB. */
export const withoutWaiting = (error: string): string => error.replace(WAITS, '');

/** Runs the built program of `npm run NAME`. */
export const runCommand = (name: string, args: readonly string[], { env, input = '' }: Started = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const program = join(inject('built'), 'dist', `${name}.js`);
    const options = { env: { ...process.env, MONGODB_URI: '', ...env } };
    const child = execFile(process.execPath, [program, ...args], options, (failure, out, error) =>
      resolve({ code: Number(failure?.code ?? 0), out, error: withoutWaiting(error) }),
    );
    // The command may have ended without reading its input.
    child.stdin?.on('error', () => {}).end(input);
  });
