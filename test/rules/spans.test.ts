import { expect, test } from 'vitest';
import { readSpan, understood } from '../../src/domain/spans.ts';

const zone = 'Asia/Seoul';
/** Sunday, 15:16 in Seoul. */
const now = Date.parse('2026-11-29T06:16:00Z');

const shown = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at + 9 * 3_600_000).toISOString().slice(0, 16);

const spans = {
  '2026-11-29T18:00 2026-11-29T23:59': ['tonight', 'this evening', 'esta noche', '오늘 밤', '오늘밤', 'Sunday night'],
  '2026-11-30T00:00 2026-11-30T23:59': ['tomorrow', 'mañana', '내일', 'in 1 day', 'el lunes', '월요일에', '2026-11-30'],
  '2026-11-30T06:00 2026-11-30T11:59': ['tomorrow morning', 'mañana por la mañana', '내일 아침'],
  '2026-12-01T00:00 2026-12-01T23:59': ['day after tomorrow', 'pasado mañana', '모레', '이틀 후', 'dentro de dos días'],
  '2026-11-28T00:00 2026-11-29T23:59': ['this weekend', 'weekend', 'este fin de semana', '이번 주말'],
  '2026-12-05T00:00 2026-12-06T23:59': ['next weekend', 'el fin de semana que viene', '다음 주말', '다음주 주말'],
  '2026-11-30T00:00 2026-12-06T23:59': ['next week', 'la próxima semana', '다음 주', 'in a week', '일주일 후'],
  '2026-12-07T00:00 2026-12-13T23:59': ['in two weeks', 'dentro de dos semanas', '2주 뒤'],
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
  '2026-11-29T00:00 2026-12-05T23:59': ['next 7 days', 'los próximos 7 días', '앞으로 7일', 'within one week'],
  '2026-12-04T00:00 2026-12-06T23:59': [
    'friday to sunday',
    'del viernes al domingo',
    '금요일부터 일요일까지',
    '2026-12-04/2026-12-06',
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
])('"%s" is not taken for a span', (text) => expect(readSpan(text, { zone, now })).toBeUndefined());

test.each([
  [{}, 'upcoming', undefined, undefined],
  [{ when: 'PAST' }, 'past', undefined, undefined],
  [{ when: '지금' }, 'running', undefined, undefined],
  [{ when: 'todo' }, 'all', undefined, undefined],
  [{ from: '2026-11-01' }, 'all', '2026-11-01T00:00', undefined],
  [{ to: '2026-12-31' }, 'upcoming', undefined, '2026-12-31T23:59'],
  [{ to: '2026-10' }, 'all', undefined, '2026-10-31T23:59'],
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
