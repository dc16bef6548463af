import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Friday, 20 November 2026, 20:30 in Seoul. */
export const QUESTIONS_ENV = { MCP: 'write', SITE_TIMEZONE: 'Asia/Seoul', SITE_NAME: 'What is on' };

const at = (startDate: string, endDate: string) => ({ startDate, endDate });
const inPlace = (name: string, city?: string) => ({ venues: { upsert: [{ name, ...(city && { city }) }] } });
const of = (...names: string[]) => ({ categories: { upsert: names.map((name) => ({ name })) } });
const by = (name: string) => ({ organizers: { upsert: [{ name }] } });
const tagged = (...names: string[]) => ({ tags: { upsert: names.map((name) => ({ name })) } });

const EVENTS: readonly object[] = [
  {
    title: 'Light and Shadow',
    ...at('2026-11-01 10:00', '2026-12-13 18:00'),
    ...inPlace('Dallae Gallery', 'Seoul'),
    ...of('Photography'),
    ...by('Studio Haneul'),
    cost: 'Free',
  },
  {
    title: 'Late Jazz',
    ...at('2026-11-20 21:00', '2026-11-20 23:00'),
    ...inPlace('Blue Door', 'Seoul'),
    ...of('Jazz'),
    cost: '₩20,000',
  },
  {
    title: 'Morning Market',
    ...at('2026-11-21 09:00', '2026-11-21 13:00'),
    ...inPlace('Mangwon Market', 'Seoul'),
    ...of('Markets'),
    ...tagged('outdoor'),
    cost: '0',
  },
  {
    title: 'Fiesta de Otoño',
    ...at('2026-11-22 17:00', '2026-11-22 21:00'),
    ...inPlace('Sala Río', 'Sevilla'),
    ...of('Fiestas'),
    ...tagged('familia'),
    ...by('Colectivo Ñandú'),
  },
  {
    title: 'Pottery Course',
    ...at('2026-11-23 10:00', '2026-11-23 12:00'),
    ...of('Workshops'),
    onlineUrl: 'https://example.org/pottery',
    cost: '₩5,000',
  },
  {
    title: '달빛 산책',
    ...at('2026-11-28 19:00', '2026-11-28 20:30'),
    ...inPlace('경복궁', '서울'),
    ...tagged('가족'),
  },
  {
    title: 'Concierto de Año Nuevo',
    ...at('2027-01-01 12:00', '2027-01-01 14:00'),
    ...inPlace('Sala Río', 'Sevilla'),
    ...of('Conciertos'),
  },
  {
    title: 'Winter Lanterns',
    ...at('2026-12-05', '2026-12-20'),
    allDay: true,
    ...inPlace('Cheonggye Stream', 'Seoul'),
    ...of('Festivals'),
    cost: 'Free',
  },
  {
    title: 'Harvest Dance',
    ...at('2026-11-12 19:00', '2026-11-12 22:00'),
    ...inPlace('Blue Door', 'Seoul'),
    ...of('Dance'),
    ...by('Colectivo Ñandú'),
  },
  {
    title: 'Open Studio',
    ...at('2026-11-13 10:00', '2026-11-13 12:00'),
    ...inPlace('Dallae Gallery', 'Seoul'),
    ...by('Studio Haneul'),
  },
  { title: 'Photo Walk', ...at('2026-12-04 14:00', '2026-12-04 16:00'), ...of('Photography'), ...tagged('outdoor') },
  {
    title: 'Taller de Cerámica',
    ...at('2026-11-26 18:00', '2026-11-26 20:00'),
    ...inPlace('Sala Río', 'Sevilla'),
    ...of('Talleres'),
    cost: '15 €',
  },
  { title: 'Summer Festival', ...at('2027-07-10', '2027-07-12'), allDay: true, ...of('Festivals') },
  {
    title: 'Book Club',
    ...at('2026-11-24 19:00', '2026-11-24 20:30'),
    ...inPlace('Olive Library', 'Seoul'),
    ...by('Reading Circle'),
    recurrence: { rule: 'FREQ=WEEKLY;COUNT=8' },
  },
];

