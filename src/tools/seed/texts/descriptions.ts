import { readWords, type Words, wordList } from './words.ts';

/** The beginnings of descriptions: two for each subject, in the order of the top-level categories. */
const BEGINNINGS = wordList(`
  Come and listen. The programme moves from quiet pieces to ones that make it hard to sit still, and there is time to talk with the players afterwards. | 편하게 와서 들어 보세요. 조용한 곡에서 시작해 가만히 앉아 있기 힘든 곡까지 이어지고, 끝난 뒤에는 연주자와 이야기할 시간도 있습니다. | Ven a escuchar. El programa va de piezas tranquilas a otras con las que cuesta quedarse quieto, y al final hay tiempo para hablar con los músicos.
  Two sets with a short break. Half of the music is new, and the other half you will know by heart. | 짧은 휴식을 사이에 둔 2부 공연입니다. 절반은 새로운 곡, 나머지 절반은 누구나 아는 곡입니다. | Dos partes con un breve descanso. La mitad de la música es nueva; la otra mitad te la sabes de memoria.
  The works were made within the last year, and most of them have not left the studio before. The artists are there on the first day. | 작품은 모두 지난 한 해 동안 만든 것으로, 대부분 작업실 밖에서는 처음 선보입니다. 첫날에는 작가들이 함께합니다. | Las obras se hicieron en el último año y la mayoría nunca había salido del taller. Los artistas están presentes el primer día.
  Bring old clothes: after a short introduction everybody works on a piece of their own. Materials and tools are there. | 헌 옷을 입고 오세요. 짧은 설명을 들은 뒤 각자 자기 작품을 만듭니다. 재료와 도구는 준비되어 있습니다. | Trae ropa vieja: tras una breve introducción, cada cual trabaja en su propia pieza. Hay materiales y herramientas.
  A small company, a bare stage and a story that takes its time. After the show the ensemble stays for questions. | 작은 극단과 빈 무대, 그리고 천천히 흘러가는 이야기. 공연이 끝난 뒤 출연진과의 대화가 이어집니다. | Una compañía pequeña, un escenario desnudo y una historia que se toma su tiempo. Tras la función, el elenco se queda a conversar.
  No two evenings are alike: what happens on stage is decided by those who sit in front of it. | 같은 공연은 두 번 없습니다. 무대에서 무슨 일이 벌어질지는 객석이 정합니다. | No hay dos noches iguales: lo que pasa en escena lo decide quien está en la sala.
  Shown in the original language with subtitles, and introduced by somebody who has seen it far too often. | 원어에 자막을 더해 상영하며, 이 작품을 수없이 본 분이 먼저 소개합니다. | Se proyecta en versión original con subtítulos y la presenta alguien que la ha visto demasiadas veces.
  The screening is followed by a conversation with people who worked on the film. | 상영이 끝난 뒤 제작에 참여한 분들과 이야기를 나눕니다. | Después de la proyección hay un coloquio con parte del equipo.
  More than thirty stands, most of them run by the people who grow, bake or brew what they sell. | 서른 곳이 넘는 가게가 나옵니다. 대부분 직접 기르고 굽고 빚은 것을 팝니다. | Más de treinta puestos, casi todos de quienes cultivan, hornean o elaboran lo que venden.
  We cook together, we eat together, and everybody takes the recipe home. | 함께 요리하고 함께 먹고, 조리법은 모두 집으로 가져갑니다. | Cocinamos juntos, comemos juntos y cada persona se lleva la receta a casa.
  For children from four years on and for everybody who comes with them. It is fine to be loud. | 네 살부터, 그리고 함께 오는 모든 분을 위한 시간입니다. 시끄러워도 괜찮습니다. | Para niñas y niños desde los cuatro años y quienes los acompañen. Se puede hacer ruido.
  Made by hand, tried out at once, and taken home in the evening. Grown-ups may help, if they are asked. | 손으로 만들고, 바로 써 보고, 저녁에는 집으로 가져갑니다. 어른은 부탁받으면 도울 수 있습니다. | Se hace a mano, se prueba al momento y se lleva a casa. Los mayores pueden ayudar, si se lo piden.
  Three distances, one pace that suits you, and water at every third kilometre. | 세 가지 거리, 나에게 맞는 속도, 3킬로미터마다 물이 있습니다. | Tres distancias, el ritmo que te convenga y agua cada tres kilómetros.
  For people who have not done this for a long time, or never. The trainers have patience. | 오랫동안 쉬었거나 처음인 분을 위한 자리입니다. 강사들이 차근차근 도와드립니다. | Para quien lleva mucho sin practicar, o no lo ha hecho nunca. Los monitores tienen paciencia.
  We walk slowly and stop often. Good shoes are enough, and there are binoculars to borrow. | 천천히 걷고 자주 멈춥니다. 편한 신발이면 충분하고, 쌍안경은 빌려 드립니다. | Caminamos despacio y paramos a menudo. Basta con buen calzado, y prestamos prismáticos.
  A day out of doors with people who know what grows, sings and hides here. | 이곳에서 무엇이 자라고 노래하고 숨어 있는지 아는 분들과 함께하는 야외 하루입니다. | Un día al aire libre con gente que sabe qué crece, canta y se esconde aquí.
  An hour of clear words, half an hour of questions. No previous knowledge is needed. | 한 시간의 쉬운 설명과 30분의 질문. 미리 알아야 할 것은 없습니다. | Una hora de explicaciones claras y media de preguntas. No hacen falta conocimientos previos.
  We learn in small groups and make many mistakes, which is the point of it. | 작은 모둠으로 배우며 많이 틀립니다. 그러려고 모이는 자리입니다. | Aprendemos en grupos pequeños y nos equivocamos mucho: de eso se trata.
  Three short talks, each with something that can be tried out, then pizza and time to talk. | 직접 해 볼 수 있는 짧은 발표 세 편, 그리고 피자와 이야기 시간. | Tres charlas cortas, cada una con algo para probar, y después pizza y conversación.
  Bring a laptop if you have one. Everything else, from cables to courage, is provided. | 노트북이 있으면 가져오세요. 전선부터 용기까지 나머지는 모두 준비되어 있습니다. | Trae un portátil si tienes. Lo demás, de los cables al ánimo, lo ponemos nosotros.
  Many hands are needed, for an hour or for the whole day. Gloves, tools and soup are there. | 한 시간이든 하루든 많은 손이 필요합니다. 장갑과 도구, 따뜻한 국이 준비되어 있습니다. | Hacen falta muchas manos, una hora o todo el día. Hay guantes, herramientas y sopa.
  The street is closed to cars, the tables are long, and everybody brings a dish. | 차 없는 거리에 긴 식탁을 놓고, 저마다 음식 한 가지씩 가져옵니다. | La calle se cierra al tráfico, las mesas son largas y cada cual trae un plato.
  An hour that belongs to nobody but you. Mats and blankets are there. | 오롯이 나를 위한 한 시간. 매트와 담요는 준비되어 있습니다. | Una hora solo para ti. Hay esterillas y mantas.
  What helps, what does not, and how to tell one from the other: with exercises to take home. | 도움이 되는 것과 그렇지 않은 것, 그 둘을 가리는 법을 집에서 할 운동과 함께 알려 드립니다. | Qué ayuda, qué no y cómo distinguirlo: con ejercicios para hacer en casa.
`);

