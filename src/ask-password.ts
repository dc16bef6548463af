import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

/** A terminal, a pipe or a file: `isTTY` says which. */
export type Input = Readable & { isTTY?: boolean };

/**
 * A password from a terminal, asked for twice and never shown, else the first line of what comes in.
 * @throws Error with one line when there is none, or when the two are not the same
 */
export const askPassword = (input: Input, output: Writable): Promise<string> =>
  input.isTTY ? askTwice(input, output) : firstLine(input);

async function askTwice(input: Readable, output: Writable): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  const typed = lines[Symbol.asyncIterator]();
  async function ask(prompt: string): Promise<string> {
    output.write(prompt);
    const { done, value } = await typed.next();
    output.write('\n');
    if (done) throw new Error('No password was given: nothing is changed');
    return value;
  }
  try {
    const password = await ask('Password: ');
    if ((await ask('The same again: ')) !== password) throw new Error('The two are not the same: nothing is changed');
    return password;
  } finally {
    lines.close();
  }
}

async function firstLine(input: Readable): Promise<string> {
  try {
    for await (const line of createInterface({ input })) return line;
  } finally {
    // Else the process would wait for whoever holds the other end open.
    input.destroy();
  }
  throw new Error('Standard input is empty: send the password as a line, or say --generate to have one made');
}
