// Alone catches what forms and writers send for none, and blanks in lines, read otherwise by one API.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { type Said, type Write, writeGraphql, writeRest } from '../support/parity/apis.ts';
import type { Shown } from '../support/parity/keys.ts';
import { KINDS, type Kind, kindOf } from '../support/parity/kinds.ts';
import { neededOf, valuesOf } from '../support/parity/values.ts';
import { sampled } from '../support/sample.ts';

/** Two apps that hold the same: one is written to through REST, the other through GraphQL. */
let left: TestApp;
let right: TestApp;

beforeAll(async () => {
  left = await buildApp();
  right = await buildApp();
});
afterAll(async () => {
  await left.close();
  await right.close();
});

const as = 'administrator';

/** What both APIs say of the same write. */
async function written(name: Kind['name'], write: Write): Promise<Said> {
  const rest = await writeRest(left, kindOf(name), write, as);
  expect(await writeGraphql(right, kindOf(name), write, as)).toEqual(rest);
  return rest;
}

const created = (name: Kind['name'], values: Shown): Promise<Said> =>
  written(name, { verb: 'create', values: { ...neededOf(kindOf(name).fields, 'Fine'), ...values } });

const updated = (name: Kind['name'], values: Shown): Promise<Said> =>
  written(name, { verb: 'update', ref: { id: ids[name]! }, values });

/** A record of each kind, which both apps have. */
const ids: Record<string, number> = {};
beforeAll(async () => {
  for (const { name } of KINDS) ids[name] = shownBy(await created(name, {})).id;
});

const shownBy = (said: Said): Shown => (said as { value: Shown }).value;
const refused = (wire: string, code: unknown): object => ({
  ...{ code: 'rest_invalid_param', status: 400 },
  params: { [wire]: code },
});

/** Fields of text that are not of one line, or that are read in another way. */
const OTHERS = ['description', 'excerpt', 'slug', 'startDate', 'endDate'];

/** Every text of one line of a kind, with a good value. */
const linesOf = ({ fields }: Kind): Shown =>
  Object.fromEntries(
    Object.entries(valuesOf(fields, 'AB')).filter(
      ([key]) => fields[key]!.kind.type === 'String' && !OTHERS.includes(key),
    ),
  );

describe.each(KINDS)('the lines of one $name', (kind) => {
  const { name } = kind;
  const values = linesOf(kind);
  const wireOf = (key: string): string => kind.fields[key]!.wire;

  test('have no blanks around them, at either API', async () => {
    const plain = await updated(name, values);
    const blank = Object.entries(values).map(([key, value]) => [key, ` \t\r\n${value}\u00a0\n`]);
    expect(shownBy(plain)).toMatchObject({ id: ids[name] });
    expect(await updated(name, Object.fromEntries(blank))).toEqual(plain);
  });

  test('have one blank for a tab or a line break, at either API', async () => {
    const texts = Object.keys(values).filter((key) =>
      /^(?:title|name|city|address|zip|phone|province|state)/.test(key),
    );
    const said = (blank: string) => Object.fromEntries(texts.map((key) => [key, `A${blank}b`]));
    const joined = await updated(name, said(' '));
    expect(shownBy(joined)).toMatchObject({ id: ids[name] });
    expect(await updated(name, said(' \t\r\n '))).toEqual(joined);
  });

  test.each(['\u0007', '\u0085'])('are refused at both APIs with %j inside', async (control) => {
    const broken = Object.entries(values).map(([key, value]) => [
      key,
      `${value.slice(0, 1)}${control}${value.slice(1)}`,
    ]);
    const wrong = Object.fromEntries(Object.keys(values).map((key) => [wireOf(key), expect.any(String)]));
    expect(await updated(name, Object.fromEntries(broken))).toEqual({ ...refused('', ''), params: wrong });
  });
});

test('lines are measured without the blanks around them, by both APIs', async () => {
  const most = 'x'.repeat(1000);
  expect(shownBy(await updated('venue', { city: ` ${most} ` })).city).toBe(most);
  expect(await updated('venue', { city: `${most}x` })).toEqual(refused('city', 'rest_too_long'));
});

