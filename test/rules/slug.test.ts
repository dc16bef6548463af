import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextFree, readSlug, slugCandidates, slugify, wireSlug } from '../../src/domain/slug.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { labelled } from '../support/labels.ts';

const scripts = fc.constantFrom(
  'a',
  'Z',
  'é',
  'ß',
  'Ø',
  'Ł',
  'İ',
  'ñ',
  '한',
  '각',
  'ᄀ',
  'ᅡ',
  '日',
  'ก',
  'ำ',
  'й',
  'Ω',
  'ά',
);
const signs = fc.constantFrom(
  ' ',
  '-',
  '_',
  '.',
  '/',
  '—',
  '\u0301',
  '\u3099',
  '!',
  '%',
  '&',
  ';',
  '<',
  '>',
  '1',
  '٣',
  '🎉',
  '×',
  '№',
  '♥',
  '\ufe0f',
  '≠',
  '€',
  'º',
  '・',
  '…',
  '\u200d',
);
const titles = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.array(fc.oneof(scripts, signs), { maxLength: 120 }).map((parts) => parts.join('')),
);
const slugs = titles.map(slugify);

describe('the slug of a title', () => {
  test.each([
    ['Ünïcode Slug!! here/there', 'unicode-slug-here-there'],
    ['Ünïcode Slug!! here', 'unicode-slug-here'],
    ['Straße & Søn', 'strase-son'],
    ['Łódź, Æsop & Œuvre', 'lodz-aesop-oeuvre'],
    ['José Núñez', 'jose-nunez'],
    ['fiesta de año nuevo', 'fiesta-de-ano-nuevo'],
    ['Dots.in.title', 'dots-in-title'],
    ['a — b – c - d', 'a-b-c-d'],
    ['Tom & "Jerry" <i>Night</i> -- it\'s 5 < 6', 'tom-jerry-night-its-5-6'],
    ['Tom &amp; &#8220;Jerry&#8221; &eacute;t&#233;', 'tom-jerry-ete'],
    ['Art & Craft', 'art-craft'],
    ['all day "1"', 'all-day-1'],
    ['TZ America/St_Johns', 'tz-america-st_johns'],
    ['TZ Etc/GMT+5', 'tz-etc-gmt5'],
    ['TZ UTC+5.75', 'tz-utc5-75'],
    ['TZ UTC+5:30', 'tz-utc530'],
    ['TZ +09:00', 'tz-0900'],
    ['PD 2020-01-02T03:04:05+09:00', 'pd-2020-01-02t0304050900'],
    ['Val start_date 7', 'val-start_date-7'],
    ['<b>bold</b>', 'bold'],
    ['12345', '12345'],
    ['2 × 3', '2-x-3'],
    ['한국어 행사', '한국어-행사'],
    ['한국 음악 축제'.normalize('NFD'), '한국-음악-축제'],
    ['Ελληνικά', 'ελληνικά'],
    ['हिन्दी', 'हिन्दी'],
    ['%ed%95%9c%ea%b5%ad', '한국'],
    ['100% fun', '100-fun'],
    ['  --spaced--  ', 'spaced'],
    ['Party 🎉 night', 'party-🎉-night'],
    ['🎉', '🎉'],
    ['👩🏽‍🚀 in space', '👩🏽🚀-in-space'],
    ['I ♥ Sevilla', 'i-♥-sevilla'],
    ['№ 5', '№-5'],
    ['3ª edición, nº 5', '3a-edicion-no-5'],
    ['10€', '10e'],
    ['£20 ¥30 $40', '20-¥30-40'],
    ['1 ≠ 2', '1-≠-2'],
    ['5°, Ⓐ, ½', '5-ⓐ-½'],
    ['Acme™ © 2027 ®', 'acme-2027'],
    ['서울・부산 ※ 축제', '서울・부산-※-축제'],
    ['¿Qué? ¡Sí! «aquí» “allí” ‘ya’…', 'que-si-aqui-alli-ya'],
    ['a\u200bb\u00adc\u2060d\ufeff', 'abcd'],
    ['a\u0000b\u0085c\ue000', 'abc'],
    ['!!!', ''],
    ['^`~+<=>|$', ''],
    ['', ''],
  ])('%s gives %s', (title, slug) => {
    expect(slugify(title)).toBe(slug);
  });

  test('is at most 200 bytes long on the wire and ends with a whole character', () => {
    expect(slugify('x'.repeat(300))).toBe('x'.repeat(200));
    expect(slugify('한'.repeat(100))).toBe('한'.repeat(22));
    expect(slugify(`${'x'.repeat(199)} y`)).toBe('x'.repeat(199));
  });

  test('is its own slug, raw and as shown on the wire', () => {
    fc.assert(
      fc.property(slugs, (slug) => {
        expect(slugify(slug)).toBe(slug);
        expect(slugify(wireSlug(slug))).toBe(slug);
      }),
      { numRuns: runsOf(100, 2_000) },
    );
  });

  test('has single dashes and no other ASCII but small letters, digits and _, composed, within 200 bytes', () => {
    fc.assert(
      fc.property(slugs, (slug) => {
        expect(slug).toMatch(/^(?!-)(?:[a-z0-9_]|[^\0-\x7f\p{C}\p{Z}]|-(?!-|$))*$/u);
        expect(slug).toBe(slug.normalize('NFC'));
        expect(wireSlug(slug).length).toBeLessThanOrEqual(200);
      }),
      { numRuns: runsOf(100, 2_000) },
    );
  });

  test('keeps every emoji and symbol, and drops what cannot be seen', () => {
    const symbols = fc
      .oneof(fc.integer({ min: 0x1f300, max: 0x1faff }), fc.integer({ min: 0x2190, max: 0x2bff }))
      .map((code) => String.fromCodePoint(code).normalize('NFC'))
      .filter((symbol) => /^[\p{S}\p{N}]$/u.test(symbol) && symbol === symbol.toLowerCase() && symbol !== '\u2212');
    const unseen = fc.constantFrom('', '!', '\u200b', '\u200d', '“', '\u00ad', '\ue000');
    fc.assert(
      fc.property(fc.array(fc.tuple(symbols, unseen), { maxLength: 8 }), (pairs) => {
        expect(slugify(pairs.flat().join(''))).toBe(pairs.map(([symbol]) => symbol).join(''));
      }),
      { numRuns: runsOf(60, 1_000) },
    );
  });

  test('is found in long and odd titles', () => {
    expect(slugify(`${'<a'.repeat(50_000)} end`)).toHaveLength(200);
    expect(slugify(`${'&a'.repeat(50_000)} end`)).toHaveLength(200);
    expect(slugify('\ud83d half')).toBe('half');
  });
});

