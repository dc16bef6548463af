import { createProgress, type Progress } from './progress.ts';

/** Ends a command that did not do what it was asked: says why on standard error. 1 is a refusal, 2 a wrong call. */
export function fail(code: 1 | 2, message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}

/** Does what a command is for: its result goes to standard output, what it throws ends the command with code 1. */
export async function carryOut(work: (progress: Progress) => Promise<string>): Promise<void> {
  const progress = createProgress();
  try {
    const said = await work(progress);
    progress.stop();
    process.stdout.write(`${said}\n`);
  } catch (error) {
    progress.stop();
    fail(1, (error as Error).message);
  }
}
