import { notFoundCode } from '../../domain/errors.ts';
import { boolean, parentId, positiveInteger, wholeNumber, word } from '../../domain/fields/kinds.ts';
import { ids, slugs } from '../../domain/fields/lists.ts';
import { LONGEST_PAGE, pageFields } from '../../domain/fields/paging.ts';
import { type FieldTable, table } from '../../domain/fields/table.ts';
import { capitalized } from '../../domain/text.ts';
import { categoryKind } from '../../kinds/category/kind.ts';
import type { Kind, ParameterTable, Translate } from '../../kinds/define-kind.ts';
import { eventKind } from '../../kinds/event/kind.ts';
import { organizerKind } from '../../kinds/organizer/kind.ts';
import { tagKind } from '../../kinds/tag/kind.ts';
import { venueKind } from '../../kinds/venue/kind.ts';
import type { Route } from './route.ts';

/** The pages of the host. It refuses what the calendar takes for the nearest number. */
const PAGES = table({
  page: pageFields.page,
  perPage: {
    ...pageFields.perPage,
    kind: wholeNumber(1, LONGEST_PAGE),
    description: `Records per page, from 1 to ${LONGEST_PAGE}.`,
  },
});

type Direction = 'asc' | 'desc';

/** The two parameters of an order: the words of the host, each with that of GraphQL; the first is the default. */
function orderParameters(orders: Readonly<Record<string, string>>, usual: Direction): ParameterTable {
  const asks: Translate<{ orderby: string; order: Direction }> = ({ orderby, order }) => ({
    where: {},
    orderBy: { field: orders[orderby]!, direction: order },
  });
  const words = Object.keys(orders);
  return {
    order: {
      kind: word({ name: 'Direction', words: ['asc', 'desc'] }),
      wire: 'order',
      asks,
      default: usual,
      description: `Ascending (asc) or descending (desc). Default: ${usual}.`,
    },
    orderby: {
      kind: word({ name: 'Order', words }),
      wire: 'orderby',
      asks,
      default: words[0],
      description: `What to order by. Default: ${words[0]}.`,
    },
  };
}

/** The parameters that all lists have. */
const listed = ({ search }: FieldTable): ParameterTable => ({
  search: search!,
  include: { kind: ids(), wire: 'include', asks: 'in', description: 'Only records with these ids.' },
  exclude: { kind: ids(), wire: 'exclude', asks: 'notIn', description: 'No records with these ids.' },
});

const posts = (where: FieldTable, title: 'title' | 'name'): ParameterTable => ({
  ...listed(where),
  slug: { kind: slugs(), wire: 'slug', asks: 'slugIn', description: 'Only records with these slugs.' },
  modifiedAfter: where.modifiedAfter!,
  modifiedBefore: where.modifiedBefore!,
  ...orderParameters({ date: 'published', id: 'created', modified: 'modified', title }, 'desc'),
});

/** A term has one slug that it is asked for, so several slugs are several filters. */
const bySlugs: Translate<{ slug?: string[] }> = ({ slug }) => ({
  where: { or: slug?.map((each) => ({ slug: each })) },
});

const whetherEmpty: Translate<{ hideEmpty: boolean }> = ({ hideEmpty }) => ({
  where: { hasEvents: hideEmpty ? true : undefined },
});

const below: Translate<{ parent?: number }> = ({ parent }) => ({
  where: { parentIn: parent ? [parent] : undefined, isTop: parent === 0 ? true : undefined },
});

const terms = (where: FieldTable): ParameterTable => ({
  ...listed(where),
  slug: { kind: slugs(), wire: 'slug', asks: bySlugs, fills: 'or', description: 'Only terms with these slugs.' },
  hideEmpty: {
    kind: boolean(),
    wire: 'hide_empty',
    asks: whetherEmpty,
    default: false,
    description: 'Leave out terms without events. Default: false.',
  },
  post: { kind: positiveInteger(), wire: 'post', asks: 'linkedBy', description: 'Only terms of this event.' },
  ...orderParameters(
    { name: 'name', id: 'created', slug: 'slug', count: 'count', description: 'description', include: 'listed' },
    'asc',
  ),
});

/** Unlike the calendar's, without the categories below. */
const inCategories: Translate<{ categories?: number[] }> = ({ categories }) => ({
  where: { categoriesIn: categories, withDescendants: categories && false },
});

/** A list and one record of the host: its name there, the kind that it shows, and the parameters of the list. */
const rows = (
  path: string,
  { name, plural, where, rest: { bySlug: isPost } }: Kind,
  filter: ParameterTable,
): Route[] => {
  const [list, read] = [`ListPublic${capitalized(plural)}`, `ReadPublic${capitalized(name)}`];
  const same = { methods: ['GET'], forEverybody: true } as const;
  return [
    {
      ...{ ...same, path: `/wp/v2/${path}`, operation: list, variables: PAGES, filter, where },
      ...{ bareList: 'items', pastTheEnd: 'NO_SUCH_PAGE', ...(isPost && { embeds: `${list}Embedded` }) },
    },
    {
      ...{ ...same, path: `/wp/v2/${path}/<id>`, operation: read },
      ...(isPost && {
        embeds: `${read}Embedded`,
        failures: [notFoundCode(name)],
        unknownAs: 'POST_NOT_FOUND' as const,
      }),
    },
  ];
};

/**
 * What readers of the host ask for: its lists of the calendar's records, and what it calls them. For reading only, and only what is
 * public. `schema/operations/public.graphql` has their form.
 */
export const PUBLIC_ROUTES: readonly Route[] = [
  ...rows('tribe_events', eventKind, {
    ...posts(eventKind.where, 'title'),
    categories: {
      kind: ids(),
      wire: 'tribe_events_cat',
      asks: inCategories,
      fills: 'categoriesIn',
      description: 'Only events in one of these categories.',
    },
    tags: { kind: ids(), wire: 'tags', asks: 'tagsIn', description: 'Only events with one of these tags.' },
  }),
  ...rows('tribe_venue', venueKind, posts(venueKind.where, 'name')),
  ...rows('tribe_organizer', organizerKind, posts(organizerKind.where, 'name')),
  ...rows('tribe_events_cat', categoryKind, {
    ...terms(categoryKind.where),
    parent: {
      kind: parentId(),
      wire: 'parent',
      asks: below,
      fills: 'parentIn',
      description: 'Only categories below this one; 0 for those below none.',
    },
  }),
  ...rows('tags', tagKind, terms(tagKind.where)),
  { path: '/wp/v2/types', operation: 'ListPublicTypes', methods: ['GET'], forEverybody: true },
  { path: '/wp/v2/taxonomies', operation: 'ListPublicTaxonomies', methods: ['GET'], forEverybody: true },
];
