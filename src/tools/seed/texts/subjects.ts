import { linesOf, readWords, type Words } from './words.ts';

/** A category and its subject. */
export interface Branch {
  name: Words;
  /** The index of its parent; undefined at the top. */
  parent: number | undefined;
  /** The index of its subject, that is, of its top-level category. */
  subject: number;
}

/** A type of event. */
export interface Topic {
  name: Words;
  /** The index of its category. */
  branch: number;
  subject: number;
}

/** Categories by level. A star marks the types of their events. */
const OUTLINE = `
  # Music | 음악 | Música
  ## Concerts | 콘서트 | Conciertos
  * Spring Concert | 봄맞이 음악회 | Concierto de primavera
  * Acoustic Evening | 어쿠스틱의 밤 | Velada acústica
  ### Jazz | 재즈 | Jazz
  * Jazz Night | 재즈의 밤 | Noche de jazz
  * Big Band Session | 빅밴드 공연 | Sesión de big band
  ### Chamber Music | 실내악 | Música de cámara
  * String Quartet | 현악 사중주 | Cuarteto de cuerda
  * Piano Recital | 피아노 독주회 | Recital de piano
  ## Choirs | 합창 | Coros
  * Choir Rehearsal | 합창 공개 연습 | Ensayo abierto de coro
  * Singing Together | 다 함께 노래 | Cantar juntos
  ## Open Stage | 열린 무대 | Micrófono abierto
  * Open Mic | 오픈 마이크 | Noche de micro abierto
  # Arts | 미술 | Artes plásticas
  ## Exhibitions | 전시 | Exposiciones
  * Group Exhibition | 단체전 | Exposición colectiva
  * Guided Tour of the Exhibition | 전시 해설 | Visita guiada a la exposición
  ### Photography | 사진 | Fotografía
  * Photo Exhibition | 사진전 | Muestra fotográfica
  * Night Photo Walk | 야간 출사 | Paseo fotográfico nocturno
  ## Ceramics | 도예 | Cerámica
  * Pottery Class | 도자기 교실 | Clase de alfarería
  ## Drawing | 드로잉 | Dibujo
  * Life Drawing | 인물 드로잉 | Dibujo del natural
  # Stage | 무대 | Artes escénicas
  ## Plays | 연극 | Teatro
  * Premiere | 초연 | Estreno
  * Improvised Theatre | 즉흥극 | Teatro de improvisación
  ## Dance | 무용 | Danza
  * Contemporary Dance | 현대 무용 | Danza contemporánea
  ### Flamenco | 플라멩코 | Flamenco
  * Flamenco Evening | 플라멩코의 밤 | Noche flamenca
  ### Mask Dance | 탈춤 | Danza de máscaras
  * Mask Dance Performance | 탈춤 공연 | Función de danza de máscaras
  ## Comedy | 코미디 | Comedia
  * Stand-up Night | 스탠드업의 밤 | Noche de monólogos
  # Film | 영화 | Cine
  ## Screenings | 상영회 | Proyecciones
  * Film Screening | 영화 상영 | Pase de película
  * Open-air Cinema | 야외 영화관 | Cine de verano
  ### Documentaries | 다큐멘터리 | Documentales
  * Documentary Evening | 다큐멘터리의 밤 | Tarde de documental
  ## Film Talks | 영화 대담 | Cinefórum
  * Talk with the Director | 감독과의 대화 | Encuentro con la dirección
  # Food and Drink | 음식 | Gastronomía
  ## Markets | 장터 | Mercados
  * Farmers' Market | 농부 장터 | Mercado de productores
  * Night Market | 야시장 | Mercado nocturno
  ## Cooking Classes | 요리 교실 | Clases de cocina
  * Kimchi Workshop | 김장 체험 | Taller de kimchi
  * Paella Workshop | 파에야 만들기 | Taller de paella
  ## Tastings | 시음회 | Catas
  * Tea Tasting | 차 시음 | Cata de té
  * Olive Oil Tasting | 올리브유 시식 | Cata de aceite de oliva
  # Family | 가족 | Familia
  ## Storytelling | 이야기 시간 | Cuentacuentos
  * Story Hour | 동화 읽기 | La hora del cuento
  ## Puppets | 인형극 | Títeres
  * Puppet Show | 인형극 공연 | Función de títeres
  ## Children's Workshops | 어린이 체험 | Talleres infantiles
  * Kite Building | 연 만들기 | Taller de cometas
  * Young Explorers | 어린이 탐험대 | Pequeños exploradores
  # Sports | 스포츠 | Deporte
  ## Running | 달리기 | Carreras
  * Half Marathon | 하프 마라톤 | Media maratón
  * Evening Run | 저녁 달리기 | Carrera vespertina
  ## Cycling | 자전거 | Ciclismo
  * Bicycle Tour | 자전거 여행 | Ruta en bicicleta
  ## Swimming | 수영 | Natación
  * Swimming Lessons | 수영 강습 | Cursillo de natación
  # Nature | 자연 | Naturaleza
  ## Hiking | 등산 | Senderismo
  * Guided Hike | 함께하는 산행 | Excursión guiada
  ## Birdwatching | 탐조 | Observación de aves
  * Morning with the Birds | 새들과 함께하는 아침 | Mañana con las aves
  ## Gardens | 정원 가꾸기 | Jardines
  * Planting Day | 나무 심는 날 | Día de plantación
  # Learning | 배움 | Formación
  ## Talks | 강연 | Charlas
  * Public Lecture | 공개 강연 | Conferencia pública
  * Book Presentation | 출판 기념회 | Presentación de libro
  ## Languages | 언어 교환 | Idiomas
  ### Korean | 한국어 | Coreano
  * Korean for Beginners | 한국어 첫걸음 | Coreano para principiantes
  ### Spanish | 스페인어 | Español
  * Spanish Conversation | 스페인어 회화 | Conversación en español
  ## Crafts | 공예 | Artesanía
  * Bookbinding Workshop | 제본 교실 | Taller de encuadernación
  # Technology | 기술 | Tecnología
  ## Meetups | 기술 모임 | Encuentros
  * Developer Meetup | 개발자 모임 | Encuentro de programación
  ## Robotics | 로봇 | Robótica
  * Robot Workshop | 로봇 제작 교실 | Taller de robots
  ## Open Data | 공공 데이터 | Datos abiertos
  * Open Data Day | 공공 데이터의 날 | Jornada de datos abiertos
  # Community | 공동체 | Comunidad
  ## Volunteering | 자원봉사 | Voluntariado
  * Riverbank Clean-up | 강변 청소 | Limpieza de la ribera
  ## Repair Café | 수리 카페 | Café de reparación
  * Repair Afternoon | 고쳐 쓰는 오후 | Tarde de reparaciones
  ## Neighbourhood | 마을 | Barrio
  * Street Festival | 거리 축제 | Fiesta de la calle
  * Flea Market | 벼룩시장 | Rastrillo
  # Well-being | 건강 | Bienestar
  ## Yoga | 요가 | Yoga
  * Yoga in the Park | 공원 요가 | Yoga en el parque
  ## Meditation | 명상 | Meditación
  * Guided Meditation | 함께하는 명상 | Meditación guiada
  ## Health Talks | 건강 강좌 | Charlas de salud
  * Sleep Well | 숙면 강좌 | Dormir bien
`;

