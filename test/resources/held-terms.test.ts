import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const versionOf = async (list: string, id: number): Promise<number> => {
  const [term] = await app.store.byIds<{ _id: number; version: number }>(list, [id]);
  return term!.version;
};

/** Once when they are named, and once more with their numbers; categories also where only the days change. */
const WRITTEN = [
  { state: { status: 'publish' }, categories: 2, tags: 2 },
  { state: { status: 'draft' }, categories: 2, tags: 1 },
  { state: { status: 'publish', hide_from_listings: true }, categories: 2, tags: 2 },
  { state: { status: 'draft', hide_from_listings: true }, categories: 1, tags: 1 },
];
const ROWS = (['categories', 'tags'] as const).flatMap((list) =>
  WRITTEN.map(({ state, [list]: times }) => ({ list, state, times })),
);

// Its version is what a unit that moves or removes it at the same time meets.
test.each(ROWS)(
  'one of the $list that an event newly names is written with it: $state, $times times',
  async ({ list, state, times }) => {
    const name = Object.values(state).join(' ');
    const term = await made(app, list, { name });
    const other = await made(app, list, { name: `${name} too` });
    const event = await made(app, 'events', { ...state, [list]: [term.id] });
    expect(await versionOf(list, term.id)).toBe(1 + times);
    const put = (json: object) => app.rest('PUT', `/events/${event.id}`, { as: 'administrator', json });
    const { body } = await put({ [list]: [term.id, other.name, 9_999_999] });
    expect(body[list].map(({ id }: { id: number }) => id)).toEqual([term.id, other.id]);
    expect(await versionOf(list, other.id)).toBe(1 + times);
  },
);
