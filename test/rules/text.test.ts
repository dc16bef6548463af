import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, literalTerms, searchTerms, sortKey, withoutCommonWords } from '../../src/domain/text.ts';
import { runsOf } from '../support/fuzz/seed.ts';

const scripts = fc.constantFrom(
  'a',
  'É',
  'ñ',
  'n\u0303',
  'İ',
  'Σ',
  'ς',
  '한',
  'ᄒ',
  'ᅡ',
  'й',
  'ά',
  ' ',
  '"',
  '-',
  '\\',
  '(',
  '[',
  '*',
);
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(scripts).map((parts) => parts.join('')),
);

describe('folded text', () => {
  test.each([
    ['Año', 'ano'],
    ['CAFÉ', 'cafe'],
    ['한국어'.normalize('NFD'), '한국어'],
    ['ΟΔΌΣ', 'οδοσ'],
    ['οδός', 'οδοσ'],
    ['Ünïcode', 'unicode'],
    ['', ''],
  ])('%s is %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('folds to itself, and the same for every normal form', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(fold(fold(text))).toBe(fold(text));
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
      }),
      { numRuns: runsOf(100, 2_000) },
    );
  });
});

describe('order by name', () => {
  const order = (a: string, b: string): number => Number(a > b) - Number(a < b);
  const words = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 6 });

  test.each([
    ['en', 'abcdefghijklmnopqrstuvwxyzABCXYZéÑ'],
    ['es', 'abcdefghijklmnñopqrstuvwxyzÑNOÁéü'],
  ] as const)('in %s is the order of dictionaries', (language, letters) => {
    const collator = new Intl.Collator(language, { sensitivity: 'base' });
    fc.assert(
      fc.property(words(letters), words(letters), (a, b) => {
        expect(order(sortKey(a, language), sortKey(b, language))).toBe(Math.sign(collator.compare(a, b)));
      }),
      { numRuns: runsOf(100, 2_000) },
    );
  });

  test('of Hangul is the order of dictionaries', () => {
    const collator = new Intl.Collator('ko');
    fc.assert(
      fc.property(words('가각간나다라마바사아자차카타파하힣'), words('가각간나다라마바사아자차카타파하힣'), (a, b) => {
        expect(order(sortKey(a.normalize('NFD'), 'ko'), sortKey(b, 'ko'))).toBe(Math.sign(collator.compare(a, b)));
      }),
    );
  });

  test('has ñ between n and o in Spanish, composed or not, and with n elsewhere', () => {
    const names = ['Oca', 'ñandu', 'nz', 'N\u0303u', 'na'];
    expect(names.toSorted((a, b) => order(sortKey(a, 'es'), sortKey(b, 'es')))).toEqual([
      ...['na', 'nz', 'ñandu', 'N\u0303u', 'Oca'],
    ]);
    expect(sortKey('ñandu', 'en')).toBe('nandu');
  });
});

describe('the terms of a query', () => {
  test.each([
    ['Concert Far', ['concert', 'far'], []],
    ['far -duplicate', ['far'], ['duplicate']],
    ['"Far  Concert" night', ['far concert', 'night'], []],
    ['jazz -"big band"', ['jazz'], ['big band']],
    ['open "unclosed phrase', ['open', 'unclosed phrase'], []],
    ['word"phrase one"-x', ['word', 'phrase one'], ['x']],
    ['year-end', ['year-end'], []],
    ['  Año\t한국어  ', ['ano', '한국어'], []],
    ['_', ['_'], []],
    ['c++ & a', ['c++', '&', 'a'], []],
    ['--x', [], ['-x']],
    ['far - ""', ['far'], []],
    ['-far -', [], ['far']],
    ['-', ['-'], []],
    ['""', ['""'], []],
    ['  --  ', ['--'], []],
    ['-""', ['-""'], []],
    ['- ""  " "', ['- "" " "'], []],
    [' \t\n\u00a0\u3000 ', [], []],
    ['', [], []],
  ])('%s', (query, include, exclude) => {
    expect(searchTerms(query)).toEqual({ include, exclude });
  });

  test.each([
    ['-5', ['-5']],
    ['cellar -5', ['cellar', '-5']],
    ['-"Big  Band" x', ['-big band', 'x']],
    ['a - b', ['a', 'b']],
    ['-', ['-']],
    [' ', []],
  ])('%s, where a minus does not exclude', (query, include) => {
    expect(literalTerms(query)).toEqual({ include, exclude: [] });
  });

  test.each([
    ['the spring gala', ['spring', 'gala'], []],
    ['The WHO', ['the', 'who'], []],
    ['the', ['the'], []],
    ['a', ['a'], []],
    ['a b é', ['a', 'b', 'e'], []],
    ['a night with É', ['night'], []],
    ['ø 9 я 가 &', ['9', 'я', '가', '&'], []],
    ['"the" night', ['night'], []],
    ['"to be" or not', ['to be', 'not'], []],
    ['the -night', [], ['night']],
    ['night -the -a', ['night'], ['the', 'a']],
    ['therefore www.example.org ab', ['therefore', 'www.example.org', 'ab'], []],
    ['-', ['-'], []],
  ])('%s without common words', (query, include, exclude) => {
    expect(withoutCommonWords(searchTerms(query))).toEqual({ include, exclude });
  });

  test('are those that a query was put together from', () => {
    const words = fc.stringMatching(/^[a-zé한9&][a-z한-]{0,3}$/u);
    const parts = fc.tuple(fc.boolean(), fc.oneof(words, fc.array(words, { minLength: 1, maxLength: 3 })));
    const written = (part: string | string[]) => (typeof part === 'string' ? part : `"${part.join('  ')}"`);
    const meant = (part: string | string[]) => fold([part].flat().join(' '));
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1 }), fc.constantFrom(' ', '\t', '\u3000'), (all, blank) => {
        const query = all.map(([minus, part]) => `${minus ? '-' : ''}${written(part)}`).join(blank);
        const of = (excluded: boolean) => all.filter(([minus]) => minus === excluded).map(([, part]) => meant(part));
        expect(searchTerms(query)).toEqual({ include: of(false), exclude: of(true) });
      }),
    );
  });
});
