// Catches nothing alone: records of every kind, state and author for the tests of both APIs.

import { byName, EVENT_LINKS } from '../../../src/kinds/event-links.ts';
import type { Caller } from '../app.ts';
import type { Shown } from './keys.ts';
import { valuesOf } from './values.ts';
import { wireBody } from './wire.ts';

/** A record to make through REST: a label by which others refer to it, and the fields, with ids of earlier records. */
type Seed = readonly [label: string, kind: string, as: Caller, values: (id: (label: string) => number) => Shown];

/** What events link to, of several people, in every state. */
export const PLACES: readonly Seed[] = [
  ['hall', 'venues', 'administrator', () => ({ venue: 'Grand Hall', city: 'New York', state: 'NY', country: 'USA' })],
  [
    ...(['cafe', 'venues', 'editor'] as const),
    () => ({ venue: 'Café &amp; Bar &lt;Luz&gt;', city: 'Málaga', website: 'https://luz.example/?a=1&amp;b=2' }),
  ],
  [
    ...(['seoul', 'venues', 'author'] as const),
    () => ({
      venue: '서울 홀',
      city: '서울',
      geo_lat: 37.5,
      geo_lng: '127',
      description: 'A hall.\n\nWith <b>two</b> floors & a roof.',
    }),
  ],
  ['house', 'venues', 'author', () => ({ venue: 'Draft House', status: 'draft', phone: '+82 2 1', show_map: false })],
  ['notyet', 'venues', 'contributor', () => ({ venue: 'Not Yet', zip: '04524', image: '' })],
  ['club', 'venues', 'editor', () => ({ venue: 'Club', status: 'private', image: 'https://example.org/club.jpg' })],
  ['ruin', 'venues', 'administrator', () => ({ venue: 'Ruin', status: 'trash' })],
  ['ann', 'organizers', 'administrator', () => ({ organizer: 'Ann "O\'Hara"', email: 'ann@example.org', phone: '1' })],
  [
    ...(['choir', 'organizers', 'author'] as const),
    () => ({ organizer: 'Chor Süd', website: 'https://chor.example/', description: '<script>x</script>Sings' }),
  ],
  ...EVENT_LINKS.flatMap(({ name, inEvents, fields }) => {
    const one = (label: string, as: Caller, more: Shown): Seed => [
      ...([`${label} ${name}`, inEvents, as] as const),
      () => ({ ...wireBody(fields, valuesOf(fields, `${label} ${name}`)), ...more }),
    ];
    return [
      one('whole', 'administrator', {}),
      one('later', 'author', { date: '2027-01-01 10:00:00' }),
      one('pending', 'contributor', { status: 'publish', image: '' }),
      one('gone', 'editor', { status: 'trash' }),
    ];
  }),
];

/** The fields that link an event to records of each kind with these labels. */
const linkedTo = (id: (label: string) => number, ...labels: string[]): Shown =>
  byName(({ name }) => labels.map((label) => id(`${label} ${name}`)));

/** A tree of categories, and tags. */
export const TERMS: readonly Seed[] = [
  ['music', 'categories', 'administrator', () => ({ name: 'Music', description: 'All &amp; sound' })],
  ['jazz', 'categories', 'editor', (id) => ({ name: 'Jazz &amp; Blues', parent: id('music') })],
  ['bebop', 'categories', 'author', (id) => ({ name: 'Bebop', parent: id('jazz'), slug: 'bop' })],
  ['show', 'categories', 'author', () => ({ name: '전시' })],
  ['empty', 'categories', 'administrator', () => ({ name: 'Empty', description: 'Nothing here' })],
  ['free', 'tags', 'administrator', () => ({ name: 'Free' })],
  ['kids', 'tags', 'editor', () => ({ name: 'Niños', slug: 'kids' })],
  ['unused', 'tags', 'editor', () => ({ name: 'Unused' })],
];

