/**
 * What the parts of an operation cost, in points. A point is some 20 microseconds of CPU for what no cache has yet, in a calendar
 * of 20,000 events; `npm run bench:dearest` compares both. `cost.ts` adds them up, and `limits.ts` has the limit.
 */
export const COSTS = {
  /** Any operation, `__schema` or `__type` in it, and a field that says nothing else. */
  operation: 30,
  introspection: 2000,
  field: 0.1,
  /** A text in a language, the same without HTML, and a date in another zone. */
  text: 0.4,
  plainText: 10,
  date: 0.3,
  jsonLd: 5,
  /** Finding a list of events or of other records, each of its records, and counting it. */
  events: 150,
  others: 40,
  record: 1.5,
  total: 60,
  otherTotal: 15,
  /** For each filter by text or on a map in a list, for each by the name of a place, and once for counting such a list. */
  search: 500,
  place: 300,
  dearTotal: 1800,
  mapTotal: 3500,
  /** Ordering by what no index has. */
  dearOrder: 1800,
  /** A list inside each record of another list, the related events of an event, and its possible duplicates. */
  nested: 30,
  related: 100,
  duplicates: 150,
  /** The records that an event links to, of one kind: few events link to more than three. */
  linked: { field: 1, multiplier: 3 },
  /** One record, one of many records that a gateway asks for at once, and the user behind an id. */
  read: 20,
  entity: 3,
  user: 1,
  /** How many events a term has, and with those below it. */
  count: 1,
  countBelow: 18,
  /** Finding what facets count, and each facet. */
  facets: 400,
  facet: 300,
  cityFacet: 1500,
  cities: 2000,
  searchAll: 800,
  changes: 500,
  export: 1000,
  /** A write, each record that it creates or finds besides, and each write of a batch. */
  write: 80,
  named: 50,
  connected: 5,
  item: 60,
} as const;

/** How long a list is, unless its field says more. */
export const LIST_LENGTH = 5;

/** What a field costs: itself, and its selection so many times. */
export interface Points {
  field?: number;
  multiplier?: number;
  /** For records of several types: the type of each. What the selection says of other types does not count. */
  types?: readonly unknown[];
  /** For a list: how often the selection of `edges`, `nodes` or `items` counts. */
  records?: number;
  /** For a list: what counting it costs, if the selection asks for that. */
  total?: number;
}

/** What finding and counting a list costs. */
export type ListPoints = (args: { where?: object | null; orderBy?: { field: string } | null }) => Points;

/** The marks of fields of lists: those with its records, and those for which the list is counted. */
export const OF_RECORDS = { ofRecords: true } as const;
export const COUNTS = { counts: true } as const;
