import type { Choice } from '../choices.ts';

/** The words of the pages themselves, as opposed to those of records. `{…}` stands for a value to fill in. */
export interface Words {
  calendar: string;
  /** The language itself, in its own words. */
  language: string;
  languages: string;
  skip: string;
  cost: string;
  website: string;
  categories: string;
  tags: string;
  partOf: string;
  map: string;
  address: string;
  phone: string;
  email: string;
  picture: string;
  description: string;
  asData: string;
  online: string;
  /** The values of a custom field that is true or false. */
  yes: string;
  no: string;
  /** Short marks of an event. */
  free: string;
  featured: string;
  running: string;
  over: string;
  /** Says on the page of an event that it has ended. */
  isOver: string;
  nextEvents: string;
  /** Where an event leads on to. */
  back: string;
  moreAt: string;
  moreFrom: string;
  alike: string;
  series: SeriesWords;
  /** Quick choices among events. */
  choices: Readonly<Record<Choice, string>>;
  views: ViewWords;
  take: TakeWords;
  errors: ErrorWords;
  home: HomeWords;
}

/** The words of events that repeat. */
export interface SeriesWords {
  moved: string;
  allDates: string;
  addAll: string;
}

/** The words of lists, months and days. */
export interface ViewWords {
  events: string;
  pastEvents: string;
  featuredEvents: string;
  found: string;
  from: string;
  before: string;
  views: string;
  list: string;
  month: string;
  day: string;
  allDay: string;
  today: string;
  tomorrow: string;
  thisMonth: string;
  onNow: string;
  /** Begun before the first day of a list. */
  goingOn: string;
  until: string;
  months: string;
  days: string;
  pages: string;
  earlier: string;
  later: string;
  search: string;
  searchFrom: string;
  find: string;
  everything: string;
  more: string;
  /** The same, for those who do not see its day. */
  moreOn: string;
  others: string;
  goesOn: string;
  /** Why a view is empty, and what to do about it. */
  empty: Readonly<Record<'list' | 'past' | 'month' | 'day' | 'search' | 'chosen', string>>;
  next: string;
  seePast: string;
  seeUpcoming: string;
}

/** The words for adding, following and sharing events. */
export interface TakeWords {
  add: string;
  subscribe: string;
  app: string;
  file: string;
  /** A file with all events of a series. */
  allDates: string;
  google: string;
  outlook: string;
  outlookAtWork: string;
  share: string;
  addressOfPage: string;
  send: string;
  copy: string;
  copied: string;
}

/** Why a page cannot be shown. */
export interface ErrorWords {
  missing: string;
  invalid: string;
  failed: string;
  busy: string;
  home: string;
}

/** The words of the page at the root, below its events. */
export interface HomeWords {
  title: string;
  about: string;
  /** The description for search engines. */
  summary: string;
  inIt: string;
  /** Says that the numbers count only what everybody sees. */
  published: string;
  counts: Readonly<Record<'upcoming' | 'events' | 'categories' | 'tags', string>>;
  empty: string;
  ask: string;
  documentation: string;
  document: string;
  graphiql: string;
  pages: string;
  records: string;
  version: string;
  /** The link to all this. */
  programs: string;
}
