import { beforeEach, expect, test } from 'vitest';
import { createFragmentCache } from '../../../../src/api/graphql/writer/fragment-cache.ts';
import type { Member, Run, Write } from '../../../../src/api/graphql/writer/member.ts';
import { objectOf } from '../../../../src/api/graphql/writer/member.ts';
import { after, each } from '../../../../src/api/graphql/writer/waiting.ts';

let read: string[];
let viewer = 'Ann';

beforeEach(() => {
  read = [];
  viewer = 'Ann';
});

const LINKS = {};

const runIn = (language: string, more: object = {}): Run => ({
  context: { links: LINKS, language, viewer, ...more } as never,
  variables: {},
});

/** A member that shows what it is given, and notes that it was asked. */
const member = (name: string, value: (source: { name: string }, run: Run) => unknown): Member => ({
  read(source, run) {
    read.push(name);
    return value(source as never, run);
  },
  write: (shown) => `"${name}":${JSON.stringify(shown)}`,
});

const NAME = member('name', ({ name }) => name);
const LANGUAGE = member('language', (_, { context }) => context.language);
const VIEWER = member('viewer', (_, { context }) => context.viewer);

/** Writes an object of these members, by what is kept. */
function writing(members: readonly Member[], bytes = 1_000_000): Write {
  const plain: Write = (source, run) =>
    after(
      each(members, (one) => after(one.read(source, run), (value) => one.write(value, run))),
      objectOf,
    );
  return createFragmentCache(bytes).keeping(members, plain);
}

const record = (name: string, more: object = {}) => Object.freeze({ name, version: 1, ...more });

test('what follows from a record and a view is asked for twice and never again', () => {
  const write = writing([NAME, LANGUAGE]);
  const hall = record('Hall');
  for (const _ of 'abcde') expect(write(hall, runIn('en'))).toBe('{"name":"Hall","language":"en"}');
  expect(read).toEqual(['name', 'language', 'name', 'language']);
  expect(write(hall, runIn('ko'))).toBe('{"name":"Hall","language":"ko"}');
});

test('another object of the same record is asked anew', () => {
  const write = writing([NAME]);
  const [before, after] = [record('Before'), record('After')];
  for (const _ of 'abc') write(before, runIn('en'));
  expect(write(after, runIn('en'))).toBe('{"name":"After"}');
});

test('whoever asks is shown what is theirs', () => {
  const write = writing([NAME, VIEWER]);
  const hall = record('Hall');
  for (const who of ['Ann', 'Ben', 'Ann', 'Ann', 'Ann', 'Ben', 'Cem', 'Cem', 'Cem']) {
    viewer = who;
    expect(write(hall, runIn('en'))).toBe(`{"name":"Hall","viewer":"${who}"}`);
  }
});

test.each([
  ['a member that is spread out', (run: Run) => ({ ...run.context }).viewer],
  ['a member that is looked for', (run: Run) => ('viewer' in run.context ? run.context.viewer : undefined)],
  ['a member whose fault is hidden', (run: Run) => orNobody(() => run.context.viewer)],
])('%s of the context is found out', (_, look) => {
  const write = writing([member('viewer', (_source, run) => look(run))]);
  const hall = record('Hall');
  for (const who of ['Ann', 'Ann', 'Ben', 'Ann']) {
    viewer = who;
    expect(write(hall, runIn('en'))).toBe(`{"viewer":"${who}"}`);
  }
});

const orNobody = (look: () => unknown): unknown => {
  try {
    return look();
  } catch {
    return 'nobody';
  }
};

test('a variable is found out', () => {
  const write = writing([member('n', (_, { variables }) => variables.n)]);
  const hall = record('Hall');
  for (const n of [1, 1, 1, 2]) expect(write(hall, { ...runIn('en'), variables: { n } })).toBe(`{"n":${n}}`);
});

test('what has to be waited for is asked each time', async () => {
  let count = 0;
  const write = writing([NAME, member('count', async () => ++count)]);
  const hall = record('Hall');
  for (const _ of 'abcd') {
    const text = (await write(hall, runIn('en'))) as string;
    expect(JSON.parse(text)).toEqual({ name: 'Hall', count });
  }
});

test('a text is taken again while what it links to is the same', () => {
  const inner = writing([NAME, VIEWER]);
  const rooms = [record('Blue'), record('Red')];
  let shown = rooms;
  const linked: Member = {
    read: (_, { context }) => (context.viewer ? [...shown] : []),
    write: (value, run) => `"rooms":[${(value as object[]).map((room) => inner(room, run)).join()}]`,
  };
  const write = writing([NAME, linked]);
  const hall = record('Hall');
  for (const [who, all] of [
    ['Ann', rooms],
    ['Ann', rooms],
    ['Ann', rooms],
    ['Ben', rooms],
    ['Ben', rooms.slice(1)],
    ['Ann', rooms],
  ] as const) {
    viewer = who;
    shown = [...all];
    const expected = all.map(({ name }) => ({ name, viewer: who }));
    expect(JSON.parse(write(hall, runIn('en')) as string)).toEqual({ name: 'Hall', rooms: expected });
  }
});

test('what is not frozen is asked each time', () => {
  const write = writing([NAME]);
  const hall = { name: 'Hall', version: 1 };
  for (const name of ['Hall', 'Hall', 'Hall', 'Annex']) {
    hall.name = name;
    expect(write(hall, runIn('en'))).toBe(`{"name":"${name}"}`);
  }
});

test('what goes wrong goes wrong each time', () => {
  const write = writing([
    NAME,
    member('bad', () => {
      throw new Error('bad');
    }),
  ]);
  const hall = record('Hall');
  for (const _ of 'abcd') expect(() => write(hall, runIn('en'))).toThrow('bad');
});

test('beyond its bytes what was not asked for lately is asked again, and what was is not', () => {
  const write = writing([NAME], 20_000);
  const [often, seldom] = [record('Often'), record('Seldom')];
  for (const one of [often, often, seldom, seldom]) write(one, runIn('en'));
  for (let other = 0; other < 200; other += 1) {
    write(record(`Other ${other}`), runIn('en'));
    write(often, runIn('en'));
  }
  read = [];
  write(often, runIn('en'));
  expect(read).toEqual([]);
  write(seldom, runIn('en'));
  expect(read).toEqual(['name']);
});
