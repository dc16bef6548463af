import type { Language } from '../../../domain/language.ts';
import { linesOf, readWords, same, type Words, wordList } from './words.ts';

/** A country with venues. */
export interface Country {
  name: Words;
  /** The original language of most of its records. */
  language: Language;
  /** The format of a price; `#` is a whole number. */
  price: string;
  streets: readonly Words[];
  /** Whether its regions are states of the United States. */
  states: boolean;
}

/** A city with venues. */
export interface City {
  name: Words;
  region: Words;
  country: Country;
  /** Its centre, in degrees. */
  lat: number;
  lng: number;
  zone: string;
  /** Formats of postal codes and telephone numbers; `#` is a digit. No such telephone number is in use. */
  zip: string;
  phone: string;
}

const ENGLISH = streets(
  'King Street, Station Road, Mill Lane, Harbour Street, Park Avenue, Church Road, Market Street',
);
const SPANISH = streets('Calle Mayor, Avenida de la Paz, Plaza Nueva, Calle del Sol, Paseo de la Ribera, Calle Real');
const GERMAN = streets('Hauptstraße, Gartenstraße, Bahnhofstraße, Lindenweg');
const JAPANESE = streets('Chuo-dori, Sakura-dori, Ekimae-dori, Kawabata-dori');
const KOREAN = wordList(`
  Jungang-ro | 중앙로 | Jungang-ro
  Munhwa-ro | 문화로 | Munhwa-ro
  Haean-ro | 해안로 | Haean-ro
  Gongwon-ro | 공원로 | Gongwon-ro
  Daehak-ro | 대학로 | Daehak-ro
  Hosu-ro | 호수로 | Hosu-ro
  Sijang-gil | 시장길 | Sijang-gil
`);

function streets(names: string): Words[] {
  return names.split(', ').map(same);
}

const country = (name: string, language: Language, price: string, its: readonly Words[], states = false): Country => ({
  name: readWords(name),
  language,
  price,
  streets: its,
  states,
});

const COUNTRIES: Readonly<Record<string, Country>> = {
  KR: country('South Korea | 대한민국 | Corea del Sur', 'ko', '#,000원', KOREAN),
  ES: country('Spain | 스페인 | España', 'es', '€#', SPANISH),
  MX: country('Mexico | 멕시코 | México', 'es', '$#0', SPANISH),
  AR: country('Argentina | 아르헨티나 | Argentina', 'es', '$#000', SPANISH),
  CO: country('Colombia | 콜롬비아 | Colombia', 'es', '$#,000', SPANISH),
  CL: country('Chile | 칠레 | Chile', 'es', '$#,000', SPANISH),
  PE: country('Peru | 페루 | Perú', 'es', '$#', SPANISH),
  US: country('United States | 미국 | Estados Unidos', 'en', '$#', ENGLISH, true),
  CA: country('Canada | 캐나다 | Canadá', 'en', 'CA$#', ENGLISH),
  GB: country('United Kingdom | 영국 | Reino Unido', 'en', '£#', ENGLISH),
  IE: country('Ireland | 아일랜드 | Irlanda', 'en', '€#', ENGLISH),
  DE: country('Germany | 독일 | Alemania', 'en', '#€', GERMAN),
  JP: country('Japan | 일본 | Japón', 'en', '¥#00', JAPANESE),
  IN: country('India | 인도 | India', 'en', '₹#0', ENGLISH),
  AU: country('Australia | 호주 | Australia', 'en', 'A$#', ENGLISH),
  NZ: country('New Zealand | 뉴질랜드 | Nueva Zelanda', 'en', 'NZ$#', ENGLISH),
};

