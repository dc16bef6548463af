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

/** Where units run beside each other a term is written, whether its number moves or not, when an event that newly names it is counted. */
const WRITTEN = [
  { state: { status: 'publish' }, embedded: 1, mongodb: 1 },
  { state: { status: 'draft' }, embedded: 0, mongodb: 1 },
  { state: { status: 'publish', hide_from_listings: true }, embedded: 1, mongodb: 1 },
  { state: { status: 'draft', hide_from_listings: true }, embedded: 0, mongodb: 1 },
];
const ROWS = (['categories', 'tags'] as const).flatMap((list) => WRITTEN.map((row) => ({ list, ...row })));

test.each(ROWS)(
  'one of the $list that an event newly names is written once at the most: $state',
  async ({ list, state, ...written }) => {
    const times = written[app.store.kind];
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
