/** The kinds that the plug-in imports from CSV, one per file. */
export type CsvKind = 'event' | 'venue' | 'organizer';

/** The columns of events. */
export type EventColumn =
  | 'title'
  | 'description'
  | 'excerpt'
  | 'startDate'
  | 'startTime'
  | 'endDate'
  | 'endTime'
  | 'timezone'
  | 'allDay'
  | 'hideFromListings'
  | 'sticky'
  | 'featured'
  | 'venue'
  | 'organizers'
  | 'showMap'
  | 'showMapLink'
  | 'cost'
  | 'currencySymbol'
  | 'currencyPosition'
  | 'currencyCode'
  | 'categories'
  | 'tags'
  | 'website'
  | 'image';

/**
 * The plug-in's column names, from its importer and its samples. They are compared without spaces and punctuation, in lower
 * case. An export writes the first name of each.
 */
export const EVENT_COLUMNS: Readonly<Record<EventColumn, readonly string[]>> = {
  title: ['Event Name'],
  description: ['Event Description'],
  excerpt: ['Event Excerpt'],
  startDate: ['Event Start Date'],
  startTime: ['Event Start Time'],
  endDate: ['Event End Date'],
  endTime: ['Event End Time'],
  timezone: ['Event Time Zone', 'Time Zone'],
  allDay: ['All Day Event'],
  hideFromListings: ['Hide Event From Event Listings', 'Hide From Event Listings', 'Hide From Listings', 'Hide'],
  sticky: ['Event Sticky in Month View', 'Sticky in Month View', 'Sticky'],
  featured: ['Feature Event', 'Featured Event'],
  venue: ['Event Venue Name'],
  organizers: ['Event Organizer Name(s) or ID(s)', 'Event Organizer Name'],
  showMapLink: ['Event Show Map Link'],
  showMap: ['Event Show Map'],
  cost: ['Event Cost'],
  currencySymbol: ['Event Currency Symbol'],
  currencyPosition: ['Event Currency Position'],
  currencyCode: ['Event Currency Code', 'Event ISO Currency Code', 'ISO Currency Code'],
  categories: ['Event Category', 'Event Categories'],
  tags: ['Event Tags'],
  website: ['Event Website'],
  image: ['Event Featured Image', 'Featured Image'],
};

/** Each column is the field of that name in the kind's table, except `address2` and `image`. */
const VENUE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  name: ['Venue Name'],
  description: ['Venue Description'],
  country: ['Venue Country'],
  address: ['Venue Address'],
  address2: ['Venue Address 2'],
  city: ['Venue City'],
  region: ['Venue State/Province'],
  zip: ['Venue Zip'],
  phone: ['Venue Phone'],
  website: ['Venue Website', 'Venue URL'],
  geoLat: ['Venue Latitude'],
  geoLng: ['Venue Longitude'],
  showMap: ['Venue Show Map'],
  showMapLink: ['Venue Show Map Link'],
  image: ['Venue Featured Image', 'Featured Image'],
};

const ORGANIZER_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  name: ['Organizer Name'],
  description: ['Organizer Description'],
  email: ['Organizer Email'],
  website: ['Organizer Website'],
  phone: ['Organizer Phone'],
  image: ['Organizer Featured Image', 'Featured Image'],
};

const COLUMNS: Readonly<Record<CsvKind, Readonly<Record<string, readonly string[]>>>> = {
  event: EVENT_COLUMNS,
  venue: VENUE_COLUMNS,
  organizer: ORGANIZER_COLUMNS,
};

/** The columns of an export with their names, in order. What it writes in another way has no column. */
export const columnsOf = (kind: CsvKind): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(COLUMNS[kind]).flatMap(([column, [name]]) =>
      NOT_WRITTEN.has(column) ? [] : [[column, name!] as const],
    ),
  );

/** An export writes the currency into the price, and an address as one line. */
const NOT_WRITTEN: ReadonlySet<string> = new Set(['currencySymbol', 'currencyPosition', 'currencyCode', 'address2']);

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The columns of a file: where each known one is, and the names of those that are not used. */
export interface Header {
  kind: CsvKind;
  places: ReadonlyMap<string, number>;
  unknown: readonly string[];
  /** All names as they are written, of which some may be empty. */
  names: readonly string[];
}

/** Names that a file has for columns, without regard to case and punctuation, and the plug-in's names for them. */
export type ColumnNames = ReadonlyMap<string, string>;

const KNOWN: ReadonlySet<string> = new Set(
  Object.values(COLUMNS).flatMap((kind) => Object.values(kind).flat().map(plain)),
);

/** Parses `Nombre=Event Name,Fecha=Event Start Date`. Returns an error message if it names no column of the plug-in. */
export function readColumnNames(text: string): ColumnNames | string {
  const names = new Map<string, string>();
  for (const pair of text.split(',')) {
    const [, own, theirs] = /^([^=]+)=([^=]+)$/.exec(pair) ?? [];
    if (own === undefined || !KNOWN.has(plain(theirs!)))
      return `--columns has ${JSON.stringify(pair.slice(0, 100))}; it must be a name in the file, = and one of the plug-in, such as Event Name.`;
    names.set(plain(own), plain(theirs!));
  }
  return names;
}

/** Parses the first line of a file. Undefined if it describes neither events, venues nor organizers. */
export function readHeader(names: readonly string[], columns?: ColumnNames): Header | undefined {
  const found = names.map((name) => columns?.get(plain(name)) ?? plain(name));
  const kind = (['event', 'venue', 'organizer'] as const).find((each) => {
    const name = COLUMNS[each].title ?? COLUMNS[each].name!;
    return name.some((its) => found.includes(plain(its)));
  });
  if (!kind) return undefined;
  const places = new Map<string, number>();
  for (const [column, spellings] of Object.entries(COLUMNS[kind])) {
    const accepted = spellings.map(plain);
    const place = found.findIndex((each) => accepted.includes(each));
    if (place >= 0) places.set(column, place);
  }
  const recognized = new Set(places.values());
  const missing = [...(columns?.keys() ?? [])].filter((own) => !names.some((name) => plain(name) === own));
  const unknown = names.filter((name, place) => name.trim() !== '' && !recognized.has(place)).concat(missing);
  return { kind, places, unknown, names };
}
