// The input types that filters share, by the names that `src/domain/fields/where.ts` gives them.
import type { MapBox } from '../../domain/fields/where.ts';
import { namedInput } from './types.ts';

namedInput<{ from: string; to: string }>('DateRange', {
  description: 'A range of dates or times, including both ends.',
  fields: (t) => ({
    from: t.field({ type: 'DateOrDateTime', required: true, description: 'The first.' }),
    to: t.field({ type: 'DateOrDateTime', required: true, description: 'The last; not before the first.' }),
  }),
});

namedInput<{ latitude: number; longitude: number; radiusKm: number }>('Near', {
  description: 'A circle on the globe.',
  fields: (t) => ({
    latitude: t.float({ required: true, description: 'Of its centre, in degrees.' }),
    longitude: t.float({ required: true, description: 'Of its centre, in degrees.' }),
    radiusKm: t.float({ required: true, description: 'Its radius, in kilometres.' }),
  }),
});

namedInput<MapBox>('MapBox', {
  description: 'A part of a map, in degrees. If it lies across the date line, `west` is above `east`.',
  fields: (t) => ({
    south: t.float({ required: true, description: 'Its southern latitude.' }),
    west: t.float({ required: true, description: 'Its western longitude.' }),
    north: t.float({ required: true, description: 'Its northern latitude.' }),
    east: t.float({ required: true, description: 'Its eastern longitude.' }),
  }),
});

namedInput<{ min?: number | null; max?: number | null; currencyCode?: string | null }>('PriceRange', {
  description: 'A range of prices, including both ends.',
  fields: (t) => ({
    min: t.float({ description: 'The lowest amount, in units of the currency. Default: 0.' }),
    max: t.float({ description: 'The highest amount. Default: any.' }),
    currencyCode: t.string({
      description:
        'Only prices in this currency, by its ISO 4217 code. Default: any currency. Free events match every currency; a cost whose currency is unclear matches none.',
    }),
  }),
});
