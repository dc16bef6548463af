import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readGiven } from '../../src/process/command-line.ts';

const PROGRAM = {
  call: 'npm run post',
  options: {
    to: { takes: 'PLACE', says: 'where to' },
    fast: { says: 'by air' },
    copy: { may: 'all', says: 'keeps one' },
  },
} as const;

const read = (...args: string[]) => readGiven(PROGRAM, args);
const readWords = (...args: string[]) => readGiven({ ...PROGRAM, words: true }, args);

test.each([
  [[], {}],
  [['--to', 'Soria'], { to: 'Soria' }],
  [['--to=Soria', '--fast'], { to: 'Soria', fast: true }],
  [['--to=-3'], { to: '-3' }],
  [['--to', '-'], { to: '-' }],
  [['--to='], { to: '' }],
  [['--copy'], { copy: true }],
  [['--copy=all'], { copy: 'all' }],
  [['--help', '--version'], { help: true, version: true }],
])('%j are read as the values %j', (args, values) => {
  expect(read(...args)).toEqual({ values, words: [] });
});

test('words are handed on by a program that takes some, wherever they stand, and -- makes words of the rest', () => {
  expect(readWords('one', '--to', 'Soria', 'two', '--', '--fast')).toEqual({
    values: { to: 'Soria' },
    words: ['one', 'two', '--fast'],
  });
});

test.each([
  [['--two=secret'], 'There is no option --two.'],
  [['-t', 'secret'], 'There is no option -t.'],
  [['--no-fast'], 'There is no option --no-fast.'],
  [['--__proto__'], 'There is no option --__proto__.'],
  [['--toString'], 'There is no option --toString.'],
  [['--mongodb://ana:secret@localhost'], 'There is no option of that name.'],
  [['--to'], '--to needs a value: PLACE.'],
  [['--to', '--fast'], '--to needs a value; one that begins with - stands behind a =.'],
  [['--fast=secret'], '--fast takes no value.'],
  [['--copy=secret'], '--copy takes no value but all.'],
  [['secret'], 'npm run post takes options only, and nothing besides.'],
])('of %j is said: %s', (args, wrong) => {
  expect(read(...args)).toBe(wrong);
});

test('whatever is typed, it is read, or what is wrong with it is one line', () => {
  const typed = fc.oneof(
    fc.constantFrom('--to', '--fast', '--', '-', '--to=', '--fast=', '-f', '--help'),
    fc.string(),
    fc.string().map((text) => `--${text}`),
  );
  fc.assert(
    fc.property(fc.array(typed), (args) => {
      const given = readWords(...args);
      expect(typeof given === 'string' ? given : Object.keys(given).join()).toMatch(/^[^\n]+$/);
    }),
  );
});
