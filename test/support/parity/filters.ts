import fc from 'fast-check';
import type { Shown } from './keys.ts';
import type { Kind } from './kinds.ts';
import type { Asking } from './wire.ts';
import type { World } from './world.ts';

type Values = Readonly<Record<string, readonly unknown[]>>;

const WORDS = ['opening', 'PARTY', '서울', 'ninos', '"own notes"', '-draft', '&', '%', ' '];
const MOMENTS = [
  ...['2026-12-01', '20261201', '2026-12-01T19:00:00+09:00', '2020-01-01', '2031-05-05 00:00:00', '+2 weeks'],
  ...['1796151600', 'no date', '', '0'],
];
const BOUNDS = ['2026-12-01', '2026-12-01 21:30:00', 'no date'];
const CHANGES = ['2026-11-20', '2026-11-20 11:30:00', '2020-01-01', 'now', 'no date'];
const STATES = [
  ...[['publish'], ['draft'], ['pending'], ['private'], ['future'], ['trash'], ['any'], ['auto_draft'], ['inherit']],
  ...[
    ['publish', 'draft'],
    ['trash', 'future', 'private'],
    ['publish', 'any'],
  ],
];
const BOOLEANS = [true, false];

/** Values worth trying for each filter of each kind, chosen by hand. Some are refused. */
function valuesOf(kind: Kind, { ids, id }: World): Values {
  const lists = [
    [id('cafe')],
    [id('hall'), id('seoul')],
    [id('ann'), id('choir')],
    [id('opening'), id('far'), id('past')],
  ];
  const refs = [...lists, [id('offtoo'), id('draft'), id('hidden')], [999], [0], [id('opening'), -1], [2_147_483_647]];
  const terms = [
    ...[['music'], ['Music'], ['bop'], [String(id('jazz'))], ['전시'], ['kids', 'Free'], ['Jazz & Blues', 'show']],
    ...[
      ['unknown'],
      [String(id('free'))],
      ['999'],
      [''],
      ['music', 'empty'],
      [String(id('music')), String(id('empty'))],
    ],
  ];
  const event = [id('opening'), id('draft'), id('members'), id('off'), id('hall'), 999, 0, -3];
  const linked: Values = {
    search: WORDS,
    event,
    hasEvents: BOOLEANS,
    onlyWithUpcoming: BOOLEANS,
    status: STATES,
    ...{ modifiedAfter: CHANGES, modifiedBefore: CHANGES },
  };
  const term: Values = {
    search: WORDS,
    exclude: terms,
    include: terms,
    order: ['asc', 'desc'],
    orderby: [
      ...['name', 'id', 'term_id', 'slug', 'count', 'description', 'parent', 'include', 'none', 'term_group'],
      'include_slugs',
    ],
    hideEmpty: BOOLEANS,
    post: event,
    event,
    slug: ['bop', 'kids', '전시', '%ec%a0%84%ec%8b%9c', 'FREE', 'nothing', '', '0'],
  };
  const values: Readonly<Record<Kind['name'], Values>> = {
    event: {
      ...{ startDate: MOMENTS, endDate: MOMENTS, startsBefore: BOUNDS, startsAfter: BOUNDS },
      ...{ endsBefore: BOUNDS, endsAfter: BOUNDS, strictDates: BOOLEANS, search: WORDS },
      ...{ categories: terms, tags: terms, venues: refs, organizers: refs, featured: BOOLEANS, status: STATES },
      ...{
        geoloc: BOOLEANS,
        geolocLat: [0, 37.5, 91, -90.01],
        geolocLng: [127, -180, 180.5],
        geolocRadius: [0, 5, 1000, -1],
        include: [...refs, ids],
      },
      postParent: event,
      ...{ modifiedAfter: CHANGES, modifiedBefore: CHANGES },
    },
    venue: linked,
    organizer: linked,
    category: { ...term, parent: [id('music'), id('jazz'), id('free'), 999, 0] },
    tag: term,
  };
  return values[kind.name];
}

/**
 * Every filter of a kind, one at a time, with a third of its values, or with all of them if there are few. Three turns in a row
 * try every value.
 */
export const eachFilter = (kind: Kind, world: World, turn: number): Asking[] =>
  Object.entries(valuesOf(kind, world)).flatMap(([key, values]) =>
    values
      .filter((_, index) => values.length < 3 || (index + turn) % 3 === 0)
      .map((value) => ({ filter: { [key]: value } })),
  );

/** The names of the filters to try. */
export const filtersTried = (kind: Kind, world: World): string[] => Object.keys(valuesOf(kind, world));

/** Some filters together, and a page of some size, which may lie past the end. */
export function someFilters(kind: Kind, world: World): fc.Arbitrary<Asking> {
  const values = valuesOf(kind, world);
  const oneOf = (key: string) => fc.constantFrom(...values[key]!);
  return fc.record({
    filter: fc
      .subarray(Object.keys(values), { maxLength: 4 })
      .chain((keys): fc.Arbitrary<Shown> => fc.record(Object.fromEntries(keys.map((key) => [key, oneOf(key)])))),
    page: fc.option(fc.constantFrom(1, 2, 3, 9, 2_147_483_647), { nil: undefined }),
    perPage: fc.option(fc.constantFrom(1, 2, 3, 10, 50, 51, 2_147_483_647), { nil: undefined }),
  });
}
