import { distance, type Point } from './geo.ts';
import { decodeHtml, stripTags } from './html.ts';
import { onceFor } from './once-for.ts';
import { fold } from './text.ts';
import type { Instant } from './time.ts';

/** Where an event is. Names and cities are in any languages. */
export interface Where {
  /** The id of the venue, if both events are of one calendar. */
  id?: number;
  names: readonly string[];
  cities: readonly string[];
  point?: Point;
}

/** What tells whether two events are one. */
export interface Occasion {
  startsAt: Instant;
  /** The first day, `YYYY-MM-DD`. */
  day: string;
  allDay: boolean;
  /** In any languages; they may have HTML. */
  titles: readonly string[];
  places: readonly Where[];
}

/** Kilometres between two points of one place, and kilometres beyond which two places of one name are two. */
const [NEAR, FAR] = [0.2, 2];

/** The weight from which a title is long: one that two events without a place hardly share by chance. */
const LONG = 20;

/** The weight from which a name of one word tells something. */
const TELLING = 5;

const listed = (...words: string[]): ReadonlySet<string> => new Set(words.join(' ').split(' '));

/** Words that join others. */
const JOINING = listed(
  'a an the of and at in on for from to by with',
  'el la los las un una de del y e en con por para al',
  'der die das den dem ein eine und im am zu zum zur von mit bei',
  'le les et du des au',
);

/** Words that say what kind of thing an event is, or how it stands, and not which one. Those of one line mean one kind, except the first. */
const KINDS: ReadonlyMap<string, number> = new Map(
  [
    'show event espectaculo evento veranstaltung 행사 open air presents presenta presentan prasentiert free gratis entry entrada eintritt sold out agotado ausverkauft 무료 매진 cancelled canceled cancelado cancelada abgesagt postponed aplazado aplazada verschoben 취소 연기 new nuevo neu',
    'concert live music concierto directo musica konzert musik 콘서트 공연 음악회 라이브',
    'film movie cinema pelicula cine kino 영화 상영',
    'theatre theater play teatro obra theaterstuck 연극',
    'opera oper 오페라',
    'musical 뮤지컬',
    'dance danza tanz 무용',
    'exhibition exposicion ausstellung 전시 전시회',
    'lecture talk conferencia charla vortrag 강연',
    'reading lectura lesung 낭독',
  ].flatMap((words, kind) => words.split(' ').map((word) => [word, kind] as const)),
);

/** Words that name an event beside another one. */
const BESIDE = listed(
  'part group session class level kids children family teens seniors youth beginners beginner advanced intermediate rehearsal workshop',
  'tour guided opening closing introduction preview matinee dinner afterparty after vip masterclass signing encore dubbed subtitled',
  'parte grupo sesion clase nivel ninos infantil familiar jovenes principiantes avanzado ensayo taller visita guiada inauguracion clausura',
  'teil gruppe kurs kinder familien jugend anfanger fortgeschrittene probe fuhrung eroffnung einfuhrung omu ov',
  '부 조 반 어린이 가족 청소년 초급 중급 고급 리허설 워크숍 체험 투어 해설 개막식 폐막식 자막 더빙',
);

/** Words by which a subtitle names people. */
const BY = listed('by with from feat featuring ft de con por von mit di avec');

const NUMBERS: ReadonlyMap<string, string> = new Map(
  [
    'one first uno primero primera eins erste erster erstes i 첫',
    'two second dos segundo segunda zwei zweite zweiter zweites ii',
    'three third tres tercero tercera drei dritte dritter drittes iii',
    'four fourth cuatro cuarto cuarta vier vierte iv',
    'five fifth cinco quinto quinta funf funfte v',
  ].flatMap((words, at) => words.split(' ').map((word) => [word, String(at + 1)] as const)),
);

/** A number that is written as a word, in digits. Single letters may be no numbers. */
const inDigits = (word: string) => (word.length > 1 && NUMBERS.get(word)) || word;

