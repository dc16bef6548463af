import fc from 'fast-check';
import type { Links } from '../../../src/domain/fields/link-input.ts';
import type { Field, FieldTable } from '../../../src/domain/fields/table.ts';
import { nodeId } from '../../../src/domain/node-id.ts';
import { MOMENTS, NAUGHTY, TEXTS } from './naughty.ts';
import type { World } from './world.ts';

/** Values that some field accepts. Each field takes those that its kind reads and accepts. */
const GOOD: readonly unknown[] = [
  'Concert',
  'Grand Hall',
  '서울의 밤',
  'A &amp; B',
  '<p>One</p>\n\nTwo <b>bold</b>',
  'music',
  'free',
  'Niños',
  'bop',
  '2026-12-01 10:00:00',
  '2026-12-02',
  '2027-05-01 12:00',
  '+2 weeks',
  'Asia/Seoul',
  'UTC+5.5',
  'America/New_York',
  'https://a.example/?x=1&y=2',
  'https://a.example/i.jpg',
  '10-20',
  '€5',
  'Free',
  'a@b.example',
  '+82 2 1',
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
  'canceled',
  'online',
  true,
  false,
  'true',
  '0',
  1,
  2,
  3,
  '4',
  5,
  12.5,
  -33.25,
  0,
  null,
  { rule: 'FREQ=WEEKLY;COUNT=3' },
  { rdates: ['2027-05-01 12:00'] },
  'this',
  'following',
  'all',
  { version: 1 },
  { colour: 'Red', size: 5 },
  { covered: true },
  { age: { label: 'Age', value: '6+' } },
  { nowhere: null },
];

const SURROUNDINGS = { now: Date.parse('2026-11-20T11:30:00Z'), zone: 'UTC' };

/** The candidates that the kind of a field accepts, each as sent and as read. */
function taken({ kind }: Field, candidates: readonly unknown[]): { wire: unknown; value: unknown }[] {
  return candidates.flatMap((wire) => {
    const reading = kind.read(wire);
    if ('fault' in reading) return [];
    const { value } = reading;
    if (value === undefined) return [];
    const checked = value === null ? reading : (kind.check?.(value, SURROUNDINGS) ?? reading);
    return 'fault' in checked ? [] : [{ wire, value: 'links' in Object(kind.type) ? asSent(value as Links) : value }];
  });
}

/** Links as GraphQL takes them. */
const asSent = (links: Links | null): unknown =>
  links && { set: links.set?.map((link) => ('ref' in link ? { databaseId: Object(link.ref).id } : link)) };

/** Values worth trying for links and filters by id: existing records, records of another kind, and new ones. */
const references = ({ ids }: World): unknown[] => [
  ...ids,
  ids.slice(0, 2),
  ids.slice(0, 3).join(','),
  { id: ids[0] },
  [{ venue: 'Made inside', city: 'X' }, ids[1]],
  { organizer: 'Made inside', phone: '1' },
  ['Brand new', { name: 'Another' }],
];

/** How values are sent: as REST sends them, or as GraphQL types them. */
type Form = 'wire' | 'typed';

/** Any value in a place where it does not belong. */
export const naughty: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: fc.constantFrom(...NAUGHTY), weight: 6 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 30 }), weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }), weight: 1 },
);

const integer = fc.oneof(fc.constantFrom(0, -1, 2 ** 31 - 1, -(2 ** 31), 1), fc.nat({ max: 60 }));

const link = (fresh: object) =>
  fc.oneof(
    fc.constantFrom({ create: fresh }, { upsert: fresh }),
    integer.map((databaseId) => ({ databaseId })),
    fc.constantFrom(...TEXTS).map((slug) => ({ slug })),
  );

/** Links of any kind, some of them wrong. */
const links = (fresh: object) =>
  fc.oneof(
    fc.array(link(fresh), { maxLength: 4 }).map((set) => ({ set })),
    fc.record(
      {
        connect: fc.array(
          integer.map((databaseId) => ({ databaseId })),
          { maxLength: 2 },
        ),
        create: fc.constantFrom([], [fresh], [{}]),
        upsert: fc.constantFrom([], [fresh], null),
        disconnect: fc.array(
          integer.map((databaseId) => ({ databaseId })),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: [] },
    ),
  );

const TYPED: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  String: fc.oneof(fc.constantFrom(...TEXTS, ...MOMENTS), fc.string({ unit: 'binary', maxLength: 20 })),
  Int: integer,
  ID: fc.oneof(integer, fc.constantFrom(...TEXTS, nodeId('user', 1), nodeId('category', 1))),
  Float: fc.oneof(fc.constantFrom(0, -0, 91, -180, 5e-324, 1e308, -1e308), fc.double({ noNaN: true })),
  Boolean: fc.boolean(),
  category: fc.constantFrom(...TEXTS).chain((name) => links({ name })),
  tag: fc.constantFrom(...TEXTS).chain((name) => links({ name })),
  venue: links({ name: 'Inside', description: '<b>' }),
  organizer: links({ name: 'Inside', phone: '\u0001' }),
};

/** Naughty values of a type that GraphQL lets through, so that they get as far as possible. */
export const naughtyTyped = (name: string): fc.Arbitrary<unknown> => TYPED[name] ?? naughty;

function broken({ kind: { type, list } }: Field, form: Form): fc.Arbitrary<unknown> {
  if (form === 'wire') return naughty;
  if (typeof type === 'object' && 'words' in type) return fc.constantFrom(...type.words);
  if (typeof type === 'object' && 'links' in type) return naughtyTyped(type.links);
  const one = naughtyTyped(typeof type === 'object' ? type.input : type);
  return list ? fc.array(one, { maxLength: 4 }) : one;
}

/** Mostly values that the field accepts, in the form of one API. */
function valueFor(field: Field, world: World, form: Form): fc.Arbitrary<unknown> {
  const good = taken(field, [...GOOD, ...references(world)]).map(({ wire, value }) => (form === 'wire' ? wire : value));
  return fc.oneof(
    { arbitrary: fc.constantFrom(...good), weight: 30 },
    { arbitrary: broken(field, form), weight: 4 },
    { arbitrary: naughty, weight: 1 },
  );
}

/**
 * Values of a table by key. Mostly the required ones and a few others, so that the request gets far. Now and then bad values
 * for any of the fields, so that each field has to refuse its own.
 */
export function someValues(
  table: FieldTable,
  world: World,
  form: Form,
  most: number,
): fc.Arbitrary<Record<string, unknown>> {
  const rows = Object.entries(table);
  const each = (make: (field: Field) => fc.Arbitrary<unknown>, some = rows) =>
    Object.fromEntries(some.map(([key, field]) => [key, make(field)]));
  const all = each((field) => valueFor(field, world, form));
  const required = each(
    (field) => {
      const good = taken(field, GOOD).filter(({ value }) => value !== null);
      const values = good.map(({ wire, value }) => (form === 'wire' ? wire : value));
      return fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 9 }, { arbitrary: naughty, weight: 1 });
    },
    rows.filter(([, field]) => field.required),
  );
  const some = fc
    .subarray(Object.keys(all), { maxLength: Math.min(most, rows.length) })
    .chain((keys) => fc.record({ ...Object.fromEntries(keys.map((key) => [key, all[key]!])), ...required }));
  return fc.oneof(
    { arbitrary: some, weight: 5 },
    {
      arbitrary: fc.record(
        each((field) => broken(field, form)),
        { requiredKeys: [] },
      ),
      weight: 1,
    },
  );
}
