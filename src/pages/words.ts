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
  },
};
