import { printable } from '../../domain/text.ts';

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
 * The plug-in's column names, from its importer and its samples, and what they are in Spanish and Korean; at the end, other names that
 * are usual. They are compared without spaces, accents and punctuation, in lower case. An export writes the first name of each.
 */
const EVENT_COLUMNS: Readonly<Record<EventColumn, readonly string[]>> = {
  title: ['Event Name', 'Nombre del evento', 'Título del evento', '행사 이름', '행사명', 'Event Title', '행사 제목'],
  description: ['Event Description', 'Descripción del evento', '행사 설명'],
  excerpt: ['Event Excerpt', 'Extracto del evento', '행사 요약'],
  startDate: [
    'Event Start Date',
    'Fecha de inicio del evento',
    '행사 시작일',
    '행사 시작 날짜',
    'Event Start',
    'Event Date',
    'Inicio del evento',
    'Fecha del evento',
    '행사 시작',
    '행사 날짜',
    '행사 일시',
  ],
  startTime: [
    'Event Start Time',
    'Hora de inicio del evento',
    '행사 시작 시간',
    'Event Time',
    'Hora del evento',
    '행사 시간',
  ],
  endDate: [
    'Event End Date',
    'Fecha de fin del evento',
    'Fecha de finalización del evento',
    '행사 종료일',
    '행사 종료 날짜',
    'Event End',
    'Fin del evento',
    '행사 종료',
  ],
  endTime: ['Event End Time', 'Hora de fin del evento', 'Hora de finalización del evento', '행사 종료 시간'],
  timezone: ['Event Time Zone', 'Time Zone', 'Zona horaria del evento', 'Zona horaria', '행사 시간대', '시간대'],
  allDay: ['All Day Event', 'Evento de todo el día', 'Evento de día completo', '종일 행사'],
  hideFromListings: [
    'Hide Event From Event Listings',
    'Hide From Event Listings',
    'Hide From Listings',
    'Hide',
    'Ocultar evento de los listados',
    'Ocultar de los listados',
    '행사 목록에서 숨기기',
    '목록에서 숨기기',
  ],
  sticky: [
    'Event Sticky in Month View',
    'Sticky in Month View',
    'Sticky',
    'Fijo en la vista de mes',
    '월별 보기에 고정',
  ],
  featured: ['Feature Event', 'Featured Event', 'Evento destacado', 'Destacar evento', '추천 행사'],
  venue: [
    'Event Venue Name',
    'Nombre del lugar del evento',
    'Lugar del evento',
    '행사 장소',
    '행사 장소 이름',
    'Event Venue',
    'Event Location',
  ],
  organizers: [
    'Event Organizer Name(s) or ID(s)',
    'Event Organizer Name',
    'Nombre del organizador del evento',
    'Nombre(s) o ID(s) del organizador del evento',
    'Organizador del evento',
    '행사 주최자',
    '행사 주최자 이름',
    'Event Organizer',
  ],
  showMapLink: ['Event Show Map Link', 'Mostrar enlace del mapa del evento', '행사 지도 링크 표시'],
  showMap: ['Event Show Map', 'Mostrar mapa del evento', '행사 지도 표시'],
  cost: [
    'Event Cost',
    'Coste del evento',
    'Costo del evento',
    'Precio del evento',
    '행사 비용',
    '행사 가격',
    'Event Price',
  ],
  currencySymbol: ['Event Currency Symbol', 'Símbolo de moneda del evento', '행사 통화 기호'],
  currencyPosition: ['Event Currency Position', 'Posición de la moneda del evento', '행사 통화 위치'],
  currencyCode: [
    'Event Currency Code',
    'Event ISO Currency Code',
    'ISO Currency Code',
    'Código de moneda del evento',
    '행사 통화 코드',
  ],
  categories: [
    'Event Category',
    'Event Categories',
    'Categoría del evento',
    'Categorías del evento',
    '행사 카테고리',
    '행사 분류',
  ],
  tags: ['Event Tags', 'Etiquetas del evento', '행사 태그'],
  website: ['Event Website', 'Sitio web del evento', 'Web del evento', '행사 웹사이트'],
  image: [
    'Event Featured Image',
    'Featured Image',
    'Imagen destacada del evento',
    'Imagen destacada',
    '행사 대표 이미지',
    '행사 특성 이미지',
  ],
};

