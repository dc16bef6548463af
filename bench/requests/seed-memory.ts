import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figures.ts';
import { builtProgram } from './servers.ts';

const MOST_MB = 250;

/** Measures the peak memory (`VmHWM` of Linux) and the duration of `npm run seed`. */
export async function measureSeed(events: number): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const { PATH = '', HOME = '' } = process.env;
    const began = performance.now();
    const child = spawn(process.execPath, [builtProgram('seed'), '--events', String(events)], {
      env: { PATH, HOME, DATA_DIR: dir },
      stdio: 'ignore',
    });
    let peak = Number.NaN;
    const look = setInterval(() => {
      peak = peakOf(child.pid!) ?? peak;
    }, 100);
    const [code] = await once(child, 'exit');
    clearInterval(look);
    if (code !== 0) throw new Error(`npm run seed ended with ${code}.`);
    return [
      { name: `seed of ${events}, peak`, value: peak, unit: 'MB', most: MOST_MB },
      { name: `seed of ${events}`, value: (performance.now() - began) / 1000, unit: 's' },
    ];
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** The peak memory in megabytes; undefined if the process has just ended. */
function peakOf(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
