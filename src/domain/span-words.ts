import type { Language } from './language.ts';

export type Unit = 'days' | 'weeks' | 'months' | 'years';

/** What words say of a span, each thing once and in any order. */
export interface Said {
  /** How many units from the present one: `tomorrow` is 1 day, `last week` -1 weeks, `in two months` 2 months. */
  days?: number;
  weeks?: number;
  months?: number;
  years?: number;
  /** How many units from today on, or back if negative. */
  count?: number;
  unit?: Unit;
  /** Which day or month of a name. Without it, today or the present month counts as the coming one. `by` is the last until a day. */
  which?: 'this' | 'coming' | 'next' | 'last' | 'by';
  /** 0 is Sunday. */
  weekday?: number;
  weekend?: true;
  /** A day or a week that other words name. */
  day?: true;
  week?: true;
  /** Of a month; -1 is the last. */
  nth?: number;
  /** Some days of a month. */
  stretch?: readonly [first: number, last: number];
  /** What is left of it. */
  rest?: true;
  date?: number;
  /** Whether the number can only be a date, also without a month. */
  th?: true;
  month?: number;
  year?: number;
  part?: keyof typeof HOURS;
}

const BEGINNING: Said = { stretch: [1, 10] };
const MIDDLE: Said = { stretch: [11, 20] };
const END: Said = { stretch: [21, 31] };
const HALF: Said = { stretch: [1, 15] };
const OTHER_HALF: Said = { stretch: [16, 31] };
const YEAR_END: Said = { month: 12, ...END };
const FEW_DAYS: Said = { count: 7, unit: 'days' };

/** The first and the last hour of the parts of a day. */
export const HOURS = { morning: [6, 12], afternoon: [12, 18], evening: [18, 24] } as const;

/** What a pattern says. Numbers are multiplied by that of the pattern, if it has one; `by` is said of its unit. */
export type Says = Said & { by?: number };

export interface Words {
  /** Numbers, from 1 on. */
  numbers: readonly string[];
  /** What stands for `@`. */
  units: Readonly<Record<Unit, string>>;
  /**
   * Patterns, and what they say. `#` is a number, `%` one of one or two digits, `@` a unit, `@s` one or more of them. The longest match
   * counts; of several, the first.
   */
  rows: readonly (readonly [Says, ...patterns: string[]])[];
}

const named = (key: keyof Said, from: number, patterns: string): [Says, string][] =>
  patterns.split(' ').map((pattern, index) => [{ [key]: from + index }, pattern]);

