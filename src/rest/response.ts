import type { Source } from '../fields/coerce.ts';
import { asText } from '../fields/kind.ts';
import { listItems } from '../fields/lists.ts';
import { pageFields } from '../fields/paging.ts';
import type { Links } from '../links.ts';
import { type Viewer, type ViewerCan, viewerCanInGeneral } from '../rules/access.ts';
import { commonFields } from './common.ts';
import { jsonText } from './json.ts';
import type { Params } from './params.ts';
import type { Method, Route } from './route.ts';
import type { Result } from './steps/known.ts';

interface Asked {
  route: Route;
  /** What was sent, by name on the wire. */
  source: Source;
  /** The parameters behind the path, in the order in which they came. */
  query: Params;
  links: Links;
}

/** What operations select for headers and links; the body does not show it. */
export const ENVELOPE_WORDS: ReadonlySet<string> = new Set(['page', 'perPage', 'applied', 'viewerCan']);

/** What links are made of as well, and is written behind them. */
const TOTALS: ReadonlySet<string> = new Set(['total', 'total_pages']);

/** Whether a key of what an operation selects is written into the body as it stands. */
export const isInBody = (key: string): boolean => !ENVELOPE_WORDS.has(key) && !TOTALS.has(key);

/** Whether a key of what an operation selects is looked at for headers and links. */
export const isBeside = (key: string): boolean => !isInBody(key) || key === 'id';

/** What an operation gave. */
export interface Written {
  /** The object that is the body, of a list without totals and links. */
  json: string;
  beside: Record<string, unknown>;
}

/**
 * A list as it is sent: its records, its totals, and links that keep everything that was asked for, in the order in
 * which it was sent. `page` stands last in them: clients cut the number off the end. The members stand in the order of
 * the reference (behaviour §0.45).
 */
export function listAnswer({ route, source, query: asked, links }: Asked, { json, beside }: Written): Result {
  const { total, total_pages, page, perPage, applied } = beside as {
    total: number;
    total_pages: number;
    page: number;
    perPage: number;
    applied?: Record<string, string | null>;
  };
  const taken = new Map<string, string>();
  for (const { wire, kind } of [pageFields.perPage, ...Object.values({ ...route.filter, ...commonFields })]) {
    const sent = source(wire, kind.list ?? false);
    if (sent !== undefined) taken.set(wire, textOf(sent, kind.list ?? false));
  }
  if (applied || taken.has('per_page')) taken.set('per_page', String(perPage));
  for (const [name, value] of Object.entries(applied ?? {})) {
    // An empty one that was sent asks for something of its own (behaviour §0.37).
    if (value && taken.get(name) !== '') taken.set(name, value);
  }
  const query = new URLSearchParams();
  for (const name of [...asked.keys(), ...taken.keys()]) {
    const text = taken.get(name);
    if (text !== undefined) query.set(name, text);
  }
  const address = (number?: number): string => {
    const text = new URLSearchParams([
      ...query,
      ...(number === undefined ? [] : [['page', String(number)]]),
    ]).toString();
    return `${links.list(route.kind)}${text && `?${text}`}`;
  };
  const here = { rest_url: address(applied ? page : undefined) };
  const around = {
    ...(page < total_pages ? { next_rest_url: address(page + 1) } : {}),
    ...(page > 1 ? { previous_rest_url: address(page > 2 ? page - 1 : undefined) } : {}),
  };
  const totals = { total, total_pages };
  const [before, behind] = route.totalsFirst
    ? [{ ...here, ...totals }, around]
    : [{}, { ...here, ...around, ...totals }];
  return {
    status: 200,
    headers: { 'X-TEC-Total': String(total), 'X-TEC-TotalPages': String(total_pages) },
    json: joined(jsonText(before), json, jsonText(behind)),
  };
}

/** One object of JSON with the members of several. */
const joined = (...objects: string[]): string =>
  `{${objects
    .map((json) => json.slice(1, -1))
    .filter((members) => members !== '')
    .join()}}`;

/** What was sent as text: a list of any form comma-separated, or as JSON where an item would be taken for several. */
function textOf(sent: unknown, list: boolean): string {
  if (!list && typeof sent !== 'object') return String(sent);
  const items = (listItems(sent) ?? []).map((item) => asText(item) ?? '').filter((item) => item.trim() !== '');
  return items.some((item) => /^\[|[,%]/.test(item)) ? JSON.stringify(items) : items.join(',');
}

/** Whether a page lies past the end of its list. The first page never does. */
export const isPastTheEnd = ({ beside: { page, total_pages } }: Written): boolean =>
  Number(page) > 1 && Number(page) > Number(total_pages);

/** One record as it is sent. */
export function itemAnswer({ route, links }: Asked, { json, beside: { id, viewerCan } }: Written): Result {
  const headers: Record<string, string> = route.located ? { Location: links.item(route.kind, Number(id)) } : {};
  const can = viewerCan as ViewerCan | undefined;
  return { status: route.input ? 201 : 200, headers, json, ...(can ? { can } : {}) };
}

/** The methods that this caller may use on the routes of a path. `can` is what was said of the record there, if any. */
export function allowed(
  rows: readonly Route[],
  viewer: Viewer | undefined,
  can: ViewerCan = viewerCanInGeneral(viewer),
): Method[] {
  return rows.flatMap(({ right, methods }) => (!right || right(viewer, can) ? methods : []));
}
