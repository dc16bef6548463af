// Alone catches a drawn write that only one API refuses, or stores otherwise (`test/drawn/parity-write.test.ts`).

import fc from 'fast-check';
import type { Caller } from '../app.ts';
import type { Ref, Write } from './apis.ts';
import type { Shown } from './keys.ts';
import type { Kind } from './kinds.ts';
import { CALLERS, type World } from './world.ts';

type Arbitraries = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Mostly accepted values, now and then refused ones. */
const mostly = (good: fc.Arbitrary<unknown>, ...bad: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: good, weight: 8 }, { arbitrary: fc.constantFrom(...bad), weight: 1 });

const from = (...values: unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values);

const TRICKY = ['<b>Bold</b>', 'A & B', '&amp; twice', '"quoted"', "L'été", '서울의 밤', '🎉', 'Concert', 'Grand Hall'];
const text = mostly(fc.oneof(fc.string({ maxLength: 12 }), from(...TRICKY, 'Music')), '', ' ', '0', 'x'.repeat(1001));
const line = mostly(from('Main St 1', '<i>x</i>', '부산', '0', '', ' a\n'), 'x'.repeat(1001), 'a\nb');
const html = fc.oneof(text, from('One\n\nTwo', '<script>no()</script>', '<a href="javascript:x">y</a>', '1 < 2', ''));
const email = mostly(from('ann@a.example', "o'hara&co@a.example, b c@d.example", ' nope ', ''), 'a\nb', '<i>x</i>');
const slug = mostly(
  from('grand-hall', 'bop', 'new-slug', 'Mixed CASE', '새 주소', '%ec%84%9c', '', '™ ®', 'feed'),
  '0',
);
const url = mostly(
  from('https://a.example/?x=1&y=2', 'http://b.example/&amp;', 'mailto:x@y.example', 'tel:"1"', ''),
  'no',
  'data:x',
);
const picture = mostly(from('https://a.example/i.jpg', 'https://a.example/j?a=1&b'), '999', '16', 'ftp://x/y', 'no');
const image = fc.oneof(picture, picture, from('', '0'));
const moment = mostly(
  from(
    ...['2026-12-01 10:00:00', '2026-12-01 12:00:00', '2027-06-01', '2027-03-14 02:30:00', '2026-12-01T10:00:00+09:00'],
    ...['tomorrow 9am', '2026-11-20 12:30:30', '2020-02-02 02:02:02'],
  ),
  ...['0000-00-00 00:00:00', 'never', '', '0'],
);
const author = mostly(from(1, 2, 3, 4, 5), 99, 0, -1);
const state = from('publish', 'publish', 'future', 'draft', 'pending', 'private', 'trash');
const yes = fc.boolean();

const custom = (key: string, value: fc.Arbitrary<unknown>) => value.map((each) => ({ key, value: each }));

/** Values for some custom fields (test/support/custom-fields.ts), and for one that does not exist. */
const customFields = fc.uniqueArray(
  fc.oneof(
    { arbitrary: custom('colour', from('Red', '<b>빨강</b>', 'Line one\nLine two', '', null)), weight: 3 },
    { arbitrary: custom('size', mostly(from('5', '-1.5', '1e3', null), 'large')), weight: 2 },
    { arbitrary: custom('covered', mostly(from('true', '0', ''), 'maybe')), weight: 2 },
    { arbitrary: custom('opened', mostly(from('1999-12-31', ' 2020-02-29 '), '2021-02-29')), weight: 2 },
    { arbitrary: custom('more', mostly(from('https://a.example/?x=1&copy=2', 'tel:"1"'), 'no')), weight: 2 },
    { arbitrary: custom('age', mostly(from('6+', '12+'), '7+')), weight: 2 },
    { arbitrary: custom('nowhere', from('x')), weight: 1 },
  ),
  { maxLength: 3, selector: ({ key }) => key },
);

const post: Arbitraries = { author, date: moment, dateUtc: moment, status: state, image, customFields };

const venue: Arbitraries = {
  ...{ ...post, name: text, description: html, showMap: yes, showMapLink: yes, address: line, city: line },
  ...{ country: line, province: line, state: line, zip: line, phone: line, stateProvince: line, website: url },
  geoLat: mostly(from(37.5665, 0, -90), 90.5),
  geoLng: mostly(from(126.978, 0, 180), -181),
};

const organizer: Arbitraries = { ...post, name: text, description: html, phone: line, website: url, email };

const tag: Arbitraries = { name: text, description: html, slug };

