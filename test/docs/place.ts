import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The password of everybody that a page adds. */
export const PASSWORD = 'a password of my own';

/** What a server says when it is there, with its address. */
export const LISTENS = /listening on (http:\/\/[^\s"]+)/;

/** How long a command may take, on a machine that is busy with other things. */
const LONGEST = 400_000;

/** What a page changes is copied; the rest is linked. */
const COPIED = ['package.json', 'schema'];
const NEVER = ['.git', '.mesh', 'data', 'dist', '.env', 'node_modules'];

const running = new Set<ChildProcess>();
const folders: string[] = [];

/** Ends what still runs, and removes all folders. */
export async function clear(): Promise<void> {
  await Promise.all([...running].map(end));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  folders.push(folder);
  return folder;
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (!running.has(child)) return resolve();
    child.on('close', () => resolve());
    // The group: npm and a shell do not pass a signal on.
    process.kill(-child.pid!, 'SIGKILL');
  });
}

let lastPort = 12_000 + (process.pid % 15_000);
/** A free port below those that systems give to connections, so that a server that starts again finds it free. */
async function freePort(): Promise<number> {
  const port = ++lastPort;
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer().on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}

/** What goes on until it is stopped. */
export interface Begun {
  /** What it has printed so far. */
  said(): string;
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** Where the commands of a page run: a folder like a checkout, and a port. */
export interface Place {
  dir: string;
  url: string;
  env: Record<string, string>;
  /** What stands on the page, and what is sent for it. */
  values: [shown: RegExp, sent: string][];
  /** A text of the page as it is sent. */
  typed(text: string): string;
  /** Runs a command to its end and gives what it printed. It throws unless it ends with 0. */
  run(command: string, input?: string): Promise<string>;
  /** Runs a command until it has printed something that fits. `stop` ends it. */
  begin(command: string, until: RegExp): Promise<Begun>;
}

let built: Promise<string> | undefined;

/** The built programs, once for all pages. */
function buildOnce(): Promise<string> {
  built ??= (async () => {
    const dir = newFolder();
    for (const name of ['package.json', 'node_modules', 'src', 'schema', 'tsconfig.json', 'package-lock.json'])
      symlinkSync(join(ROOT, name), join(dir, name));
    await new Promise<void>((resolve, reject) =>
      spawn('npm', ['run', '--silent', 'build'], { cwd: dir, stdio: 'inherit' }).on('close', (code) =>
        code === 0 ? resolve() : reject(new Error('It could not be built.')),
      ),
    );
    return join(dir, 'dist');
  })();
  return built;
}

/** A place of its own; `isCopied` for a page whose commands change files of the checkout. */
export async function newPlace(isCopied: boolean): Promise<Place> {
  const dir = newFolder();
  for (const name of readdirSync(ROOT).filter((each) => !NEVER.includes(each)))
    if (isCopied || COPIED.includes(name)) cpSync(join(ROOT, name), join(dir, name), { recursive: true });
    else symlinkSync(join(ROOT, name), join(dir, name));
  // A link for each package: what removes packages here removes links.
  mkdirSync(join(dir, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((each) => each !== '.cache'))
    symlinkSync(join(ROOT, 'node_modules', name), join(dir, 'node_modules', name));
  // A copy: `npm start` builds anew, and takes the files from under a program of another page.
  if (isCopied) mkdirSync(join(dir, 'dist'));
  else cpSync(await buildOnce(), join(dir, 'dist'), { recursive: true });
  const port = await freePort();
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const env = { PATH, HOME, ...(TMPDIR && { TMPDIR }), PORT: String(port), TZ: 'UTC', CURL_HOME: dir };
  // An answer of 400 or more is an error.
  writeFileSync(join(dir, '.curlrc'), 'fail-with-body\n');
  const place: Place = {
    dir,
    url: `http://127.0.0.1:${port}`,
    env,
    values: [],
    typed: (text) => place.values.reduce((all, [shown, sent]) => all.replaceAll(shown, () => sent), text),
    async run(command, input) {
      const { child, said, closed } = launch(command, input);
      const timer = setTimeout(() => void end(child), LONGEST);
      const code = await closed;
      clearTimeout(timer);
      const { out, error } = said();
      if (code !== 0) throw new Error(`${command}\nended with ${code}\n${error}${out}`.slice(0, 3000));
      return out;
    },
    async begin(command, until) {
      const { child, said, closed } = launch(command);
      const stop = () => end(child);
      const timer = setTimeout(() => void stop(), LONGEST);
      const hasEnded = closed.then((code) => {
        const { out, error } = said();
        throw new Error(`${command}\nended with ${code} before it said ${until}\n${error}${out}`.slice(0, 3000));
      });
      const hasSaid = new Promise<void>((resolve) => {
        const look = () => until.test(said().out) && resolve();
        child.stdout!.on('data', look);
      });
      await Promise.race([hasSaid, hasEnded]);
      hasEnded.catch(() => {});
      clearTimeout(timer);
      return { said: () => said().out, ended: closed, stop };
    },
  };
  function launch(command: string, input = '') {
    const child = spawn('bash', ['-c', place.typed(command)], {
      cwd: dir,
      env: place.env,
      detached: true,
      stdio: 'pipe',
    });
    running.add(child);
    let [out, error] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      error += text;
    });
    child.stdin.on('error', () => {}).end(input);
    const closed = new Promise<number | null>((resolve) =>
      child.on('close', (code) => {
        running.delete(child);
        resolve(code);
      }),
    );
    return { child, closed, said: () => ({ out, error }) };
  }
  return place;
}
