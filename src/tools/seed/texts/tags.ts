import { type Words, wordList } from './words.ts';

/** Tags of events of the programme. */
export const BASE_TAGS: readonly Words[] = wordList(`
  free entry | 무료 입장 | entrada libre
  live music | 라이브 음악 | música en vivo
  outdoors | 야외 | al aire libre
  for beginners | 초보자 환영 | para principiantes
  hands-on | 체험 | práctico
  bilingual | 이중 언어 | bilingüe
  for families | 가족과 함께 | en familia
  original version | 원어 상영 | versión original
  with food | 식사 제공 | con comida
  online too | 온라인 병행 | también en línea
  registration required | 사전 신청 | con inscripción
`);

/** Tags of any event. */
const ANY_TAGS: readonly Words[] = wordList(`
  step-free access | 휠체어 이용 가능 | acceso sin escalones
  sign language | 수어 통역 | lengua de signos
  local artists | 지역 예술가 | artistas locales
  visiting guests | 초청 손님 | invitados de fuera
  small groups | 소규모 | grupos pequeños
  rain or shine | 우천 진행 | llueva o no
  last places | 마감 임박 | últimas plazas
  new | 신규 | novedad
  award winner | 수상작 | premiado
  charity | 자선 | solidario
  seniors | 어르신 | personas mayores
  students | 학생 | estudiantes
  dogs welcome | 반려견 환영 | se admiten perros
  bring your own | 준비물 지참 | trae lo tuyo
  certificate | 수료증 | con certificado
  heritage | 문화유산 | patrimonio
  climate | 기후 | clima
  young talent | 신예 | jóvenes talentos
  anniversary | 기념일 | aniversario
  opening | 개막 | inauguración
  farewell | 고별 | despedida
  members | 회원 | socios
  vegan | 비건 | vegano
  multilingual | 다국어 | plurilingüe
  quiet hour | 조용한 시간 | hora tranquila
  childcare | 아이 돌봄 | guardería
  by bicycle | 자전거로 | en bicicleta
  volunteers wanted | 자원봉사 모집 | se busca voluntariado
  sold out last time | 지난번 매진 | agotado la última vez
`);

/** Every tag, those of the programme first. Names and slugs are unique. */
export const TAG_NAMES: readonly Words[] = [...BASE_TAGS, ...ANY_TAGS];
