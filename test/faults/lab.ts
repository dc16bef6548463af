import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { post, type Running, rest } from '../process/support.ts';

/** A row of what a scenario prints: what was done, what was acknowledged and what is there, and what is wrong with that. */
export type Row = Readonly<Record<string, string | number>> & { fault: string };

/** Prints the rows of a scenario as a table, and fails where one says in `fault` that it is not as it must be. */
export function show(title: string, rows: readonly Row[]): void {
  const names = Object.keys(rows[0]!);
  const width = (name: string) => Math.max(name.length, ...rows.map((row) => String(row[name]).length));
  const line = (cells: readonly unknown[]) =>
    cells.map((cell, at) => String(cell).padEnd(width(names[at]!))).join('  ');
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))].map(line);
  // Past what vitest collects.
  writeSync(1, `\n== ${title}\n${lines.map((each) => each.trimEnd()).join('\n')}\n`);
  expect(rows.filter(({ fault }) => fault !== '')).toEqual([]);
}

const succeeds = (file: string, ...args: string[]): boolean => spawnSync(file, args).status === 0;

/** Runs a command of the system. @throws Error with what it said when it fails */
function system(file: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(file, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}: ${stderr}`);
}

/** Whether this process may mount file systems: root of a machine, and of few containers. */
export const canMount = process.getuid?.() === 0 && succeeds('unshare', '--mount', 'true');

/** A small disk of its own. */
export interface Disk {
  dir: string;
  /** Leaves no byte free. */
  fill(): void;
  /** Gives what `fill` took. */
  empty(): void;
  mount(how: 'ro' | 'rw'): void;
  remove(): void;
}

/** Mounts a new disk in memory of so many megabytes. */
export function smallDisk(megabytes: number): Disk {
  const dir = mkdtempSync(join(tmpdir(), 'disk-'));
  const ballast = join(dir, 'ballast');
  system('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir);
  mkdirSync(join(dir, 'data'), { mode: 0o700 });
  return {
    dir,
    // It fails once nothing is free.
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4k', 'oflag=append', 'conv=notrunc']),
    empty: () => writeFileSync(ballast, ''),
    mount: (how) => system('mount', '-o', `remount,${how}`, dir),
    remove() {
      system('umount', '--lazy', dir);
      rmdirSync(dir);
    },
  };
}

/** Whether there are the programs that make the disks of `openCuts`. */
export const canCut = canMount && ['mkfs.xfs', 'mkfs.ext4'].every((name) => succeeds(name, '-V'));

/** A disk that loses its power again and again, in copies, while a server goes on. */
export interface Cuts {
  /** The folder on the disk. */
  dir: string;
  /** Copies the disk as it would be after a cut of power at this moment. */
  cut(): void;
  /** Mounts each copy in turn, which repairs its file system, and looks at the folder on it. */
  each(look: (dir: string) => Promise<void>): Promise<void>;
  remove(): void;
}

/**
 * A disk in a disk in a disk. What was not synced is in no copy: neither what the innermost file system (ext4) still has in memory
 * nor what it has written without a flush, which is in the memory of the one around it (ext4). That one is an image on the
 * outermost (xfs), which copies files as of one moment (reflink).
 */
export function openCuts(): Cuts {
  const root = mkdtempSync(join(tmpdir(), 'cuts-'));
  const mounted: string[] = [];
  const mount = (image: string, name: string): string => {
    const dir = join(root, name);
    mkdirSync(dir, { recursive: true });
    system('mount', '-o', 'loop', image, dir);
    mounted.unshift(dir);
    return dir;
  };
  // What is closed may be open until memory is collected.
  const unmount = (): void => system('umount', '--lazy', mounted.shift()!);
  const image = (path: string, megabytes: number, ...make: [string, ...string[]]): string => {
    writeFileSync(path, '');
    truncateSync(path, megabytes * 1_048_576);
    system(...make, path);
    return path;
  };
  const xfs = mount(image(join(root, 'xfs.img'), 1_000, 'mkfs.xfs', '-q', '-m', 'reflink=1'), 'xfs');
  const outer = mount(image(join(xfs, 'outer.img'), 200, 'mkfs.ext4', '-q'), 'outer');
  const dir = mount(image(join(outer, 'inner.img'), 120, 'mkfs.ext4', '-q'), 'inner');
  let copies = 0;
  return {
    dir,
    cut: () => system('cp', '--reflink=always', join(xfs, 'outer.img'), join(xfs, `cut-${copies++}.img`)),
    async each(look) {
      for (const copy of Array(copies).keys()) {
        const cut = mount(join(xfs, `cut-${copy}.img`), 'cut');
        await look(mount(join(cut, 'inner.img'), 'cut-inner'));
        unmount();
        unmount();
      }
    },
    remove() {
      while (mounted.length) unmount();
      rmSync(root, { recursive: true });
    },
  };
}

/** The command of a built program. */
export const program = (name: string, ...args: string[]): [string, ...string[]] => [
  process.execPath,
  `dist/${name}.js`,
  ...args,
];

/** The last line that a program said, without the folders of this run. */
export const lastLine = (text: string, ...folders: string[]): string =>
  folders
    .flatMap((folder) => [folder, dirname(folder)])
    .reduce((line, folder) => line.replaceAll(folder, '…'), text.trim().split('\n').at(-1) ?? '');

export const create = (server: Running, title: string, more: object = {}): Promise<Response> =>
  post(rest(server, '/events'), { title, start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00', ...more });

/** Uploads a picture of its own color. */
export async function upload(server: Running, color: string): Promise<Response> {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)]), 'picture.jpg');
  return fetch(`${server.url}/wp-json/wp/v2/media`, { method: 'POST', body: form });
}
