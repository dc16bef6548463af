import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, inject } from 'vitest';
import { scripts } from '../../package.json';
import { withoutWaiting } from '../support/commands.ts';
import { newDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';

/** How a process ended, and all that it printed. */
export interface Ended {
  code: number | null;
  signal: string | null;
  out: string;
  error: string;
}

/** A server that listens. */
export interface Running {
  /** `http://127.0.0.1:PORT` */
  url: string;
  port: number;
  pid: number | undefined;
  send(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void;
  /** What it has printed to standard output so far. */
  printed(): string;
  ended: Promise<Ended>;
}

/** A program that may be killed before its end. */
interface Begun {
  kill(signal?: 'SIGINT'): void;
  ended: Promise<Ended>;
}

/** The built program in a folder of its own. */
interface House {
  /** Where it lies. */
  dir: string;
  /** Starts the server; the promise is kept when it says that it listens, and broken when it ends before. */
  start(env: Record<string, string>, command?: readonly [string, ...string[]]): Promise<Running>;
  /** Starts what is not to become a server. */
  begin(env: Record<string, string>, command: readonly [string, ...string[]]): Begun;
  /** Starts it, and waits for its end. */
  run(env: Record<string, string>, command?: readonly [string, ...string[]]): Promise<Ended>;
  /** A new data folder. */
  dataFolder(): string;
  /** Where a new calendar is kept, as variables of a server: on MongoDB where MONGODB_URI says so, else in a folder. */
  place(): Record<string, string>;
  /** Ends what still runs and removes all folders. */
  remove(): Promise<void>;
}

/** Starts or ends the database, by the program that MONGODB_SERVER names; without one there is none to end. */
export const databaseServer = (verb: 'start' | 'stop' | 'kill'): Promise<unknown> =>
  promisify(execFile)(process.env.MONGODB_SERVER || 'true', [verb]);

const SERVER = [process.execPath, 'dist/main.js'] as const;

/** The arguments of `npm run user`, as the command of a house. */
export const user = (...args: string[]): [string, ...string[]] => [process.execPath, 'dist/user.js', ...args];

/** What somebody types in a shell, as the command of a house. For `npm run NAME --` stands what that script runs. */
export const typed = (line: string): [string, ...string[]] => [
  'sh',
  '-c',
  line.replace(/npm (?:run )?(?:--silent )?([\w:-]+)(?: --)?/g, (_, name: keyof typeof scripts) => scripts[name]),
];

/** The application password in what `npm run user` has printed. */
export const secretIn = ({ out }: Ended): string => /shown only now: (.+)\n$/.exec(out)?.[1] ?? '';

/** A picture of one colour. */
export async function jpeg(background = '#c03'): Promise<Blob> {
  const plain = sharp({ create: { width: 400, height: 300, channels: 3, background } });
  return new Blob([new Uint8Array(await plain.jpeg().toBuffer())], { type: 'image/jpeg' });
}

/** A form with these fields, of which pictures are files. */
export function formOf(fields: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, ...((typeof value === 'string' ? [value] : [value, 'stage.jpg']) as [string]));
  return form;
}

/** A house of its own for a test file: `npm start` builds anew where it stands. */
export function openHouse(): House {
  const dir = mkdtempSync(join(tmpdir(), 'house-'));
  cpSync(inject('built'), dir, { recursive: true, verbatimSymlinks: true });
  // Not the machine's: what a killed server of another test left there, a program of this one would count.
  const TMPDIR = join(dir, 'tmp');
  mkdirSync(TMPDIR);
  // Without those that have ended: their process ids may belong to others by then.
  const launched = new Set<Launched>();
  function launchHere(env: Record<string, string>, command: readonly [string, ...string[]]): Launched {
    const one = launch(dir, { TMPDIR, ...env }, command);
    launched.add(one);
    void one.ended.then(() => launched.delete(one));
    return one;
  }
  const dataFolder = (): string => mkdtempSync(join(dir, 'data-'));
  return {
    dir,
    start: (env, command = SERVER) => listening(launchHere(env, command)),
    begin(env, command) {
      const { child, ended } = launchHere(env, command);
      return { kill: (signal) => child.kill(signal ?? 'SIGKILL'), ended };
    },
    run: (env, command = SERVER) => launchHere(env, command).ended,
    dataFolder,
    place: (): Record<string, string> =>
      process.env.MONGODB_URI ? { MONGODB_URI: newDatabase() } : { DATA_DIR: dataFolder() },
    async remove() {
      for (const one of launched) {
        one.told = true;
        endGroup(one.child.pid);
      }
      await Promise.all([...launched].map(({ ended }) => ended));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

interface Launched {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Whether a test has told it to end. */
  told: boolean;
}

function launch(cwd: string, env: Record<string, string>, [file, ...args]: readonly [string, ...string[]]): Launched {
  const { PATH = '', HOME = '', LATE, NODE_OPTIONS = '' } = process.env;
  const child = spawn(file, args, {
    cwd,
    // Nothing of the tests' own environment, but that timers are late: each server is told its place.
    env: { PATH, HOME, PORT: '0', ...(LATE && { LATE, NODE_OPTIONS }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what npm has started can be ended with it.
    detached: true,
  });
  const printed = { out: '', error: '' };
  child.stdout.on('data', (text) => {
    printed.out += text;
  });
  child.stderr.on('data', (text) => {
    printed.error += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) =>
      resolve({ code, signal, out: printed.out, error: withoutWaiting(printed.error) }),
    );
  });
  return { child, ended, told: false };
}

function endGroup(pid: number | undefined): void {
  try {
    process.kill(-Number(pid), 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

const LISTENING = /listening on (http:\/\/[^\s"]+:(\d+))/;

function listening(one: Launched): Promise<Running> {
  const { child, ended } = one;
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (text) => {
      said += text;
      const [, url, port] = LISTENING.exec(said) ?? [];
      if (url)
        resolve({
          ...{ url, port: Number(port), pid: child.pid, ended },
          send(signal) {
            one.told = true;
            child.kill(signal);
          },
          printed: () => said,
        });
    });
    ended.then(({ code, signal, out, error }) => {
      // A request to a server that has ended fails without a reason: the log of the run tells it.
      if (!one.told)
        process.stderr.write(`Server ${child.pid} ended: ${code ?? signal}\n${error}${out.slice(-1000)}\n`);
      reject(new Error(`it ended before it listened: ${JSON.stringify({ code, signal, out, error })}`));
    }, reject);
  });
}

/** The processes of the workers. */
export const workersOf = ({ pid }: Running): number[] =>
  // It fails where there are none.
  (spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout.match(/\d+/g) ?? []).map(Number);

/** The address of a path below the namespace. */
export const rest = ({ url }: Running, path: string): string => `${url}/wp-json/calendar/events/v1${path}`;

/** Sends JSON. */
export const post = (address: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Resolves with all that was received as soon as it has this text in it. */
export const received = (socket: Socket, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let all = '';
    socket.on('data', (more) => {
      all += more;
      const done = all.includes(text) ? resolve : () => {};
      done(all);
    });
    socket.on('close', () => reject(new Error(`closed after ${all}`)));
  });

/** Resolves as soon as the server says that it stops, or takes no connection any more. */
export const stopping = ({ url }: Running): Promise<void> =>
  eventually(async () => {
    const said = await fetch(`${url}/health`).then(
      ({ headers }) => headers.get('connection'),
      () => 'close',
    );
    expect(said).toBe('close');
  });

/** A request to create a venue whose head the server has and whose body has not come yet. Gives what sends it, and the answer. */
export async function halfSent({ port }: Running, venue: string): Promise<() => Promise<string>> {
  const body = JSON.stringify({ venue });
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const invited = received(socket, '100 Continue\r\n\r\n');
  const head = 'POST /wp-json/calendar/events/v1/venues HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json';
  socket.write(`${head}\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`);
  await invited;
  return () => {
    const answer = received(socket, venue);
    socket.write(body);
    return answer;
  };
}

/** What the server sends until it closes the connection, when it is sent exactly this. */
export const sendRaw = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answered = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (more) => {
      answered += more;
    });
    socket.on('close', () => resolve(answered));
    socket.on('error', reject);
  });
