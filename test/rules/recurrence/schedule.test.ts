import { expect, test } from 'vitest';
import { type ScheduledSeries, scheduleOf } from '../../../src/domain/recurrence/schedule.ts';

/** From the evening of a Tuesday on. */
const SERIES: ScheduledSeries = {
  rule: 'FREQ=WEEKLY',
  rdates: [],
  exdates: [],
  timezone: 'Europe/Madrid',
  allDay: false,
  startsAt: '2027-03-02T19:00:00+01:00',
  endsAt: '2027-03-02T21:00:00+01:00',
};

const TUESDAY = ['https://schema.org/Tuesday'];

test.each([
  ['FREQ=DAILY', { repeatFrequency: 'P1D' }],
  ['FREQ=DAILY;INTERVAL=3;COUNT=5', { repeatFrequency: 'P3D', repeatCount: 5 }],
  ['FREQ=WEEKLY', { repeatFrequency: 'P1W', byDay: TUESDAY }],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU', { repeatFrequency: 'P2W', byDay: [...TUESDAY, 'https://schema.org/Sunday'] }],
  ['FREQ=WEEKLY;UNTIL=20271231', { repeatFrequency: 'P1W', byDay: TUESDAY, endDate: '2027-12-31' }],
  // On the last day, it would begin after the end.
  ['FREQ=WEEKLY;UNTIL=20271228T120000', { repeatFrequency: 'P1W', byDay: TUESDAY, endDate: '2027-12-27' }],
  ['FREQ=MONTHLY', { repeatFrequency: 'P1M', byMonthDay: [2] }],
  ['FREQ=MONTHLY;BYMONTHDAY=2,15', { repeatFrequency: 'P1M', byMonthDay: [2, 15] }],
  ['FREQ=MONTHLY;BYDAY=1TU,-1FR', { repeatFrequency: 'P1M', byDay: ['1TU', '-1FR'] }],
  ['FREQ=YEARLY', { repeatFrequency: 'P1Y', byMonth: [3], byMonthDay: [2] }],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=1TU', { repeatFrequency: 'P1Y', byMonth: [3], byDay: ['1TU'] }],
])('%s is a schedule', (rule, said) => {
  expect(scheduleOf({ ...SERIES, rule })).toEqual({
    '@type': 'Schedule',
    startDate: '2027-03-02',
    startTime: '19:00:00',
    endTime: '21:00:00',
    scheduleTimezone: 'Europe/Madrid',
    ...said,
  });
});

test.each([
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
  'FREQ=MONTHLY;BYDAY=TU',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2',
  'FREQ=MONTHLY;BYDAY=TU;BYMONTHDAY=2',
  'FREQ=YEARLY;BYYEARDAY=61',
  'FREQ=YEARLY;BYWEEKNO=9;BYDAY=TU',
  'FREQ=YEARLY;BYDAY=9TU',
  'FREQ=DAILY;BYMONTH=3',
  null,
])('%s is none', (rule) => {
  expect(scheduleOf({ ...SERIES, rule })).toBeUndefined();
});

test.each([
  ['dates besides the rule are none', { rdates: ['2027-03-05T19:00:00+01:00'] }, undefined],
  [
    'dates that are left out are exceptions',
    { exdates: ['2027-03-09T19:00:00+01:00'] },
    { exceptDate: ['2027-03-09T19:00:00+01:00'] },
  ],
  [
    'whole days have no times',
    { allDay: true, startsAt: '2027-03-02T00:00:00+01:00', endsAt: '2027-03-02T23:59:59+01:00' },
    { startTime: undefined, endTime: undefined },
  ],
  ['what takes days has no end on the clock', { endsAt: '2027-03-04T21:00:00+01:00' }, { endTime: undefined }],
])('%s', (_, more, said) => {
  expect(scheduleOf({ ...SERIES, ...more })).toEqual(said && expect.objectContaining(said));
});
