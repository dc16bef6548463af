import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventJsonLd, type SearchedEvent } from '../../src/api/pages/json-ld.ts';
import { readPrices } from '../../src/domain/prices.ts';
import { fuzzSeed, runsOf } from '../support/fuzz/seed.ts';

/** A text, what is shown (`=` for the same), its prices, and what search engines are offered. */
type Row = [text: string, shown: string, prices: string, offered: string];

const ENGLISH: Row[] = [
  ['Under 12 free, adults $8', '=', '8', '8 USD'],
  ['Free for members, $10 others', '=', '10', '10 USD'],
  ['10', '$10', '10', '10 USD'],
  ['1,000.50', '$1,000.50', '1000.5', '1000.5 USD'],
  ['0', 'Free', 'free: 0', '0 USD'],
  ['Free', '=', 'free: 0', '0 USD'],
  ['Free admission', '=', 'free: 0', '0 USD'],
  ['10-20', '$10 – $20', '10, 20', '10-20 USD'],
  ['$5, $10, $20', '$5 – $20', '5, 10, 20', '5-20 USD'],
  ['Free - $20', 'Free – $20', '0, 20', '0-20 USD'],
  ['from $5', '=', '5', '5 USD'],
  ['$10 to $20', '=', '10, 20', '10-20 USD'],
  ['$12 per person', '=', '12', '12 USD'],
  ['$10 or 2 for $18', '=', '10, 18', '10-18 USD'],
  ['$20 (10% off before 1 May)', '=', '20', '20 USD'],
  ['$20 ($5 off for members)', '=', '20', '20 USD'],
  ['18+, $20', '=', '20', '20 USD'],
  ['Ages 6-12', '=', '', ''],
  ['Doors 19:30, £10', '=', '10 GBP', '10 GBP'],
  ['12/05/2026', '=', '', ''],
  ['020-7946-0958', '=', '', ''],
  ['Room 2 - £10', '=', '10 GBP', '10 GBP'],
  ['£5 / 2 hours', '=', '5 GBP', '5 GBP'],
  ['Donation, 10', '=', '', ''],
  ['Pay what you can', '=', '', ''],
  ['US$10 / $12', '=', '10 USD, 12', ''],
  ['USD 10 – USD 20', '=', '10 USD, 20 USD', '10-20 USD'],
  ['$10k', '=', '', ''],
  ['$1e3', '=', '', ''],
  ['100%', '=', '', ''],
];

const KOREAN: Row[] = [
  ['1인당 15,000원', '=', '15000 KRW', '15000 KRW'],
  ['15,000원', '=', '15000 KRW', '15000 KRW'],
  ['5,000원 ~ 10,000원', '5,000원 – 10,000원', '5000 KRW, 10000 KRW', '5000-10000 KRW'],
  ['어른 10,000원, 어린이 5,000원 (36개월 미만 무료)', '=', '5000 KRW, 10000 KRW', '5000-10000 KRW'],
  ['무료', '=', 'free: 0', '0 USD'],
  ['무료 입장', '=', 'free: 0', '0 USD'],
  ['전석 무료', '=', 'free: 0', '0 USD'],
  ['무료, 5,000원', '무료 – 5,000원', '0 KRW, 5000 KRW', '0-5000 KRW'],
  ['1만원', '=', '10000 KRW', '10000 KRW'],
  ['1만 5천원', '=', '15000 KRW', '15000 KRW'],
  ['2만~3만원', '=', '20000 KRW, 30000 KRW', '20000-30000 KRW'],
  ['12월 25일 30,000원', '=', '30000 KRW', '30000 KRW'],
  ['2인 이상 20% 할인', '=', '', ''],
  ['5,000원 할인', '=', '', ''],
  ['선착순 100명', '=', '', ''],
  ['오후 7시, 20,000원', '=', '20000 KRW', '20000 KRW'],
  ['자유 관람료', '=', '', ''],
];

const SPANISH: Row[] = [
  ['desde 15 €', '=', '15 EUR', '15 EUR'],
  ['15 €', '=', '15 EUR', '15 EUR'],
  ['15,50 €', '=', '15.5 EUR', '15.5 EUR'],
  ['De 10 a 25 €', '=', '10 EUR, 25 EUR', '10-25 EUR'],
  ['Gratis o 5 €', '=', '0 EUR, 5 EUR', '0-5 EUR'],
  ['Gratis', '=', 'free: 0', '0 USD'],
  ['Entrada libre', '=', 'free: 0', '0 USD'],
  ['Menores de 12 gratis', '=', '', ''],
  ['niños de 3 a 12 años 5 €, adultos 10 €', '=', '5 EUR, 10 EUR', '5-10 EUR'],
  ['2 x 15 €', '=', '15 EUR', '15 EUR'],
  ['2x15 €', '=', '15 EUR', '15 EUR'],
  ['10a20 €', '=', '10 EUR, 20 EUR', '10-20 EUR'],
  ['1e3 €', '=', '', ''],
  ['10 € - 15 €', '10 € – 15 €', '10 EUR, 15 EUR', '10-15 EUR'],
  ['200 pesos', '=', '200', ''],
  ['$200 pesos', '=', '200', ''],
  ['$200 MXN', '=', '200 MXN', '200 MXN'],
  ['15 mil pesos', '=', '', ''],
  ['Aforo: 80 personas', '=', '', ''],
];

