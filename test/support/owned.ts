import { expect } from 'vitest';
import type { State, Whose } from '../contract/rights.ts';
import type { Answered, Caller, TestApp } from './app.ts';
import { made, NAME } from './making.ts';

/** The kinds of records that have an author and a state. */
export const POSTS = ['events', 'venues', 'organizers'] as const;

export type Post = (typeof POSTS)[number];

const FIELDS: Record<State, object> = {
  publish: {},
  future: { date: '2027-01-01 10:00:00' },
  draft: { status: 'draft' },
  pending: { status: 'pending' },
  private: { status: 'private' },
  trash: {},
  'trashed draft': { status: 'draft' },
};

const TRASHED: readonly State[] = ['trash', 'trashed draft'];

/** Makes a record of an author, brings it into a state, and returns it as REST then answers. */
export async function inState(
  app: TestApp,
  kind: Post,
  author: number,
  state: State,
  fields: object = {},
): Promise<Answered['body']> {
  let record = await made(app, kind, { author, ...FIELDS[state], ...fields });
  if (TRASHED.includes(state)) {
    record = (await app.rest('DELETE', `/${kind}/${record.id}`, { as: 'administrator' })).body;
  }
  expect(record).toMatchObject({ author: String(author), status: TRASHED.includes(state) ? 'trash' : state });
  return record;
}

let count = 0;

/** Makes a record that belongs to the caller or to somebody else, with a name that no other has. */
export async function ownedBy(
  app: TestApp,
  kind: Post,
  caller: Caller,
  whose: Whose,
  state: State,
): Promise<{ id: number; slug: string }> {
  const other = caller === 'editor' ? 'administrator' : 'editor';
  const author = app.idOf(whose === 'own' && caller !== 'anonymous' ? caller : other);
  const name = `Record ${++count}`;
  const { id, slug } = await inState(app, kind, author, state, { [NAME[kind]]: name });
  // Tests look for a record without a slug under the slug that it will get.
  return { id, slug: slug || name.toLowerCase().replace(' ', '-') };
}
