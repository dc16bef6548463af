import { expect, test } from 'vitest';
import { attendanceOf } from '../../src/domain/event-status.ts';

test.each([
  [[], undefined, 'offline'],
  [[7], undefined, 'offline'],
  [[], 'https://a.example/', 'online'],
  [[7], 'https://a.example/', 'mixed'],
])('with the venues %j and the address %s people take part %s', (venues, onlineUrl, attendance) => {
  expect(attendanceOf({ venues, onlineUrl })).toBe(attendance);
});

test.each([
  [[], 'online'],
  [[7], 'mixed'],
])('with the venues %j and only that it is online people take part %s', (venues, attendance) => {
  expect(attendanceOf({ venues, isVirtual: true })).toBe(attendance);
});
