import type { Caller, TestApp } from '../app.ts';
import { graphqlSaid, restSaid, type Said } from './doors.ts';
import type { Shown } from './keys.ts';
import { type Kind, typeName } from './kinds.ts';
import { type Asking, typed, wireQuery } from './wire.ts';

/** How much of each record is compared: ids are enough to see what a filter lets through. */
export type Depth = 'ids' | 'records';

/** What one door listed, or why not: records in order, totals, and what the list was asked for in effect. */
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

/** The same through GraphQL. Its page past the end is empty: here it becomes what REST says of one. */
export async function listGraphql(app: TestApp, kind: Kind, asking: Asking, as: Caller, depth: Depth): Promise<Said> {
  const { name } = kind;
  const { selection, body } = depth === 'ids' ? { selection: 'id: databaseId', body: idOf } : kind;
  const query = `query Many($filter: ${typeName(kind)}Filter, $page: Int, $perPage: Int) {
    ${name}Page(filter: $filter, page: $page, perPage: $perPage) {
      total totalPages page perPage applied { startDate endDate status } items { ${selection} }
    }
  }`;
  const said = graphqlSaid(await app.graphql(query, typed(asking), { as }), (page) => page, {
    ...kind.filters,
    perPage: { wire: 'per_page' } as never,
  });
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
      // A link keeps what was sent where nothing was applied: dates beside `include`, for one.
      applied: kind.pastTheEnd && [
        applied.status,
        applied.startDate ?? sent('startDate'),
        applied.endDate ?? sent('endDate'),
      ],
    },
  };
}

const idOf = ({ id }: Shown) => ({ id });
