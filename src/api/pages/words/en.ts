import type { Choice } from '../choices.ts';

/** The words of the pages themselves, as opposed to those of records. `{…}` stands for a value to fill in. */
export const EN = {
  calendar: 'Event calendar',
  /** The language itself, in its own words. */
  language: 'English',
  languages: 'Languages',
  skip: 'Skip to the content',
  cost: 'Cost',
  website: 'Website',
  categories: 'Categories',
  tags: 'Tags',
  partOf: 'Part of',
  map: 'Show on a map',
  allHere: 'All events here',
  address: 'Address',
  phone: 'Phone',
  email: 'E-mail',
  picture: 'Picture',
  description: 'Description',
  asData: 'As data (JSON)',
  online: 'Online',
  /** The values of a custom field that is true or false. */
  yes: 'Yes',
  no: 'No',
  /** Short marks of an event. */
  free: 'Free',
  featured: 'Featured',
  running: 'On now',
  over: 'Past',
  /** Says on the page of an event that it has ended. */
  isOver: 'This event is over.',
  nextEvents: 'Next events',
  /** Where an event leads on to. */
  back: 'Back to the calendar',
  moreAt: 'More at {name}',
  moreFrom: 'More from {name}',
  alike: 'You may also like',
  /** Of events that repeat. */
  series: { moved: 'Moved from {date}', allDates: 'All dates', addAll: 'Add all to calendar' },
  /** Quick choices among events. */
  choices: {
    weekend: 'This weekend',
    free: 'Free',
    online: 'Online',
    hide_subsequent_recurrences: 'Each series once',
  } satisfies Record<Choice, string>,
  /** Of lists, months and days. */
  views: {
    events: 'Events',
    pastEvents: 'Past events',
    featuredEvents: 'Featured events',
    found: 'Results for “{search}”',
    from: 'From {date}',
    before: 'Before {date}',
    views: 'Views',
    list: 'List',
    month: 'Month',
    day: 'Day',
    allDay: 'All day',
    today: 'Today',
    tomorrow: 'Tomorrow',
    thisMonth: 'This month',
    onNow: 'On now',
    /** Begun before the first day of a list. */
    goingOn: 'Going on',
    until: 'Until {date}',
    /** Where a bar goes on in another week of a month. */
    since: 'since {date}',
    /** The zone of all times that name none. */
    timesIn: 'Times in {zone}',
    months: 'Months',
    days: 'Days',
    pages: 'Pages',
    earlier: 'Earlier',
    later: 'Later',
    search: 'Search events',
    searchFrom: 'From',
    find: 'Find',
    everything: 'All events',
    more: '+{count} more',
    /** The same, for those who do not see its day. */
    moreOn: '+{count} more on {date}',
    others: 'More',
    byPlace: 'By place',
    goesOn: '{title}, continued',
    /** Why a view is empty, and what to do about it. */
    empty: {
      list: 'No events are planned yet.',
      past: 'Nothing has ended yet.',
      month: 'Nothing takes place this month.',
      day: 'Nothing takes place on this day.',
      search: 'No event matches. Try fewer or other words.',
      chosen: 'Nothing fits this choice so far.',
    },
    next: 'Next event: {date}',
    seePast: 'See past events',
    seeUpcoming: 'See upcoming events',
  },
  /** For adding, following and sharing events. */
  take: {
    add: 'Add to calendar',
    subscribe: 'Subscribe',
    app: 'Calendar app',
    file: 'File (.ics)',
    /** A file with all events of a series. */
    allDates: 'All dates (.ics)',
    google: 'Google Calendar',
    outlook: 'Outlook',
    outlookAtWork: 'Outlook (work or school)',
    share: 'Share',
    addressOfPage: 'Address of this page',
    send: 'Send to…',
    copy: 'Copy',
    copied: 'Copied',
  },
  /** Why a page cannot be shown. */
  errors: {
    missing: 'There is nothing at this address.',
    invalid: 'The address asks for something that cannot be understood: {fields}.',
    failed: 'Something went wrong on the server.',
    busy: 'The server is busy. Please try again soon.',
    home: 'Go to the calendar',
  },
  /** Of the page at the root, below its events. */
  home: {
    title: 'What’s on',
    about:
      'One calendar of events, venues, organizers, categories and tags, in English, Korean and Spanish. REST has the interface of The Events Calendar; GraphQL has the same data under the same rules.',
    /** The description for search engines. */
    summary: 'What is on: events with their dates, places and prices.',
    inIt: 'About this calendar',
    /** Says that the numbers count only what everybody sees. */
    published:
      'What everybody sees. Drafts and private records are not counted; programs that may edit get them in lists.',
    counts: {
      upcoming: 'events on or to come',
      events: 'events in all',
      categories: 'categories',
      tags: 'tags',
    },
    empty: 'It is empty so far. This fills it with records to try out:',
    ask: 'Ask it',
    documentation: 'documentation',
    document: 'OpenAPI document',
    graphiql: 'In a browser it is GraphiQL, where you write queries.',
    pages: 'Pages',
    records:
      'Every record has a page at its url, in each language. With .json instead of the last slash it leads to the record in REST.',
    version: 'Version',
    /** The link to all this. */
    programs: 'For programs: REST and GraphQL',
  },
  /** Of the page that lists the operator's operations. */
  operations: {
    title: 'Operations',
    about: 'What whoever runs this calendar offers to programs, each at an address of its own.',
    none: 'There is nothing here yet.',
    parameters: 'Parameters',
    required: 'required',
    feed: 'Follow as a calendar',
  },
};

/** The same words in each language. */
export type Words = typeof EN;
