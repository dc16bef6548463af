import { CITIES } from './cities.ts';
import { fill, readWords, type Words, wordList } from './words.ts';

const PLAIN = wordList(`
  free entry | 무료 입장 | entrada libre
  outdoors | 야외 | al aire libre
  for beginners | 초보자 환영 | para principiantes
  for families | 가족과 함께 | en familia
  seniors | 어르신 | personas mayores
  students | 학생 | estudiantes
  live | 라이브 | en vivo
  weekend | 주말 | fin de semana
  late night | 심야 | madrugada
  morning | 아침 | por la mañana
  step-free access | 휠체어 이용 가능 | acceso sin escalones
  sign language | 수어 통역 | lengua de signos
  charity | 자선 | solidario
  bilingual | 이중 언어 | bilingüe
  vegan | 비건 | vegano
  registration required | 사전 신청 | con inscripción
  last places | 마감 임박 | últimas plazas
  new | 신규 | novedad
  award winner | 수상작 | premiado
  local artists | 지역 예술가 | artistas locales
  visiting guests | 초청 손님 | invitados de fuera
  with food | 식사 제공 | con comida
  dogs welcome | 반려견 환영 | se admiten perros
  bring your own | 준비물 지참 | trae lo tuyo
  hands-on | 체험 | práctico
  certificate | 수료증 | con certificado
  online too | 온라인 병행 | también en línea
  small groups | 소규모 | grupos pequeños
  rain or shine | 우천 진행 | llueva o no
  spring | 봄 | primavera
  summer | 여름 | verano
  autumn | 가을 | otoño
  winter | 겨울 | invierno
  heritage | 문화유산 | patrimonio
  climate | 기후 | clima
  young talent | 신예 | jóvenes talentos
  anniversary | 기념일 | aniversario
  opening | 개막 | inauguración
  farewell | 고별 | despedida
  members | 회원 | socios
`);

const LOCAL = readWords('{tag} in {city} | {city} {tag} | {tag} en {city}');

/** Every tag there may be: the plain ones, then each for every city. No two share a name or a slug. */
export const TAG_NAMES: readonly Words[] = [
  ...PLAIN,
  ...CITIES.flatMap(({ name }) => PLAIN.map((tag) => fill(LOCAL, { tag, city: name }))),
];
