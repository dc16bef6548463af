import { expect, test } from 'vitest';
import { readPlace } from '../../src/tools/copy/place.ts';

test.each(['mongodb://host', 'mongodb+srv://ana:se%20cret@host/calendar?w=1'])('%s is a database', (text) => {
  expect(readPlace(text)?.mongodbUri).toBe(text);
});

test.each(['data', './data', '/var/lib/calendar', 'C:\\data', './odd:name', 'mongodb'])('%s is a folder', (text) => {
  expect(readPlace(text)).toEqual({ dataDir: text });
});

test.each([
  '',
  ':memory:',
  'mongodb://',
  'mongodb:/host',
  'mongodb+SRV://host',
  ' mongodb://host',
  'postgres://host',
  'ana:secret@host',
])('%j is no place', (text) => {
  expect(readPlace(text)).toBeUndefined();
});
