import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Told } from './told.ts';

/** A server in a process of its own. */
export interface Running {
  port: number;
  /** What its process has used so far. */
  cpu(): Promise<NodeJS.CpuUsage>;
  end(): Promise<void>;
}

/** The servers, built as they are shipped. */
export interface Servers {
  start(told: Told): Promise<Running>;
  /** Ends those that run, and removes what was built. */
  remove(): Promise<void>;
}

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/** Builds them in a folder of their own: what runs sources as they are adds to every function, and would be measured. */
export async function buildServers(): Promise<Servers> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  for (const name of ['package.json', 'node_modules', 'schema']) symlinkSync(join(PACKAGE, name), join(dir, name));
  const file = join(dir, 'dist', 'server.js');
  await build({
    entryPoints: [fileURLToPath(new URL('server.ts', import.meta.url))],
    outfile: file,
    ...{ bundle: true, platform: 'node', target: 'node20', format: 'esm', logLevel: 'warning' },
    external: ['libsql', 'mongodb', 'swagger-ui-dist', '@graphql-yoga/render-graphiql'],
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
  });
  const running: Running[] = [];
  return {
    async start(told) {
      const { PATH = '', HOME = '' } = process.env;
      const child = fork(file, {
        env: { PATH, HOME, TZ: 'UTC', NODE_ENV: 'production' },
        execArgv: [],
        // Its log goes where writing costs least.
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const server = await begun(child, told);
      running.push(server);
      return server;
    },
    async remove() {
      for (const server of running) await server.end();
      rmSync(dir, { recursive: true });
    },
  };
}

async function begun(child: ChildProcess, told: Told): Promise<Running> {
  const ended = once(child, 'exit');
  const refused = ended.then(() => {
    throw new Error(`the server ${told.server} ended`);
  });
  // Whoever waits is told; nobody may wait.
  refused.catch(() => undefined);
  async function ask<T>(question: Told | 'cpu'): Promise<T> {
    const answered = once(child, 'message');
    child.send(question);
    const [answer] = await Promise.race([answered, refused]);
    return answer as T;
  }
  const port = await ask<number>(told);
  return {
    port,
    cpu: () => ask('cpu'),
    async end() {
      child.disconnect();
      await ended;
    },
  };
}
