import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { askPassword } from '../../src/process/ask-password.ts';

/** What is asked of somebody who types these keys at a terminal, and all that the terminal then shows. */
async function typed(keys: string) {
  const [input, output] = [Object.assign(new PassThrough(), { isTTY: true }), new PassThrough()];
  const asked = askPassword(input, output).finally(() => output.end());
  input.write(keys);
  const [outcome, shown] = await Promise.all([asked.catch((error: Error) => error.message), text(output)]);
  return { outcome, shown };
}

/** What is read from a pipe that holds these bytes. */
async function piped(bytes: string): Promise<string> {
  const input = new PassThrough();
  input.end(bytes);
  return askPassword(input, new PassThrough());
}

const PROMPTS = 'Password: \nThe same again: \n';
const passwords = fc.string({ unit: fc.constantFrom(...'abcXYZ019 !$"\'\\é한'), minLength: 1 });

test('a password is asked for twice at a terminal, and nothing of it is shown', async () => {
  await fc.assert(
    fc.asyncProperty(passwords, async (password) => {
      expect(await typed(`${password}\r${password}\r`)).toEqual({ outcome: password, shown: PROMPTS });
    }),
  );
});

test('what was typed wrong can be taken back', async () => {
  expect(await typed('correcf\x7ft\rcorrect\r')).toEqual({ outcome: 'correct', shown: PROMPTS });
});

test('two passwords that differ are none', async () => {
  expect(await typed('one\rother\r')).toEqual({
    outcome: expect.stringMatching(/^The two are not the same[^\n]*$/),
    shown: PROMPTS,
  });
});

test.each([
  ['Ctrl-C', 'corr\x03'],
  ['Ctrl-D', '\x04'],
  ['Ctrl-C at the second time', 'correct\rcorr\x03'],
])('whoever leaves by %s gives no password', async (_what, keys) => {
  expect((await typed(keys)).outcome).toMatch(/^No password was given[^\n]*$/);
});

test('where there is no terminal the first line is the password, however it ends', async () => {
  await fc.assert(
    fc.asyncProperty(passwords, fc.constantFrom('', '\n', '\r\n', '\nmore\n'), async (password, end) => {
      expect(await piped(password + end)).toBe(password);
    }),
  );
});

test('a pipe that stays open is not waited for', async () => {
  const input = new PassThrough();
  input.write('correct\n');
  expect(await askPassword(input, new PassThrough())).toBe('correct');
  expect(input.destroyed).toBe(true);
});

test('without a line there is no password', async () => {
  await expect(piped('')).rejects.toThrow(/^Standard input is empty: [^\n]*--generate[^\n]*$/);
});
