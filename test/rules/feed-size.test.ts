import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitted, type Item } from '../../src/api/feeds/fit.ts';

const size = (text: string): number => Buffer.byteLength(text);

/** An item whose text is written twice as long, as escaping does at worst. */
const item = ([number, text]: [number, string]): Item => ({
  before: `<${number}>`,
  after: '</>',
  text,
  write: (written) => written.replace(/./gsu, (character) => `\\${character}`),
});

const anyItems = fc
  .array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 12 })
  .map((texts) => texts.map((text, at) => item([at, text])));

const whole = ({ before, text, write, after }: Item): string => before + write(text) + after;

describe('the items of a feed', () => {
  test('never have more bytes than there is room for, and no character is cut', () =>
    fc.assert(
      fc.asyncProperty(anyItems, fc.nat(900), async (items, room) => {
        const written = await fitted(items, room, ',');
        expect(written.reduce((sum, text) => sum + size(text) + 1, 0)).toBeLessThanOrEqual(room);
        expect(Buffer.from(written.join('')).toString()).toBe(written.join(''));
      }),
    ));

  test('are the first ones, in their order, each with its ends', () =>
    fc.assert(
      fc.asyncProperty(anyItems, fc.nat(900), async (items, room) => {
        const written = await fitted(items, room);
        const ends = (text: string): [string, string] => [text.slice(0, text.indexOf('>') + 1), text.slice(-3)];
        expect(written.map(ends)).toEqual(items.slice(0, written.length).map(({ before, after }) => [before, after]));
      }),
    ));

  test('are whole where all have room', () =>
    fc.assert(
      fc.asyncProperty(anyItems, async (items) => {
        const all = items.map(whole);
        expect(await fitted(items, size(all.join('')))).toEqual(all);
      }),
    ));

  test('lose of the longest texts first', async () => {
    const items = [item([0, 'short']), item([1, 'x'.repeat(500)]), item([2, 'y'.repeat(400)])];
    const written = await fitted(items, 300);
    expect(written[0]).toBe(whole(items[0]!));
    const [, longest = '', longer = ''] = written;
    expect(Math.abs(size(longest) - size(longer))).toBeLessThan(10);
    expect(size(longest)).toBeGreaterThan(100);
  });
});
