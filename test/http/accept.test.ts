import { expect, test } from 'vitest';
import { preferredEncoding, preferredLanguage, preferredType } from '../../src/http/accept.ts';

test.each<[encoding: string | undefined, accepted: (string | undefined)[]]>([
  [undefined, [undefined, '', 'identity', 'deflate, zstd', '*;q=0', 'br;q=0, gzip;q=0']],
  [undefined, ['identity;q=0.5, gzip;q=0.4', 'identity;q=0', 'br;q=0.5, *, gzip;q=0']],
  ['gzip', ['gzip', 'GZIP', 'br;q=0.5, gzip;q=0.8', 'br;q=0, gzip', 'br;q=0, *', 'gzip;q=0.3, *;q=0.1']],
  ['gzip', ['identity;q=0.5, gzip;q=0.5', 'gzip ; q=1.0 , br ; q=0.9', 'br;q=0.5, *', 'gzip;nonsense']],
  ['br', ['br', 'gzip, br', 'gzip, deflate, br, zstd', 'br;q=0.5,gzip;q=0.5', '*', 'identity;q=0, *']],
])('the encoding %s is for who takes it best (%#)', (encoding, accepted) => {
  for (const each of accepted) expect([each, preferredEncoding(each)]).toEqual([each, encoding]);
});

test.each(['gzip', 'gzip;', 'gzip;q=', ''])('%j and a million blanks are read at once', (begun) => {
  expect(preferredEncoding(`br,${begun}${' '.repeat(1_000_000)}x`)).toBe('br');
});

const TYPES = ['application/json', 'text/event-stream'] as const;

test.each<[type: string | undefined, accepted: (string | undefined)[]]>([
  [undefined, ['', 'text/html', 'application/json;q=0', 'application/json;charset=latin1', 'text/event-stream;q=0']],
  ['application/json', [undefined, '*/*', 'application/*', 'APPLICATION/JSON', 'text/html, */*;q=0.1']],
  [
    'application/json',
    ['application/json; charset=utf-8', 'application/json;charset="UTF-8"', '*/*, application/json'],
  ],
  ['application/json', ['application/json, text/event-stream', 'text/event-stream;q=0.5, */*']],
  [
    'text/event-stream',
    ['text/*', 'text/event-stream, application/json', '*/*, text/event-stream', '*/*;q=0.5, text/*'],
  ],
  ['text/event-stream', ['application/json;q=0, */*', 'text/event-stream;charset=utf-8']],
])('the type %s is for who accepts it best (%#)', (type, accepted) => {
  for (const each of accepted) expect([each, preferredType(each, TYPES)]).toEqual([each, type]);
});

test.each<[language: string | undefined, accepted: (string | undefined)[]]>([
  [undefined, [undefined, '', '*', 'fr, de;q=0.5', 'ko;q=0', 'english']],
  ['ko', ['ko', 'KO', 'ko-KR', 'fr, ko;q=0.2', 'es;q=0.3, ko;q=0.5', '*, ko;q=0.1']],
  ['es', ['es-MX, es;q=0.9, en;q=0.8', 'es, en', 'ko;q=0, es']],
])('the language %s is for who speaks it best (%#)', (language, accepted) => {
  for (const each of accepted) expect([each, preferredLanguage(each)]).toEqual([each, language]);
});
