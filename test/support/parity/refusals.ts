import type { Caller } from '../app.ts';
import type { Ref, Write } from './apis.ts';
import type { Shown } from './keys.ts';
import type { Kind } from './kinds.ts';

type Id = (label: string) => number;

/** A refused write: what it is, who sends it, and the error as REST gives it. */
export interface Refusal {
  what: string;
  kind: Kind['name'];
  as: Caller;
  write(id: Id): Write;
  code: string;
  status: number;
  /** The parameters that the error names, by their names in REST. */
  params?: string[];
}

const create =
  (values: Shown | ((id: Id) => Shown)) =>
  (id: Id): Write => ({ verb: 'create', values: typeof values === 'function' ? values(id) : values });

const update =
  (label: string, values: Shown | ((id: Id) => Shown)) =>
  (id: Id): Write => ({
    verb: 'update',
    ref: { id: id(label) },
    values: typeof values === 'function' ? values(id) : values,
  });

const remove =
  (label: string) =>
  (id: Id): Write => ({ verb: 'delete', ref: { id: id(label) } });

const at = (verb: 'update' | 'delete', ref: Ref) => (): Write => ({ verb, ref, values: {} });

const TIMES = { startDate: '2026-12-05 10:00:00', endDate: '2026-12-05 12:00:00' };
const FINE = { title: 'Fine', ...TIMES };

const to = (databaseId: number): Shown => ({ set: [{ databaseId }] });
const called = (name: string): Shown => ({ set: [{ upsert: { name } }] });

const bad = (params: string[]) => ({ code: 'rest_invalid_param', status: 400, params });

type Row = [
  what: string,
  kind: Kind['name'],
  as: Caller,
  write: Refusal['write'],
  error: Omit<Refusal, 'what' | 'kind' | 'as' | 'write'>,
];

const NO_LOGIN = { code: 'rest_forbidden', status: 401 };
const NO_RIGHT = { code: 'rest_forbidden', status: 403 };

