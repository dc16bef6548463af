import { readWords, type Words, wordList } from './words.ts';

/** What venues and organizers are named after. */
export const NAMESAKES = wordList(`
  Riverside | 강변 | Ribera
  Lighthouse | 등대 | Faro
  Old Mill | 방앗간 | Molino Viejo
  Northgate | 북문 | Puerta Norte
  Sunrise | 해돋이 | Amanecer
  Blue Door | 파란문 | Puerta Azul
  Harbour | 항구 | Puerto Viejo
  Garden | 정원 | Jardín
  Cedar | 삼나무 | Cedro
  Magnolia | 목련 | Magnolia
  Granite | 화강암 | Granito
  Swallow | 제비 | Golondrina
  Crescent | 초승달 | Luna Nueva
  Lantern | 등불 | Linterna
  Orchard | 과수원 | Huerto
  Stonebridge | 돌다리 | Puente de Piedra
  Copper | 구리 | Cobre
  Silver Birch | 자작나무 | Abedul
  Fountain | 분수 | Fuente
  Meadow | 풀밭 | Pradera
  Compass | 나침반 | Brújula
  Anchor | 닻 | Ancla
  Starling | 찌르레기 | Estornino
  Amber | 호박빛 | Ámbar
  Hillside | 언덕 | Colina
  Clocktower | 시계탑 | Torre del Reloj
  Almond | 아몬드 | Almendro
  Weaver | 직녀 | Tejedora
  Ginkgo | 은행나무 | Ginkgo
  Coral | 산호 | Coral
  Linden | 보리수 | Tilo
  Falcon | 매 | Halcón
  Paper Boat | 종이배 | Barco de Papel
  Four Winds | 네바람 | Cuatro Vientos
  Juniper | 노간주 | Enebro
  Foundry | 주물 | Fundición
  Heron | 왜가리 | Garza
  Quartz | 석영 | Cuarzo
  Olive | 올리브 | Olivo
  Camellia | 동백 | Camelia
`);

/** Types of venues. */
export const PLACES = wordList(`
  Hall | 홀 | Sala
  Theatre | 극장 | Teatro
  Gallery | 갤러리 | Galería
  Community Centre | 커뮤니티센터 | Centro Comunitario
  Library | 도서관 | Biblioteca
  Arts Centre | 아트센터 | Centro de las Artes
  Concert House | 콘서트하우스 | Casa de Conciertos
  Park | 공원 | Parque
  Studio | 스튜디오 | Estudio
  Market Hall | 시장 | Mercado
  Museum | 박물관 | Museo
  Sports Centre | 스포츠센터 | Polideportivo
  Cinema | 영화관 | Cine
  House of Culture | 문화의 집 | Casa de la Cultura
  Café | 카페 | Café
  Pavilion | 파빌리온 | Pabellón
`);

/** What organizers care about. */
export const CAUSES = wordList(`
  Music | 음악 | Música
  Theatre | 연극 | Teatro
  Dance | 무용 | Danza
  Film | 영화 | Cine
  Arts | 예술 | Arte
  Reading | 독서 | Lectura
  Science | 과학 | Ciencia
  Food | 음식 | Cocina
  Walking | 걷기 | Senderismo
  Cycling | 자전거 | Ciclismo
  Gardening | 원예 | Jardinería
  Crafts | 공예 | Artesanía
  Language | 언어 | Idiomas
  Chess | 체스 | Ajedrez
`);

/** Types of organizers. */
export const BODIES = wordList(`
  Collective | 모임 | Colectivo
  Foundation | 재단 | Fundación
  Association | 협회 | Asociación
  Club | 클럽 | Club
  Company | 단체 | Compañía
  Workshop | 공방 | Taller
  Network | 네트워크 | Red
  School | 학교 | Escuela
  Friends | 친구들 | Amigos
  Cooperative | 협동조합 | Cooperativa
  Centre | 센터 | Centro
  Festival Office | 축제 사무국 | Oficina del Festival
`);

/** The orders in which names are put together. */
export const VENUE_NAME = readWords('{namesake} {place} | {namesake} {place} | {place} {namesake}');
export const ORGANIZER_NAME = readWords(
  '{namesake} {cause} {body} | {namesake} {cause} {body} | {body} {namesake} de {cause}',
);

