// Alone catches a rule of access that is not the one of the specification.

import type { Caller } from '../support/app.ts';
import { PLURALS, type Plural } from '../support/making.ts';

/** The states of an event, venue or organizer. Both last ones are `trash`: one was public before, one was a draft. */
export const STATES = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'trashed draft'] as const;

export type State = (typeof STATES)[number];

export type Whose = 'own' | "others'";

/** What one caller may do to records of one state and owner. */
export interface Rights {
  read: boolean;
  update: boolean;
  delete: boolean;
}

/** Who may do what to a record: r reads, u updates, d deletes it. Written down by hand from behaviour §1.9, §0.7, §3.5. */
const RECORDS = `
  caller         whose    publish  future  draft  pending  private  trash  trashed-draft
  administrator  own      rud      rud     rud    rud      rud      rud    rud
  administrator  others'  rud      rud     rud    rud      rud      rud    rud
  editor         own      rud      rud     rud    rud      rud      rud    rud
  editor         others'  rud      rud     rud    rud      rud      rud    rud
  author         own      rud      rud     rud    rud      rud      rud    rud
  author         others'  r        -       -      -        -        -      -
  contributor    own      r        r       rud    rud      rud      r      rud
  contributor    others'  r        -       -      -        -        -      -
  subscriber     own      r        -       -      -        -        -      -
  subscriber     others'  r        -       -      -        -        -      -
  anonymous      others'  r        -       -      -        -        -      -`;

/** Who may make records of a kind (c), and change and delete terms (ud). Everybody may read terms. All kinds but these are posts. */
const KINDS = `
  caller         posts  categories  tags
  administrator  c      cud         cud
  editor         c      cud         cud
  author         c      cud         -
  contributor    c      -           -
  subscriber     -      -           -
  anonymous      -      -           -`;

const linesOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/));

const rights = (letters = ''): Rights => ({
  read: letters.includes('r'),
  update: letters.includes('u'),
  delete: letters.includes('d'),
});

/** One column of one line of the table of records. */
export interface RecordCell {
  caller: Caller;
  whose: Whose;
  state: State;
  may: Rights;
}

/** Every cell of the table of records. */
export const RECORD_CELLS: readonly RecordCell[] = linesOf(RECORDS).flatMap(([caller, whose, ...columns]) =>
  STATES.map((state, index) => ({
    caller: caller as Caller,
    whose: whose as Whose,
    state,
    may: rights(columns[index]),
  })),
);

/** One column of one line of the table of kinds. */
export interface KindCell {
  caller: Caller;
  kind: Plural;
  create: boolean;
  /** For terms; `read` always. */
  may: Rights;
}

/** Every cell of the table of kinds. */
export const KIND_CELLS: readonly KindCell[] = linesOf(KINDS).flatMap(([caller, posts, categories, tags]) =>
  PLURALS.map((kind) => {
    const letters = { categories, tags }[kind as 'tags'] ?? posts;
    const may = { ...rights(letters), read: true };
    return { caller: caller as Caller, kind, create: letters!.includes('c'), may };
  }),
);

/** Who has the general edit right, which decides where no record is known (behaviour §1.9). */
export const EDITORS: readonly Caller[] = ['administrator', 'editor', 'author', 'contributor'];

/** What a caller is told who may not: to log in, or that it is forbidden. */
export const refusalOf = (caller: Caller): string =>
  caller === 'anonymous' ? '401 rest_forbidden' : '403 rest_forbidden';
