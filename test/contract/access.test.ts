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
import { KIND_CELLS, RECORD_CELLS, type RecordCell } from './rights.ts';
import { ROUTES } from './spec-routes.ts';

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

const UPDATE = { rule: mayUpdate, right: 'update' } as const;

const RULES = {
  GET: { rule: mayRead, right: 'read' },
  POST: UPDATE,
  PUT: UPDATE,
  PATCH: UPDATE,
  DELETE: { rule: mayDelete, right: 'delete' },
} as const;

const isPost = (path: string): boolean => /^\/(events|venues|organizers)\b/.test(path);

const ITEMS = ROUTES.filter(([, path]) => isPost(path) && path.includes('<')).flatMap(([method, path]) => {
  const { rule, right } = RULES[method as keyof typeof RULES];
  return RECORD_CELLS.map((cell) => ({
    name: `${cell.caller} · ${method} ${path} · ${cell.whose} ${cell.state}`,
    decided: () => rule(viewerOf(cell.caller), recordOf(cell), NOW),
    may: cell.may[right],
  }));
});

const LISTS = ROUTES.filter(([method, path]) => method === 'GET' && isPost(path) && !path.includes('<')).flatMap(
  ([method, path]) =>
    RECORD_CELLS.map((cell) => ({
      name: `${cell.caller} · ${method} ${path} · ${cell.whose} ${cell.state}`,
      decided() {
        const [scope, { author, status }] = [readScope(viewerOf(cell.caller)), recordOf(cell)];
        return scope.everything || status === 'publish' || scope.ownOf === author;
      },
      may: cell.may.read,
    })),
);

const TERM = { categories: 'category', tags: 'tag' } as const;

const KINDS = KIND_CELLS.map(({ caller, kind, create }) => ({
  name: `${caller} · POST /${kind}`,
  decided: () =>
    kind === 'categories' || kind === 'tags' ? mayManageTerms(viewerOf(caller), TERM[kind]) : mayEdit(viewerOf(caller)),
  may: create,
}));

const TERMS = KIND_CELLS.filter(({ kind }) => kind === 'categories' || kind === 'tags').flatMap(
  ({ caller, kind, may }) =>
    (['POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
      name: `${caller} · ${method} /${kind}/<id>`,
      decided: () => mayManageTerms(viewerOf(caller), TERM[kind as keyof typeof TERM]),
      may: may[RULES[method].right],
    })),
);

test('the rules of access say what the table says', () => {
  const cells = [...ITEMS, ...LISTS, ...KINDS, ...TERMS];
  expect(cells.length).toBeGreaterThan(2_000);
  expect(cells.filter(({ decided, may }) => decided() !== may).map(({ name }) => name)).toEqual([]);
});