/** How many beginnings a subject has. */
const EACH = 2;

/** The beginnings for one subject. */
export const beginnings = (subject: number): readonly Words[] => BEGINNINGS.slice(subject * EACH, (subject + 1) * EACH);

/** The middle of descriptions. */
export const MIDDLES: readonly Words[] = wordList(`
  <h3>What to expect</h3><ul><li>A warm welcome</li><li>About two hours with a break</li><li>Coffee, tea and cake</li></ul> | <h3>이런 시간입니다</h3><ul><li>따뜻한 환영</li><li>휴식을 포함해 약 두 시간</li><li>커피와 차, 케이크</li></ul> | <h3>Qué te espera</h3><ul><li>Una bienvenida cálida</li><li>Unas dos horas con descanso</li><li>Café, té y pastel</li></ul>
  It is the <em>third time</em> that we do this, and the place was full both times before. Come early. | 이번이 <em>세 번째</em>이고 지난 두 번 모두 자리가 꽉 찼습니다. 일찍 오세요. | Es la <em>tercera vez</em> que lo hacemos y las dos anteriores se llenó. Ven pronto.
  <blockquote>“I came for an hour and stayed until the lights went out.”</blockquote> | <blockquote>“한 시간만 있으려다 불이 꺼질 때까지 있었어요.”</blockquote> | <blockquote>«Vine para una hora y me quedé hasta que apagaron las luces».</blockquote>
  Everything is said in two languages; if you need a third one, <a href="https://example.org/languages">tell us</a>. | 모든 내용은 두 언어로 진행됩니다. 다른 언어가 필요하면 <a href="https://example.org/languages">알려 주세요</a>. | Todo se dice en dos idiomas; si necesitas un tercero, <a href="https://example.org/languages">dínoslo</a>.
`);

