import { CITIES } from './cities.ts';
import { linesOf, readWords, type Words } from './words.ts';

/** The city of the calendar. A large calendar has others too. */
export const HOME = CITIES.find(({ name }) => name.en === 'Seoul')!;

/** A venue of the city. */
export interface HomeVenue {
  name: Words;
  address: Words;
  zip: string;
  lat: number;
  lng: number;
  description: Words;
}

/** Name; address; postal code, latitude, longitude; description. */
const VENUES = `
  Saebit Concert Hall | 새빛 콘서트홀 | Sala de Conciertos Saebit; 18 Namsan-gil, Jung-gu | 중구 남산길 18 | Namsan-gil 18, Jung-gu; 04630 37.5569 126.9838; Nine hundred seats, one organ and the best foyer light in town. | 구백 석과 오르간 하나, 그리고 도시에서 가장 빛이 좋은 로비. | Novecientas butacas, un órgano y el vestíbulo con la mejor luz de la ciudad.
  Baram Riverside Stage | 바람 강변무대 | Escenario Ribera Baram; 7 Gangbyeon-ro, Yeongdeungpo-gu | 영등포구 강변로 7 | Gangbyeon-ro 7, Yeongdeungpo-gu; 07337 37.5271 126.9327; An open stage on the river. Bring a blanket. | 강가의 열린 무대. 담요를 가져오세요. | Un escenario abierto junto al río. Trae una manta.
  Namu Arts Centre | 나무 아트센터 | Centro de las Artes Namu; 52 Gongjang-gil, Seongdong-gu | 성동구 공장길 52 | Gongjang-gil 52, Seongdong-gu; 04783 37.5445 127.0559; A former shoe factory with studios on four floors. | 옛 신발 공장에 들어선 네 층의 작업실. | Una antigua fábrica de zapatos con talleres en cuatro plantas.
  Dallae Gallery | 달래 갤러리 | Galería Dallae; 31 Yetdam-gil, Jongno-gu | 종로구 옛담길 31 | Yetdam-gil 31, Jongno-gu; 03053 37.5826 126.9816; Three white rooms behind an old wall. | 오래된 담장 너머의 흰 방 세 칸. | Tres salas blancas tras un muro antiguo.
  Haneul Library | 하늘 도서관 | Biblioteca Haneul; 120 Chaek-ro, Mapo-gu | 마포구 책로 120 | Chaek-ro 120, Mapo-gu; 04021 37.5558 126.9103; The library with the roof garden. Open until ten. | 옥상 정원이 있는 도서관. 밤 열 시까지 엽니다. | La biblioteca con jardín en la azotea. Abre hasta las diez.
  Onsaem Community Centre | 온샘 커뮤니티센터 | Centro Comunitario Onsaem; 9 Saemteo-gil, Eunpyeong-gu | 은평구 샘터길 9 | Saemteo-gil 9, Eunpyeong-gu; 03384 37.6104 126.9291; Two halls, a kitchen and a workshop that everybody may use. | 강당 두 개와 부엌, 누구나 쓰는 작업실. | Dos salas, una cocina y un taller abierto a todo el barrio.
  Moonlight Cinema | 달빛 영화관 | Cine Luz de Luna; 3 Pilleum-gil, Jongno-gu | 종로구 필름길 3 | Pilleum-gil 3, Jongno-gu; 03134 37.5717 126.9895; One screen, eighty seats, and real film now and then. | 스크린 하나, 좌석 여든 개, 가끔은 진짜 필름으로. | Una pantalla, ochenta butacas y, a veces, celuloide de verdad.
  Jangmi Market Hall | 장미 시장 | Mercado Jangmi; 88 Sijang-gil, Dongdaemun-gu | 동대문구 시장길 88 | Sijang-gil 88, Dongdaemun-gu; 02565 37.5793 127.0396; Sixty stalls by day, long tables by night. | 낮에는 예순 개의 가게, 밤에는 긴 식탁. | Sesenta puestos de día y mesas largas de noche.
  Solnaeum Park | 솔내음 공원 | Parque Solnaeum; 200 Sup-ro, Seodaemun-gu | 서대문구 숲로 200 | Sup-ro 200, Seodaemun-gu; 03638 37.5835 126.9368; Pines, a meadow and a pond with herons. | 소나무와 풀밭, 왜가리가 사는 연못. | Pinos, una pradera y un estanque con garzas.
  Byeoron Science House | 별온 과학관 | Casa de la Ciencia Byeoron; 64 Hanul-ro, Nowon-gu | 노원구 한울로 64 | Hanul-ro 64, Nowon-gu; 01795 37.6296 127.0480; A small observatory with a big workshop. | 큰 작업실을 둔 작은 천문대. | Un pequeño observatorio con un gran taller.
  Geurim Theatre | 그림 소극장 | Teatro Geurim; 15 Mudae-gil, Jongno-gu | 종로구 무대길 15 | Mudae-gil 15, Jongno-gu; 03086 37.5822 127.0028; A black room in which anything may happen. | 무슨 일이든 일어날 수 있는 검은 방. | Una sala negra en la que puede pasar de todo.
  Madang Hanok | 마당 한옥 | Hanok Madang; 27 Giwa-gil, Jongno-gu | 종로구 기와길 27 | Giwa-gil 27, Jongno-gu; 03052 37.5812 126.9856; A wooden house around a courtyard. Shoes stay outside. | 마당을 둘러싼 나무집. 신발은 밖에 둡니다. | Una casa de madera en torno a un patio. Los zapatos se quedan fuera.
`;

