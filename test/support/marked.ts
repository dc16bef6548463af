import { RECORD_CELLS, STATES, type State } from '../contract/rights.ts';
import type { Caller, TestApp } from './app.ts';
import { inState, NAME, POSTS, type Post } from './owned.ts';

const AUTHORS = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;

/** A record of one author in one state, with a word in its texts that no other record has. */
export interface Marked {
  kind: Post;
  author: (typeof AUTHORS)[number];
  state: State;
  mark: string;
  id: number;
  /** The present slug. For a record that never had one, the slug that its title would give. */
  slug: string;
}

const DESCRIBED = {
  events: (text: string) => ({ description: text, excerpt: text }),
  venues: (text: string) => ({ description: text, address: text, city: text }),
  organizers: (text: string) => ({ description: text, email: text.replace(' ', '@') }),
};

/** Makes one record of every author in every state, of each of these kinds. All of their texts contain "lantern" too. */
export async function markedRecords(
  app: TestApp,
  kinds: readonly Post[] = POSTS,
  fields: (mark: string) => object = () => ({}),
): Promise<Marked[]> {
  const cells = kinds.flatMap((kind) => AUTHORS.flatMap((author) => STATES.map((state) => ({ kind, author, state }))));
  const records: Marked[] = [];
  for (const [index, { kind, author, state }] of cells.entries()) {
    const mark = `mark${100 + index}`;
    const text = `Lantern ${mark}`;
    const { id, slug } = await inState(app, kind, app.idOf(author), state, {
      ...{ [NAME[kind]]: text, ...DESCRIBED[kind](text), ...fields(mark) },
    });
    records.push({ kind, author, state, mark, id, slug: slug || `lantern-${mark}` });
  }
  return records;
}

/** Whether the table lets a caller read this record. */
export const mayReadMarked = (caller: Caller, { author, state }: Marked): boolean =>
  RECORD_CELLS.some(
    (cell) =>
      cell.caller === caller &&
      cell.whose === (author === caller ? 'own' : "others'") &&
      cell.state === state &&
      cell.may.read,
  );

/** Whether a record is in the trash. Lists then leave it out unless they ask for the trash. */
export const isTrashed = ({ state }: Marked): boolean => state === 'trash' || state === 'trashed draft';
