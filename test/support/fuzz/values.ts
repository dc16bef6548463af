import fc from 'fast-check';
import type { Field, FieldTable } from '../../../src/fields/table.ts';
import { MOMENTS, NAUGHTY, TEXTS } from './naughty.ts';
import type { World } from './world.ts';

/** What some field takes; each takes what its kind reads and accepts. */
const GOOD: readonly unknown[] = [
  ...[
    'Concert',
    'Grand Hall',
    '서울의 밤',
    'A &amp; B',
    '<p>One</p>\n\nTwo <b>bold</b>',
    'music',
    'free',
    'Niños',
    'bop',
  ],
  ...['2026-12-01 10:00:00', '2026-12-02', '2027-05-01 12:00', '+2 weeks', 'Asia/Seoul', 'UTC+5.5', 'America/New_York'],
  ...['https://a.example/?x=1&y=2', 'https://a.example/i.jpg', '10-20', '€5', 'Free', 'a@b.example', '+82 2 1'],
  ...[
    'publish',
    'draft',
    'pending',
    'private',
    'future',
    'trash',
    'any',
    'asc',
    'desc',
    'name',
    'count',
    'en',
    'ko',
    'es',
  ],
  ...[true, false, 'true', '0', 1, 2, 3, '4', 5, 12.5, -33.25, 0, null],
];

const SURROUNDINGS = { now: Date.parse('2026-11-20T11:30:00Z'), zone: 'UTC' };

/** The readings of what the kind of a field takes, each with what was sent. */
function taken({ kind }: Field, candidates: readonly unknown[]): { wire: unknown; value: unknown }[] {
  return candidates.flatMap((wire) => {
    const reading = kind.read(wire);
    if ('fault' in reading) return [];
    const { value } = reading;
    return value === null || !kind.check?.(value, SURROUNDINGS) ? [{ wire, value }] : [];
  });
}

/** Values worth trying for links and filters by id: what is there, what is of another kind, what is not there. */
const references = ({ ids }: World): unknown[] => [
  ...ids,
  ids.slice(0, 2),
  ids.slice(0, 3).join(','),
  { id: ids[0] },
  [{ venue: 'Made inside', city: 'X' }, ids[1]],
  { organizer: 'Made inside', phone: '1' },
  ['Brand new', { name: 'Another' }],
];

/** What a value may be: taken by the field on the wire of REST, or as GraphQL types it, or naughty. */
export interface Values {
  wire: fc.Arbitrary<unknown>;
  typed: fc.Arbitrary<unknown>;
}

/** Anything that does not belong where it stands. */
export const naughty: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: fc.constantFrom(...NAUGHTY), weight: 6 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 30 }), weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }), weight: 1 },
);

const integer = fc.oneof(fc.constantFrom(0, -1, 2 ** 31 - 1, -(2 ** 31), 1), fc.nat({ max: 60 }));

const link = (create: object) =>
  fc.oneof(
    fc.constant({ create }),
    integer.map((id) => ({ id })),
  );

const TYPED: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  String: fc.oneof(fc.constantFrom(...TEXTS, ...MOMENTS), fc.string({ unit: 'binary', maxLength: 20 })),
  Int: integer,
  Float: fc.oneof(fc.constantFrom(0, -0, 91, -180, 5e-324, 1e308, -1e308), fc.double({ noNaN: true })),
  Boolean: fc.boolean(),
  TermLink: fc.oneof(
    fc.constantFrom(...TEXTS).map((name) => ({ name })),
    fc.constantFrom({ id: 1 }, { id: -1 }, {}, { id: null, name: null }, { id: 1, name: 'x' }),
  ),
  VenueLink: link({ name: 'Inside', description: '<b>' }),
  OrganizerLink: link({ name: 'Inside', phone: '\u0001' }),
};

/** Naughty values of the type that GraphQL lets through, so that they come as far as they can. */
export function naughtyTyped(input: string): fc.Arbitrary<unknown> {
  const one = TYPED[input.replace(/[[\]!]/g, '')] ?? naughty;
  return input.startsWith('[') ? fc.array(one, { maxLength: 4 }) : one;
}

/** The values to try for a field. */
export function valuesOf(field: Field, world: World): Values {
  const good = taken(field, [...GOOD, ...references(world)]);
  const wires = good.map(({ wire }) => wire);
  const values = good.map(({ value }) => value);
  return {
    wire: fc.oneof({ arbitrary: fc.constantFrom(...wires), weight: 6 }, { arbitrary: naughty, weight: 1 }),
    typed: fc.oneof(
      { arbitrary: fc.constantFrom(...values), weight: 30 },
      { arbitrary: naughtyTyped(field.kind.input), weight: 4 },
      { arbitrary: naughty, weight: 1 },
    ),
  };
}

/** Values of a table by key: most of what is required, and some of the rest. */
export function someValues(
  table: FieldTable,
  world: World,
  form: keyof Values,
  most: number,
): fc.Arbitrary<Record<string, unknown>> {
  const rows = Object.entries(table);
  const all = Object.fromEntries(rows.map(([key, field]) => [key, valuesOf(field, world)[form]]));
  const needed = rows.filter(([, { required }]) => required);
  const fine = fc.record(
    Object.fromEntries(
      needed.map(([key, field]) => {
        const good = taken(field, GOOD).filter(({ value }) => value !== null);
        const values = good.map(({ wire, value }) => (form === 'wire' ? wire : value));
        return [
          key,
          fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 9 }, { arbitrary: all[key]!, weight: 1 }),
        ];
      }),
    ),
  );
  return fc
    .tuple(
      fine,
      fc
        .subarray(Object.keys(all), { maxLength: Math.min(most, rows.length) })
        .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, all[key]!])))),
    )
    .map(([first, rest]): Record<string, unknown> => Object.assign({ ...rest }, first));
}