/** Each column is the field of that name in the kind's table, except `address2` and `image`. */
const VENUE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  name: ['Venue Name', 'Nombre del lugar', 'Nombre del recinto', '장소 이름', '장소명'],
  description: ['Venue Description', 'Descripción del lugar', '장소 설명'],
  country: ['Venue Country', 'País del lugar', '장소 국가'],
  address: ['Venue Address', 'Dirección del lugar', '장소 주소'],
  address2: ['Venue Address 2', 'Dirección del lugar 2', '장소 주소 2'],
  city: ['Venue City', 'Ciudad del lugar', '장소 도시'],
  region: ['Venue State/Province', 'Estado/Provincia del lugar', 'Provincia del lugar', '장소 시/도'],
  zip: ['Venue Zip', 'Código postal del lugar', '장소 우편번호'],
  phone: ['Venue Phone', 'Teléfono del lugar', '장소 전화번호'],
  website: ['Venue Website', 'Venue URL', 'Sitio web del lugar', 'Web del lugar', '장소 웹사이트'],
  geoLat: ['Venue Latitude', 'Latitud del lugar', '장소 위도'],
  geoLng: ['Venue Longitude', 'Longitud del lugar', '장소 경도'],
  showMap: ['Venue Show Map', 'Mostrar mapa del lugar', '장소 지도 표시'],
  showMapLink: ['Venue Show Map Link', 'Mostrar enlace del mapa del lugar', '장소 지도 링크 표시'],
  image: [
    'Venue Featured Image',
    'Featured Image',
    'Imagen destacada del lugar',
    'Imagen destacada',
    '장소 대표 이미지',
    '장소 특성 이미지',
  ],
};

const ORGANIZER_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  name: ['Organizer Name', 'Nombre del organizador', '주최자 이름', '주최자명'],
  description: ['Organizer Description', 'Descripción del organizador', '주최자 설명'],
  email: ['Organizer Email', 'Correo electrónico del organizador', 'Email del organizador', '주최자 이메일'],
  website: ['Organizer Website', 'Sitio web del organizador', 'Web del organizador', '주최자 웹사이트'],
  phone: ['Organizer Phone', 'Teléfono del organizador', '주최자 전화번호'],
  image: [
    'Organizer Featured Image',
    'Featured Image',
    'Imagen destacada del organizador',
    'Imagen destacada',
    '주최자 대표 이미지',
    '주최자 특성 이미지',
  ],
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

/** A name without case, accents and punctuation. People call an event 행사 or 이벤트. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('이벤트', '행사')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The name of a column of events without the word for event: `Start Date`, `Fecha de inicio`. */
const short = (name: string): string => plain(name).replace(OF_EVENT, '');

const OF_EVENT = new RegExp(`^(?:event|${plain('행사')})|delevento$`, 'u');

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

/**
 * Parses the first line of a file. Columns of events may also have their names without the word for event. Returns why, if it describes
 * neither events, venues nor organizers.
 */
export function readHeader(names: readonly string[], columns?: ColumnNames): Header | string {
  const found = names.map((name) => columns?.get(plain(name)) ?? plain(name));
  const titled = (['event', 'venue', 'organizer'] as const).find((each) => {
    const name = COLUMNS[each].title ?? COLUMNS[each].name!;
    return name.some((its) => found.includes(plain(its)));
  });
  const kind = titled ?? 'event';
  const places = new Map<string, number>();
  for (const [column, spellings] of Object.entries(COLUMNS[kind])) {
    const place = [plain, ...(kind === 'event' ? [short] : [])]
      .map((form) => spellings.map(form))
      .map((accepted) => found.findIndex((each) => accepted.includes(each)))
      .find((at) => at >= 0);
    if (place !== undefined) places.set(column, place);
  }
  if (kind === 'event' && !(places.has('title') && places.has('startDate'))) {
    const needed = places.has('title')
      ? 'the start of events (Event Start Date)'
      : 'a name (Event Name, Venue Name or Organizer Name)';
    return `None of the columns is ${needed}: ${printable(names.join(', ').slice(0, LONGEST_TOLD))}. --columns says which is which.`;
  }
  const recognized = new Set(places.values());
  const missing = [...(columns?.keys() ?? [])].filter((own) => !names.some((name) => plain(name) === own));
  const unknown = names.filter((name, place) => name.trim() !== '' && !recognized.has(place)).concat(missing);
  return { kind, places, unknown, names };
}

/** Characters of a first line that a message repeats. */
const LONGEST_TOLD = 200;
