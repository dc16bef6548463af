import { boolean, choice, parentId, positiveInteger } from '../../domain/fields/kinds.ts';
import { termRefs } from '../../domain/fields/lists.ts';
import { table } from '../../domain/fields/table.ts';
import { text } from '../../domain/fields/text-kinds.ts';
import type { Translate } from '../define-kind.ts';
import { type TermOrder, type TermWhere, tagWhere } from './where-fields.ts';

/** The orders of REST, each with that of GraphQL. */
const REST_ORDERS = {
  name: { is: 'name', description: 'By name.' },
  id: { is: 'created', description: 'By id.' },
  term_id: { is: 'created', description: 'Same as by id.' },
  slug: { is: 'slug', description: 'By slug.' },
  count: { is: 'count', description: 'By number of events.' },
  description: { is: 'description', description: 'By description.' },
  parent: { is: 'parent', description: 'By the id of the parent.' },
  include: { is: 'listed', description: 'In the order of `include`.' },
  none: { is: 'created', description: 'Kept for clients that send it: by id.' },
  term_group: { is: 'name', description: 'Kept for clients that send it: by name.' },
  include_slugs: { is: 'name', description: 'Kept for clients that send it: by name.' },
} as const satisfies Record<string, { is: TermOrder; description: string }>;

/** The parameters sent, with their defaults. */
interface TermsRequest {
  include?: string[];
  exclude?: string[];
  order: 'asc' | 'desc';
  orderby: keyof typeof REST_ORDERS;
  hideEmpty: boolean;
  post?: number;
  event?: number;
  parent?: number;
}

const isId = (ref: string) => Number.isSafeInteger(Number(ref));

/**
 * Translates the parameters together. The terms of an event include those without public events. In `exclude` only ids have
 * an effect, and beside `include` it has none, but all of its terms must exist (as in the reference).
 */
const terms: Translate<TermsRequest> = (request) => {
  const { include, exclude = [], order, orderby, hideEmpty, post, event = post, parent } = request;
  const hasEffect = (ref: string) => !include && isId(ref);
  const [excluded, ignored] = [exclude.filter(hasEffect), exclude.filter((ref) => !hasEffect(ref))];
  const where: TermWhere & { or?: TermWhere[] } = {
    in: include,
    notIn: excluded.length > 0 ? excluded : undefined,
    linkedBy: event,
    hasEvents: hideEmpty && event === undefined ? true : undefined,
    parentIn: parent ? [parent] : undefined,
    isTop: parent === 0 ? true : undefined,
    // Everything matches this, but a page refuses terms that are not there.
    or: ignored.length > 0 ? [{ notIn: ignored }, {}] : undefined,
  };
  return { where, orderBy: { field: REST_ORDERS[orderby].is, direction: order } };
};

const event = {
  kind: positiveInteger(),
  wire: 'event',
  asks: terms,
  fills: 'linkedBy',
  description: 'Only terms of this event.',
} as const;

/** The REST parameters of lists of terms (specification §4.5, §4.6), and how each translates to `where`. */
export const termParameters = table({
  search: tagWhere.search,
  exclude: {
    kind: termRefs(),
    wire: 'exclude',
    asks: terms,
    fills: 'notIn',
    description: 'Leave out the terms with these ids.',
  },
  include: {
    kind: termRefs(),
    wire: 'include',
    asks: terms,
    fills: 'in',
    description: 'Only the terms with these ids, slugs or names.',
  },
  order: {
    kind: choice(
      {
        name: 'SortDirection',
        words: ['asc', 'desc'],
        description: 'The direction in which a list is ordered.',
        meanings: { asc: 'Ascending.', desc: 'Descending.' },
      },
      'desc',
    ),
    wire: 'order',
    asks: terms,
    default: 'asc',
    silent: true,
    description: 'Ascending (asc, the default) or descending (desc).',
  },
  orderby: {
    kind: choice(
      {
        name: 'TermOrder',
        words: Object.keys(REST_ORDERS) as (keyof typeof REST_ORDERS)[],
        description: 'An order of terms.',
        meanings: Object.fromEntries(Object.entries(REST_ORDERS).map(([word, { description }]) => [word, description])),
      },
      'name',
    ),
    wire: 'orderby',
    asks: terms,
    default: 'name',
    silent: true,
    description: 'What to order by. Default: name.',
  },
  hideEmpty: {
    kind: boolean(),
    wire: 'hide_empty',
    asks: terms,
    default: '1',
    description: 'Leave out terms without events, neither their own nor those of terms below them. Default: true.',
  },
  post: { ...event, wire: 'post' },
  event,
  slug: { kind: text(), wire: 'slug', description: 'Only the term with this slug.' },
});

const { post, event: ofEvent, slug, ...before } = termParameters;

/** The same for categories, which have parents. */
export const categoryParameters = table({
  ...before,
  parent: {
    kind: parentId(),
    wire: 'parent',
    asks: terms,
    fills: 'parentIn',
    description: 'Only direct subcategories of this one; 0 for top-level categories.',
  },
  post,
  event: ofEvent,
  slug,
});