export const HOME_VENUES: readonly HomeVenue[] = linesOf(VENUES).map((line) => {
  const [name, address, place, description] = line.split('; ') as [string, string, string, string];
  const [zip, lat, lng] = place.split(' ') as [string, string, string];
  return {
    name: readWords(name),
    address: readWords(address),
    ...{ zip, lat: Number(lat), lng: Number(lng) },
    description: readWords(description),
  };
});

/** The outdoor ones. */
export const OUTDOORS: readonly number[] = [1, 8];

/** The city's organizers and their descriptions. */
export interface HomeOrganizer {
  name: Words;
  description: Words;
}

const ORGANIZERS = `
  Seoul Music Week Office | 서울 뮤직 위크 사무국 | Oficina de Seoul Music Week; Fills every stage of the city with music for eight days a year. | 일 년에 여드레, 도시의 모든 무대를 음악으로 채웁니다. | Llena de música todos los escenarios de la ciudad ocho días al año.
  Hangang Big Band | 한강 빅밴드 | Big Band Hangang; Eighteen musicians with day jobs and a van. | 낮에는 일하고 저녁에는 연주하는 열여덟 명과 승합차 한 대. | Dieciocho músicos con trabajo de día y una furgoneta.
  Namu Ceramics Studio | 나무 도예 공방 | Taller de Cerámica Namu; Two kilns, ten wheels, and patience. | 가마 둘, 물레 열, 그리고 느긋함. | Dos hornos, diez tornos y paciencia.
  Casa Latina Seoul | 카사 라티나 서울 | Casa Latina Seúl; A house for everybody who speaks Spanish, or would like to. | 스페인어를 하는, 또는 하고 싶은 모두의 집. | Una casa para quien habla español, o quisiera.
  Friends of Haneul Library | 하늘 도서관 친구들 | Amigos de la Biblioteca Haneul; Readers who carry chairs. | 의자를 나르는 독자들의 모임. | Lectores que cargan sillas.
  Neighbours of Eunpyeong | 은평 이웃들 | Vecinos de Eunpyeong; We began with one evening a year and never stopped. | 일 년에 하루로 시작해 멈추지 않았습니다. | Empezamos con una velada al año y no hemos parado.
  Moonlight Film and Stage Club | 달빛 영화·연극 모임 | Club Luz de Luna de Cine y Teatro; Shows what the big houses do not. | 큰 극장이 올리지 않는 것을 올립니다. | Muestra lo que las grandes salas no programan.
  Furrow Growers’ Cooperative | 밭두렁 협동조합 | Cooperativa Surco; Forty farms within an hour of the city. | 도시에서 한 시간 안쪽, 마흔 곳의 농가. | Cuarenta granjas a menos de una hora de la ciudad.
`;

export const HOME_ORGANIZERS: readonly HomeOrganizer[] = linesOf(ORGANIZERS).map((line) => {
  const [name, description] = line.split('; ') as [string, string];
  return { name: readWords(name), description: readWords(description) };
});
