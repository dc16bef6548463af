import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CostDetails, costText, readCost } from '../../src/rules/cost.ts';

type Row = [
  cost: unknown,
  shown: string,
  symbol: string,
  position: CostDetails['currencyPosition'],
  values: CostDetails['values'],
];

function expectCost([cost, shown, currencySymbol, currencyPosition, values]: Row): void {
  expect(readCost(costText(cost))).toEqual({
    text: shown,
    details: { currencySymbol, currencyCode: '', currencyPosition, values },
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
    ['€10', '€10', '€', 'prefix', ['10']],
    ['10€', '10€', '€', 'postfix', ['10']],
    ['10 €', '10€', '€', 'postfix', ['10']],
    ['20 €', '20€', '€', 'postfix', ['20']],
    ['$10-$20', '$10 – $20', '', '', ['10', '20']],
    ['10-20', '$10 – $20', '', '', ['10', '20']],
    ['10 - 20', '$10 – $20', '', '', ['10', '20']],
    ['20,10', '$20,10', '', '', ['20.10']],
    ['free', 'free', '', '', ['free']],
    ['Free', 'Free', '', '', ['free']],
    ['FREE', 'FREE', '', '', ['free']],
    ['0', '', '', '', []],
    [0, '', '', '', []],
    ['0.00', 'Free', '', '', ['0.00']],
    ['$0', 'Free', '$', 'prefix', ['0']],
    ['0-20', 'Free – $20', '', '', ['0', '20']],
    ['Free - $20', 'Free - $20', 'Free - $', 'prefix', ['20']],
    ['Donation', 'Donation', '', '', ['donation']],
    ['Donation, 10', '$10', '', '', ['10']],
    ['10 USD', '10USD', 'USD', 'postfix', ['10']],
    ['USD 10', 'USD10', 'USD', 'prefix', ['10']],
    ['kr 100', 'kr100', 'kr', 'prefix', ['100']],
    ['100 kr', '100kr', 'kr', 'postfix', ['100']],
    ['₩5000', '₩5000', '₩', 'prefix', ['5000']],
    ['$10 to $20', '$10 – $20', '', '', ['10', '20']],
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
    ['1,000.50', '$1,000.50', '', '', ['1000.50']],
    ['1.000,50', '$1.000,50', '', '', ['1000.50']],
    ['£10-£20', '£10 – £20', '£', 'prefix', ['10', '20']],
    ['10, 20, 30', '$10 – $30', '', '', ['10', '20', '30']],
    ['5,000원', '5,000원', '원', 'postfix', ['5000']],
  ];
  test.each(rows)('%j shows as %s', (...row) => expectCost(row));
});

describe('other costs', () => {
  const rows: Row[] = [
    ['10-20€', '10€ – 20€', '€', 'postfix', ['10', '20']],
    ['USD 20 - USD 10', 'USD10 – USD20', 'USD', 'prefix', ['10', '20']],
    ['€10 / $12', '€10 / $12', '', '', ['10', '12']],
    [['$10', '$20'], '$10 – $20', '', '', ['10', '20']],
    ['5,10,20', '$5 – $20', '', '', ['5', '10', '20']],
    ['1,000,000원', '1,000,000원', '원', 'postfix', ['1000000']],
    ['1.000.000 €', '1.000.000€', '€', 'postfix', ['1000000']],
    ['₹1,00,000', '₹1,00,000', '₹', 'prefix', ['100000']],
    ['£1,000.50', '£1,000.50', '£', 'prefix', ['1000.50']],
    ['from 10 €', '10€', '€', 'postfix', ['10']],
    ['$10 per person', '$10', '$', 'prefix', ['10']],
    ['어른 10,000원, 어린이 5,000원', '5,000원 – 10,000원', '원', 'postfix', ['5000', '10000']],
    ['10, 10.00', '$10.00', '', '', ['10.00']],
    ['0, 20', 'Free – $20', '', '', ['0', '20']],
    ['무료', '무료', '', '', ['%eb%ac%b4%eb%a3%8c']],
    ['?', '?', '', '', []],
    [{ adults: ['10', null], children: { half: 5 } }, '$5 – $10', '', '', ['5', '10']],
    [['', '  ', false], '', '', '', []],
    [['0'], '', '', '', []],
  ];
  test.each(rows)('%j shows as %s', (...row) => expectCost(row));

  const amount = fc.oneof(
    fc.nat(100_000).map(String),
    fc.nat(9_999_999).map((cents) => (cents / 100).toFixed(2)),
    fc.nat(9_999_999).map((number) => number.toLocaleString('en')),
  );
  const price = fc
    .tuple(fc.constantFrom('', '$', '€', 'USD ', '₩'), amount, fc.constantFrom('', '원', ' kr', ' €'))
    .map((parts) => parts.join(''));
  const costs = fc.oneof(
    fc.array(price, { minLength: 1, maxLength: 4 }).map((prices) => prices.join(' - ')),
    fc.string(),
  );

  test('what was shown shows as the same when it is sent back', () => {
    const plain = fc.array(amount, { minLength: 1, maxLength: 4 }).map((amounts) => amounts.join(', '));
    const same = fc.tuple(fc.constantFrom('€', 'USD ', '£'), fc.array(amount, { minLength: 1, maxLength: 4 }));
    const alike = same.map(([symbol, amounts]) => amounts.map((number) => symbol + number).join(' / '));
    fc.assert(
      fc.property(fc.oneof(plain, alike), (cost) => {
        const { text } = readCost(cost);
        expect(readCost(text).text).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  test('prices are plain numbers in ascending order, each once', () => {
    fc.assert(
      fc.property(fc.oneof(amount, price), fc.array(amount, { maxLength: 3 }), (first, more) => {
        const values = readCost([first, ...more].join(', ')).details.values.map(Number);
        expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
        expect(values).not.toContain(Number.NaN);
      }),
      { numRuns: 1_000 },
    );
  });

  test('reading never fails, and only nothing shows as nothing', () => {
    fc.assert(
      fc.property(fc.oneof(costs, fc.jsonValue()), (cost) => {
        const stored = costText(cost);
        expect(readCost(stored).text === '').toBe(stored === '');
      }),
      { numRuns: 1_000 },
    );
  });
});
