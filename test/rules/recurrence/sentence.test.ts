import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/domain/language.ts';
import { type Rule, readRule } from '../../../src/domain/recurrence/rule.ts';
import { ruleText } from '../../../src/domain/recurrence/sentence.ts';
import { runsOf } from '../../support/fuzz/seed.ts';
import { drawnRule, drawnStart } from './drawn-rules.ts';

const ruleIn = (text: string): Rule => (readRule(text, { zone: 'UTC' }) as { rule: Rule }).rule;

/** A Tuesday. */
const START = '2026-12-01 19:00:00';

test.each([
  ['DAILY', 'Every day', '매일', 'Cada día'],
  ['DAILY;INTERVAL=3', 'Every 3 days', '3일마다', 'Cada 3 días'],
  ['WEEKLY', 'Every week', '매주', 'Cada semana'],
  ['WEEKLY;INTERVAL=2', 'Every 2 weeks', '2주마다', 'Cada 2 semanas'],
  ['MONTHLY', 'Every month', '매월', 'Cada mes'],
  ['MONTHLY;INTERVAL=6', 'Every 6 months', '6개월마다', 'Cada 6 meses'],
  ['YEARLY', 'Every year', '매년', 'Cada año'],
  ['YEARLY;INTERVAL=4', 'Every 4 years', '4년마다', 'Cada 4 años'],
  ['WEEKLY;BYDAY=TU', 'Every Tuesday', '매주 화요일', 'Cada martes'],
  ['WEEKLY;BYDAY=TU,TH', 'Every Tuesday and Thursday', '매주 화요일, 목요일', 'Cada martes y jueves'],
  [
    'WEEKLY;BYDAY=MO,WE,SU',
    'Every Monday, Wednesday and Sunday',
    '매주 월요일, 수요일, 일요일',
    'Cada lunes, miércoles y domingo',
  ],
  ['WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday', '평일마다', 'De lunes a viernes'],
  ['DAILY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday', '평일마다', 'De lunes a viernes'],
  ['DAILY;BYDAY=SA,SU', 'Every Saturday and Sunday', '매주 토요일, 일요일', 'Cada sábado y domingo'],
  ['WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', 'Every day', '매일', 'Cada día'],
  ['WEEKLY;INTERVAL=2;BYDAY=TU', 'Every 2 weeks on Tuesday', '2주마다 화요일', 'Cada 2 semanas los martes'],
  [
    'WEEKLY;INTERVAL=2;BYDAY=SA,SU;WKST=SU',
    'Every 2 weeks on Saturday and Sunday',
    '2주마다 토요일, 일요일',
    'Cada 2 semanas los sábados y domingos',
  ],
  [
    'WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR',
    'Every 2 weeks on weekdays',
    '2주마다 평일',
    'Cada 2 semanas de lunes a viernes',
  ],
  ['MONTHLY;BYMONTHDAY=15', 'Every month on day 15', '매월 15일', 'El día 15 de cada mes'],
  ['MONTHLY;BYMONTHDAY=1,15', 'Every month on days 1 and 15', '매월 1일, 15일', 'Los días 1 y 15 de cada mes'],
  ['MONTHLY;BYMONTHDAY=-1', 'Every month on the last day', '매월 마지막 날', 'El último día de cada mes'],
  [
    'MONTHLY;BYMONTHDAY=15,-1',
    'Every month on day 15 and the last day',
    '매월 15일, 마지막 날',
    'El día 15 y el último día de cada mes',
  ],
  ['MONTHLY;INTERVAL=2;BYMONTHDAY=15', 'Every 2 months on day 15', '2개월마다 15일', 'El día 15 cada 2 meses'],
  ['MONTHLY;BYDAY=1TU', 'Every month on the first Tuesday', '매월 첫 번째 화요일', 'El primer martes de cada mes'],
  ['MONTHLY;BYDAY=-1FR', 'Every month on the last Friday', '매월 마지막 금요일', 'El último viernes de cada mes'],
  [
    'MONTHLY;BYDAY=-2SU',
    'Every month on the second to last Sunday',
    '매월 끝에서 두 번째 일요일',
    'El penúltimo domingo de cada mes',
  ],
  [
    'MONTHLY;BYDAY=2WE,4WE',
    'Every month on the second and fourth Wednesday',
    '매월 두 번째, 네 번째 수요일',
    'El segundo y cuarto miércoles de cada mes',
  ],
  [
    'MONTHLY;BYDAY=1MO,3SA',
    'Every month on the first Monday and the third Saturday',
    '매월 첫 번째 월요일, 세 번째 토요일',
    'El primer lunes y el tercer sábado de cada mes',
  ],
  [
    'MONTHLY;INTERVAL=3;BYDAY=5MO',
    'Every 3 months on the fifth Monday',
    '3개월마다 다섯 번째 월요일',
    'El quinto lunes cada 3 meses',
  ],
  [
    'MONTHLY;BYDAY=TU;BYSETPOS=1',
    'Every month on the first Tuesday',
    '매월 첫 번째 화요일',
    'El primer martes de cada mes',
  ],
  [
    'MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'Every month on the last weekday',
    '매월 마지막 평일',
    'El último día laborable de cada mes',
  ],
  [
    'MONTHLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=-1',
    'Every month on the last day',
    '매월 마지막 날',
    'El último día de cada mes',
  ],
  ['YEARLY;BYMONTH=3;BYMONTHDAY=5', 'Every year on 5 March', '매년 3월 5일', 'El 5 de marzo de cada año'],
  [
    'YEARLY;BYMONTH=6,7;BYMONTHDAY=10',
    'Every year on 10 June and 10 July',
    '매년 6월 10일, 7월 10일',
    'El 10 de junio y el 10 de julio de cada año',
  ],
  // No 30 February is said.
  ['YEARLY;BYMONTH=2,3;BYMONTHDAY=30', 'Every year on 30 March', '매년 3월 30일', 'El 30 de marzo de cada año'],
  [
    'YEARLY;BYMONTH=11;BYDAY=4TH',
    'Every year on the fourth Thursday of November',
    '매년 11월 네 번째 목요일',
    'El cuarto jueves de noviembre de cada año',
  ],
  [
    'YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=-1',
    'Every 2 years on the last day of February',
    '2년마다 2월 마지막 날',
    'El último día de febrero cada 2 años',
  ],
  ['WEEKLY;BYDAY=TU;COUNT=10', 'Every Tuesday, 10 times', '매주 화요일, 총 10회', 'Cada martes, 10 veces'],
  ['DAILY;COUNT=1', 'Every day, once', '매일, 총 1회', 'Cada día, una vez'],
  [
    'WEEKLY;BYDAY=TU;UNTIL=20261215',
    'Every Tuesday until 15 December 2026',
    '2026년 12월 15일까지 매주 화요일',
    'Cada martes hasta el 15 de diciembre de 2026',
  ],
])('FREQ=%s is in words: %s', (text, en, ko, es) => {
  expect(LANGUAGES.map((language) => ruleText(ruleIn(`FREQ=${text}`), language))).toEqual([en, ko, es]);
});

