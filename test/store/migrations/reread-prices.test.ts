import { afterAll, beforeAll, expect, test } from 'vitest';
import { rereadPrices } from '../../../src/data/migrations/12-reread-prices.ts';
import type { Stored } from '../../../src/data/port.ts';
import { type OldData, oldData } from './support.ts';

let data: OldData;

beforeAll(async () => {
  data = await oldData();
});
afterAll(() => data.close());

test('events lose what is no price, and are free where they say so; twice is as good as once', async () => {
  const { store, migrate, setVersion } = data;
  const cost = (raw: string) => ({ raw, text: raw, details: { currencyCode: '', values: [] } });
  const stored = (_id: number, more: { cost?: object; [field: string]: unknown }) => ({
    _id,
    version: 3,
    facets: ['sticky', 'timezone:UTC'],
    ...more,
  });
  const free = ['sticky', 'timezone:UTC', 'free'];
  const before = [
    stored(1, { cost: cost('Under 12 free, adults $8'), lowestPrice: 0 }),
    stored(2, { cost: cost('Ages 6-12'), lowestPrice: 6 }),
    stored(3, { cost: cost('Free admission') }),
    stored(4, { cost: cost('Menores de 12 gratis'), lowestPrice: 0, facets: free, version: 'nonsense' }),
    stored(5, { cost: cost('1만원'), lowestPrice: 1 }),
  ];
  const kept = [
    stored(6, { cost: cost('$10'), lowestPrice: 10 }),
    stored(7, { cost: cost('10 €'), lowestPrice: 10, priceCurrency: 'EUR' }),
    stored(8, { cost: cost('Free'), lowestPrice: 0, facets: ['free', 'sticky'] }),
    stored(9, { cost: { raw: 7 }, lowestPrice: 7 }),
    stored(10, { cost: cost('Ages 6-12'), lowestPrice: 6, facets: 'damaged' }),
    stored(11, {}),
  ];
  await store.put<Stored>('events', [...before, ...kept]);
  const sound = stored(0, {});
  const after = [
    { ...sound, _id: 1, cost: before[0]!.cost, lowestPrice: 8, version: 4 },
    { ...sound, _id: 2, cost: before[1]!.cost, version: 4 },
    { ...sound, _id: 3, cost: before[2]!.cost, lowestPrice: 0, facets: free, version: 4 },
    { ...sound, _id: 4, cost: before[3]!.cost, version: 'nonsense' },
    { ...sound, _id: 5, cost: before[4]!.cost, lowestPrice: 10_000, priceCurrency: 'KRW', version: 4 },
    ...kept,
  ];
  for (const _ of ['once', 'twice']) {
    await setVersion(11);
    expect(await migrate([rereadPrices])).toEqual(['tell prices from other numbers']);
    expect(await store.find('events', {}, { sort: [['_id', 1]] })).toEqual(after);
  }
});
