import type { AddressedRecord, SiteAddress, View } from '../../kinds/addresses.ts';
import { feedDates } from '../../kinds/event/parameters.ts';
import type { Links } from '../../kinds/record-urls.ts';
import type { ResolverContext } from '../graphql/context.ts';
import { changesAtMidnight, readQuery, todayIn } from '../pages/address.ts';
import { showsOnce, whereChosen } from '../pages/choices.ts';
import { narrowedBy, valuesOf } from '../pages/filters.ts';
import { daysIn } from '../pages/month-grid.ts';
import type { FeedSource } from './feeds.ts';

interface Asked {
  /** Reads a record that narrows a list. */
  read: Parameters<typeof narrowedBy>[1];
  isNews: boolean;
  context: ResolverContext;
}

/** The events that an address of the site asks for, as the plug-in understands it. @throws NO_ROUTE for a second page of a month */
export async function siteSource({ record, view }: SiteAddress, url: URL, asked: Asked): Promise<FeedSource> {
  const about = record && { record: { kind: record.kind, ref: refOf(record) } };
  return record?.kind === 'event' ? { ...about } : { ...about, ...(await listOf(view, url, asked)) };
}

/**
 * The new address of a feed whose page has moved from the requested path. Another site may show our pages but has no feeds,
 * so the new address is on this site.
 */
export const movedFrom =
  ({ record, segment }: SiteAddress, { search }: URL, { site, pagePath }: Links) =>
  (page: string) => {
    if (!record || 'id' in record.ref) return undefined;
    const path = pagePath(page);
    return path === `${segment ? `/${segment}` : ''}${record.path}`
      ? undefined
      : `${site}${path}${record.behind}${search}`;
  };

/** A reference to a record by its id or by the address of its page. A former address of the page finds the record too. */
const refOf = ({ ref, path }: AddressedRecord) => ('id' in ref ? { databaseId: ref.id } : { url: path });

/** The events of a list, narrowed as its page is. `isNews` is for RSS and JSON Feed, which have pages. */
async function listOf(
  path: View | undefined,
  url: URL,
  { read, isNews, context }: Asked,
): Promise<Pick<FeedSource, 'where' | 'orderBy' | 'page' | 'size'>> {
  const { view, query } = readQuery(path, url, context);
  const { name, page } = view;
  const { search, chosen, size } = query;
  changesAtMidnight(context);
  const ids = valuesOf(url.searchParams, 'event_ids');
  const isOnce = showsOnce(name, chosen);
  const { where, ...order } = ids.length
    ? { where: { in: ids } }
    : datesOf(view, query.from, { isOnce, isNews, context });
  return {
    where: {
      ...(await narrowedBy(query.filters, read, context)).where,
      ...where,
      ...(view.featured ? { featured: true } : {}),
      ...whereChosen(chosen, todayIn(context)),
      ...(isOnce ? { collapseSeries: true } : {}),
      ...(search ? { search, searchNames: true } : {}),
    },
    ...order,
    page,
    ...(size === undefined ? {} : { size }),
  };
}

function datesOf(
  { name, date }: View,
  from: string | undefined,
  { isOnce, isNews, context }: Pick<Asked, 'isNews' | 'context'> & { isOnce: boolean },
): { where: object; orderBy?: object } {
  const today = todayIn(context);
  if (name === 'past') {
    const where = from === undefined ? { when: 'PAST' } : { endsBefore: from };
    return { where, orderBy: { field: 'START', direction: 'DESC' } };
  }
  if (name === 'day') return { where: { onDate: date ?? today } };
  if (name === 'month') {
    const month = date ?? today.slice(0, 7);
    return { where: { dateOverlaps: { from: `${month}-01`, to: `${month}-${daysIn(month)}` } } };
  }
  // A subscription keeps the date of the day when it was made, so only a future date counts.
  if (from !== undefined && from > today) return { where: { endsOnOrAfter: from } };
  // Of a series, the next one.
  return isOnce ? { where: { when: 'UPCOMING' } } : feedDates({}, { ...context, isNews });
}
