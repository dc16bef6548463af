/** Ends a command that did not do what it was asked: says why on standard error. 1 is a refusal, 2 a wrong call. */
export function fail(code: 1 | 2, message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}