/** A text as its parts between colons, dashes, brackets and the like, each as its folded words. */
function partsOf(text: string): string[][] {
  const bare = /[<&]/.test(text) ? decodeHtml(stripTags(text)) : text;
  const plain = fold(bare.normalize('NFKC'))
    .replace(/ß/g, 'ss')
    .replace(/['’‘`´ʼ]/g, '')
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, '');
  return plain
    .split(/\s-+\s?|-+\s|[–—―:|(){}[\]<>«»„“”"「」『』《》【】・·•~;@]|[,./]\s|\s[/+*]\s|[!?…]+/u)
    .map((part) => (part.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(inDigits))
    .filter((words) => words.length > 0);
}

/** The words as one text, in which neither spaces nor the ways to write an umlaut count. */
const joined = (words: readonly string[]) => words.join('').replace(/([aou])e/g, '$1');

/** Texts as parts, which are read once for all that an event is compared with. */
const titlesOf = onceFor(({ titles }: Occasion, _: 'titles') => titles.map(partsOf));
const textsOf = onceFor((place: Where, list: 'names' | 'cities') => place[list].map(partsOf));
const namesOf = (place: Where) => textsOf(place, 'names');
const citiesOf = (place: Where) =>
  textsOf(place, 'cities')
    .map((city) => joined(city.flat()))
    .filter(Boolean);

/** How much the words say: a syllable of Korean, and a Chinese character, as two letters. */
const weightOf = (words: readonly string[]) =>
  [...words.join('')].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0);

/** Whether the words say only of which kind something is. */
const isKind = (words: readonly string[]) => words.every((word) => KINDS.has(word) || JOINING.has(word));

/** Numbers, and single letters where they tell one group from another, in order. */
function marksOf(parts: readonly string[][]): string {
  const marks = parts.flatMap((words) =>
    words.flatMap((word, at) => {
      const digits = word.match(/\p{N}+/gu);
      if (digits) return digits.map((each) => String(Number(each)));
      const isLast = at === words.length - 1;
      if (isLast && at > 0 && NUMBERS.has(word)) return [NUMBERS.get(word)!];
      if (/^(?:vi{1,3}|ix|xi{0,3})$/.test(word) && isLast && at > 0) return [word];
      return /^\p{Script=Latin}$/u.test(word) && at > 0 && (isLast || !JOINING.has(word)) ? [word] : [];
    }),
  );
  return marks.sort().join(' ');
}

/** The words without those of a name at either end, and without what joined them. */
function withoutName(words: readonly string[], name: readonly string[]): string[] {
  const is = (from: number) => name.every((word, at) => words[from + at] === word);
  if (name.length === 0 || name.length >= words.length) return [...words];
  let remaining = [...words];
  if (is(remaining.length - name.length)) {
    remaining = remaining.slice(0, -name.length);
    while (remaining.length > 1 && JOINING.has(remaining.at(-1)!)) remaining.pop();
  } else if (is(0)) remaining = remaining.slice(name.length);
  return remaining;
}

/** What a title says: its parts, and the kinds that it names. */
interface Gist {
  parts: string[][];
  kinds: ReadonlySet<number>;
}

/** A title without the names of its places, the year of its start, and parts that only say of which kind it is. */
function gistOf(all: string[][], names: readonly string[][], year: string): Gist {
  const bare = all
    .map((words) => names.reduce<string[]>(withoutName, words))
    .filter((words) => !names.some((name) => joined(name) === joined(words)))
    .map((words) => words.filter((word, at) => word !== year || (at === 0 && words.length === 1)))
    .filter((words) => words.length > 0 && joined(words) !== year);
  const telling = bare.filter((words) => !isKind(words));
  const found = telling.length > 0 ? telling : bare.length > 0 ? bare : all;
  const kinds = new Set(bare.flat().flatMap((word) => KINDS.get(word) || []));
  const parts = found.map((words) => {
    const remaining = [...words];
    while (remaining.length > 1 && isKind(remaining.slice(-1))) remaining.pop();
    return isTelling(remaining) ? remaining : words;
  });
  return { parts, kinds };
}

const isTelling = (words: readonly string[]) => !isKind(words) && (words.length > 1 || weightOf(words) >= TELLING);

/** Whether one text becomes the other by one letter that is changed, added or left out. */
function isOneLetterOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(at + (short.length === long.length ? 1 : 0)) === long.slice(at + 1);
}

/** The weight from which a word may have a slip of the pen. */
const SLIPPING = 7;

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  const [first, second] = [a, b].map((words) => words.filter((word) => !JOINING.has(word)));
  const [left, right] = first!.length && second!.length ? [first!, second!] : [a, b];
  if (joined(left) === joined(right) || joined([...left].sort()) === joined([...right].sort())) return true;
  if (left.length !== right.length) return false;
  const others = left.flatMap((word, at) => (word === right[at] ? [] : [at]));
  if (others.length !== 1) return false;
  const [mine, theirs] = [left[others[0]!]!, right[others[0]!]!];
  return Math.min(mine.length, theirs.length) >= SLIPPING && isOneLetterOff(mine, theirs);
}

/** Whether the longer title is the shorter one and a subtitle, or something before it. */
function isWithin(short: readonly string[][], long: readonly string[][]): boolean {
  const core = short.flat();
  if (!isTelling(core)) return false;
  for (let from = 0; from < long.length; from += 1)
    for (let to = from + 1; to <= long.length; to += 1) {
      const remaining = [...long.slice(0, from), ...long.slice(to)].flat();
      if (remaining.length === 0 || remaining.some((word) => BESIDE.has(word))) continue;
      const isNamed = core.length > 1 || weightOf(core) >= LONG || BY.has(remaining[0]!) || isKind(remaining);
      if (isNamed && areEqual(core, long.slice(from, to).flat())) return true;
    }
  return false;
}

/** Whether both say of which kind they are, and mean no kind in common. */
const areOtherKinds = ({ kinds: a }: Gist, { kinds: b }: Gist) =>
  a.size > 0 && b.size > 0 && ![...a].some((kind) => b.has(kind));

function areAlike({ parts: a }: Gist, { parts: b }: Gist): boolean {
  if (marksOf(a) !== marksOf(b)) return false;
  return areEqual(a.flat(), b.flat()) || isWithin(a, b) || isWithin(b, a);
}

/** Whether two titles are equal, and so long that this is no chance. */
const areLong = ({ parts: a }: Gist, { parts: b }: Gist) =>
  joined(a.flat()) === joined(b.flat()) && weightOf(a.flat()) >= LONG && marksOf(a) === marksOf(b);

const isLatin = (text: string) => !/[\u0250-\u{10ffff}]/u.test(text);

/** Whether both name a city, in one script, and none is the same. */
function areInOtherCities(a: Where, b: Where): boolean {
  const [mine, theirs] = [citiesOf(a), citiesOf(b)];
  if (mine.length === 0 || theirs.length === 0) return false;
  return mine.every((one) =>
    theirs.every((other) => isLatin(one) === isLatin(other) && !one.includes(other) && !other.includes(one)),
  );
}

function isSamePlace(a: Where, b: Where): boolean {
  if (a.id !== undefined && a.id === b.id) return true;
  const apart = a.point && b.point ? distance(a.point, b.point) : undefined;
  if ((apart !== undefined && apart > FAR) || areInOtherCities(a, b)) return false;
  const names = namesOf(a).flatMap((one) => namesOf(b).map((other) => [one, other] as const));
  // Two halls of one house are two.
  if (names.length > 0 && names.every(([one, other]) => marksOf([one.flat()]) !== marksOf([other.flat()])))
    return false;
  return (
    (apart !== undefined && apart <= NEAR) ||
    names.some(([one, other]) => areEqual(one.flat(), other.flat()) || isWithin(one, other) || isWithin(other, one))
  );
}

/**
 * Whether two records are most likely one event, as two sources tell of it: they start at the same moment, or all day on the same
 * day; at one venue, or at venues whose names are alike, or at most 200 m apart; and their titles differ only in case, accents,
 * punctuation, the name of the venue, a subtitle, or what kind of event they say it is. Titles with other numbers are of two
 * events. Where one of them has no place, the titles must be equal and long.
 */
export function isSameEvent(a: Occasion, b: Occasion): boolean {
  if (a.allDay !== b.allDay || (a.allDay ? a.day !== b.day : a.startsAt !== b.startsAt)) return false;
  const isSomewhere = a.places.length > 0 && b.places.length > 0;
  if (isSomewhere && !a.places.some((one) => b.places.some((other) => isSamePlace(one, other)))) return false;
  const names = [...a.places, ...b.places].flatMap((place) => namesOf(place).map((name) => name.flat()));
  const [mine, theirs] = [a, b].map((its) =>
    titlesOf(its, 'titles').map((title) => gistOf(title, names, a.day.slice(0, 4))),
  );
  return mine!.some((one) =>
    theirs!.some((other) => !areOtherKinds(one, other) && (isSomewhere ? areAlike(one, other) : areLong(one, other))),
  );
}