describe('slugs on the wire', () => {
  test.each([
    ['서울-콘서트홀', '%ec%84%9c%ec%9a%b8-%ec%bd%98%ec%84%9c%ed%8a%b8%ed%99%80'],
    ['한국-문화', '%ed%95%9c%ea%b5%ad-%eb%ac%b8%ed%99%94'],
    ['grand-hall', 'grand-hall'],
    ['st_johns-2', 'st_johns-2'],
  ])('%s is shown as %s', (slug, shown) => {
    expect(wireSlug(slug)).toBe(shown);
    expect(readSlug(shown)).toBe(slug);
    expect(readSlug(shown.toUpperCase())).toBe(slug);
  });

  test.each([
    ['GRAND-HALL', 'grand-hall'],
    [' spring-gala ', 'spring-gala'],
    ['%20spring-gala', 'spring-gala'],
    ['한국-문화'.normalize('NFD'), '한국-문화'],
    ['100%', '100%'],
    ['a%zzb', 'a%zzb'],
    ['%ff%fe', '%ff%fe'],
    ['', ''],
  ])('"%s" is read as "%s"', (text, slug) => {
    expect(readSlug(text)).toBe(slug);
  });

  test('are read back as they are stored, in any normal form', () => {
    fc.assert(
      fc.property(slugs, (slug) => {
        expect(readSlug(wireSlug(slug))).toBe(slug);
        expect(readSlug(slug.normalize('NFD'))).toBe(slug);
      }),
      { numRuns: runsOf(100, 2_000) },
    );
  });
});

describe('the slugs that a text from an address may mean', () => {
  test.each(
    labelled([
      ['spring-gala', ['spring-gala']],
      ['spring gala', ['spring gala', 'spring-gala']],
      ['Spring%20Gala!', ['spring gala!', 'spring-gala']],
      ['%ED%95%9C%EA%B5%AD', ['한국']],
      ['%25ed%2595%259c', ['%ed%95%9c', '한']],
      ['spring-fair__trashed', ['spring-fair__trashed']],
      [`${'x'.repeat(200)}__trashed`, [`${'x'.repeat(200)}__trashed`, 'x'.repeat(200)]],
      ['!!!', ['!!!']],
      ['', []],
    ]),
  )('%s', (_, text, slugs) => {
    expect(slugCandidates(text)).toEqual(slugs);
  });

  test('are, of every slug, this one alone', () => {
    fc.assert(
      fc.property(
        slugs.filter((slug) => slug !== ''),
        (slug) => {
          expect(slugCandidates(slug)).toEqual([slug]);
          expect(slugCandidates(wireSlug(slug).toUpperCase())).toEqual([slug]);
        },
      ),
      { numRuns: runsOf(60, 1_000) },
    );
  });

  test('have that of a title among them', () => {
    fc.assert(
      fc.property(
        titles.filter((title) => slugify(title.toLowerCase()) !== '' && !title.includes('%')),
        (title) => {
          expect(slugCandidates(title)).toContain(slugify(title.toLowerCase()));
        },
      ),
      { numRuns: runsOf(60, 1_000) },
    );
  });
});

describe('a free slug', () => {
  test('is the slug itself when nobody has it', () => {
    expect(nextFree('far-concert', new Set())).toBe('far-concert');
  });

  test('gets the first free number from 2', () => {
    expect(nextFree('x', new Set(['x']))).toBe('x-2');
    expect(nextFree('x', new Set(['x', 'x-2', 'x-3', 'x-5']))).toBe('x-4');
    expect(nextFree('한국', new Set(['한국']))).toBe('한국-2');
  });

  test('stays within 200 bytes', () => {
    const long = slugify('x'.repeat(300));
    expect(nextFree(long, new Set([long]))).toBe(`${'x'.repeat(198)}-2`);
    const korean = slugify('한'.repeat(100));
    expect(nextFree(korean, new Set([korean]))).toBe(`${'한'.repeat(22)}-2`);
    const dashed = `${'x'.repeat(197)}-yy`;
    expect(nextFree(dashed, new Set([dashed]))).toBe(`${'x'.repeat(197)}-2`);
  });

  test('is not taken, and is a slug', () => {
    fc.assert(
      fc.property(slugs, fc.nat(12), (slug, count) => {
        const taken = new Set([slug, ...Array.from({ length: count }, (_, n) => `${slug}-${n + 2}`)]);
        const free = nextFree(slug, taken);
        expect(taken.has(free)).toBe(false);
        expect(wireSlug(free).length).toBeLessThanOrEqual(200);
      }),
    );
  });
});
