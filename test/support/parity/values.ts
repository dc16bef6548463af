// Catches nothing alone: a good value for each field of each kind.

import type { FieldTable } from '../../../src/domain/fields/table.ts';
import type { Shown } from './keys.ts';

/** By the name of the field in GraphQL. All other lines and texts take any words. */
const GOOD: Shown = {
  excerpt: 'Short',
  timezone: 'Asia/Seoul',
  startDate: '2026-12-05 10:00:00',
  endDate: '2026-12-05 12:00:00',
  website: 'https://a.example/',
  image: 'https://a.example/i.jpg',
  onlineUrl: 'https://a.example/live',
  cost: '10',
  eventStatus: 'postponed',
  geoLat: 40.5,
  geoLng: -3.5,
  featured: true,
  showMap: true,
  showMapLink: true,
};

/** Those of some values that a table has fields for. */
export const among = (fields: FieldTable, values: Shown): Shown =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key in fields));

/** A good value for each field that is stored as it is sent, named or addressed by a label. */
export function valuesOf(fields: FieldTable, label: string): Shown {
  const texts = Object.entries(fields).filter(([, { kind, stored }]) => stored && kind.type === 'String');
  const any = Object.fromEntries(texts.map(([key]) => [key, `Some ${key}`]));
  return { ...any, ...among(fields, { ...GOOD, title: label, name: label, slug: `slug-${label}` }) };
}

/** Those that a new record must have. */
export const neededOf = (fields: FieldTable, label: string): Shown =>
  Object.fromEntries(Object.entries(valuesOf(fields, label)).filter(([key]) => fields[key]!.required));
