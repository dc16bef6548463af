import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSpan, understood } from '../../src/domain/spans.ts';
import { runsOf } from '../support/fuzz/seed.ts';

const zone = 'Asia/Seoul';
/** Sunday, 15:16 in Seoul. */
const now = Date.parse('2026-11-29T06:16:00Z');

const shown = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at + 9 * 3_600_000).toISOString().slice(0, 16);

const spans = {
  '2026-11-29T00:00 2026-11-29T23:59': [
    'the rest of the week',
    'rest of the weekend',
    'lo que queda de semana',
    '이번 주 남은 기간',
  ],
  '2026-11-29T18:00 2026-11-29T23:59': ['tonight', 'this evening', 'esta noche', '오늘 밤', '오늘밤', 'Sunday night'],
  '2026-11-30T00:00 2026-11-30T23:59': ['tomorrow', 'mañana', '내일', 'in 1 day', 'el lunes', '월요일에', '2026-11-30'],
  '2026-11-30T06:00 2026-11-30T11:59': ['tomorrow morning', 'mañana por la mañana', '내일 아침'],
  '2026-12-01T00:00 2026-12-01T23:59': ['day after tomorrow', 'pasado mañana', '모레', '이틀 후', 'dentro de dos días'],
  '2026-11-28T00:00 2026-11-29T23:59': ['this weekend', 'weekend', 'este fin de semana', '이번 주말'],
  '2026-12-05T00:00 2026-12-06T23:59': [
    ...['next weekend', 'el fin de semana que viene', '다음 주말', '다음주 주말', 'the weekend of 5 December'],
    ...['Saturday and Sunday', 'sábado y domingo', '토요일과 일요일', 'fin de semana del 5 de diciembre'],
    ...[
      'first weekend of December',
      'primer fin de semana de diciembre',
      '12월 첫째 주말',
      'del sábado 5 al domingo 6',
    ],
  ],
  '2026-11-30T00:00 2026-12-06T23:59': [
    ...['next week', 'la próxima semana', '다음 주', '다음주', 'in a week', '일주일 후'],
    ...['first week of December', '1st week of December', 'primera semana de diciembre', '12월 첫째 주', '12월 1주차'],
  ],
  '2026-12-07T00:00 2026-12-13T23:59': [
    ...['in two weeks', 'dentro de dos semanas', '2주 뒤', 'second week of December', '12월 둘째 주'],
    ...[
      'week of 9 December',
      'la semana del 9 de diciembre',
      'la segunda semana del mes que viene',
      '다음달 두 번째 주',
    ],
  ],
  '2026-12-28T00:00 2027-01-03T23:59': [
    ...['last week of December', 'la última semana de diciembre', '12월 마지막 주', '28 December to 3 January'],
    ...['del 28 de diciembre al 3 de enero', '12월 28일부터 1월 3일까지', '28 Dec 2026 - 3 Jan', '12월 28일~1월 3일'],
  ],
  '2026-12-14T00:00 2026-12-24T23:59': [
    ...['from 14 to 24 December', '14-24 December', 'December 14–24', 'Dec 14 to 24', 'between 14 and 24 December'],
    ...['the 14th to the 24th', 'December 14 through 24, 2026', '2026-12-14 to 2026-12-24', '14 to 24 next month'],
    ...['del 14 al 24 de diciembre', 'entre el 14 y el 24 de diciembre', '14-24 de diciembre', 'del 14 al 24'],
    ...['12월 14일부터 24일까지', '12월 14일~24일', '12월 14-24일', '12월 14일에서 24일 사이', '14일부터 24일까지'],
  ],
  '2027-12-14T00:00 2027-12-24T23:59': ['December 14 through 24 2027', 'del 14 al 24 de diciembre de 2027'],
  '2026-11-10T00:00 2026-11-30T23:59': ['10 to 30 November', 'del 10 al 30 de este mes', '11월 10일부터 30일까지'],
  '2026-12-01T00:00 2026-12-10T23:59': ['early December', 'principios de diciembre', '12월 초', '다음 달 초'],
  '2026-12-11T00:00 2026-12-20T23:59': ['mid-December', 'a mediados de diciembre', '12월 중순'],
  '2026-12-01T00:00 2026-12-15T23:59': ['first half of December', 'la primera quincena de diciembre', '1-15 December'],
  '2026-12-16T00:00 2026-12-31T23:59': ['second half of December', 'segunda quincena de diciembre'],
  '2026-12-21T00:00 2026-12-31T23:59': [
    'end of December',
    'finales de diciembre',
    '12월 말',
    'late next month',
    'end of the year',
    'a finales de año',
    '연말',
  ],
  '2026-11-21T00:00 2026-11-30T23:59': ['the end of the month', 'a finales de mes', '이번 달 말'],
  '2026-12-21T00:00 2027-01-10T23:59': ['late December to early January', '12월 말부터 1월 초까지'],
  '2026-12-31T00:00 2026-12-31T23:59': ['last day of December', 'último día de diciembre', '12월 마지막 날'],
  '2026-12-12T00:00 2026-12-12T23:59': [
    '2nd Saturday of December',
    'segundo sábado de diciembre',
    '12월 둘째 주 토요일',
  ],
  '2026-12-05T18:00 2026-12-05T23:59': [
    'Saturday night',
    'el sábado por la noche',
    'la noche del sábado',
    '토요일 저녁',
  ],
  '2026-12-05T06:00 2026-12-05T11:59': ['this Saturday morning', 'la mañana del sábado', '토요일 오전'],
  '2026-11-29T00:00 2026-12-01T23:59': ['next 3 days', 'in the next three days', 'los próximos 3 días', '앞으로 3일간'],
  '2026-12-14T00:00 2027-01-31T23:59': ['14일부터 1월까지', 'from the 14th to January', 'del 14 hasta enero'],
  '2026-11-30T00:00 undefined': ['from tomorrow', 'a partir de mañana', 'desde mañana', '내일부터', 'starting Monday'],
  '2026-12-05T00:00 undefined': ['after Friday', 'después del viernes'],
  'undefined 2026-12-04T23:59': ['until Friday', 'by Friday', 'hasta el viernes', '금요일까지', 'before Saturday'],
  '2026-11-16T00:00 2026-11-22T23:59': ['last week', 'la semana pasada', '지난주'],
  '2026-12-05T00:00 2026-12-05T23:59': [
    'Saturday',
    'next saturday',
    'el sábado',
    '다음 주 토요일',
    'saturday, 5 december',
  ],
  '2026-11-28T00:00 2026-11-28T23:59': ['last saturday', 'el sábado pasado', '지난 토요일', '이번 주 토요일'],
  '2026-12-01T00:00 2026-12-31T23:59': [
    'December',
    '2026-12',
    'en diciembre',
    '12월',
    'next month',
    'el próximo mes',
    '다음 달',
  ],
  '2027-12-01T00:00 2027-12-31T23:59': ['December 2027', '2027-12', 'diciembre de 2027', '2027년 12월', '내년 12월'],
  '2026-12-24T00:00 2026-12-24T23:59': ['24 December', 'Dec 24th', '24 de diciembre', '12월 24일', '2026.12.24'],
  '2027-10-01T00:00 2027-10-31T23:59': ['October', 'octubre', '10월'],
  '2027-01-01T00:00 2027-12-31T23:59': ['2027', 'next year', '2027년', '내년', 'el año que viene'],
  '2026-11-29T00:00 2026-12-05T23:59': [
    'next 7 days',
    'los próximos 7 días',
    '앞으로 7일',
    'the next few days',
    'los próximos días',
    '앞으로 며칠',
    'within one week',
  ],
  '2026-12-04T00:00 2026-12-06T23:59': [
    ...['friday to sunday', 'Fri-Sun', 'Friday to Sunday next week', 'next Friday to Sunday'],
    ...['del viernes al domingo', '금요일부터 일요일까지', '2026-12-04/2026-12-06'],
  ],
  '2027-01-05T10:00 2027-01-05T10:00': ['2027-01-05T10:00', '2027-01-05 10:00:00'],
};

