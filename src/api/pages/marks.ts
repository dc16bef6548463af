import { dayAfter, isDateOf } from '../../domain/days.ts';
import type { Links } from '../../kinds/record-urls.ts';
import { type Having, REST_EVENTS_OF } from './filters.ts';
import { html, type Part } from './html.ts';
import { daysIn } from './month-grid.ts';
import type { PageContext } from './site.ts';
import { dayShown, monthShown, type ViewRequest } from './toolbar.ts';

/** What tells programs that a page belongs to a calendar, and where its data is. */
export interface Marks {
  head: Part;
  headers: Record<string, string>;
}

/**
 * The marks of the plug-in, by which programs recognise a calendar, and the address in REST of what the page shows. They name the
 * plug-in's namespace where it is served. Source: the answers of a site with the plug-in.
 */
export function marksOf({ site, context }: PageContext, recordsIn: (links: Links) => string): Marks {
  const links = context.links.renamed(site.namespace);
  const root = `${links.namespace}/`;
  return {
    head: html`<link rel="alternate" type="application/json" href="${recordsIn(links)}">
<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${site.address}">
<link rel="https://theeventscalendar.com/" href="${root}">
<link rel="https://api.w.org/" href="${links.restRoot}/">
`,
    headers: {
      Link: `<${links.restRoot}/>; rel="https://api.w.org/"`,
      'X-TEC-API-VERSION': 'v1',
      'X-TEC-API-ROOT': root,
      'X-TEC-API-ORIGIN': site.address,
    },
  };
}

/** The events of a view in REST, on all of its pages. What REST cannot ask for (`free`, `weekend`, `city`) does not narrow them. */
export const eventsIn =
  (request: ViewRequest, of: Readonly<Record<string, number | readonly number[]>> = {}) =>
  (links: Links) => {
    const { view, query, narrowed } = request;
    const named = Object.entries(narrowed.ids).map(([kind, ids]) => [REST_EVENTS_OF[kind as Having], ids]);
    const asked = new URLSearchParams({
      ...Object.fromEntries([...named, ...Object.entries(of)].map(([name, ids]) => [name, String(ids)])),
      ...datesOf(request),
      ...(query.search && { search: query.search }),
      ...(view.featured && { featured: 'true' }),
    }).toString();
    return `${links.collection('event')}${asked && `?${asked}`}`;
  };

/** The dates of a view as REST takes them, where a date means its whole day. */
function datesOf(request: ViewRequest): Record<string, string> {
  const { view, query } = request;
  const { from } = query;
  if (view.name === 'past') return from ? endsWithin('ends_before', from) : { ends_before: 'now' };
  if (view.name === 'list') return from ? endsWithin('ends_after', from) : { ends_after: 'now' };
  const month = monthShown(request);
  const [first, last] =
    view.name === 'day' ? [dayShown(request), dayShown(request)] : [`${month}-01`, `${month}-${daysIn(month)}`];
  return { ...endsWithin('ends_after', first), starts_before: last };
}

/** Events that end before a day, or not before it. Nothing ends before the first day there is. */
function endsWithin(name: 'ends_before' | 'ends_after', day: string) {
  const before = dayAfter(day, -1);
  return isDateOf('day', before) ? { [name]: before } : {};
}