function readOutline(): { branches: Branch[]; topics: Topic[] } {
  const branches: Branch[] = [];
  const topics: Topic[] = [];
  /** The indexes of the line's ancestor categories, from the top. */
  let path: number[] = [];
  let subject = -1;
  for (const line of linesOf(OUTLINE)) {
    const [, mark = '', rest = ''] = /^(#+|\*) (.*)$/.exec(line) ?? [];
    const name = readWords(rest);
    if (mark === '*') topics.push({ name, branch: path.at(-1)!, subject });
    else {
      path = path.slice(0, mark.length - 1);
      if (path.length === 0) subject += 1;
      branches.push({ name, parent: path.at(-1), subject });
      path.push(branches.length - 1);
    }
  }
  return { branches, topics };
}

const { branches, topics } = readOutline();

/** Every category, parents first. Names and slugs are unique. */
export const BRANCHES: readonly Branch[] = branches;

/** How many categories are at the top level. */
export const SUBJECTS = branches.filter(({ parent }) => parent === undefined).length;

/** Every type of event. */
export const TOPICS: readonly Topic[] = topics;

/** The description of a category. */
export const BRANCH_DESCRIPTION = readWords(
  'Everything on the subject of {name}. | {name} 관련 행사를 모았습니다. | Todo sobre: {name}.',
);
