import type { Caller, TestApp } from '../app.ts';
import { defineFields } from '../custom-fields.ts';
import { made, type Plural } from '../making.ts';

/** All callers. */
export const CALLERS: readonly Caller[] = [
  ...(['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const),
];

/** What an app holds before the first request. */
export interface World {
  ids: readonly number[];
  slugs: readonly string[];
}

type Seed = readonly [kind: Plural, fields: object, as?: Caller];

const SEEDS: readonly Seed[] = [
  ['venues', { venue: 'Grand Hall', city: 'New York', geo_lat: 40.7, geo_lng: -74, image: 'https://a.example/i.jpg' }],
  ['venues', { venue: '서울 홀', city: '서울' }, 'author'],
  ['venues', { venue: 'Draft House', status: 'draft' }, 'author'],
  ['organizers', { organizer: 'Ann', email: 'ann@example.org' }],
  ['organizers', { organizer: 'Gone', status: 'trash' }],
  ['categories', { name: 'Music' }],
  ['categories', { name: 'Jazz & Blues', slug: 'bop' }],
  ['tags', { name: 'Free' }],
  ['tags', { name: 'Niños' }],
];

const STATES = ['publish', 'draft', 'pending', 'private', 'trash', 'future'] as const;
const AUTHORS = ['administrator', 'author', 'contributor'] as const;

/** Fills an app with records of every kind, and events of several people in every state. */
export async function furnish(app: TestApp): Promise<World> {
  await defineFields(app);
  const records: { id: number; slug: string }[] = [];
  for (const [kind, fields, as] of SEEDS) records.push(await made(app, kind, fields, as));
  const [venue, , , organizer] = records.map(({ id }) => id);
  for (const [index, status] of STATES.entries()) {
    const title = `Evening ${status}`;
    const fields = { title, status, venue, organizer, categories: ['Music'], tags: ['Free'] };
    records.push(await made(app, 'events', fields, AUTHORS[index % AUTHORS.length]));
  }
  const slugs = records.map(({ slug }) => slug).filter((slug) => slug);
  return {
    ids: [...new Set(records.map(({ id }) => id))],
    slugs: [...new Set(slugs), 'nobody-has-this', 'GRAND-HALL'],
  };
}
