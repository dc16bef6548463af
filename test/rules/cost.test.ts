import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CostDetails, costText, readCost } from '../../src/domain/cost.ts';
import { fuzzSeed, runsOf } from '../support/fuzz/seed.ts';

type Row = [
  cost: unknown,
  shown: string,
  symbol: string,
  position: CostDetails['currencyPosition'],
  values: CostDetails['values'],
  code?: string,
];

function expectCost([cost, shown, currencySymbol, currencyPosition, values, currencyCode = '']: Row): void {
  expect(readCost(costText(cost))).toEqual({
    text: shown,
    details: { currencySymbol, currencyCode, currencyPosition, values },
  });
}

describe('costs of the recordings', () => {
  const rows: Row[] = [
    ['10', '$10', '', '', ['10']],
    [10, '$10', '', '', ['10']],
    [10.5, '$10.5', '', '', ['10.5']],
    ['10.50', '$10.50', '', '', ['10.50']],
    ['10,50', '$10,50', '', '', ['10.50']],
    ['10.00', '$10.00', '', '', ['10.00']],
    ['1000', '$1000', '', '', ['1000']],
    ['1,000', '$1,000', '', '', ['1000']],
    ['$10', '$10', '$', 'prefix', ['10']],
    ['10$', '10$', '$', 'postfix', ['10']],
    ['$ 10', '$10', '$', 'prefix', ['10']],
    ['€10', '€10', '€', 'prefix', ['10'], 'EUR'],
    ['10€', '10€', '€', 'postfix', ['10'], 'EUR'],
    ['10 €', '10€', '€', 'postfix', ['10'], 'EUR'],
    ['20 €', '20€', '€', 'postfix', ['20'], 'EUR'],
    ['10-20', '$10 – $20', '', '', ['10', '20']],
    ['10 - 20', '$10 – $20', '', '', ['10', '20']],
    ['20,10', '$20,10', '', '', ['20.10']],
    ['free', 'free', '', '', ['free']],
    ['Free', 'Free', '', '', ['free']],
    ['FREE', 'FREE', '', '', ['free']],
    ['0.00', 'Free', '', '', ['0.00']],
    ['$0', 'Free', '$', 'prefix', ['0']],
    ['0-20', 'Free – $20', '', '', ['0', '20']],
    ['Donation', 'Donation', '', '', ['donation']],
    ['Donation, 10', '$10', '', '', ['10']],
    ['10 USD', '10USD', 'USD', 'postfix', ['10'], 'USD'],
    ['USD 10', 'USD10', 'USD', 'prefix', ['10'], 'USD'],
    ['kr 100', 'kr100', 'kr', 'prefix', ['100']],
    ['100 kr', '100kr', 'kr', 'postfix', ['100']],
    ['₩5000', '₩5000', '₩', 'prefix', ['5000'], 'KRW'],
    ['-5', '-5', '-', 'prefix', ['5']],
    ['  15  ', '$15', '', '', ['15']],
    ['<b>10</b>', '$10', '', '', ['10']],
    ['10 / 20', '$10 – $20', '', '', ['10', '20']],
    ['12345678.99', '$12345678.99', '', '', ['12345678.99']],
    [true, '$1', '', '', ['1']],
    [false, '', '', '', []],
    [['10', '20'], '$10 – $20', '', '', ['10', '20']],
    [['$5'], '$5', '$', 'prefix', ['5']],
    [[], '', '', '', []],
    [{ min: 1 }, '$1', '', '', ['1']],
    ['$1.5', '$1.5', '$', 'prefix', ['1.5']],
    ['.5', '$.5', '', '', ['.5']],
    ['5.', '$5.', '', '', ['5.']],
    ['10–20', '$10 – $20', '', '', ['10', '20']],
    ['from $5', 'from $5', 'from $', 'prefix', ['5']],
    [null, '', '', '', []],
    [12.5, '$12.5', '', '', ['12.5']],
    ['abc', 'abc', '', '', ['abc']],
  ];
  test.each(rows)('%j shows as %s', (...row) => expectCost(row));
});

describe('costs that the reference gets wrong', () => {
  const rows: Row[] = [
    ['0', 'Free', '', '', ['0']],
    [0, 'Free', '', '', ['0']],
    [['0'], 'Free', '', '', ['0']],
    ['Free - $20', 'Free – $20', '$', 'prefix', ['free', '20']],
    ['$5, $10, $20', '$5 – $20', '$', 'prefix', ['5', '10', '20']],
    ['1,000.50', '$1,000.50', '', '', ['1000.50']],
    ['1.000,50', '$1.000,50', '', '', ['1000.50']],
    ['£10-£20', '£10 – £20', '£', 'prefix', ['10', '20'], 'GBP'],
    ['$10-$20', '$10 – $20', '$', 'prefix', ['10', '20']],
    ['$10 to $20', '$10 – $20', '$', 'prefix', ['10', '20']],
    ['10, 20, 30', '$10 – $30', '', '', ['10', '20', '30']],
    ['5,000원', '5,000원', '원', 'postfix', ['5000'], 'KRW'],
  ];
  test.each(rows)('%j shows as %s', (...row) => expectCost(row));
});

