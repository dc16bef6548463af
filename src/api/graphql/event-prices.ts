import type { EventOrder, EventWhere } from '../../kinds/event/where-fields.ts';
import type { Where } from '../../kinds/shared/where.ts';
import { COSTS, type ListPoints } from './costs.ts';

type Filters = Where<EventWhere>;

/** Every filter in a filter, including combined ones. */
const filtersIn = (where: Filters): Filters[] => [
  where,
  ...[...(where.and ?? []), ...(where.or ?? []), ...(where.not ? [where.not] : [])].flatMap(filtersIn),
];

/**
 * The orders with a price of their own. `created`, `end` and `published` sort their matches as well, but by a number each: that takes
 * a third of what titles take.
 */
const DEAR_ORDERS: readonly EventOrder[] = ['title', 'distance', 'relevance'];

/** The cost of finding and of counting events. */
export const listPrice: ListPoints = ({ where, orderBy }) => {
  const filters = filtersIn((where ?? {}) as Filters);
  const having = (keys: readonly (keyof Filters)[]): number =>
    filters.reduce((sum, filter) => sum + keys.filter((key) => filter[key] != null).length, 0);
  const [texts, maps] = [having(['search']), having(['near', 'within'])];
  const order = DEAR_ORDERS.includes(orderBy?.field as EventOrder) ? COSTS.dearOrder : 0;
  return {
    field:
      COSTS.events +
      COSTS.search * (texts + maps) +
      COSTS.place * having(['city', 'country', 'hasCoordinates']) +
      order,
    total: COSTS.total + (maps > 0 ? COSTS.mapTotal : texts > 0 ? COSTS.dearTotal : 0),
  };
};

/** The cost of the events of one record among several, which are found together. */
export const nestedPrice: ListPoints = (args) => {
  const { field = 0, total = 0 } = listPrice(args);
  return { field: COSTS.nested + (field - COSTS.events) / 5, total: total / 4 };
};