describe('an image of 0', () => {
  test.each(['venue', 'organizer'] as const)('is none for a %s, at both APIs', async (name) => {
    expect(shownBy(await updated(name, { image: 'https://a.example/i.jpg' }))).toHaveProperty('image');
    expect(shownBy(await updated(name, { image: '0' }))).not.toHaveProperty('image');
    const inline = { [`${name}s`]: { set: [{ upsert: { name: 'With none', image: '0' } }] } };
    const { [name]: link } = shownBy(await created('event', inline));
    expect([link].flat()).toEqual([expect.not.objectContaining({ image: expect.anything() })]);
  });

  test('is refused for an event, at both APIs', async () => {
    expect(await updated('event', { image: '0' })).toEqual(refused('image', 'invalid_image'));
  });
});

describe('a slug of which nothing is left', () => {
  test.each(['event', 'tag'] as const)('comes from the name of a new %s, at both APIs', async (name) => {
    const title = { [name === 'event' ? 'title' : 'name']: `Café ${name}`, slug: '™ ®' };
    expect(shownBy(await created(name, title)).slug).toBe(`cafe-${name}`);
  });

  test.each(['event', 'category'] as const)('comes from the name of a %s that is there, at both APIs', async (name) => {
    const title = { [name === 'event' ? 'title' : 'name']: `Olé ${name}`, slug: 'other' };
    expect(shownBy(await updated(name, title)).slug).toBe('other');
    expect(shownBy(await updated(name, { slug: '!!! ™ ®' })).slug).toBe(`ole-${name}`);
  });
});

/** What forms and writers send for none (behaviour §0.35): by what it does to an update. */
const EMPTY: readonly (readonly [wire: unknown, does: 'clears' | 'keeps'])[] = [
  ...['', [], null, {}, [''], [null], 0, false].map((wire) => [wire, 'clears'] as const),
  ...[{ id: null }, { id: '' }, { id: 0 }, { NAME: '' }, [{ NAME: '' }], [{}], [{ id: null }, '', {}]].map(
    (wire) => [wire, 'keeps'] as const,
  ),
  ...[{ id: '', NAME: '' }, { NAME: '', description: null, more: [] }, '[{"id":null}]'].map(
    (wire) => [wire, 'keeps'] as const,
  ),
];

const LISTS = { venue: 'venue', organizer: 'organizer', categories: 'name', tags: 'name' } as const;
const LINKED = { venue: { venue: 'Hall' }, organizer: [{ organizer: 'Ann' }], categories: ['Music'], tags: ['free'] };
const NAMES = Object.keys(LISTS);

describe('all lists of an event', () => {
  const sent = (wire: unknown): object =>
    Object.fromEntries(
      Object.entries(LISTS).map(([list, name]) => [list, JSON.parse(JSON.stringify(wire).replaceAll('NAME', name))]),
    );
  const update = async (wire: unknown) => {
    const { id } = await made(left, 'events', LINKED);
    return left.rest('PATCH', `/events/${id}`, { as, json: sent(wire) });
  };
  const linked = ({ body }: { body: Shown }): number[] => NAMES.map((list) => [body[list]].flat().length);

  sampled(6).each(EMPTY)('sent as %j: an update %s, a new event has none', async (wire, does) => {
    const answer = await update(wire);
    expect([answer.status, linked(answer)]).toEqual([200, NAMES.map(() => ({ clears: 0, keeps: 1 })[does])]);
    expect(linked({ body: await made(left, 'events', sent(wire)) })).toEqual([0, 0, 0, 0]);
  });

  test.each([[[{ more: 1 }]], [{ more: { a: 1 } }], [[['x']]]])('sent as %j are refused', async (wire) => {
    const { status, body } = await update(wire);
    expect([status, Object.keys(body.data.params).sort()]).toEqual([400, NAMES.toSorted()]);
  });
});

const UPDATE = `mutation ($input: UpdateEventInput!) {
  it: updateEvent(input: $input) { event { links: LIST { databaseId } } userErrors { path } }
}`;

test.each(['organizers', 'tags'])(
  'an upsert of %s of which all is empty means none in GraphQL as well',
  async (list) => {
    const { id } = await made(right, 'events', LINKED);
    const update = async (links: object) => {
      const input = { ref: { databaseId: id }, [list]: links };
      const { body } = await right.graphql(UPDATE.replace('LIST', list), { input }, { as });
      return [body.data.it.event.links.length, body.data.it.userErrors];
    };
    expect(await update({ set: [{ upsert: { name: '' } }] })).toEqual([1, []]);
    expect(await update({ upsert: [{ name: '' }] })).toEqual([1, []]);
    expect(await update({ set: [{ upsert: { name: '' } }, { upsert: { name: 'One' } }] })).toEqual([1, []]);
    expect(await update({ set: [] })).toEqual([0, []]);
  },
);