const on = (day: string): Shown => ({ start_date: `${day} 19:00:00`, end_date: `${day} 21:30:00` });

type Values = Seed[3];

const event = (label: string, as: Caller, values: Values): Seed => [label, 'events', as, values];

/** Events of several people, in every state and on both sides of the usual window. */
export const EVENTS: readonly Seed[] = [
  event('opening', 'administrator', (id) => ({
    title: 'Opening &amp; Party',
    ...on('2026-11-20'),
    cost: '10-20',
    featured: true,
    venue: id('hall'),
    organizer: [id('ann'), id('choir')],
    categories: [id('music')],
    tags: [id('free')],
  })),
  event('jazznight', 'editor', (id) => ({
    title: 'Jazz night',
    ...on('2026-12-01'),
    timezone: 'Asia/Seoul',
    website: 'https://jazz.example/',
    venue: [id('cafe')],
    categories: [id('jazz'), id('bebop')],
    tags: [id('kids')],
  })),
  event('winter', 'author', (id) => ({
    title: '겨울 전시',
    ...on('2026-12-01'),
    all_day: true,
    excerpt: 'Winter',
    description: '<p>눈</p>',
    venue: id('seoul'),
    categories: [id('show')],
  })),
  event('draft', 'author', (id) => ({
    title: 'My draft',
    ...on('2026-12-10'),
    status: 'draft',
    venue: id('house'),
    categories: [id('bebop')],
    tags: [id('unused')],
    organizer: id('choir'),
  })),
  event('proposal', 'contributor', (id) => ({
    title: 'My pending',
    ...on('2027-01-05'),
    status: 'publish',
    ...linkedTo(id, 'pending'),
    venue: [id('notyet'), id('hall')],
  })),
  event('notes', 'contributor', (id) => ({
    title: 'Own notes',
    ...on('2027-02-05'),
    tags: [id('free'), id('kids')],
  })),
  event('members', 'editor', (id) => ({
    title: 'For members',
    ...on('2027-03-01'),
    status: 'private',
    sticky: true,
    ...linkedTo(id, 'later', 'whole'),
    venue: [id('club'), id('cafe')],
  })),
  event('announced', 'author', (id) => ({
    title: 'Announced later',
    ...on('2027-04-01'),
    date: '2027-01-01 00:00:00',
    venue: id('hall'),
    tags: [id('unused')],
  })),
  event('due', 'author', (id) => ({
    title: 'Due soon',
    ...on('2027-04-02'),
    date: '2026-11-20 12:00:00',
    venue: id('seoul'),
    categories: [id('bebop')],
    organizer: [id('choir')],
  })),
  event('hidden', 'administrator', (id) => ({
    title: 'Hidden',
    ...on('2026-12-24'),
    hide_from_listings: true,
    venue: id('cafe'),
    categories: [id('music')],
  })),
  event('past', 'editor', (id) => ({
    title: 'Long ago',
    ...on('2020-05-05'),
    image: 'https://example.org/a.b/old.PNG?x=1',
    venue: id('cafe'),
    organizer: id('ann'),
    tags: [id('kids')],
  })),
  event('far', 'editor', (id) => ({
    title: 'Far away',
    ...on('2031-05-05'),
    timezone: 'UTC-5.5',
    ...linkedTo(id, 'gone', 'whole'),
    venue: [id('ruin'), id('seoul')],
  })),
  event('off', 'author', (id) => ({ title: 'Called off', ...on('2026-12-12'), status: 'trash', venue: id('seoul') })),
  event('offtoo', 'administrator', (id) => ({
    title: 'Called off too',
    ...on('2026-12-13'),
    status: 'trash',
    categories: [id('jazz')],
  })),
  event('eve', 'administrator', (id) => ({
    title: 'Opening &amp; Party',
    ...on('2026-12-31'),
    end_date: '2027-01-01 04:00:00',
    venue: id('hall'),
    cost: 'Free',
    show_map: true,
  })),
];