describe('other costs', () => {
  const rows: Row[] = [
    ['10-20€', '10€ – 20€', '€', 'postfix', ['10', '20'], 'EUR'],
    ['USD 20 - USD 10', 'USD10 – USD20', 'USD', 'prefix', ['10', '20'], 'USD'],
    ['€10 / $12', '€10 / $12', '', '', ['10', '12']],
    ['5,10,20', '$5 – $20', '', '', ['5', '10', '20']],
    ['1,000,000원', '1,000,000원', '원', 'postfix', ['1000000'], 'KRW'],
    ['1.000.000 €', '1.000.000€', '€', 'postfix', ['1000000'], 'EUR'],
    ['₹1,00,000', '₹1,00,000', '₹', 'prefix', ['100000'], 'INR'],
    ['£1,000.50', '£1,000.50', '£', 'prefix', ['1000.50'], 'GBP'],
    ['from 10 €', '10€', '€', 'postfix', ['10'], 'EUR'],
    ['$10 per person', '$10', '$', 'prefix', ['10']],
    ['어른 10,000원, 어린이 5,000원', '5,000원 – 10,000원', '원', 'postfix', ['5000', '10000'], 'KRW'],
    ['10, 10.00', '$10.00', '', '', ['10.00']],
    ['0, 20', 'Free – $20', '', '', ['0', '20']],
    ['무료', '무료', '', '', ['무료']],
    ['자유 관람료', '자유 관람료', '', '', ['자유-관람료']],
    ['Pay what you can', 'Pay what you can', '', '', ['pay-what-you-can']],
    ['?', '?', '', '', []],
    [{ adults: ['10', null], children: { half: 5 } }, '$5 – $10', '', '', ['5', '10']],
    [['', '  ', false], '', '', '', []],
    [['$5', '$10'], '$5 – $10', '$', 'prefix', ['5', '10']],
    [['0$', '20$', '30$'], 'Free – 30$', '$', 'postfix', ['0', '20', '30']],
    ['5$ - 10$', '5$ – 10$', '$', 'postfix', ['5', '10']],
    ['€10, 20 EUR', '€10 – €20', '€', 'prefix', ['10', '20'], 'EUR'],
    ['$10 / 12 €', '$10 / 12 €', '', '', ['10', '12']],
    ['US$10 / $12', 'US$10 / $12', '', '', ['10', '12']],
    ['10€ 20€', '10€ – 20€', '€', 'postfix', ['10', '20'], 'EUR'],
    ['€10 €20', '€10 – €20', '€', 'prefix', ['10', '20'], 'EUR'],
    ['10 € 20 €', '10€ – 20€', '€', 'postfix', ['10', '20'], 'EUR'],
    ['€ 10 € 20', '€10 – €20', '€', 'prefix', ['10', '20'], 'EUR'],
    ['10 per person', '10 per person', 'per person', 'postfix', ['10']],
    ['about 10 per person', 'about 10 per person', '', '', ['10']],
    ['공원 5,000원', '5,000원', '원', 'postfix', ['5000'], 'KRW'],
  ];
  test.each(rows)('%j shows as %s', (...row) => expectCost(row));
});

describe('amounts', () => {
  const rows: Row[] = [
    ...['1,234.50', '1.234,50', '1 234,50', "1'234.50", '1234,50'].map(
      (written): Row => [`${written} €`, `${written}€`, '€', 'postfix', ['1234.50'], 'EUR'],
    ),
    ['1.500 €', '1.500€', '€', 'postfix', ['1500'], 'EUR'],
    ['0.500', '$0.500', '', '', ['0.500']],
    [10.125, '$10.1250', '', '', ['10.1250']],
    [1e21, '$1000000000000000000000', '', '', ['1000000000000000000000']],
    ['10.50,20.50', '$10.50 – $20.50', '', '', ['10.50', '20.50']],
    ['1.5.20', '$1 – $20', '', '', ['1', '5', '20']],
    ['1 000 - 2 000 €', '1 000€ – 2 000€', '€', 'postfix', ['1000', '2000'], 'EUR'],
  ];
  test.each(rows)('of %j show as %s', (...row) => expectCost(row));
});