const GERMAN: Row[] = [
  ['5 € (Kinder unter 12 frei)', '=', '5 EUR', '5 EUR'],
  ['VVK 12 € / AK 15 €', '=', '12 EUR, 15 EUR', '12-15 EUR'],
  ['Eintritt 10–20 €', '=', '10 EUR, 20 EUR', '10-20 EUR'],
  ['Eintritt 10 – 20 €', '=', '', ''],
  ['Eintritt frei', '=', 'free: 0', '0 USD'],
  ['Kostenlos', '=', 'free: 0', '0 USD'],
  ['10,- €', '=', '10 EUR', '10 EUR'],
  ['CHF 20', '=', '20 CHF', '20 CHF'],
  ['ab 6 Jahren', '=', '', ''],
  ['1.250,00 €', '=', '1250 EUR', '1250 EUR'],
  ['12 €, ermäßigt 8 €', '=', '8 EUR, 12 EUR', '8-12 EUR'],
  ['10 % Rabatt, 20 €', '=', '20 EUR', '20 EUR'],
  ['0 €', 'Free', 'free: 0 EUR', '0 EUR'],
];

const FRENCH: Row[] = [
  ['Plein tarif 12 €, réduit 8 €', '=', '8 EUR, 12 EUR', '8-12 EUR'],
  ['12 €', '=', '12 EUR', '12 EUR'],
  ['Entrée libre', '=', 'free: 0', '0 USD'],
  ['Gratuit', '=', 'free: 0', '0 USD'],
  ['Prix libre', '=', '', ''],
  ['1 200 €', '=', '1200 EUR', '1200 EUR'],
  ['De 8 à 12 €', '=', '8 EUR, 12 EUR', '8-12 EUR'],
  ['Gratuit pour les moins de 12 ans, 6 €', '=', '6 EUR', '6 EUR'],
  ['20 h 30, 15 €', '=', '15 EUR', '15 EUR'],
  ['Salle 3 : 9 €', '=', '9 EUR', '9 EUR'],
];

const JAPANESE: Row[] = [
  ['大人 1,500円、子ども 500円', '=', '500 JPY, 1500 JPY', '500-1500 JPY'],
  ['¥3000', '=', '3000', ''],
  ['入場無料', '=', 'free: 0', '0 USD'],
];

/** What search engines are told of an event with this cost. */
function offerOf(text: string): string {
  const { text: costText, prices } = readPrices(text);
  const found = prices.map(({ amount, currencyCode }) => ({ amount, currencyCode: currencyCode || null }));
  const event = { jsonLd: { offers: {} }, costText, prices: found, allDay: false } as unknown as SearchedEvent;
  const { price, lowPrice, highPrice, priceCurrency } = Object(eventJsonLd(event).offers);
  return [price ?? [lowPrice, highPrice].join('-'), priceCurrency].join(' ').replace(/^-\s*$/, '');
}

test.each([...ENGLISH, ...KOREAN, ...SPANISH, ...GERMAN, ...FRENCH, ...JAPANESE])(
  'the cost %j is shown as %j and has the prices %j',
  (text, shown, prices, offered) => {
    const said = readPrices(text);
    const found = said.prices.map(({ amount, currencyCode }) => [amount, currencyCode].join(' ').trim()).join(', ');
    expect([said.text, `${said.isFree ? 'free: ' : ''}${found}`]).toEqual([shown === '=' ? text : shown, prices]);
    expect(offerOf(text)).toBe(offered);
  },
);

const check = { numRuns: runsOf(200, 2_000), seed: fuzzSeed() };
const anything = fc
  .array(
    fc.constantFrom(
      ...'0 1 5 12 1,000 .5 € $ 원 USD free 무료 kids or to - – / , ; ( ) % : + 만 천 off'.split(' '),
      ' ',
    ),
  )
  .map((parts) => parts.join('').trim());

test('a cost with a word that is no currency, no join and not for free is shown as it is', () => {
  fc.assert(
    fc.property(anything, anything, (before, behind) => {
      const text = `${before} kids ${behind}`.trim();
      expect(readPrices(text).text).toBe(text);
    }),
    check,
  );
});

test('what is shown of any cost says the same when it is sent back', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const { text: shown } = readPrices(text);
      expect(readPrices(shown).text).toBe(shown);
      expect(shown === '').toBe(text === '');
    }),
    check,
  );
});

test('prices ascend, each once, and what is free has none above 0', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const { prices, isFree } = readPrices(text);
      const amounts = prices.map(({ amount }) => amount);
      expect(amounts).toEqual([...new Set(amounts)].sort((a, b) => a - b));
      expect(isFree && amounts.join() !== '0').toBe(false);
    }),
    check,
  );
});