const GIVEN = wordList(`
  Ana | 아나 | Ana
  Bora | 보라 | Bora
  Carlos | 카를로스 | Carlos
  Dana | 다나 | Dana
  Elena | 엘레나 | Elena
  Felix | 펠릭스 | Félix
  Grace | 그레이스 | Grace
  Haneul | 하늘 | Haneul
  Irene | 이레네 | Irene
  Jun | 준 | Jun
  Kai | 카이 | Kai
  Lucia | 루시아 | Lucía
  Marta | 마르타 | Marta
  Nari | 나리 | Nari
  Omar | 오마르 | Omar
  Paula | 파울라 | Paula
  Rosa | 로사 | Rosa
  Sora | 소라 | Sora
  Tomas | 토마스 | Tomás
  Uma | 우마 | Uma
  Vera | 베라 | Vera
  Yuna | 유나 | Yuna
`);

const FAMILY = wordList(`
  Acosta | 아코스타 | Acosta
  Bae | 배 | Bae
  Castillo | 카스티요 | Castillo
  Doyle | 도일 | Doyle
  Evans | 에번스 | Evans
  Fuentes | 푸엔테스 | Fuentes
  Gang | 강 | Gang
  Hart | 하트 | Hart
  Iglesias | 이글레시아스 | Iglesias
  Jang | 장 | Jang
  Kane | 케인 | Kane
  Lozano | 로사노 | Lozano
  Moreno | 모레노 | Moreno
  Noh | 노 | Noh
  Ortega | 오르테가 | Ortega
  Prieto | 프리에토 | Prieto
  Quinn | 퀸 | Quinn
  Rivas | 리바스 | Rivas
  Seo | 서 | Seo
  Tanaka | 다나카 | Tanaka
  Urban | 어번 | Urban
  Vidal | 비달 | Vidal
  Winter | 윈터 | Winter
  Yoon | 윤 | Yoon
`);

/** Invented people: every given name with every family name. */
export const PEOPLE: readonly Words[] = GIVEN.flatMap((given) =>
  FAMILY.map((family) => ({
    en: `${given.en} ${family.en}`,
    ko: `${given.ko} ${family.ko}`,
    es: `${given.es} ${family.es}`,
  })),
);

/** Names of evenings. */
export const MOTIFS = wordList(`
  Light and Water | 빛과 물 | Luz y agua
  First Snow | 첫눈 | Primera nieve
  The Long Way Home | 집으로 가는 먼 길 | El largo camino a casa
  Letters from the Sea | 바다에서 온 편지 | Cartas desde el mar
  A Quiet Hour | 고요한 시간 | Una hora tranquila
  Roots | 뿌리 | Raíces
  Under One Roof | 한 지붕 아래 | Bajo un mismo techo
  New Voices | 새로운 목소리 | Voces nuevas
  The Colour of Rain | 비의 색 | El color de la lluvia
  Between Two Rivers | 두 강 사이 | Entre dos ríos
  Night Shift | 야간 근무 | Turno de noche
  Hands and Hearts | 손과 마음 | Manos y corazones
  Open Windows | 열린 창 | Ventanas abiertas
  The Last Tram | 마지막 전차 | El último tranvía
  Salt and Honey | 소금과 꿀 | Sal y miel
  Small Wonders | 작은 기적 | Pequeñas maravillas
  Echoes | 메아리 | Ecos
  Before Dawn | 새벽이 오기 전 | Antes del alba
  Paper Moons | 종이 달 | Lunas de papel
  Our Street | 우리 동네 | Nuestra calle
  Far and Near | 멀고도 가까운 | Lejos y cerca
  Wild Thyme | 백리향 | Tomillo silvestre
  The Red Thread | 붉은 실 | El hilo rojo
  Seven Bridges | 일곱 다리 | Siete puentes
  Slow Sunday | 느린 일요일 | Domingo lento
  Stories We Keep | 간직한 이야기 | Historias que guardamos
  Tide Lines | 물결의 흔적 | Líneas de marea
  One More Song | 한 곡 더 | Una canción más
  Borrowed Light | 빌린 빛 | Luz prestada
  Green Days | 초록의 날들 | Días verdes
`);
