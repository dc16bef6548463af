import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { cpuMs } from '../shared/measure.ts';
import { freePort } from '../shared/port.ts';
import { type Client, clientOf } from './client.ts';

/** A server in a process of its own. */
export interface Running {
  client: Client;
  pid: number;
  port: number;
  /** CPU milliseconds that its process uses during some work. */
  cpuOf(work: () => Promise<unknown>): Promise<number>;
  end(): Promise<void>;
}

/** The site URL of both servers. */
const SITE = 'http://127.0.0.1:4000';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const TELL_CPU = new URL('tell-cpu.js', import.meta.url).href;

/** Builds the programs as they are shipped, if anything has changed. */
export function buildOurs(): void {
  execFileSync(process.execPath, [join(PACKAGE, 'src/build.js')], {
    cwd: PACKAGE,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The path of a program in `dist/`. */
export const builtProgram = (name: string): string => join(PACKAGE, 'dist', `${name}.js`);

/** Starts our server, as `npm start` does. */
export const startOurs = (env: Record<string, string>): Promise<Running> => started(builtProgram('main'), env);

/** Starts the server written by hand. It is bundled first, so that running TypeScript sources is not measured. */
export async function startByHand(dir: string, env: Record<string, string>): Promise<Running> {
  symlinkSync(join(PACKAGE, 'node_modules'), join(dir, 'node_modules'));
  const file = join(dir, 'by-hand.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('by-hand/server.ts', import.meta.url))],
    outfile: file,
    ...{ bundle: true, platform: 'node', target: 'node20', format: 'esm', logLevel: 'warning' },
    packages: 'external',
  });
  return started(file, env);
}

async function started(file: string, env: Record<string, string>): Promise<Running> {
  const { PATH = '', HOME = '' } = process.env;
  const port = await freePort();
  const child = fork(file, {
    env: {
      PATH,
      HOME,
      TZ: 'UTC',
      SITE_TIMEZONE: 'UTC',
      NODE_ENV: 'production',
      SITE_URL: SITE,
      ...env,
      PORT: String(port),
    },
    execArgv: ['--import', TELL_CPU],
    // The log is discarded, because that costs least.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const refused = ended.then(() => {
    throw new Error('A server ended.');
  });
  // Waiters see the error. Without any, it must not be unhandled.
  refused.catch(() => undefined);
  const client = clientOf(port);
  const answers = () =>
    client.ask({ path: '/ready' }).then(
      () => true,
      () => false,
    );
  while (!(await Promise.race([answers(), refused]))) await sleep(20);
  const used = async (): Promise<NodeJS.CpuUsage> => {
    const told = once(child, 'message');
    child.send('cpu');
    return (await Promise.race([told, refused]))[0];
  };
  return {
    ...{ client, port, pid: child.pid! },
    async cpuOf(work) {
      const before = await used();
      await work();
      return cpuMs(before, await used());
    },
    async end() {
      client.close();
      await stopped(child, ended);
    },
  };
}

async function stopped(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}