/** Folded: without case and accents. */
export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    numbers: ['a|an|one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
    units: { days: 'day', weeks: 'week', months: 'month', years: 'year' },
    rows: [
      [{}, "on|the|at|of|in|during|for|over|(?<!\\d )(?:days|month) of|all|sometime|['’]s"],
      [{ by: 0 }, 'this @', 'of the @', 'all @', '(?:the )?whole @'],
      [{ by: 1 }, 'in # @s', '# @s from (?:now|today)', '(?:next|following) @'],
      [{ by: 2 }, '@ after next'],
      [{ by: -1 }, '# @s ago', '(?:last|past|previous) @(?! (?:of|in)\\b)'],
      [{ count: 1 }, '(?:within|next|following|coming)(?: the next)? # @s', '(?:in|over|within|for) the next @'],
      [{ count: -1 }, '(?:last|past|previous) # @s'],
      [FEW_DAYS, '(?:next|coming) (?:few )?days'],
      [{ days: 0 }, 'today|now'],
      [{ days: 0, part: 'evening' }, 'tonight'],
      [{ days: 1 }, 'tomorrow'],
      [{ days: 2 }, 'day after tomorrow'],
      [{ days: -1 }, 'yesterday'],
      [{ days: -1, part: 'evening' }, 'last night'],
      [{ part: 'morning' }, 'morning'],
      [{ part: 'afternoon' }, 'afternoon'],
      [{ part: 'evening' }, 'evening|night'],
      [{ nth: -1 }, 'last(?= \\w+ (?:of|in)\\b)'],
      [{ nth: 1 }, '(?:the )?%(?:st|nd|rd|th)(?= (?:week(?:end)?|\\w*day) (?:of|in)\\b)'],
      ...named('nth', 1, 'first second third fourth fifth'),
      [{ which: 'this' }, 'this'],
      [{ which: 'coming' }, '(?:this )?coming|upcoming'],
      [{ which: 'next' }, 'next|following'],
      [{ which: 'last' }, '(?:last|past|previous)(?! of\\b)'],
      [{ weekend: true }, 'weekend'],
      [{ day: true }, 'day'],
      [{ week: true }, '(?<!\\d )week(?! \\d)(?: (?:commencing|beginning|starting))?'],
      [BEGINNING, 'early|beginning|start'],
      [MIDDLE, 'mid-?|middle'],
      [END, 'late|end'],
      [YEAR_END, 'end of the year'],
      [HALF, 'first half'],
      [OTHER_HALF, '(?:second|last) half'],
      [{ rest: true }, 'rest|remainder|later'],
      ...named(
        'weekday',
        0,
        'sun(?:day)? mon(?:day)? tue(?:s(?:day)?)? wed(?:nesday)? thu(?:rs?(?:day)?)? fri(?:day)? sat(?:urday)?',
      ),
      ...named('month', 1, 'jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)?'),
      ...named('month', 9, 'sep(?:t(?:ember)?)? oct(?:ober)? nov(?:ember)? dec(?:ember)?'),
      [{ date: 1, th: true }, '(?:the )?%(?:st|nd|rd|th)', 'the %'],
    ],
  },
  es: {
    numbers: ['una?|uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez'],
    units: { days: 'dia', weeks: 'semana', months: 'mes', years: 'ano' },
    rows: [
      // "Los viernes" are all of them.
      [{}, 'el|la|las|tod[ao]|de|del|por|durante|a|al|en|mes de|los(?! (?:lun|mar|mie|jue|vie))'],
      [{ by: 0 }, 'est[ae] @', 'tod[ao] (?:el|la) @', 'de(?:l| la)? @(?! (?:que|prox|sig|entr|pasad|de))'],
      [{ by: 1 }, '(?:en|dentro de) # @s', '(?:proxim[ao]|siguiente) @'],
      [{ by: 1 }, '(?:de(?:l| la) )?@ (?:proxim[ao]|que viene|siguiente|entrante)'],
      [{ by: -1 }, 'hace # @s', '(?:de(?:l| la) )?@ pasad[ao]', '(?:ultim[ao]|pasad[ao]) @(?! de)'],
      [{ count: 1 }, '(?:proxim[ao]s|siguientes) # @s', '# (?:proxim[ao]s|siguientes) @s', '# @s siguientes'],
      [{ count: -1 }, '(?:ultim[ao]s|pasad[ao]s) # @s', '# ultim[ao]s @s'],
      [FEW_DAYS, 'proximos dias'],
      [{ days: 0 }, 'hoy|ahora'],
      [{ days: 1 }, 'manana'],
      [{ days: 2 }, 'pasado manana'],
      [{ days: -1 }, 'ayer'],
      [{ days: -2 }, 'anteayer|antes de ayer'],
      [{ days: -1, part: 'evening' }, 'anoche'],
      [{ part: 'morning' }, '(?:esta|(?:por|en|a|de) la) manana', 'la manana(?= del? )'],
      [{ part: 'afternoon' }, 'tarde'],
      [{ part: 'evening' }, 'noche'],
      [{ nth: -1 }, 'ultim[ao](?= (?:fin de semana|(?!fin )\\w+) del? )'],
      ...named('nth', 1, 'primer[ao]? segund[ao] tercer[ao]? cuart[ao] quint[ao]'),
      [{ which: 'this' }, 'est[ae]'],
      [{ which: 'coming' }, '(?:est[ae] )?proxim[ao]|que viene|siguiente'],
      [{ which: 'last' }, '(?:pasad[ao]|ultim[ao])(?! del?\\b)'],
      [{ weekend: true }, 'fin de semana|finde'],
      [{ day: true }, 'dia'],
      [{ week: true }, '(?<!\\d )semana(?! \\d)'],
      [BEGINNING, 'principios?|comienzos?|inicios?'],
      [MIDDLE, 'mediados'],
      [END, 'fin(?:al(?:es)?|es)?'],
      [YEAR_END, 'fin(?:al(?:es)?)? de ano'],
      [HALF, 'primera (?:quincena|mitad)'],
      [OTHER_HALF, '(?:segunda|ultima) (?:quincena|mitad)'],
      [{ rest: true }, 'resto|lo que queda'],
      ...named('weekday', 0, 'dom(?:ingo)? lun(?:es)? martes mie(?:rcoles)? jue(?:ves)? vie(?:rnes)? sab(?:ado)?'),
      ...named('month', 1, 'ene(?:ro)? febrero marzo abr(?:il)? mayo junio julio ago(?:sto)?'),
      ...named('month', 9, 'sep?tiembre octubre noviembre dic(?:iembre)?'),
      [{ date: 1, th: true }, '(?:el|al|(?:(?:el|al|del) )?dia|del) %', '%[ºª]', '(?<=(?:es|sabado|domingo) )%'],
      ...named('date', 2, 'dos tres cuatro cinco seis siete ocho nueve diez'),
    ],
  },
  ko: {
    numbers: ['한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉', '열'],
    units: { days: '일(?!요일)', weeks: '주일?(?!요일|말)', months: '달|개월', years: '년|해' },
    rows: [
      [{}, '에|의', '(?<!\\d ?일 ?)(?:간|동안)', '(?<=[월달] ?|주 )중(?!순)'],
      [{ by: 0 }, '이번 ?@'],
      [{ by: 1 }, '# ?@ ?(?:후|뒤)', '다음 ?@'],
      [{ by: 2 }, '다(?:음 ?)?다음 ?@'],
      [{ by: -1 }, '# ?@ ?전', '(?:지난|저번) ?@'],
      [{ by: -2 }, '지지난 ?@'],
      [{ count: 1 }, '(?:앞으로|다음|향후) ?# ?@(?: ?간| ?동안)?', '# ?@ ?(?:이내|안)'],
      [{ count: -1 }, '(?:지난|최근) ?# ?@(?: ?간| ?동안)?'],
      [FEW_DAYS, '앞으로 ?며칠(?: ?간| ?동안)?'],
      [{ days: 0 }, '오늘|지금'],
      [{ days: 1 }, '내일'],
      [{ days: 2 }, '(?:내일 ?)?모레'],
      [{ days: 3 }, '글피'],
      [{ days: -1 }, '어제'],
      [{ days: -2 }, '그저께|그제'],
      [{ days: -1, part: 'evening' }, '어젯밤|지난밤'],
      [{ months: 0 }, '이달'],
      [{ months: 1 }, '내달'],
      [{ months: 0, ...BEGINNING }, '월초'],
      [{ months: 0, ...END }, '월말'],
      [{ years: 0 }, '올해'],
      [{ years: 1 }, '내년'],
      [{ years: -1 }, '작년'],
      [{ part: 'morning' }, '아침|오전'],
      [{ part: 'afternoon' }, '오후|낮'],
      [{ part: 'evening' }, '저녁|밤'],
      [{ nth: -1 }, '마지막'],
      [{ nth: -1, day: true }, '말일'],
      [{ nth: 1 }, '%(?: ?번)?째'],
      [{ nth: 1, week: true }, '% ?주차'],
      ...named('nth', 1, '첫(?:번?째)? (?:두번|둘)째 (?:세번|셋)째 (?:네번|넷)째 다섯번?째'),
      ...named('nth', 1, '첫\\s번째 두\\s번째 세\\s번째 네\\s번째'),
      [{ which: 'this' }, '이번'],
      [{ which: 'coming' }, '오는|돌아오는'],
      [{ which: 'next' }, '다음'],
      [{ which: 'last' }, '지난|저번'],
      [{ weekend: true }, '주말'],
      [{ day: true }, '날'],
      [{ week: true }, '(?<!\\d ?)주(?!말| ?\\d)'],
      [BEGINNING, '초순?'],
      [MIDDLE, '중순'],
      [END, '말|하순'],
      [YEAR_END, '연말'],
      [{ rest: true }, '남은(?: ?(?:기간|날))?'],
      ...named('weekday', 0, '일요일 월요일 화요일 수요일 목요일 금요일 토요일'),
      [{ month: 1 }, '% ?월(?!요일)'],
      [{ date: 1, th: true }, '% ?일(?!요일)'],
      // In every language.
      [{ date: 1 }, '%'],
      [{ year: 1 }, '(?<n>\\d{4})(?: ?년)?'],
    ],
  },
};