test.each(Object.entries(spans))('%s is what all words of its row mean', (span, words) => {
  const read = words.map((text) => [text, readSpan(text, { zone, now })] as const);
  expect(read.map(([text, found]) => [text, `${shown(found?.first)} ${shown(found?.last)}`])).toEqual(
    words.map((text) => [text, span]),
  );
});

test.each([
  '',
  'week',
  '5',
  'gibberish',
  '2026-02-30',
  '31 de febrero',
  'friday 5 december',
  'tomorrow yesterday',
  '가을',
  'next',
  'in 3',
  '2026-13',
  'now or never',
  // Several days, or one that could be another.
  ...['on Saturdays', 'los viernes', 'todos los viernes', '토요일마다', 'Friday and Sunday', '24 and 26 December'],
  ...['3 days in December', '10 days of December', 'two weeks of December', 'week 2 of December', '12월 2주', '3일간'],
  ...['12월 20일부터 3일간', 'weekend of 16 December', '이틀', 'from 5 to 7'],
  ...[
    '24 to 14 December',
    '31 to 2 January',
    'fifth week of November',
    'Sunday 5 December',
    '24/12/2026',
    'in the morning',
    'Friday at 5',
  ],
  ...['rest of December', 'last of December', 'el 5 de la semana', '주말 저녁', 'this January', 'a '.repeat(40)],
])('"%s" is not taken for a span', (text) => expect(readSpan(text, { zone, now })).toBeUndefined());

