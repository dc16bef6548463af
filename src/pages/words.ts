import type { Language } from '../rules/language.ts';

/** What pages say besides what records say. */
export interface Words {
  calendar: string;
  /** The language itself, in its own words. */
  language: string;
  languages: string;
  where: string;
  organizers: string;
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
  upcoming: string;
  none: string;
  pages: string;
  previous: string;
  next: string;
  asData: string;
  missing: string;
  failed: string;
  busy: string;
  home: HomeWords;
}

/** What the page at the root says. */
export interface HomeWords {
  about: string;
  /** For lists of search engines. */
  summary: string;
  inIt: string;
  /** Whom the numbers are for. */
  published: string;
  counts: Readonly<Record<'upcoming' | 'events' | 'venues' | 'organizers' | 'categories' | 'tags', string>>;
  empty: string;
  next: string;
  ask: string;
  documentation: string;
  document: string;
  graphiql: string;
  pages: string;
  version: string;
}

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    calendar: 'Event calendar',
    language: 'English',
    languages: 'Languages',
    where: 'Where',
    organizers: 'Organised by',
    cost: 'Cost',
    website: 'Website',
    categories: 'Categories',
    tags: 'Tags',
    partOf: 'Part of',
    map: 'Show on a map',
    address: 'Address',
    phone: 'Phone',
    email: 'E-mail',
    picture: 'Picture',
    upcoming: 'Events to come',
    none: 'None yet.',
    pages: 'Pages',
    previous: 'Earlier',
    next: 'Later',
    asData: 'As data (JSON)',
    missing: 'There is nothing at this address.',
    failed: 'Something went wrong on the server.',
    busy: 'The server is busy. Please try again soon.',
    home: {
      about:
        'One calendar of events, venues, organizers, categories and tags, in English, Korean and Spanish. REST has the interface of The Events Calendar; GraphQL has the same data under the same rules.',
      summary: 'Events, venues, organizers, categories and tags, through REST and GraphQL.',
      inIt: 'What is in it',
      published:
        'What everybody sees. Drafts and private records are not counted; programs that may edit get them in lists.',
      counts: {
        upcoming: 'events on or to come',
        events: 'events in all',
        venues: 'venues',
        organizers: 'organizers',
        categories: 'categories',
        tags: 'tags',
      },
      empty: 'It is empty so far. This fills it with records to try out:',
      next: 'Next events',
      ask: 'Ask it',
      documentation: 'documentation',
      document: 'OpenAPI document',
      graphiql: 'In a browser it is GraphiQL, where queries are written.',
      pages:
        'Every record has a page at its url, in each language. With .json instead of the last slash it leads to the record in REST.',
      version: 'Version',
    },
  },
  ko: {
    calendar: '행사 달력',
    language: '한국어',
    languages: '언어',
    where: '장소',
    organizers: '주최',
    cost: '비용',
    website: '웹사이트',
    categories: '분류',
    tags: '태그',
    partOf: '상위 분류',
    map: '지도에서 보기',
    address: '주소',
    phone: '전화',
    email: '이메일',
    picture: '사진',
    upcoming: '예정된 행사',
    none: '아직 없습니다.',
    pages: '페이지',
    previous: '이전',
    next: '다음',
    asData: '데이터로 보기 (JSON)',
    missing: '이 주소에는 아무것도 없습니다.',
    failed: '서버에서 문제가 발생했습니다.',
    busy: '서버가 바쁩니다. 잠시 후 다시 시도해 주세요.',
    home: {
      about:
        '행사, 장소, 주최자, 분류, 태그를 영어, 한국어, 스페인어로 제공하는 하나의 달력입니다. REST는 The Events Calendar와 같은 인터페이스이고, GraphQL은 같은 데이터를 같은 규칙으로 제공합니다.',
      summary: '행사, 장소, 주최자, 분류, 태그를 REST와 GraphQL로 제공합니다.',
      inIt: '들어 있는 내용',
      published:
        '누구나 볼 수 있는 것만 셉니다. 초안과 비공개 기록은 빠지며, 편집 권한이 있는 프로그램의 목록에는 나옵니다.',
      counts: {
        upcoming: '진행 중이거나 예정된 행사',
        events: '전체 행사',
        venues: '장소',
        organizers: '주최자',
        categories: '분류',
        tags: '태그',
      },
      empty: '아직 비어 있습니다. 다음 명령으로 시험용 기록을 채울 수 있습니다.',
      next: '다음 행사',
      ask: '조회하기',
      documentation: '문서',
      document: 'OpenAPI 문서',
      graphiql: '브라우저에서는 질의를 작성하는 GraphiQL이 열립니다.',
      pages:
        '모든 기록은 언어마다 url 주소에 페이지가 있습니다. 마지막 빗금 대신 .json을 쓰면 REST의 기록으로 이어집니다.',
      version: '버전',
    },
  },
  es: {
    calendar: 'Calendario de eventos',
    language: 'Español',
    languages: 'Idiomas',
    where: 'Lugar',
    organizers: 'Organiza',
    cost: 'Precio',
    website: 'Sitio web',
    categories: 'Categorías',
    tags: 'Etiquetas',
    partOf: 'Dentro de',
    map: 'Ver en el mapa',
    address: 'Dirección',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    picture: 'Imagen',
    upcoming: 'Próximos eventos',
    none: 'Ninguno todavía.',
    pages: 'Páginas',
    previous: 'Anteriores',
    next: 'Siguientes',
    asData: 'Como datos (JSON)',
    missing: 'No hay nada en esta dirección.',
    failed: 'Algo ha fallado en el servidor.',
    busy: 'El servidor está ocupado. Inténtelo de nuevo en un momento.',
    home: {
      about:
        'Un calendario de eventos, lugares, organizadores, categorías y etiquetas en inglés, coreano y español. REST tiene la interfaz de The Events Calendar; GraphQL da los mismos datos con las mismas reglas.',
      summary: 'Eventos, lugares, organizadores, categorías y etiquetas, por REST y GraphQL.',
      inIt: 'Qué contiene',
      published:
        'Lo que ve todo el mundo. No se cuentan los borradores ni lo privado; los programas que pueden editar los reciben en las listas.',
      counts: {
        upcoming: 'eventos en curso o próximos',
        events: 'eventos en total',
        venues: 'lugares',
        organizers: 'organizadores',
        categories: 'categorías',
        tags: 'etiquetas',
      },
      empty: 'Todavía está vacío. Esto lo llena de datos de prueba:',
      next: 'Próximos eventos',
      ask: 'Consultarlo',
      documentation: 'documentación',
      document: 'documento OpenAPI',
      graphiql: 'En un navegador es GraphiQL, donde se escriben consultas.',
      pages:
        'Cada registro tiene una página en su url, en cada idioma. Con .json en lugar de la última barra lleva al registro en REST.',
      version: 'Versión',
    },
  },
};