/** Days that Korean counts by one word, in two. */
export const COUNTED: readonly (readonly [word: string, said: string])[] = [
  ['일주일', '한 주'],
  ['이틀', '두 일'],
  ['사흘', '세 일'],
  ['나흘', '네 일'],
  ['열흘', '열 일'],
];

/** When events take place, relative to now. */
export type When = 'upcoming' | 'running' | 'past' | 'all';

/** Whole texts that mean a time relative to now. */
export const WHENS: Readonly<Record<When, string>> = {
  all: 'all|any time|anytime|todo|todos|siempre|전체|모두|언제든지',
  past: 'past|pasado|pasados|지난 행사|과거',
  running: 'running|now|right now|ahora|ahora mismo|en curso|지금|진행 중|진행중',
  upcoming: 'upcoming|soon|proximos|proximamente|예정|다가오는',
};

/** What stands between the two ends of a span; `and` where one must follow the other, unless all between them is said to be meant. */
export const BETWEEN = new RegExp(
  [
    '\\s+(?:to|until|till|through|thru|hasta|a)\\s+',
    '\\s+(?=al )',
    '\\s*(?:부터|에서|[~～–—]|\\.\\.)\\s*',
    '\\s+-\\s+',
    '(?<!\\d{4}|\\d{4}-\\d\\d?|mid)-',
    '(?<=\\d-\\d\\d)/(?=\\d{4}-)',
    '(?<and>\\s+(?:and|or|&|y|e|o)\\s+|(?<=[가-힣])(?:와|과|하고|이랑|이나)\\s*)',
  ].join('|'),
  'g',
);
export const ALL_BETWEEN = /^(?:between|entre)\s|사이[에의]?$/;

/** What may stand around them. */
export const AROUND = /^(?:from|desde|between|entre)\s+|\s*(?:까지|사이)[에의]?$/g;

/** What stands around the only end of a span. */
export const OPEN = {
  from: [
    '^(?:from|as of|starting(?: from| on)?|beginning|desde|a partir del?)\\s+',
    '\\s+(?:on|onwards?|en adelante)$',
    '\\s*(?:부터|이후)[에의]?$',
  ],
  after: ['^(?:after|despues del?)\\s+'],
  until: ['^(?:until|till|up to|through|by|hasta)\\s+', '\\s*까지[에의]?$'],
  before: ['^(?:before|antes del?)\\s+', '\\s*이?전[에의]?$'],
} as const;
