import { expect, test } from 'vitest';
import {
  mayDelete,
  mayEdit,
  mayManageTerms,
  mayRead,
  mayUpdate,
  type Owned,
  ROLES,
  readScope,
  type Viewer,
} from '../../src/domain/access.ts';
import type { Caller } from '../support/app.ts';
import { PLURALS } from '../support/making.ts';
import { KIND_CELLS, RECORD_CELLS, type RecordCell } from './rights.ts';

const NOW = Date.parse('2026-11-20T11:30:00Z');
const ME = 7;

const viewerOf = (caller: Caller): Viewer | undefined =>
  ROLES.filter((role) => role === caller).map((role) => ({ id: ME, role }))[0];

/** A record as a cell of the table means it. */
function recordOf({ whose, state }: RecordCell): Owned {
  const author = whose === 'own' ? ME : ME + 1;
  const published = { author, publishedAt: NOW + (state === 'future' ? 86_400_000 : -1) };
  if (state === 'trash') return { ...published, status: 'trash', statusBeforeTrash: 'publish' };
  if (state === 'trashed draft') return { ...published, status: 'trash', statusBeforeTrash: 'draft' };
  return { ...published, status: state };
}

test('the rules of access to one record say what the table says', () => {
  const decided = RECORD_CELLS.map((cell) => {
    const [viewer, record] = [viewerOf(cell.caller), recordOf(cell)];
    const may = { update: mayUpdate(viewer, record), delete: mayDelete(viewer, record) };
    return { ...cell, may: { read: mayRead(viewer, record, NOW), ...may } };
  });
  expect(RECORD_CELLS.length).toBe(77);
  expect(decided).toEqual(RECORD_CELLS);
});

test('lists hold what the table lets the caller read', () => {
  const listed = RECORD_CELLS.map((cell) => {
    const [scope, { author, status }] = [readScope(viewerOf(cell.caller)), recordOf(cell)];
    return { ...cell, may: { ...cell.may, read: scope.everything || status === 'publish' || scope.ownOf === author } };
  });
  expect(listed).toEqual(RECORD_CELLS);
});

const TERM = { categories: 'category', tags: 'tag' } as const;

test('the rules of access to a kind say what the table says', () => {
  const decided = KIND_CELLS.map((cell) => {
    const viewer = viewerOf(cell.caller);
    const term = TERM[cell.kind as keyof typeof TERM];
    const may = term ? mayManageTerms(viewer, term) : mayEdit(viewer);
    return { ...cell, create: may, may: { ...cell.may, update: Boolean(term) && may, delete: Boolean(term) && may } };
  });
  expect(KIND_CELLS.length).toBe(6 * PLURALS.length);
  expect(decided).toEqual(KIND_CELLS);
});
