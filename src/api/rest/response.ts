import { type Viewer, type ViewerCan, viewerCanInGeneral } from '../../domain/access.ts';
import type { Source } from '../../domain/fields/coerce.ts';
import { asText } from '../../domain/fields/kind.ts';
import { listItems } from '../../domain/fields/lists.ts';
import { pageFields } from '../../domain/fields/paging.ts';
import type { Links } from '../../kinds/record-urls.ts';
import { objectOf } from '../graphql/writer/member.ts';
import { commonFields } from './common.ts';
import { jsonText } from './json.ts';
import type { Params } from './params.ts';
import type { Method, Route } from './route.ts';
import type { Result } from './steps/rest-request.ts';

/** The parts of a request that shape its answer. */
export interface ResponseContext {
  route: Route;
  /** What was sent, by name on the wire. */
  source: Source;
  /** The query parameters, in the order in which they came. */
  query: Params;
  links: Links;
  /** The values that links show instead of what was sent, by key. */
  shown?: Readonly<Record<string, string>>;
}

/** Fields that operations select for headers and links. The body does not show them. */
export const ENVELOPE_WORDS: ReadonlySet<string> = new Set(['page', 'perPage', 'applied', 'viewerCan']);

/** The totals. Links need them too, and the answer writes them next to the links. */
const TOTALS: ReadonlySet<string> = new Set(['total', 'total_pages']);

/** Whether the body shows the field with this key as it is. */
export const isInBody = (key: string): boolean => !ENVELOPE_WORDS.has(key) && !TOTALS.has(key);

/** Whether headers or links need the field with this key. */
export const isBeside = (key: string): boolean => !isInBody(key) || key === 'id';

/** The result of an operation. */
export interface Written {
  /** The body object; for a list, without totals and links. */
  json: string;
  beside: Record<string, unknown>;
}

/**
 * The answer with a list: its records, its totals, and its links. The links keep everything that the request asked for, in
 * the order in which it came. `page` comes last in them, because clients cut the number off the end. The members have the
 * order of the reference (behaviour §0.45).
 */
export function listAnswer(
  { route, source, query: requestQuery, links, shown = {} }: ResponseContext,
  { json, beside }: Written,
): Result {
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
  const inEffect = Object.entries(shown).map(([key, value]) => [route.filter![key]!.wire, value] as const);
  for (const [name, value] of [...inEffect, ...Object.entries(applied ?? {})]) {
    // A parameter that was sent empty has its own meaning (behaviour §0.37).
    if (value && taken.get(name) !== '') taken.set(name, value);
  }
  const query = new URLSearchParams();
  for (const name of [...requestQuery.keys(), ...taken.keys()]) {
    const text = taken.get(name);
    if (text !== undefined) query.set(name, text);
  }
  const address = (number?: number) => {
    const text = new URLSearchParams([
      ...query,
      ...(number === undefined ? [] : [['page', String(number)]]),
    ]).toString();
    return `${links.list(route.kind!)}${text && `?${text}`}`;
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

/** Joins JSON objects into one that has the members of all. */
const joined = (...objects: string[]) => objectOf(objects.map((json) => json.slice(1, -1)));

/** Writes a sent value as text. Any form of list becomes comma-separated text, or JSON if an item would be read as several. */
function textOf(sent: unknown, list: boolean) {
  if (!list && typeof sent !== 'object') return String(sent);
  const items = (listItems(sent) ?? []).map((item) => asText(item) ?? '').filter((item) => item.trim() !== '');
  return items.some((item) => /^\[|[,%]/.test(item)) ? JSON.stringify(items) : items.join(',');
}

/** Whether a page lies past the end of its list. The first page never does. */
export const isPastTheEnd = ({ beside: { page, total_pages } }: Written): boolean =>
  Number(page) > 1 && Number(page) > Number(total_pages);

/** The answer with one record. */
export function itemAnswer({ route, links }: ResponseContext, { json, beside: { id, viewerCan } }: Written): Result {
  const { kind, path } = route;
  const Location = kind ? links.item(kind, Number(id)) : `${links.restRoot}${path}/${id}`;
  const headers: Record<string, string> = route.located ? { Location } : {};
  const can = viewerCan as ViewerCan | undefined;
  const shown = route.deletesForGood ? `{"deleted":true,"previous":${json}}` : json;
  return { status: route.input ? 201 : 200, headers, json: shown, ...(can ? { can } : {}) };
}

/** The answer with a list of the host: nothing but the list, with its totals and the pages around it in headers. */
export function bareListAnswer({ route, query, links }: ResponseContext, { json, beside }: Written): Result {
  const { total, total_pages: last, page } = beside as Record<string, number>;
  const linkTo = (rel: string, number: number) => {
    const kept = [...query].flatMap(([name, { values }]) =>
      name === 'page' ? [] : values.map((value) => [name, value]),
    );
    return `<${links.restRoot}${route.path}?${new URLSearchParams([...kept, ['page', String(number)]])}>; rel="${rel}"`;
  };
  const around = [
    `<${links.restRoot}/>; rel="https://api.w.org/"`,
    ...(page! > 1 ? [linkTo('prev', page! - 1)] : []),
    ...(page! < last! ? [linkTo('next', page! + 1)] : []),
  ];
  const headers = { 'X-WP-Total': String(total), 'X-WP-TotalPages': String(last), Link: around.join(', ') };
  return { status: 200, headers, json: json.slice(`{"${route.bareList}":`.length, -1) };
}

/** The methods that this caller may use on the routes of a path. `can` says what the caller may do to the record, if known. */
export function allowed(
  rows: readonly Route[],
  viewer: Viewer | undefined,
  can: ViewerCan = viewerCanInGeneral(viewer),
): Method[] {
  return rows.flatMap(({ right, methods }) => (!right || right(viewer, can) ? methods : []));
}
