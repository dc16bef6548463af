import { param, parseParams } from '../../../src/api/rest/params.ts';
import { variablesOf } from '../../../src/api/rest/request.ts';
import { ROUTES } from '../../../src/api/rest/table.ts';
import { newFreshness } from '../../../src/cache/freshness.ts';
import type { DomainError } from '../../../src/domain/errors.ts';
import type { Source } from '../../../src/domain/fields/coerce.ts';
import type { Caller, TestApp } from '../app.ts';
import { graphqlSaid, restSaid, type Said } from './apis.ts';
import type { Shown } from './keys.ts';
import { type Kind, typeName } from './kinds.ts';
import { type Asking, wireQuery } from './wire.ts';

/** How much of each record to compare. Ids are enough to see what a filter lets through. */
export type Depth = 'ids' | 'records';

/** What REST listed, or why it refused: records in order, totals, and the parameters that it applied. */
export async function listRest(app: TestApp, kind: Kind, asking: Asking, as: Caller, depth: Depth): Promise<Said> {
  const answer = await app.rest('GET', `/${kind.plural}?${wireQuery(kind.filters, asking)}`, { as });
  const said = restSaid(answer);
  if (!('value' in said)) return said;
  const { total, total_pages, rest_url, next_rest_url, previous_rest_url } = said.value;
  const shown = new URL(rest_url).searchParams;
  return {
    value: {
      items: depth === 'ids' ? said.value[kind.plural].map(idOf) : said.value[kind.plural],
      totals: [total, total_pages],
      headers: [answer.headers.get('x-tec-total'), answer.headers.get('x-tec-totalpages')],
      more: [previous_rest_url !== undefined, next_rest_url !== undefined],
      applied: kind.pastTheEnd && ['status', 'start_date', 'end_date'].map((name) => shown.get(name)),
    },
  };
}

/**
 * The same list through GraphQL, with REST's parameters translated. A page past the end is empty in GraphQL; here it becomes
 * the error that REST gives.
 */
export async function listGraphql(app: TestApp, kind: Kind, asking: Asking, as: Caller, depth: Depth): Promise<Said> {
  const { name, plural, filters } = kind;
  const route = ROUTES.find(({ filter, path }) => filter && path === `/${plural}`)!;
  const query = parseParams(wireQuery(filters, asking));
  const source: Source = (wire, list) => param(query, wire, list);
  const surroundings = { now: app.clock.now, zone: 'UTC', freshness: newFreshness() };
  // Of two parameters that fill the same member, the one that was sent names the problem.
  const inTurn = Object.keys(filters).sort((a, b) => Number(a in asking.filter) - Number(b in asking.filter));
  const members = inTurn.flatMap((key) => {
    const { fills, asks } = filters[key]!;
    const member = fills ?? asks;
    return typeof member === 'string' ? [[member, filters[key]]] : [];
  });
  const named = { ...filters, ...Object.fromEntries(members), perPage: { wire: 'per_page' } as never };
  let meant: ReturnType<typeof variablesOf>;
  try {
    meant = variablesOf({ route, match: { params: {} }, source }, surroundings);
  } catch (error) {
    const { code, problems, message } = error as DomainError;
    const body = { errors: [{ message, extensions: { code, problems } }] };
    return graphqlSaid({ body } as never, (page) => page, named);
  }
  const { selection, body } = depth === 'ids' ? { selection: 'id: databaseId', body: idOf } : kind;
  const Name = typeName(kind);
  const document = `query Many($where: ${Name}Where, $orderBy: ${Name}Order, $page: Int, $perPage: Int) {
    ${name}Page(where: $where, orderBy: $orderBy, page: $page, perPage: $perPage) {
      total totalPages page perPage applied { status } items { ${selection} }
    }
  }`;
  const said = graphqlSaid(await app.graphql(document, meant.variables, { as }), (page) => page, named);
  if (!('value' in said)) return said;
  const { items, total, totalPages, page, applied } = said.value;
  const sent = (field: string) => (asking.filter as Record<string, unknown>)[field] ?? null;
  if (page > 1 && page > totalPages && kind.pastTheEnd) {
    const params = items.length ? { items } : {};
    return { code: kind.pastTheEnd, status: 404, params, message: 'There is no such page.' };
  }
  return {
    value: {
      items: items.map((item: Shown) => body(item)),
      totals: [total, totalPages],
      headers: [String(total), String(totalPages)],
      more: [page > 1, page < totalPages],
      // A link keeps what was sent if nothing was applied: for example, dates beside `include`.
      applied: kind.pastTheEnd && [
        applied.status,
        meant.shown?.startDate ?? sent('startDate'),
        meant.shown?.endDate ?? sent('endDate'),
      ],
    },
  };
}

const idOf = ({ id }: Shown) => ({ id });