/** Up to three links, to records that exist or not, or that are made with the event. */
function links(there: readonly number[], notThere: readonly number[]): fc.Arbitrary<unknown> {
  const made = fc.record({ name: from('Grand Hall', 'Chor Süd', 'A new one', ''), phone: line });
  const extra = fc.record({ status: state, image: picture }, { requiredKeys: [] });
  const upsert = fc.tuple(made, extra).map((parts) => ({ upsert: Object.assign({}, ...parts) }));
  const linked = mostly(fc.constantFrom(...there), ...notThere).map((databaseId) => ({ databaseId }));
  return fc.array(fc.oneof(linked, upsert), { maxLength: 3 }).map((set) => ({ set }));
}

const termLinks = (ids: readonly number[]): fc.Arbitrary<unknown> =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...ids).map((databaseId) => ({ databaseId })),
        fc
          .constantFrom('Music', 'bop', 'KIDS', 'Brand new', '새 낱말', '<b>A</b> & B', '')
          .map((name) => ({ upsert: { name } })),
      ),
      { maxLength: 3 },
    )
    .map((set) => ({ set }));

const event = ({ id }: World): Arbitraries => ({
  ...{ ...post, title: text, description: html, excerpt: html, slug, allDay: yes, startDate: moment, endDate: moment },
  timezone: mostly(from('Asia/Seoul', ' america/new_york\n', 'UTC+5.5', 'EST', ''), 'Mars/Base'),
  cost: mostly(from('10', ' $10 - $20 ', 'Free', '5,10', '<b>3</b>', '자유 관람료', ''), '1\n2'),
  ...{ website: url, showMap: yes, showMapLink: yes, hideFromListings: yes, sticky: yes, featured: yes },
  eventStatus: from('scheduled', 'canceled', 'postponed', null),
  statusReason: line,
  onlineUrl: mostly(from('https://a.example/?x=1&copy=2', 'tel:"1"', ''), 'no', 'data:x'),
  isVirtual: yes,
  categories: termLinks([id('music'), id('bebop'), id('free'), 999]),
  tags: termLinks([id('free'), id('kids'), id('music'), 999]),
  venues: links([id('hall'), id('house'), id('ruin'), id('club')], [id('opening'), 999]),
  organizers: links([id('ann'), id('choir'), id('gone'), id('later')], [id('hall'), 999]),
});

const fieldsOf = (kind: Kind, world: World): Arbitraries =>
  ({ event, venue: () => venue, organizer: () => organizer, category: (w: World) => category(w), tag: () => tag })[
    kind.name
  ](world);

const category = ({ id }: World): Arbitraries => ({
  ...tag,
  parent: fc.constantFrom(0, id('music'), id('bebop'), id('free'), 999, -1),
});

/** The names of the fields to write. */
export const fieldsTried = (kind: Kind, world: World): string[] => Object.keys(fieldsOf(kind, world));

/** Valid values for what a new record needs, so that half of the new records are fine. */
const FINE: Readonly<Record<Kind['name'], Shown>> = {
  event: { title: 'Fine', startDate: '2026-12-05 10:00:00', endDate: '2026-12-06 10:00:00' },
  venue: { name: 'Fine' },
  organizer: { name: 'Fine' },
  category: { name: 'Fine' },
  tag: { name: 'Fine' },
};

/** A few fields of a kind; some values are refused. */
function values(kind: Kind, world: World): fc.Arbitrary<Shown> {
  const all = fieldsOf(kind, world);
  const keys = Object.keys(all);
  return fc
    .subarray(keys, { maxLength: Math.min(4, keys.length) })
    .chain((some) => fc.record(Object.fromEntries(some.map((key) => [key, all[key]!]))));
}

/**
 * Any write to a kind by any caller: to existing records, to those that other writes made, to none. What a write does depends
 * on earlier ones, so a failure is shown as it was, not as something smaller that was tried later.
 */
export function someWrite(kind: Kind, world: World): fc.Arbitrary<{ write: Write; as: Caller }> {
  const refs = world.refsOf(kind);
  const made = fc.nat({ max: 90 }).map((id): Ref => ({ id }));
  const own = fc.constantFrom(...world.idsOf(kind.plural)).map((id): Ref => ({ id }));
  const ref = fc.oneof({ arbitrary: own, weight: 4 }, fc.constantFrom(...refs), made);
  const fresh = values(kind, world).map((some) => ({ ...FINE[kind.name], ...some }));
  const write: fc.Arbitrary<Write> = fc.oneof(
    fc.record({ verb: fc.constant('create' as const), values: fresh }),
    fc.record({ verb: fc.constant('update' as const), ref, values: values(kind, world) }),
    fc.record({ verb: fc.constant('delete' as const), ref }),
  );
  return fc.noShrink(
    fc.record<{ write: Write; as: Caller }>({ write, as: fc.constantFrom(...CALLERS, 'administrator', 'editor') }),
  );
}
