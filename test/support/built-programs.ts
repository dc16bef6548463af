import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the built programs in `dist/`, beside links to what they need. */
    built: string;
  }
}

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/** Runs once before the files of a project that starts programs. Builds them elsewhere, so `dist/` stays as it is. */
export async function setup(project: TestProject): Promise<() => void> {
  const built = mkdtempSync(join(tmpdir(), 'built-'));
  for (const name of ['package.json', 'node_modules', 'src', 'schema'])
    symlinkSync(join(PACKAGE, name), join(built, name));
  const build = async () => void (await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: built }));
  await build();
  project.onTestsRerun(build);
  project.provide('built', built);
  return () => rmSync(built, { recursive: true });
}