test.each([
  ['WEEKLY', 'Every Tuesday', '매주 화요일', 'Cada martes'],
  ['MONTHLY', 'Every month on day 1', '매월 1일', 'El día 1 de cada mes'],
  ['YEARLY', 'Every year on 1 December', '매년 12월 1일', 'El 1 de diciembre de cada año'],
  // Nothing starts at midnight.
  [
    'WEEKLY;UNTIL=20261216T000000',
    'Every Tuesday until 15 December 2026',
    '2026년 12월 15일까지 매주 화요일',
    'Cada martes hasta el 15 de diciembre de 2026',
  ],
])('FREQ=%s from a Tuesday is in words: %s', (text, en, ko, es) => {
  expect(LANGUAGES.map((language) => ruleText(ruleIn(`FREQ=${text}`), language, START))).toEqual([en, ko, es]);
});

test.each([
  'DAILY;BYMONTH=1',
  'DAILY;INTERVAL=2;BYDAY=MO',
  'WEEKLY;BYDAY=MO;BYMONTH=1',
  'WEEKLY;BYDAY=MO,TU;BYSETPOS=1',
  'MONTHLY;BYDAY=TU',
  'MONTHLY;BYDAY=6TU',
  'MONTHLY;BYDAY=FR;BYMONTHDAY=13',
  'MONTHLY;BYDAY=TU,TH;BYSETPOS=1',
  'MONTHLY;BYDAY=1TU;BYSETPOS=1',
  'MONTHLY;BYMONTHDAY=-3',
  'MONTHLY;BYMONTHDAY=1;BYMONTH=3',
  'YEARLY;BYMONTH=3',
  'YEARLY;BYDAY=20MO',
  'YEARLY;BYWEEKNO=20',
  'YEARLY;BYYEARDAY=100',
  'YEARLY;BYMONTH=1,2,3,4,5,6,7;BYMONTHDAY=1',
  'YEARLY;BYMONTH=1,2;BYDAY=MO;BYSETPOS=1',
])('no sentence fits FREQ=%s', (text) => {
  expect(LANGUAGES.map((language) => ruleText(ruleIn(`FREQ=${text}`), language))).toEqual([null, null, null]);
});

test('any rule has one sentence in each language, or none in any', () => {
  fc.assert(
    fc.property(drawnRule, drawnStart, (text, start) => {
      const sentences = LANGUAGES.map((language) => ruleText(ruleIn(text), language, start));
      expect(new Set(sentences.map((sentence) => sentence === null)).size).toBe(1);
      expect(sentences.join()).not.toMatch(/undefined|NaN|#|Invalid| {2}/);
    }),
    { numRuns: runsOf(100, 400) },
  );
});
