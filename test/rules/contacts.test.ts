import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coerce, fromObject } from '../../src/domain/fields/coerce.ts';
import { validate } from '../../src/domain/fields/examine.ts';
import { organizerFields } from '../../src/kinds/organizer/fields.ts';

const writing = { now: 0, zone: 'UTC', language: 'en', embedHosts: [] } as const;

/** What is kept of a field that was sent. @throws DomainError if it is refused */
const kept = (field: 'website' | 'email', sent: string): unknown => {
  const { values } = coerce(organizerFields, fromObject({ [field]: sent }));
  return (validate({ table: organizerFields, use: 'patch' }, values, writing) as Record<string, unknown>)[field];
};

const refused = (field: string) => expect.objectContaining({ problems: [expect.objectContaining({ field })] });
const outcome = (field: 'website' | 'email', sent: string): unknown => {
  try {
    return kept(field, sent);
  } catch (error) {
    return error;
  }
};

describe('a website', () => {
  test.each([
    ['https://e.example/?q="a"', 'https://e.example/?q=%22a%22'],
    ['https://e.example/<b>', 'https://e.example/%3Cb%3E'],
    ['HTTP://e.example', 'HTTP://e.example'],
    ['ftp://e.example/%22', 'ftp://e.example/%22'],
    ["https://e.example/it's(1)[2]*;!@$,", "https://e.example/it's(1)[2]*;!@$,"],
    ['https://e.example/a\\b^c`d{e}|f', 'https://e.example/a%5Cb%5Ec%60d%7Be%7D%7Cf'],
    ['mailto:"ann"@e.example', 'mailto:%22ann%22@e.example'],
    ['tel:+34-600', 'tel:+34-600'],
  ])('%s is kept as %s', (website, shown) => {
    expect(kept('website', website)).toBe(shown);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'ws://e.example/',
    'ftps://e.example',
    'sms:+34',
    'about:blank',
    'blob:https://e.example/1',
    'urn:isbn:1',
    'x:y',
    'https:e.example',
    'https://',
    'ftp:x',
    'mailto:',
    'http://<e>.example/',
    'https://e.example/a b',
    'https://e.example/ñ',
    '//e.example',
    'e.example',
  ])('%s is refused', (website) => {
    expect(outcome('website', website)).toEqual(refused('website'));
  });

  test('has no quotes and angle brackets, and is the same again when it is sent back', () => {
    const starts = fc.constantFrom('https://e.example/', 'http://e.example?', 'ftp://e.example/', 'tel:');
    const part = fc.string({ unit: fc.constantFrom(...'ab"<>\'%2?=/#[]{}|^`\\'), maxLength: 12 });
    fc.assert(
      fc.property(starts, part, (start, rest) => {
        const website = kept('website', `${start}1${rest}`);
        expect(website).not.toMatch(/["<>]/);
        expect(kept('website', website as string)).toBe(website);
      }),
    );
  });
});

describe('an e-mail address', () => {
  test.each([
    'ann@e.example',
    'nope',
    'a@b',
    "o'hara+x@e.example",
    'ann&co@e.example',
    '한국@e.example',
    'a b@e.example',
    'ann@e.example,bob@e.example',
    'ann@e.example,  bob@e.example',
    'a\u00a0b',
    '0',
  ])('%s is kept as it is', (email) => {
    expect(kept('email', email)).toBe(email);
  });

  test.each(['"ann"@e.example', 'Ann <ann@e.example>', 'a>b', 'a\u0007b', 'a\u0085b'])('%j is refused', (email) => {
    expect(outcome('email', email)).toEqual(refused('email'));
  });
});