test.each([
  ['2026-11-20', 'next weekend', '다음 주말', '2026-11-28'],
  ['2026-11-20', 'the coming weekend', 'el próximo fin de semana', '2026-11-21'],
  ['2026-11-21', 'this weekend', 'este fin de semana', '2026-11-21'],
  ['2026-11-21', '오는 주말', 'el fin de semana que viene', '2026-11-28'],
  ['2026-11-18', 'next friday', 'el próximo viernes', '2026-11-20'],
  ['2026-11-20', '다음 금요일', 'el viernes que viene', '2026-11-27'],
  ['2026-11-20', 'this friday', 'el viernes', '2026-11-20'],
  ['2026-12-30', '20 December to 5 January', 'del 20 de diciembre al 5 de enero', '2026-12-20'],
])('on %s, "%s" and "%s" begin on %s', (today, one, other, first) => {
  const at = Date.parse(`${today}T03:00:00Z`);
  const read = [one, other].map((text) => shown(readSpan(text, { zone, now: at })?.first));
  expect(read).toEqual([`${first}T00:00`, `${first}T00:00`]);
});

const MONTHS = [
  ['January', 'enero', '1월'],
  ['May', 'mayo', '5월'],
  ['November', 'noviembre', '11월'],
  ['December', 'diciembre', '12월'],
] as const;

/** How a range and its last day are written. */
const WRITTEN: readonly ((one: number, other: number, month: (typeof MONTHS)[number]) => [string, string])[] = [
  (one, other, [en]) => [`from ${one} to ${other} ${en}`, `${other} ${en}`],
  (one, other, [en]) => [`${en} ${one}-${other}`, `${en} ${other}`],
  (one, other, [, es]) => [`del ${one} al ${other} de ${es}`, `${other} de ${es}`],
  (one, other, [, , ko]) => [`${ko} ${one}일부터 ${other}일까지`, `${ko} ${other}일`],
];

test('a range within a month ends with its last day, and begins on its first in the same month', () => {
  const range = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 })).filter(([a, b]) => a < b);
  const day = fc.integer({ min: 0, max: 1500 });
  fc.assert(
    fc.property(
      range,
      day,
      fc.constantFrom(...MONTHS),
      fc.constantFrom(...WRITTEN),
      ([one, other], days, month, written) => {
        const at = { zone, now: now + days * 86_400_000 };
        const [span, end] = written(one, other, month).map((text) => readSpan(text, at)!);
        expect(shown(span!.last)).toBe(shown(end!.last));
        expect(shown(span!.first)).toBe(`${shown(end!.first)!.slice(0, 8)}${String(one).padStart(2, '0')}T00:00`);
      },
    ),
    { numRuns: runsOf(100, 2000) },
  );
});

test.each([
  [{}, 'upcoming', undefined, undefined],
  [{ when: 'PAST' }, 'past', undefined, undefined],
  [{ when: '지금' }, 'running', undefined, undefined],
  [{ when: 'todo' }, 'all', undefined, undefined],
  [{ from: '2026-11-01' }, 'all', '2026-11-01T00:00', undefined],
  [{ to: '2026-12-31' }, 'upcoming', undefined, '2026-12-31T23:59'],
  [{ to: '2026-10' }, 'all', undefined, '2026-10-31T23:59'],
  [{ when: 'until friday' }, 'upcoming', undefined, '2026-12-04T23:59'],
  [{ when: 'hasta ayer' }, 'all', undefined, '2026-11-28T23:59'],
  [{ when: 'december', from: '2026-12-24' }, 'all', '2026-12-24T00:00', '2026-12-31T23:59'],
])('%j together are %s from %s to %s', (said, when, first, last) => {
  const found = understood(said, { zone, now });
  expect([found?.when, shown(found?.first), shown(found?.last)]).toEqual([when, first, last]);
});

test('a day has the hours that its zone gives it', () => {
  const { first, last } = readSpan('28 march 2027', { zone: 'Europe/Madrid', now })!;
  expect((last! - first! + 1000) / 3_600_000).toBe(23);
  expect(understood({ when: 'december', from: '2027-03-01' }, { zone, now })).toBeUndefined();
});
