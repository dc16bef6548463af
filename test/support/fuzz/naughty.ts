/** Stands in a JSON body for a number that JSON can write and JavaScript cannot hold. */
export const TOO_BIG = '@1e309@';

/** Texts that have broken programs before. */
export const TEXTS: readonly string[] = [
  ...['', ' ', '\t\r\n', '\u00a0\u2003', '\u200b', '\ufeff', '\0', 'a\0b', '\u0001\u001f\u007f', '\u2028\u2029'],
  ...['\ud800', 'a\udfff', '\udc00\ud800', '\uffff', '\ufffd', '\u{10ffff}', '🎉👩‍👩‍👧‍👦🏳️‍🌈', 'Z̸̢͝a̵͘ĺ̷g̶o', 'مرحبا'],
  ...['\u202eabc\u202c', 'שלום', '서울의 밤', '\u1112\u1161\u11ab\u1100\u116e\u11a8', 'ᄒᆞᆫ', 'ñ', 'n\u0303', 'İı', 'ß'],
  ...['ﬀ', 'ΑΣ', '0', '-0', '00', '1', '-1', '1.5', '1e3', '1e309', '-1e309', '0x10', 'NaN', 'Infinity', 'null'],
  ...['undefined', 'true', 'FALSE', '2147483647', '2147483648', '9007199254740993', '-9223372036854775809'],
  ...['9'.repeat(40), '0.0000000000000001', '١٢٣', "' OR 1=1 --", '"; DROP TABLE events; --', "'", '"', '\\', '\\\\'],
  ...['`', '$' + '{7*7}', '{{7*7}}', '%s%n', '$', '$where', '$ne', '{"$gt":""}', '{"$where":"1"}', '__proto__'],
  ...['constructor', 'prototype', 'toString', 'hasOwnProperty', 'a.b', '.', '..', '../../x', '<b>'],
  ...['<script>alert(1)</script>', '<!--', '<![CDATA[', '<a href="javascript:x">', '&', '&amp;', '&#0;', '&#xd800;'],
  ...['&#99999999;', '</', '(', '[', '(?<x>', '.*', '(a+)+$', '[a-', '\\d', '|', '^$', '*', '+', '?', '{1,99999}'],
  ...['%', '%00', '%ff', '%E0%A4%A', '%ed%a0%80', '%25', ',', ',,', '1,', ',1', '1,,2', '-', '--', '-"', '"-', 'a,b'],
  ...['[1', '[1]', '["a",[2]]', '{}', '#', '?', '/', '//', ';', '=', '+', 'feed', 'a'.repeat(1001), '가'.repeat(300)],
  ...['😀'.repeat(201), `${'<p>'.repeat(400)}x`, '&amp;'.repeat(500), '\n'.repeat(500), '-'.repeat(999)],
  ...['1,'.repeat(600), '9.'.repeat(300), '(('.repeat(300), '<'.repeat(900), '['.repeat(900), ' '.repeat(1200)],
  ...['e\u0301'.repeat(400), 'http://', 'https://', 'http://[', 'http://a:99999', 'https://é.example/'],
  ...['javascript:1', 'data:,', 'mailto:', 'HTTP://A.EXAMPLE', '//a'],
];

/** Dates of every kind, and texts that look like dates. */
export const MOMENTS: readonly string[] = [
  ...['2026-12-01', '2026-12-01 10:00:00', '20261201', '20261201100000', '2026-12-01T10:00:00Z'],
  ...['2026-12-01T10:00:00.123456789+09:00', '0000-00-00 00:00:00', '0000-01-01', '0001-01-01'],
  ...['0001-01-01 00:00:00 +14:00', '-0001-01-01', '9999-12-31', '9999-12-31 23:59:59 -12:00', '10000-01-01'],
  ...['99999-01-01', '+275760-09-13', '1969-12-31', '1970-01-01 00:00:00', '1582-10-10', '2024-02-29', '2023-02-29'],
  ...['2026-13-45', '2027-03-14 02:30:00', '2026-10-25 02:30 Europe/Madrid', '2016-12-31 23:59:60', '24:00', '25:00'],
  ...['2026-06-31', '2026-W53-7', '2026.366', 'now', 'tomorrow noon', 'yesterday', '+2 weeks', '+999999999999 years'],
  ...['-1e9 days', 'last day of february', 'first monday of next month', 'monday', 'next year', 'midnight', '@0'],
  ...['@1e20', '@-99999999999999', '1796151600', '-1', '1.5', '1796151600000', '253402300800', '-62135596801'],
  ...['1 May 2027 3pm', 'Thu, 21 Dec 2026 16:01:07 +0200', '12/31/2026', '31.12.2026', '1/2', 'May', 'IX'],
  ...['front of 5pm', 'ago', '2026-12-01 10:00 Mars/Base', '2026-12-01 10:00 UTC UTC', '2026-12-01 UTC+99', '+14:00'],
  ...['Z', 'T', 'UTC', 'Asia/Seoul', 'america/new_york', 'UTC+5.5', 'UTC-25', 'UTC+', 'EST', 'GMT+99:99', '+05:30'],
  ...['Etc/GMT+5', 'Antarctica/Troll', 'Factory', 'posix/UTC', '../UTC'],
];

/** Numbers at and beyond the limits of their types. */
export const NUMBERS: readonly unknown[] = [
  ...[0, -0, 1, -1, 0.1, 1.5, -1.5, 50, 51, 999, 90, 90.0001, -180, 180.5, 20_100, 20_101, 1e-320, 5e-324],
  ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, 1e21, 1e308],
  ...[-1e308, TOO_BIG],
];

const deep = (levels: number, make: (below: unknown) => unknown): unknown =>
  levels === 0 ? 'x' : make(deep(levels - 1, make));

const own = (key: string, value: unknown): object => Object.fromEntries([[key, value]]);

/** Lists and objects, for places where none belongs. */
export const STRUCTURES: readonly unknown[] = [
  ...[[], {}, [[]], [{}], [null], [''], [0], [true], [1, 'a', null, [2], {}], ['1', '2'], Array(300).fill(1)],
  ...[[[[[1]]]], { id: 1 }, { id: '1' }, { id: null }, { id: [] }, { id: {} }, { id: 1e9 }, { name: 'x' }],
  ...[{ name: [] }, { venue: 'x' }, { organizer: 'x' }, { venue: { venue: 'x' } }, { $ne: 1 }, { $gt: '' }],
  ...[{ $where: '1' }, { $regex: '.*' }, { toString: 1 }, { valueOf: null, toString: null }, { length: 3 }],
  ...[{ 0: 'a', 1: 'b' }, own('then', 'x'), { toJSON: 'x' }, { create: {} }, { id: 1, create: {} }],
  ...[own('__proto__', { admin: true }), own('__proto__', null), own('constructor', { prototype: { x: 1 } })],
  ...[own('', 1), own('\0', 1), deep(60, (below) => [below]), deep(60, (below) => ({ a: below }))],
  ...[own('x'.repeat(1001), 1), own('\ud800', '\udfff')],
];

/** Values that are neither texts nor numbers nor structures. */
export const SIMPLE: readonly unknown[] = [null, true, false];

/** All of them. */
export const NAUGHTY: readonly unknown[] = [...TEXTS, ...MOMENTS, ...NUMBERS, ...STRUCTURES, ...SIMPLE];