/** The ends of descriptions. */
export const ENDINGS: readonly Words[] = wordList(`
  Doors open <strong>half an hour</strong> before. Latecomers are let in at the break. | <strong>30분 전</strong>부터 입장합니다. 늦게 오신 분은 휴식 시간에 들어오실 수 있습니다. | Apertura de puertas <strong>media hora</strong> antes. Quien llegue tarde podrá entrar en el descanso.
  Places are limited: <a href="https://example.com/booking">book yours</a> or write to <a href="mailto:hello@example.org">hello@example.org</a>. | 자리가 많지 않습니다. <a href="https://example.com/booking">예약</a>하시거나 <a href="mailto:hello@example.org">hello@example.org</a>로 연락 주세요. | Plazas limitadas: <a href="https://example.com/booking">reserva la tuya</a> o escribe a <a href="mailto:hello@example.org">hello@example.org</a>.
  The place is reached without steps, and there is a seat for everybody who needs one. | 계단 없이 들어올 수 있고, 필요한 분께는 자리를 마련해 드립니다. | Se llega sin escalones y hay asiento para quien lo necesite.
  If it rains, we move inside. Look at <a href="https://example.net/weather">our page</a> on the day. | 비가 오면 실내로 옮깁니다. 당일 <a href="https://example.net/weather">안내</a>를 확인해 주세요. | Si llueve, pasamos al interior. Mira <a href="https://example.net/weather">nuestra página</a> ese día.
`);

/** The ends of excerpts, after what takes place and where. */
export const INVITATIONS: readonly Words[] = wordList(`
  {topic} in {city}. Everybody is welcome. | {city}에서 열리는 {topic}. 누구나 환영합니다. | {topic} en {city}. Entrada para todos los públicos.
  {topic} in {city}, with time to talk afterwards. | {city}, {topic}. 끝난 뒤 이야기 시간이 있습니다. | {topic} en {city}, con tiempo para conversar después.
  Come alone or bring friends: {topic} in {city}. | 혼자도 좋고 친구와 함께도 좋습니다. {city}, {topic}. | Ven a solas o con amistades: {topic} en {city}.
`);

/** Patterns of titles, with weights. They use the name of the person who leads the event, or else a motif or a number. */
export const TITLES: readonly (readonly [words: Words, weight: number])[] = [
  [readWords('{topic}: {motif} | {topic}: {motif} | {topic}: {motif}'), 1],
  [readWords('{topic} in {city}: {motif} | {city} {topic}: {motif} | {topic} en {city}: {motif}'), 8],
  [readWords('{topic} with {person} | {person} 초청 {topic} | {topic} con {person}'), 6],
  [readWords('{city} {topic} No. {number} | 제{number}회 {city} {topic} | {number}.ª edición: {topic} en {city}'), 5],
  [readWords('{motif}: {topic} with {person} | {motif}: {person} 초청 {topic} | {motif}: {topic} con {person}'), 12],
];

/** The patterns without a person: nobody is named as the leader of a market, a race or a walk. */
export const PLAIN_TITLES = TITLES.filter(([{ en }]) => !en.includes('{person}'));

/** Descriptions of venues. */
export const VENUE_DESCRIPTIONS: readonly Words[] = wordList(`
  A house with two rooms, a small stage and a yard that is open in summer. | 방 두 개와 작은 무대, 여름에 여는 마당이 있는 곳입니다. | Una casa con dos salas, un pequeño escenario y un patio que abre en verano.
  Built as a warehouse, loved as a meeting place. <strong>Step-free</strong> throughout. | 창고로 지어져 모임터로 사랑받는 곳입니다. 모든 곳을 <strong>계단 없이</strong> 다닐 수 있습니다. | Nació como almacén y hoy es punto de encuentro. <strong>Sin escalones</strong> en todo el edificio.
  Five minutes from the station; bicycles may be left in the yard. | 역에서 5분 거리이며 자전거는 마당에 세울 수 있습니다. | A cinco minutos de la estación; las bicicletas se dejan en el patio.
`);

/** Descriptions of organizers. */
export const ORGANIZER_DESCRIPTIONS: readonly Words[] = wordList(`
  Neighbours who began with one evening a year and never stopped. | 일 년에 하루로 시작해 멈추지 않은 이웃들의 모임입니다. | Vecinas y vecinos que empezaron con una velada al año y no han parado.
  We bring people together who would not meet otherwise. <a href="https://example.org/join">Join us</a>. | 만날 일 없던 사람들을 한자리에 모읍니다. <a href="https://example.org/join">함께해요</a>. | Reunimos a personas que de otro modo no se cruzarían. <a href="https://example.org/join">Participa</a>.
  Run by volunteers since the first day. | 첫날부터 자원봉사로 꾸려 왔습니다. | En manos de voluntarios desde el primer día.
`);