describe('codes of currencies', () => {
  const rows: Row[] = [
    ['15,000원', '15,000원', '원', 'postfix', ['15000'], 'KRW'],
    ['€12.50', '€12.50', '€', 'prefix', ['12.50'], 'EUR'],
    ['12,50 euros', '12,50euros', 'euros', 'postfix', ['12.50'], 'EUR'],
    ['Euro 5', 'Euro5', 'Euro', 'prefix', ['5'], 'EUR'],
    ['10유로', '10유로', '유로', 'postfix', ['10'], 'EUR'],
    ['20000 won', '20000won', 'won', 'postfix', ['20000'], 'KRW'],
    ['3000円', '3000円', '円', 'postfix', ['3000'], 'JPY'],
    ['50 zł', '50zł', 'zł', 'postfix', ['50'], 'PLN'],
    ['S/ 10', 'S/10', 'S/', 'prefix', ['10'], 'PEN'],
    ['R$10', 'R$10', 'R$', 'prefix', ['10'], 'BRL'],
    ['CA$10', 'CA$10', 'CA$', 'prefix', ['10'], 'CAD'],
    ['CHF 20', 'CHF20', 'CHF', 'prefix', ['20'], 'CHF'],
    ['$10 USD', '$10', '$', 'prefix', ['10'], 'USD'],
    ['USD $10', 'USD $10', 'USD $', 'prefix', ['10'], 'USD'],
    ['$5; $10', '$5 – $10', '$', 'prefix', ['5', '10']],
    ['$5 - $10 CAD', '$5 – $10', '$', 'prefix', ['5', '10'], 'CAD'],
    ['¥3000', '¥3000', '¥', 'prefix', ['3000']],
    ['10 dólares', '10dólares', 'dólares', 'postfix', ['10']],
    ['10달러', '10달러', '달러', 'postfix', ['10']],
    ['100 kr.', '100kr.', 'kr.', 'postfix', ['100']],
    ['10 ABC', '10 ABC', 'ABC', 'postfix', ['10']],
  ];
  test.each(rows)('%j shows as %s', (...row) => expectCost(row));

  test('are their own signs', () => {
    const codes = Intl.supportedValuesOf('currency');
    expect(codes.map((code) => readCost(`10 ${code}`).details.currencyCode)).toEqual(codes);
  });
});

describe('free, and prices', () => {
  const rows: Row[] = [
    [['Free', 10], 'Free – $10', '', '', ['free', '10']],
    ['Free - £20', 'Free – £20', '£', 'prefix', ['free', '20'], 'GBP'],
    ['£20 / free', 'free – £20', '£', 'prefix', ['free', '20'], 'GBP'],
    ['Free £20', 'Free – £20', '£', 'prefix', ['free', '20'], 'GBP'],
    ['Gratis o 5 €', 'Gratis – 5€', '€', 'postfix', ['gratis', '5'], 'EUR'],
    ['무료, 5,000원', '무료 – 5,000원', '원', 'postfix', ['무료', '5000'], 'KRW'],
    ['Free, 0', 'Free', '', '', ['free', '0']],
    ['£20 (free for kids)', '£20', '£', 'prefix', ['20'], 'GBP'],
    ['20 (free for kids)', '20 (free for kids)', '', '', ['20']],
    ['free for kids, £20', '£20', '£', 'prefix', ['20'], 'GBP'],
    ['free from £20', '£20', '£', 'prefix', ['20'], 'GBP'],
    ['Freedom $5', 'Freedom $5', 'Freedom $', 'prefix', ['5']],
    ['Freestyle 5', 'Freestyle 5', 'Freestyle', 'prefix', ['5']],
    ['5 € gratuitos', '5€', '€', 'postfix', ['5'], 'EUR'],
    ['20 (gratuitas los lunes)', '20 (gratuitas los lunes)', '', '', ['20']],
    ['무료입장은 5,000원', '5,000원', '원', 'postfix', ['5000'], 'KRW'],
  ];
  test.each(rows)('%j shows as %s', (...row) => expectCost(row));
});