/** Name, region, country, latitude, longitude, zone, postal code, telephone. */
const TABLE = `
  Seoul | 서울 | Seúl; Seoul | 서울특별시 | Seúl; KR; 37.5665; 126.978; Asia/Seoul; 04###; +82 2-0000-0###
  Busan | 부산 | Busan; Busan | 부산광역시 | Busan; KR; 35.1796; 129.0756; Asia/Seoul; 48###; +82 51-000-0###
  Daegu | 대구 | Daegu; Daegu | 대구광역시 | Daegu; KR; 35.8714; 128.6014; Asia/Seoul; 41###; +82 53-000-0###
  Incheon | 인천 | Incheon; Incheon | 인천광역시 | Incheon; KR; 37.4563; 126.7052; Asia/Seoul; 21###; +82 32-000-0###
  Gwangju | 광주 | Gwangju; Gwangju | 광주광역시 | Gwangju; KR; 35.1595; 126.8526; Asia/Seoul; 61###; +82 62-000-0###
  Jeju | 제주 | Jeju; Jeju | 제주특별자치도 | Jeju; KR; 33.4996; 126.5312; Asia/Seoul; 63###; +82 64-000-0###
  Madrid | 마드리드 | Madrid; Community of Madrid | 마드리드 자치주 | Comunidad de Madrid; ES; 40.4168; -3.7038; Europe/Madrid; 280##; +34 000 000 ###
  Barcelona | 바르셀로나 | Barcelona; Catalonia | 카탈루냐 | Cataluña; ES; 41.3874; 2.1686; Europe/Madrid; 080##; +34 000 000 ###
  Seville | 세비야 | Sevilla; Andalusia | 안달루시아 | Andalucía; ES; 37.3891; -5.9845; Europe/Madrid; 410##; +34 000 000 ###
  Valencia | 발렌시아 | Valencia; Valencian Community | 발렌시아 자치주 | Comunidad Valenciana; ES; 39.4699; -0.3763; Europe/Madrid; 460##; +34 000 000 ###
  Bilbao | 빌바오 | Bilbao; Basque Country | 바스크 | País Vasco; ES; 43.263; -2.935; Europe/Madrid; 480##; +34 000 000 ###
  Las Palmas | 라스팔마스 | Las Palmas; Canary Islands | 카나리아 제도 | Canarias; ES; 28.1235; -15.4363; Atlantic/Canary; 350##; +34 000 000 ###
  Mexico City | 멕시코시티 | Ciudad de México; Mexico City | 멕시코시티 | Ciudad de México; MX; 19.4326; -99.1332; America/Mexico_City; 06###; +52 55 0000 0###
  Guadalajara | 과달라하라 | Guadalajara; Jalisco | 할리스코 | Jalisco; MX; 20.6597; -103.3496; America/Mexico_City; 44###; +52 33 0000 0###
  Buenos Aires | 부에노스아이레스 | Buenos Aires; Buenos Aires | 부에노스아이레스 | Buenos Aires; AR; -34.6037; -58.3816; America/Argentina/Buenos_Aires; C1###; +54 11 0000-0###
  Bogota | 보고타 | Bogotá; Bogota | 보고타 | Bogotá; CO; 4.711; -74.0721; America/Bogota; 110###; +57 601 000 0###
  Santiago | 산티아고 | Santiago; Santiago | 산티아고 | Región Metropolitana; CL; -33.4489; -70.6693; America/Santiago; 83#####; +56 2 0000 0###
  Lima | 리마 | Lima; Lima | 리마 | Lima; PE; -12.0464; -77.0428; America/Lima; 150##; +51 1 000 0###
  New York | 뉴욕 | Nueva York; New York | 뉴욕주 | Nueva York; US; 40.7128; -74.006; America/New_York; 100##; +1 212-555-01##
  Chicago | 시카고 | Chicago; Illinois | 일리노이 | Illinois; US; 41.8781; -87.6298; America/Chicago; 606##; +1 312-555-01##
  Austin | 오스틴 | Austin; Texas | 텍사스 | Texas; US; 30.2672; -97.7431; America/Chicago; 787##; +1 512-555-01##
  Denver | 덴버 | Denver; Colorado | 콜로라도 | Colorado; US; 39.7392; -104.9903; America/Denver; 802##; +1 303-555-01##
  San Francisco | 샌프란시스코 | San Francisco; California | 캘리포니아 | California; US; 37.7749; -122.4194; America/Los_Angeles; 941##; +1 415-555-01##
  Honolulu | 호놀룰루 | Honolulu; Hawaii | 하와이 | Hawái; US; 21.3069; -157.8583; Pacific/Honolulu; 968##; +1 808-555-01##
  Toronto | 토론토 | Toronto; Ontario | 온타리오 | Ontario; CA; 43.6532; -79.3832; America/Toronto; M5V #A#; +1 416-555-01##
  Vancouver | 밴쿠버 | Vancouver; British Columbia | 브리티시컬럼비아 | Columbia Británica; CA; 49.2827; -123.1207; America/Vancouver; V6B #C#; +1 604-555-01##
  London | 런던 | Londres; England | 잉글랜드 | Inglaterra; GB; 51.5074; -0.1278; Europe/London; SE1 #AA; +44 20 7946 0###
  Edinburgh | 에든버러 | Edimburgo; Scotland | 스코틀랜드 | Escocia; GB; 55.9533; -3.1883; Europe/London; EH1 #BB; +44 131 496 0###
  Dublin | 더블린 | Dublín; Leinster | 렌스터 | Leinster; IE; 53.3498; -6.2603; Europe/Dublin; D02 X###; +353 20 910 0###
  Berlin | 베를린 | Berlín; Berlin | 베를린 | Berlín; DE; 52.52; 13.405; Europe/Berlin; 101##; +49 30 23125 ###
  Tokyo | 도쿄 | Tokio; Tokyo | 도쿄도 | Tokio; JP; 35.6762; 139.6503; Asia/Tokyo; 150-00##; +81 3-0000-0###
  Kolkata | 콜카타 | Calcuta; West Bengal | 서벵골 | Bengala Occidental; IN; 22.5726; 88.3639; Asia/Kolkata; 7000##; +91 33 0000 0###
  Sydney | 시드니 | Sídney; New South Wales | 뉴사우스웨일스 | Nueva Gales del Sur; AU; -33.8688; 151.2093; Australia/Sydney; 20##; +61 2 5550 0###
  Auckland | 오클랜드 | Auckland; Auckland | 오클랜드 | Auckland; NZ; -36.8509; 174.7645; Pacific/Auckland; 10##; +64 9 000 0###
`;

/** Every city. */
export const CITIES: readonly City[] = linesOf(TABLE).map((line) => {
  const [name, region, code, lat, lng, zone, zip, phone] = line.split('; ') as [string, ...string[]];
  return {
    name: readWords(name),
    region: readWords(region!),
    country: COUNTRIES[code!]!,
    lat: Number(lat),
    lng: Number(lng),
    zone: zone!,
    zip: zip!,
    phone: phone!,
  };
});

/** The cities of venues, in turn. Some come twice at first, so that even a small calendar has cities with several venues. */
export const TURNS: readonly City[] = ['Seoul', 'Madrid', 'New York', 'Mexico City', 'London']
  .flatMap((name) => Array<City>(2).fill(CITIES.find((city) => city.name.en === name)!))
  .concat(CITIES);
