import { TOPICS } from './subjects.ts';
import { BASE_TAGS } from './tags.ts';
import { linesOf, readWords, type Words } from './words.ts';

/** What the city is known for: events of every calendar that is large enough. */
export interface Entry {
  title: Words;
  text: Words;
  /** Indexes of its topic, and of its venue and organizer in the city. */
  topic: number;
  venue: number;
  organizer: number;
  tags: readonly number[];
  /** Its day, counted from the reference day, or the next such weekday (0 is Sunday). */
  day: { after: number } | { weekday: number };
  /** Its start in minutes of the day, and its length in minutes. */
  start: number;
  minutes: number;
  /** Thousands of won; 0 is free. */
  cost: number;
  /** Marks: `weekly` repeats it, `running` began weeks before, and a language limits it to that language. */
  marks: ReadonlySet<string>;
}

/** Topic; venue and organizer; day, start and minutes; cost; tags; marks. The title and the text follow. */
const TABLE = `
  Big Band Session; 1 1; +0 19:30 120; 15; live music, outdoors; picture
  Big Band on the River | 강변의 빅밴드 | Big band junto al río
  Eighteen musicians, the sun going down behind them, and a repertoire from Ellington to trot. | 열여덟 명의 연주자와 그 뒤로 지는 해, 엘링턴에서 트로트까지. | Dieciocho músicos, el sol poniéndose detrás y un repertorio de Ellington al trot.
  Pottery Class; 2 2; +2 14:00 180; 35; for beginners, hands-on; picture weekly
  Your First Bowl: Pottery for Beginners | 나의 첫 그릇: 도예 첫걸음 | Tu primer cuenco: cerámica desde cero
  Three hours at the wheel. Your bowl is fired and glazed, and ready two weeks later. | 물레 앞에서 세 시간. 그릇은 유약을 입혀 구워 두 주 뒤에 드립니다. | Tres horas al torno. Tu cuenco se hornea y se esmalta, y está listo en dos semanas.
  Photo Exhibition; 3 3; -18 10:00 480; 0; free entry, bilingual; picture running
  Streets of Two Cities: Seoul and Mexico City | 두 도시의 거리: 서울과 멕시코시티 | Calles de dos ciudades: Seúl y Ciudad de México
  Forty photographers looked at each other’s streets for a year. Open daily; guided tours on Saturdays at three. | 사진가 마흔 명이 한 해 동안 서로의 거리를 보았습니다. 매일 열며, 토요일 세 시에 해설이 있습니다. | Cuarenta fotógrafos miraron durante un año las calles del otro. Abierta a diario; visitas guiadas los sábados a las tres.
  Story Hour; 4 4; sat 11:00 60; 0; for families, free entry; picture weekly
  Story Hour under the Persimmon Tree | 감나무 아래 이야기 시간 | La hora del cuento bajo el caqui
  Tales from here and elsewhere, read aloud on the roof. For children from four years on. | 이곳과 먼 곳의 이야기를 옥상에서 읽어 줍니다. 네 살부터. | Cuentos de aquí y de lejos, leídos en la azotea. Desde los cuatro años.
  Repair Afternoon; 5 5; +3 13:00 240; 0; hands-on, free entry; picture
  Repair Café: Bring It Broken | 고쳐 쓰는 오후: 고장 난 것을 가져오세요 | Café de reparación: tráelo roto
  Lamps, jackets, radios, bicycles. People who know how sit beside you, and you do it yourself. | 전등, 외투, 라디오, 자전거. 아는 사람이 곁에 앉고 고치는 것은 당신입니다. | Lámparas, chaquetas, radios, bicicletas. Quien sabe se sienta a tu lado y lo haces tú.
  Film Screening; 6 6; +5 20:00 100; 12; live music, original version; picture canceled
  Silent Film with Live Gayageum | 가야금과 함께 보는 무성영화 | Cine mudo con gayageum en vivo
  A restored print from 1934, and music that was written for this evening. | 복원된 1934년 필름과 이 저녁을 위해 지은 음악. | Una copia restaurada de 1934 y música escrita para esta noche.
  Farmers' Market; 7 7; sun 9:00 300; 0; with food, free entry; picture weekly
  Sunday Growers’ Market | 일요 농부 시장 | Mercado dominical de productores
  What was in the field on Saturday is on the table on Sunday. Bring a bag. | 토요일에 밭에 있던 것이 일요일 탁자에 오릅니다. 장바구니를 가져오세요. | Lo que el sábado estaba en el campo está el domingo en la mesa. Trae bolsa.
  Yoga in the Park; 8 5; sat 7:00 60; 0; outdoors, for beginners; picture weekly
  Sunrise Yoga by the Pines | 솔숲 해돋이 요가 | Yoga al amanecer entre pinos
  An hour that belongs to nobody but you. Mats are there; in the rain we meet in the pavilion. | 오롯이 나를 위한 한 시간. 매트가 있고, 비가 오면 정자에서 모입니다. | Una hora solo para ti. Hay esterillas; si llueve, en el pabellón.
  Robot Workshop; 9 4; +9 14:00 180; 20; hands-on, online too; picture online
  Build a Robot That Draws | 그림 그리는 로봇 만들기 | Construye un robot que dibuja
  From a box of parts to the first line on paper. Parts are sent to those who join from home. | 부품 상자에서 종이 위 첫 선까지. 집에서 함께하는 분께는 부품을 보내 드립니다. | De una caja de piezas a la primera línea en papel. A quien participa desde casa se le envían.
  Improvised Theatre; 10 6; fri 20:00 90; 18; bilingual; picture weekly featured
  The Audience Decides: Improv Night | 관객이 정합니다: 즉흥극의 밤 | El público decide: noche de improvisación
  No script, two languages, and a word from the front row. | 대본은 없고 언어는 둘, 그리고 맨 앞줄의 한마디. | Sin guion, en dos idiomas y con una palabra de la primera fila.
  Tea Tasting; 11 7; +6 15:00 120; 25; with food, registration required; picture
  Five Teas in a Hanok | 한옥에서 다섯 가지 차 | Cinco tés en un hanok
  From the first green of April to a smoked leaf of October, poured by the people who grew them. | 사월의 첫 잎에서 시월의 훈연차까지, 기른 이가 따라 드립니다. | Del primer verde de abril a una hoja ahumada de octubre, servidos por quien los cultivó.
  Jazz Night; 0 1; fri 21:30 120; 20; live music; picture weekly
  Late Jazz: The Seochon Trio | 늦은 재즈: 서촌 트리오 | Jazz de noche: Trío Seochon
  Piano, bass and brushes in the small hall. Standards before the break, their own music behind it. | 작은 홀에서 피아노와 베이스, 브러시. 휴식 앞은 명곡, 뒤는 자작곡. | Piano, contrabajo y escobillas en la sala pequeña. Clásicos antes del descanso y música propia después.
  Korean for Beginners; 4 4; tue 19:00 90; 10; for beginners, registration required; en weekly
  Korean in Ten Evenings | 열 번의 저녁, 한국어 첫걸음 | Coreano en diez tardes
  For people who have just arrived. We begin with the alphabet and end with ordering dinner. | 막 도착한 분들을 위한 시간. 한글에서 시작해 저녁 주문으로 끝납니다. | Para quien acaba de llegar. Empezamos por el alfabeto y terminamos pidiendo la cena.
  Spanish Conversation; 4 3; +4 19:30 90; 0; free entry; es picture
  Let Us Talk: Spanish Conversation | 이야기해요: 스페인어 회화 | Charlemos: mesa de conversación
  An hour and a half of talk about everything and nothing. | 한 시간 반 동안 이런저런 이야기. | Hora y media de charla sobre todo y nada. Solo hace falta hablar un poco de español.
  Choir Rehearsal; 5 5; +7 19:00 90; 0; free entry; ko picture
  Neighbourhood Choir: Open Rehearsal | 동네 합창단 열린 연습 | Coro del barrio: ensayo abierto
  Come and sing. | 악보를 읽지 못해도 괜찮습니다. 목소리만 가져오세요. | Ven a cantar.
  Half Marathon; 1 5; +19 8:00 240; 40; outdoors, registration required; picture featured
  Hangang Half Marathon | 한강 하프 마라톤 | Media maratón del Hangang
  Twenty-one kilometres along the water, five bridges, and soup at the finish. | 물가를 따라 이십일 킬로미터, 다리 다섯, 그리고 결승선의 국밥. | Veintiún kilómetros junto al agua, cinco puentes y sopa en la meta.
  Morning with the Birds; 8 5; +12 7:30 120; 5; outdoors; picture
  Birds of the City: A Guided Walk | 도시의 새: 함께 걷는 탐조 | Aves de la ciudad: paseo guiado
  Herons, kingfishers and a family of owls. Binoculars can be borrowed. | 왜가리와 물총새, 그리고 올빼미 가족. 쌍안경을 빌려 드립니다. | Garzas, martines pescadores y una familia de búhos. Prestamos prismáticos.
  Public Lecture; 9 4; +10 19:30 75; 0; free entry, online too; picture online
  How Far Is the Nearest Star? | 가장 가까운 별은 얼마나 멀까? | ¿A qué distancia está la estrella más cercana?
  An hour of clear words and a look through the telescope, if the sky is willing. | 한 시간의 쉬운 이야기, 그리고 하늘이 허락하면 망원경. | Una hora de palabras claras y, si el cielo quiere, una mirada por el telescopio.
  Kimchi Workshop; 7 7; +11 10:00 180; 45; hands-on, with food; picture
  Kimchi for the Whole Winter | 온 겨울 김장 | Kimchi para todo el invierno
  Forty cabbages, eight tables, one recipe and as many opinions as people. Take three kilos home. | 배추 마흔 포기, 탁자 여덟, 비법은 하나, 의견은 사람 수만큼. 3킬로그램을 가져갑니다. | Cuarenta coles, ocho mesas, una receta y tantas opiniones como personas. Te llevas tres kilos.
  Flamenco Evening; 10 3; +16 20:30 100; 30; live music; picture
  Flamenco: Three Voices, One Guitar | 플라멩코: 세 목소리와 기타 하나 | Flamenco: tres voces y una guitarra
  Singers from Jerez and a guitarist from Busan who has studied there for ten years. | 헤레스의 소리꾼들과 그곳에서 십 년을 배운 부산의 기타리스트. | Cantaoras de Jerez y un guitarrista de Busan que estudió allí diez años.
  Life Drawing; 2 2; +8 18:30 120; 12; hands-on; picture
  Life Drawing with Ink | 먹으로 그리는 인물 드로잉 | Dibujo del natural con tinta
  Short poses, long lines. Paper and ink are there. | 짧은 포즈, 긴 선. 종이와 먹이 준비되어 있습니다. | Poses cortas, líneas largas. Hay papel y tinta.
  Puppet Show; 5 4; +13 15:00 50; 8; for families; picture postponed
  The Tiger Who Swallowed the Moon | 달을 삼킨 호랑이 | El tigre que se tragó la luna
  A shadow play for everybody from five years on, with a tiger who regrets it. | 다섯 살부터 보는 그림자극. 호랑이는 후회합니다. | Sombras chinescas desde los cinco años, con un tigre arrepentido.
  Documentary Evening; 6 6; +15 19:30 130; 9; original version; picture
  Salt Fields: Film and Conversation | 염전: 영화와 대화 | Salinas: película y coloquio
  A year on the west coast, and afterwards the people who are in it. | 서해에서 보낸 한 해, 그리고 영화 속 사람들과의 대화. | Un año en la costa oeste y, después, quienes aparecen en ella.
  Developer Meetup; -1 4; +17 19:00 120; 0; free entry, online too; online picture
  Open Code Evening: Maps without Servers | 열린 코드의 밤: 서버 없는 지도 | Tarde de código abierto: mapas sin servidor
  Three short talks and questions. Everybody joins from where they are. | 짧은 발표 셋과 질문. 각자 있는 곳에서 함께합니다. | Tres charlas cortas y preguntas. Cada cual participa desde donde está.
  Riverbank Clean-up; 1 5; +18 9:30 150; 0; outdoors, for families; picture
  Clean the Riverbank with Us | 함께하는 강변 청소 | Limpiemos la ribera
  Many hands, an hour or two, and rice balls for everybody. Gloves and tongs are there. | 많은 손과 한두 시간, 그리고 모두를 위한 주먹밥. 장갑과 집게가 있습니다. | Muchas manos, una hora o dos y bolas de arroz para todos. Hay guantes y pinzas.
`;

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

function readEntry([facts, title, text]: readonly string[]): Entry {
  const [topic, where, when, cost, tags, marks] = facts!.split('; ') as [string, ...string[]];
  const [venue, organizer] = where!.split(' ').map(Number) as [number, number];
  const [day, start, minutes] = when!.split(' ') as [string, string, string];
  const [hour, minute] = start.split(':').map(Number) as [number, number];
  return {
    title: readWords(title!),
    text: readWords(text!),
    topic: TOPICS.findIndex(({ name }) => name.en === topic),
    ...{ venue, organizer },
    tags: tags!.split(', ').map((tag) => BASE_TAGS.findIndex(({ en }) => en === tag)),
    day: /^[+-]/.test(day) ? { after: Number(day) } : { weekday: WEEKDAYS.indexOf(day) },
    start: hour * 60 + minute,
    minutes: Number(minutes),
    cost: Number(cost),
    marks: new Set(marks!.split(' ')),
  };
}

/** Among the first ones, each venue and each organizer of the city has one. */
export const PROGRAMME: readonly Entry[] = linesOf(TABLE).flatMap((_, at, lines) =>
  at % 3 === 0 ? [readEntry(lines.slice(at, at + 3))] : [],
);