/** Fills the calendar that the questions are about. */
export async function askAbout({ graphql }: Pick<TestApp, 'graphql'>): Promise<void> {
  const as = { as: 'administrator' } as const;
  const made = await graphql(
    'mutation ($items: [CreateEventInput!]!) { createEvents(input: { items: $items }) { results { userErrors { path message } } } }',
    { items: EVENTS.map((event) => ({ status: 'PUBLISH', ...event })) },
    as,
  );
  expect(made.body.data.createEvents.results.flatMap(({ userErrors }: { userErrors: object[] }) => userErrors)).toEqual(
    [],
  );
  const named = await graphql(
    `mutation ($gallery: RecordRef!, $library: RecordRef!, $photography: RecordRef!) {
      a: updateVenue(language: KO, input: { ref: $gallery, name: "달래 갤러리" }) { userErrors { path message } }
      d: updateVenue(language: KO, input: { ref: $library, name: "올리브 도서관" }) { userErrors { path message } }
      b: updateCategory(language: KO, input: { ref: $photography, name: "사진" }) { userErrors { path message } }
      c: updateCategory(language: ES, input: { ref: $photography, name: "Fotografía" }) { userErrors { path message } }
    }`,
    { gallery: { slug: 'dallae-gallery' }, library: { slug: 'olive-library' }, photography: { slug: 'photography' } },
    as,
  );
  expect(JSON.stringify(named.body)).toBe(
    '{"data":{"a":{"userErrors":[]},"d":{"userErrors":[]},"b":{"userErrors":[]},"c":{"userErrors":[]}}}',
  );
}

