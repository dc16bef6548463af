import { dateOf } from '../../domain/days.ts';
import { toWall } from '../../domain/time.ts';
import { type AddressedRecord, type SiteAddress, type View, viewNamed } from '../../kinds/addresses.ts';
import { feedDates } from '../../kinds/event/parameters.ts';
import type { Links } from '../../kinds/record-urls.ts';
import type { ResolverContext } from '../graphql/context.ts';
import { dayOf } from '../pages/address.ts';
import { chosenIn, isOn, showsOnce, whereChosen } from '../pages/choices.ts';
import { daysIn } from '../pages/month-grid.ts';
import type { FeedSource } from './feeds.ts';

/** The events that an address of the site asks for, as the plug-in understands it. */
export function siteSource({ record, view }: SiteAddress, url: URL, context: ResolverContext): FeedSource {
  const about = record && { record: { kind: record.kind, ref: refOf(record) } };
  return record?.kind === 'event' ? { ...about } : { ...about, ...listOf(view, url.searchParams, context) };
}

/**
 * The new address of a feed whose page has moved from the requested path. Another site may show our pages but has no feeds,
 * so the new address is on this site.
 */
export const movedFrom =
  ({ record, segment }: SiteAddress, { search }: URL, { site, pagePath }: Links) =>
  (page: string): string | undefined => {
    if (!record || 'id' in record.ref) return undefined;
    const path = pagePath(page);
    return path === `${segment ? `/${segment}` : ''}${record.path}`
      ? undefined
      : `${site}${path}${record.behind}${search}`;
  };

/** A reference to a record by its id or by the address of its page. A former address of the page finds the record too. */
const refOf = ({ ref, path }: AddressedRecord) => ('id' in ref ? { databaseId: ref.id } : { url: path });

function listOf(
  view: View | undefined,
  query: URLSearchParams,
  context: ResolverContext,
): Pick<FeedSource, 'where' | 'orderBy'> {
  const dates = [view?.date, query.get('eventDate'), query.get('tribe-bar-date')];
  const [date] = dates.flatMap((text) => (text == null ? [] : (dateOf(text.trim()) ?? [])));
  const ids = valuesOf(query, 'event_ids');
  const categories = valuesOf(query, 'tribe_events_cat');
  const search = query.get('tribe-bar-search') || query.get('s');
  const name = viewNamed(view, query);
  const chosen = chosenIn(query);
  const isOnce = showsOnce(name, chosen);
  const { where, ...order } = ids.length ? { where: { in: ids } } : datesOf(name, date, isOnce, context);
  return {
    where: {
      ...where,
      ...(categories.length ? { categoriesIn: categories } : {}),
      ...(view?.featured || isOn(query, 'featured') ? { featured: true } : {}),
      ...whereChosen(chosen, todayIn(context)),
      ...(isOnce ? { collapseSeries: true } : {}),
      ...(search ? { search, searchNames: true } : {}),
    },
    ...order,
  };
}

/** The values of a parameter. It may come several times, with brackets, and with several values separated by commas. */
const valuesOf = (query: URLSearchParams, name: string): string[] =>
  [...query.getAll(name), ...query.getAll(`${name}[]`)]
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter(Boolean);

const todayIn = ({ now, zone }: ResolverContext): string => toWall(now, zone).slice(0, 10);

function datesOf(
  name: View['name'],
  date: string | undefined,
  isOnce: boolean,
  context: ResolverContext,
): { where: object; orderBy?: object } {
  const today = todayIn(context);
  if (name === 'past') {
    const where = date === undefined ? { when: 'PAST' } : { endsBefore: dayOf(date) };
    return { where, orderBy: { field: 'START', direction: 'DESC' } };
  }
  if (name === 'day') return { where: { onDate: date === undefined ? 'today' : dayOf(date) } };
  if (name === 'month') {
    const month = (date ?? today).slice(0, 7);
    // Tomorrow may be in another month, so this call makes the answer expire at the end of today.
    if (date === undefined) feedDates({}, context);
    return { where: { dateOverlaps: { from: `${month}-01`, to: `${month}-${daysIn(month)}` } } };
  }
  // A subscription keeps the date of the day when it was made, so only a future date counts.
  if (date !== undefined && dayOf(date) > today) return { where: { endsOnOrAfter: dayOf(date) } };
  // Of a series, the next one.
  return isOnce ? { where: { when: 'UPCOMING' } } : feedDates({}, context);
}
