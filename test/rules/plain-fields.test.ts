import { graphqlSync, printType } from 'graphql';
import { expect, test } from 'vitest';
import { builder } from '../../src/api/graphql/builder.ts';
import { coerce, fromObject } from '../../src/domain/fields/coerce.ts';
import { validate } from '../../src/domain/fields/examine.ts';
import { choice, number, time, wholeNumber } from '../../src/domain/fields/kinds.ts';
import { recordLinks } from '../../src/domain/fields/link-input.ts';
import { ids, termRefs } from '../../src/domain/fields/lists.ts';
import { withStored } from '../../src/domain/fields/storage.ts';
import { type FieldTable, table } from '../../src/domain/fields/table.ts';
import '../../src/api/graphql/schema.ts';
import { refuseHidden, storedFields, type Translated } from '../../src/api/graphql/stored-fields.ts';

const plain = { clearable: true, stored: 'shared', description: 'Plain.' } as const;
const ease = { name: 'Ease', words: ['easy', 'hard'] } as const;

const rows = table({
  capacity: { ...plain, kind: wholeNumber(0, 100_000), wire: 'capacity' },
  height: { ...plain, kind: number(0, 10), wire: 'height', blank: 1 },
  doors: { ...plain, kind: time(), wire: 'doors' },
  ages: { ...plain, kind: ids(), wire: 'ages' },
  words: { ...plain, kind: termRefs(), wire: 'words' },
  ease: { ...plain, kind: choice(ease, 'easy'), wire: 'ease' },
});

const writing = { now: Date.UTC(2027, 2, 6), zone: 'Asia/Seoul', language: 'en', embedHosts: [] } as const;

/** A record after these were sent. */
function written(wire: object, before: Translated = { text: {}, original: 'en' }): Translated {
  const { values, problems } = coerce(rows, fromObject(wire));
  expect(problems).toEqual([]);
  return withStored(rows, before, validate({ table: rows, use: 'patch' }, values, writing), writing);
}

const FULL = { capacity: '12', height: 2.5, doors: 'tomorrow 9:00', ages: '6,7', words: ['a', 'b'], ease: 'hard' };
const SHOWN = { ...FULL, capacity: 12, doors: '2027-03-07 09:00:00', ages: [6, 7] };

test('numbers, dates, lists and words are kept', () => {
  expect(written(FULL)).toMatchObject(SHOWN);
});

test.each([[0], ['0'], ['100000'], [' 7.0 ']])('a whole number from 0 takes %j', (sent) => {
  expect(written({ capacity: sent })).toMatchObject({ capacity: Number(sent) });
});

const OUTSIDE = [{ code: 'out_of_range', field: 'capacity' }];

test.each([['many'], [true]])('a whole number from 0 is not %j', (sent) => {
  expect(coerce(rows, fromObject({ capacity: sent })).problems).toMatchObject(OUTSIDE);
});

test.each([[-1], ['1.5'], [100_001]])('a whole number from 0 refuses %j', (sent) => {
  expect(() => written({ capacity: sent })).toThrow(
    expect.objectContaining({ problems: [expect.objectContaining(OUTSIDE[0]!)] }),
  );
});

test.each(['', null, []])('%j clears each of them', (none) => {
  const cleared = written(Object.fromEntries(Object.keys(rows).map((key) => [key, none])), written(FULL));
  expect(Object.keys(rows).map((key) => (cleared as object as Record<string, unknown>)[key])).toEqual(
    Object.keys(rows).map(() => undefined),
  );
});

const typeOf = (name: string, fields: FieldTable) => {
  const type = builder.objectRef<Translated>(name).implement({ fields: () => ({}) });
  storedFields(type, fields, () => true);
  return type;
};

test('their types follow from their kinds, and they are shown as they are kept', () => {
  const Thing = typeOf('Thing', rows);
  builder.queryFields((t) => ({
    full: t.field({ type: Thing, resolve: () => written(FULL) }),
    empty: t.field({ type: Thing, resolve: () => written({}) }),
  }));
  const schema = builder.toSchema();
  const printed = printType(schema.getType('Thing')!).replace(/"""[^"]*"""\n\s*/g, '');
  expect(printed.match(/\w+: .*/g)?.sort()).toEqual([
    'ages: [Int!]!',
    'capacity: Int',
    'doors: String',
    'ease: Ease',
    'height: Float!',
    'words: [String!]!',
  ]);
  const all = 'capacity height doors ages words ease';
  const source = `{ full { ${all} } empty { ${all} } }`;
  const empty = { capacity: null, height: 1, doors: null, ages: [], words: [], ease: null };
  expect(graphqlSync({ schema, source })).toEqual({ data: { full: { ...SHOWN, ease: 'HARD' }, empty } });
});

test('a field that is stored and nothing shows stops the start', () => {
  expect(() => typeOf('Linking', { links: { ...plain, kind: recordLinks('Link', {}), wire: 'links' } })).toThrow(
    '{"links":"Link"} cannot be shown as it is kept',
  );
  typeOf('Hiding', { hidden: { ...rows.capacity, shown: 'apart' }, shown: rows.capacity });
  expect(() => refuseHidden(builder.toSchema())).toThrow('Hiding.hidden is stored, and nothing shows it.');
});