describe('any cost', () => {
  /** An amount in cents, and a way to write it. */
  const amount = fc.tuple(
    fc.oneof(fc.nat(9_999), fc.nat(999_999_999)),
    fc.constantFrom(
      (cents: number) => (cents / 100).toFixed(2),
      (cents: number) => (cents / 100).toFixed(2).replace('.', ','),
      ...['en', 'de', 'fr', 'de-CH'].map(
        (locale) => (cents: number) => (cents / 100).toLocaleString(locale, { minimumFractionDigits: 2 }),
      ),
    ),
  );
  const whole = fc.tuple(
    fc.nat(9_999_999).map((number) => number * 100),
    fc.constantFrom(
      (cents: number) => String(cents / 100),
      ...['en', 'de', 'fr'].map((locale) => (cents: number) => (cents / 100).toLocaleString(locale)),
    ),
  );
  const amounts = fc.array(fc.oneof(amount, whole), { minLength: 1, maxLength: 4 });
  const either = ['€', '₩', '£', '$', '¥', 'US$', 'kr', 'zł', 'USD', 'EUR', 'Euro'];
  const sign = fc.oneof(
    fc.tuple(fc.constantFrom(...either), fc.constantFrom('prefix', 'postfix')),
    fc.tuple(fc.constantFrom('원', '円', '유로', 'euros'), fc.constant('postfix')),
  );
  const together = fc.constantFrom(', ', ' - ', ' – ', ' / ', ' to ', ' o ', '; ');
  const one = (shown: string, sign: string, position: string, space: string) =>
    position === 'prefix' ? sign + space + shown : shown + space + sign;
  const written = fc
    .tuple(amounts, sign, together, fc.constantFrom('', ' '))
    .map(([amounts, [sign, position], between, space]) => ({
      ...{ cents: amounts.map(([cents]) => cents), sign, position, between, space },
      prices: amounts.map(([cents, write]) => one(write(cents), sign, position, space)),
    }));
  const check = { numRuns: runsOf(100, 2_000), seed: fuzzSeed() };

  test('keeps sign and position when all prices agree', () => {
    fc.assert(
      fc.property(written, ({ prices, sign, position, between }) => {
        const { details } = readCost(costText(prices.join(between)));
        expect([details.currencySymbol, details.currencyPosition]).toEqual([sign, position]);
      }),
      check,
    );
  });

  test('is the same whatever parts its prices: no dash between them is a minus', () => {
    const parting = fc.constantFrom(' - ', '-', '–', ' – ', '—', '~', ' / ', ' to ');
    fc.assert(
      fc.property(written, parting, ({ prices }, between) => {
        expect(readCost(costText(prices.join(between)))).toEqual(readCost(costText(prices.join('; '))));
      }),
      check,
    );
  });

  test('keeps sign and position of a list as it keeps those of its text', () => {
    fc.assert(
      fc.property(written, ({ prices }) => {
        expect(readCost(costText(prices))).toEqual(readCost(costText(prices.join(', '))));
      }),
      check,
    );
  });

  test('keeps the amounts, ascending and each once', () => {
    fc.assert(
      fc.property(written, ({ prices, between, cents }) => {
        const { values } = readCost(costText(prices.join(between))).details;
        const sorted = [...new Set(cents)].sort((a, b) => a - b);
        expect(values.map((value) => Math.round(Number(value) * 100))).toEqual(sorted);
      }),
      check,
    );
  });

  test('keeps the amounts of numbers', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.nat().map((number) => number / 1_000),
          fc.maxSafeNat(),
        ),
        (number) => {
          expect(readCost(costText(number)).details.values.map(Number)).toEqual([number]);
        },
      ),
      check,
    );
  });

  test('shows as the same when what was shown is sent back', () => {
    const free = fc.constantFrom([], ['Free'], ['무료'], ['gratis']);
    fc.assert(
      fc.property(written, free, ({ prices, between }, free) => {
        const { text } = readCost(costText([...free, ...prices].join(between)));
        expect(readCost(costText(text)).text).toBe(text);
      }),
      check,
    );
  });

  test('has no word for free in its symbol when it has a price', () => {
    const phrases = fc.constantFrom(
      'Free',
      'free for kids',
      'FREE',
      'Free -',
      '(free)',
      '무료',
      'gratis o',
      'entrada libre',
    );
    const parts = fc.tuple(written, fc.array(phrases, { minLength: 1, maxLength: 2 }), fc.nat(4), together);
    fc.assert(
      fc.property(parts, ([{ prices }, free, at, between]) => {
        const said = [...prices.slice(0, at), ...free, ...prices.slice(at)].join(between);
        expect(readCost(costText(said)).details.currencySymbol).not.toMatch(/free|무료|gratis|libre/i);
      }),
      check,
    );
  });

  test('can be read, and only nothing shows as nothing', () => {
    const anything = fc.oneof(
      written.map(({ prices }) => prices.join(' ')),
      fc.string({ unit: fc.constantFrom(...'0123456789.,,  -–$€£원kr/Free') }),
      fc.string(),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(anything, (cost) => {
        const stored = costText(cost);
        const { text, details } = readCost(stored);
        expect(text === '').toBe(stored === '');
        expect(details.values).not.toContain('');
      }),
      check,
    );
  });
});