const ROWS: Row[] = [
  ['an empty title', 'event', 'editor', create({ ...FINE, title: '' }), bad(['title'])],
  ['an empty name', 'venue', 'editor', create({ name: '' }), bad(['venue'])],
  ['an empty name', 'organizer', 'editor', update('ann', { name: '' }), bad(['organizer'])],
  ['an empty name', 'category', 'editor', update('music', { name: '' }), bad(['name'])],
  [
    'dates that are none',
    'event',
    'editor',
    create({ ...FINE, startDate: 'never', date: 'x' }),
    bad(['start_date', 'date']),
  ],
  [
    'an end before the start',
    'event',
    'editor',
    create({ ...FINE, endDate: '2026-12-05 09:00:00' }),
    bad(['end_date']),
  ],
  ['a start after the end', 'event', 'editor', update('opening', { startDate: '2030-01-01' }), bad(['start_date'])],
  ['a zone that is none', 'event', 'editor', update('opening', { timezone: 'Mars/Base' }), bad(['timezone'])],
  ['an address that is none', 'venue', 'editor', create({ name: 'Fine', website: 'no' }), bad(['website'])],
  ['bad input of a stranger', 'event', 'anonymous', create({ ...FINE, title: '' }), bad(['title'])],
  ['an unknown author', 'event', 'editor', create({ ...FINE, author: 99 }), bad(['author'])],
  ['an unknown image', 'event', 'editor', update('opening', { image: '999' }), bad(['image'])],
  [
    'unknown records',
    'event',
    'editor',
    create({ ...FINE, venues: to(999), organizers: to(998) }),
    bad(['venue', 'organizer']),
  ],
  [
    'a venue as organizer',
    'event',
    'editor',
    create((id) => ({ ...FINE, organizers: to(id('hall')) })),
    bad(['organizer']),
  ],
  ['an unknown parent', 'category', 'editor', create({ name: 'Fine', parent: 999 }), bad(['parent'])],
  [
    'a bad record inside',
    'event',
    'editor',
    create({ ...FINE, venues: { set: [{ upsert: { name: '', city: 'X' } }] } }),
    bad(['venue']),
  ],
  [
    'a record inside without a name and with a phone that is too long',
    'event',
    'editor',
    create({ ...FINE, venues: { set: [{ upsert: { name: '', phone: 'x'.repeat(1001) } }] } }),
    bad(['venue']),
  ],
  [
    'a record inside without a name and with an author of -1',
    'event',
    'editor',
    create({ ...FINE, organizers: { set: [{ upsert: { name: '', author: -1 } }] } }),
    bad(['organizer']),
  ],
  [
    'a bad record inside before a worse one',
    'event',
    'editor',
    create({
      ...FINE,
      venues: { set: [{ upsert: { name: 'A', geoLat: 91 } }, { upsert: { name: 'B', phone: 'x'.repeat(1001) } }] },
    }),
    bad(['venue']),
  ],
  [
    'an image of a contributor',
    'venue',
    'contributor',
    create({ name: 'Fine', image: 'https://a.example/i.png' }),
    bad(['image']),
  ],
  [
    'a new category of a contributor',
    'event',
    'contributor',
    create({ ...FINE, categories: called('New') }),
    bad(['categories']),
  ],
  ['a new tag of an author', 'event', 'author', create({ ...FINE, tags: called('New') }), bad(['tags'])],
  ['no login', 'event', 'anonymous', create(FINE), NO_LOGIN],
  ['no login', 'venue', 'anonymous', update('hall', {}), NO_LOGIN],
  ['no login', 'organizer', 'anonymous', remove('ann'), NO_LOGIN],
  ['no login', 'category', 'anonymous', create({ name: 'Fine' }), NO_LOGIN],
  ['no login', 'tag', 'anonymous', remove('free'), NO_LOGIN],
  ['a subscriber', 'event', 'subscriber', create(FINE), NO_RIGHT],
  ['a subscriber', 'venue', 'subscriber', remove('hall'), NO_RIGHT],
  ['a contributor', 'category', 'contributor', create({ name: 'Fine' }), NO_RIGHT],
  ['an author', 'tag', 'author', update('free', { name: 'Mine' }), NO_RIGHT],
  ["an author with another's event", 'event', 'author', update('opening', { title: 'Mine' }), NO_RIGHT],
  [
    'an id that nothing has',
    'event',
    'editor',
    at('update', { id: 999 }),
    { code: 'rest-event-not-found', status: 404 },
  ],
  ['a slug that nothing has', 'event', 'editor', at('delete', { slug: 'nothing' }), bad(['slug'])],
  ['an id that nothing has', 'venue', 'editor', at('update', { id: 999 }), bad(['id'])],
  ['a slug that nothing has', 'organizer', 'editor', at('update', { slug: 'nothing' }), bad(['slug'])],
  ['an id that nothing has', 'tag', 'editor', at('delete', { id: 999 }), bad(['id'])],
  ['what is in the trash', 'event', 'editor', remove('off'), { code: 'event-is-in-trash', status: 410 }],
  ['what is in the trash', 'venue', 'editor', remove('ruin'), { code: 'venue-is-in-trash', status: 410 }],
  ['what is in the trash', 'organizer', 'editor', remove('gone'), { code: 'organizer-is-in-trash', status: 410 }],
  ['a name that is taken', 'category', 'editor', create({ name: 'Music' }), { code: 'term_exists', status: 400 }],
  ['a name that is taken', 'tag', 'editor', create({ name: 'Free' }), { code: 'term_exists', status: 400 }],
];

/** Refused writes, one for every kind of error that a write can meet. */
export const REFUSALS: readonly Refusal[] = ROWS.map(([what, kind, as, write, error]) => ({
  what,
  kind,
  as,
  write,
  ...error,
}));
