import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

/** A terminal (`isTTY`), a pipe or a file. */
type Input = Readable & { isTTY?: boolean };

/**
 * Reads a password: from a terminal twice and without showing it, otherwise from the first line of the input.
 * @throws Error with one line when there is none, or when the two differ
 */
export const askPassword = (input: Input, output: Writable): Promise<string> =>
  input.isTTY ? askTwice(input, output) : firstLine(input);

async function askTwice(input: Readable, output: Writable) {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  const typed = lines[Symbol.asyncIterator]();
  async function ask(prompt: string) {
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

async function firstLine(input: Readable) {
  try {
    for await (const line of createInterface({ input })) return line;
  } finally {
    // Otherwise the process would wait until the other end closes.
    input.destroy();
  }
  throw new Error('Standard input is empty: send the password as a line, or say --generate to have one made');
}
