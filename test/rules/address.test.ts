import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressLines, countryCode } from '../../src/domain/address.ts';

const NONE = { street: '', city: '', region: '', postalCode: '', country: '' };

test.each([
  [
    'USA',
    { street: '548 Market St', city: 'San Francisco', region: 'CA', postalCode: '94016' },
    '548 Market St|San Francisco, CA 94016',
  ],
  ['España', { street: 'Calle Mayor 1', city: 'Madrid', postalCode: '28013' }, 'Calle Mayor 1|28013 Madrid'],
  [
    '대한민국',
    { street: '세종대로 110', city: '중구', region: '서울특별시', postalCode: '04524' },
    '서울특별시 중구|세종대로 110|04524',
  ],
  [
    'South Korea',
    { street: '110 Sejong-daero', city: 'Jung-gu', region: 'Seoul', postalCode: '04524' },
    '110 Sejong-daero|Jung-gu|Seoul|04524',
  ],
  [
    'South Korea',
    { street: '1 Hosu-ro', city: 'Seoul', region: 'Seoul', postalCode: '04201' },
    '1 Hosu-ro|Seoul|04201',
  ],
  ['UK', { street: '10 Downing St', city: 'London', postalCode: 'SW1A 2AA' }, '10 Downing St|London|SW1A 2AA'],
  [
    'Nowhereland',
    { street: 'Somewhere 1', city: 'Town', region: 'Shire', postalCode: '123' },
    'Somewhere 1|Town|123 Shire',
  ],
  ['Japan', { city: 'Tokyo' }, 'Tokyo'],
])('an address in %s has the lines of its country: row %#', (country, parts, lines) => {
  expect(addressLines({ ...NONE, ...parts, country })).toEqual([...lines.split('|'), country]);
});

test('an address of which nothing is known has no lines', () => {
  expect(addressLines(NONE)).toEqual([]);
});

const part = fc.stringMatching(/^[A-Za-z0-9가-힣]{0,8}$/);

test('nothing that is known of an address is lost', () => {
  const country = fc.constantFrom('USA', 'España', 'Japan', '한국', 'Brazil', 'Ireland', 'Nowhere', '');
  fc.assert(
    fc.property(fc.record({ street: part, city: part, region: part, postalCode: part, country }), (address) => {
      const text = addressLines(address).join(' ');
      for (const each of Object.values(address)) expect(text).toContain(each);
    }),
  );
});

test.each([
  ['Spain', 'ES'],
  ['España', 'ES'],
  ['스페인', 'ES'],
  ['es', 'ES'],
  ['UK', 'GB'],
  ['u.s.a.', 'US'],
  ['Corea', 'KR'],
  ['Atlantis', undefined],
  ['', undefined],
  ['constructor', undefined],
])('%s is the country %s', (name, code) => {
  expect(countryCode(name)).toBe(code);
});
