import { expect } from 'vitest';
import type { Caller, TestApp } from '../../support/app.ts';
import { made, NAME } from '../../support/making.ts';

/** The kinds that have states, by their plurals. */
export const KINDS = { events: 'event', venues: 'venue', organizers: 'organizer' } as const;

/** Those who find what lies in a state, where its author is `author`. */
const THEIRS: readonly Caller[] = ['author', 'editor', 'administrator'];
const FINDERS: Record<string, { fields: object; finders: readonly Caller[]; of: readonly (keyof typeof KINDS)[] }> = {
  draft: { fields: { status: 'draft' }, finders: THEIRS, of: ['events', 'venues', 'organizers'] },
  pending: { fields: { status: 'pending' }, finders: THEIRS, of: ['events', 'venues', 'organizers'] },
  private: { fields: { status: 'private' }, finders: THEIRS, of: ['events', 'venues', 'organizers'] },
  scheduled: {
    fields: { status: 'future', date: '2030-01-01 10:00:00' },
    finders: THEIRS,
    of: ['events', 'venues', 'organizers'],
  },
  trashed: { fields: { status: 'trash' }, finders: [], of: ['events', 'venues', 'organizers'] },
  hidden: { fields: { hide_from_listings: true }, finders: [], of: ['events'] },
  'hidden draft': { fields: { hide_from_listings: true, status: 'draft' }, finders: [], of: ['events'] },
};

/** The states that not everybody finds, of each kind, and who finds them. */
export const ROWS = Object.entries(FINDERS).flatMap(([state, { fields, finders, of }]) =>
  of.map((plural) => ({ state, plural, fields, finders })),
);

/** Makes one of the author's, changes it, and describes its image: three entries of the log at least. Gives its id. */
export async function writeHidden(
  app: TestApp,
  { state, plural, fields }: Pick<(typeof ROWS)[number], 'state' | 'plural' | 'fields'>,
): Promise<number> {
  const author = app.idOf('author');
  const image = `https://example.org/${encodeURIComponent(state)}-${plural}.png`;
  const named = { [NAME[plural]]: `One ${state}`, author, image, ...fields };
  const { id, image: shown } = await made(app, plural, named);
  const changed = await app.rest('PUT', `/${plural}/${id}`, { as: 'administrator', json: { description: 'More.' } });
  expect(changed.status).toBe(200);
  const describing = `mutation { updateImage(input: { ref: { databaseId: ${shown.id} }, alternativeText: "A door" }) { userErrors { code } } }`;
  await app.graphql(describing, {}, { as: 'administrator' });
  return id;
}