/** What visitors ask, the arguments of `find_events` that an assistant makes of it, and the titles that answer it. */
export const QUESTIONS: readonly (readonly [question: string, args: object, titles: readonly string[]])[] = [
  ["What's on at Dallae Gallery?", { venue: 'Dallae Gallery' }, ['Light and Shadow']],
  ['Is there anything about photography?', { text: 'photography' }, ['Light and Shadow', 'Photo Walk']],
  [
    'What photography is there in December?',
    { category: 'photography', when: 'December' },
    ['Light and Shadow', 'Photo Walk'],
  ],
  ['What happened last week?', { when: 'last week' }, ['Light and Shadow', 'Harvest Dance', 'Open Studio']],
  ['What can I do tonight?', { when: 'tonight' }, ['Light and Shadow', 'Late Jazz']],
  ['What is on right now?', { when: 'now' }, ['Light and Shadow']],
  ['What is free this weekend?', { when: 'this weekend', free: true }, ['Light and Shadow', 'Morning Market']],
  ['Anything online next week?', { online: true, when: 'next week' }, ['Pottery Course']],
  [
    'What is on in two weeks in Seoul?',
    { when: 'in two weeks', city: 'seoul' },
    ['Light and Shadow', 'Book Club', 'Winter Lanterns'],
  ],
  ['What does Studio Haneul do?', { organizer: 'studio haneul', when: 'all' }, ['Light and Shadow', 'Open Studio']],
  ['What will there be in July 2027?', { when: 'July 2027' }, ['Summer Festival']],
  ['Is there something outdoors?', { tag: 'outdoor' }, ['Morning Market', 'Photo Walk']],
  ['When is the next book club?', { series: 'book club', first: 1 }, ['Book Club']],
  [
    'What is on between 4 and 6 December?',
    { when: 'between 4 and 6 December' },
    ['Light and Shadow', 'Photo Walk', 'Winter Lanterns'],
  ],
  [
    'What is free in the first week of December?',
    { when: 'first week of December', free: true },
    ['Light and Shadow', 'Winter Lanterns'],
  ],
  ['Any festivals in 2027?', { category: 'festival', when: '2027' }, ['Summer Festival']],
  ['Jazz this Friday night?', { category: 'jazz', when: 'friday night' }, ['Late Jazz']],
  ['What is on at the library on Tuesday?', { venue: 'library', when: 'Tuesday' }, ['Book Club']],
  ['What was there on 13 November?', { from: '2026-11-13', to: '2026-11-13' }, ['Light and Shadow', 'Open Studio']],
  ['What markets are there tomorrow morning?', { text: 'market', when: 'tomorrow morning' }, ['Morning Market']],
  ['What does the Blue Door have in the past?', { venue: 'blue door', when: 'past' }, ['Harvest Dance']],
  ['¿Qué hay esta noche?', { when: 'esta noche' }, ['Light and Shadow', 'Late Jazz']],
  ['¿Qué hay en Sevilla este fin de semana?', { city: 'sevilla', when: 'este fin de semana' }, ['Fiesta de Otoño']],
  ['¿Qué hay mañana gratis?', { when: 'mañana', free: true }, ['Light and Shadow', 'Morning Market']],
  ['¿Hay algo de fotografía?', { category: 'fotografia' }, ['Light and Shadow', 'Photo Walk']],
  [
    '¿Qué organiza el Colectivo Ñandú?',
    { organizer: 'colectivo nandu', when: 'todo' },
    ['Harvest Dance', 'Fiesta de Otoño'],
  ],
  ['¿Qué hay en la Sala Río en enero?', { venue: 'sala rio', when: 'enero' }, ['Concierto de Año Nuevo']],
  ['¿Hay talleres la próxima semana?', { category: 'taller', when: 'la próxima semana' }, ['Taller de Cerámica']],
  ['¿Qué hay para la familia?', { tag: 'familia' }, ['Fiesta de Otoño']],
  ['¿Qué hubo la semana pasada?', { when: 'la semana pasada', category: 'dance' }, ['Harvest Dance']],
  ['¿Qué hay el jueves por la noche?', { when: 'el jueves por la noche' }, ['Light and Shadow', 'Taller de Cerámica']],
  [
    '¿Qué hay en Sevilla el próximo fin de semana?',
    { city: 'sevilla', when: 'el próximo fin de semana' },
    ['Fiesta de Otoño'],
  ],
  [
    '¿Qué hay gratis del 1 al 15 de diciembre?',
    { when: 'del 1 al 15 de diciembre', free: true },
    ['Light and Shadow', 'Winter Lanterns'],
  ],
  ['오늘 밤에 뭐 해?', { when: '오늘 밤' }, ['Light and Shadow', 'Late Jazz']],
  ['이번 주말에 무료 행사 있어?', { when: '이번 주말', free: true }, ['Light and Shadow', 'Morning Market']],
  ['달래 갤러리에서 뭐 해?', { venue: '달래 갤러리' }, ['Light and Shadow']],
  ['사진 행사 있어?', { category: '사진' }, ['Light and Shadow', 'Photo Walk']],
  ['다음 주 토요일에 서울에서 뭐 해?', { when: '다음 주 토요일', city: '서울' }, ['달빛 산책']],
  ['가족과 갈 만한 행사는?', { tag: '가족' }, ['달빛 산책']],
  ['12월에 축제 있어?', { when: '12월', category: 'festivals' }, ['Winter Lanterns']],
  ['경복궁에서 하는 행사는?', { text: '경복궁' }, ['달빛 산책']],
  ['내년 1월에 뭐 있어?', { when: '내년 1월' }, ['Concierto de Año Nuevo', 'Book Club', 'Book Club']],
  ['12월 둘째 주에 올리브도서관에서 뭐 해?', { venue: '올리브도서관', when: '12월 둘째 주' }, ['Book Club']],
  ['올리브도서관 독서 모임은 언제야?', { text: '올리브도서관', first: 1 }, ['Book Club']],
  [
    '12월 4일부터 6일까지 사진 행사 있어?',
    { category: '사진', when: '12월 4일부터 6일까지' },
    ['Light and Shadow', 'Photo Walk'],
  ],
  ['내일 아침에 시장 열려?', { when: '내일 아침', text: 'market' }, ['Morning Market']],
];
