import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { hashOfDocument, relayIdOf } from '../../src/api/graphql/persisted.ts';
import { LIST_FORMS, parseList, printList, problemOf, readList } from '../../src/api/graphql/persisted-list.ts';
import { schema } from '../../src/api/graphql/schema.ts';
import { labelled } from '../support/labels.ts';

const folder = mkdtempSync(join(tmpdir(), 'lists-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PERSISTED = { persistedOnly: false };

const listed = (text: string) => ({ from: 'a.graphql', text });

test('the same documents make the same list in any order, and it is read as it was printed', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), fc.nat(), (texts, cut) => {
      const list = printList(texts.map(listed));
      const at = cut % (texts.length + 1);
      expect(printList([...texts.slice(at), ...texts.slice(0, at), ...texts].map(listed))).toBe(list);
      expect(parseList(list, 'list').map(({ text, hash }) => [text, hash])).toEqual(
        texts.map((text) => [text, hashOfDocument(text)]).sort(([, a = ''], [, b = '']) => (a < b ? -1 : 1)),
      );
    }),
  );
});

const PET = 'query Pet { __typename }';
const OTHER = 'mutation Other { __typename }';

test.each(LIST_FORMS)('a list of the form %s is read by a server as the same documents', (form) => {
  const file = join(folder, `${form}.json`);
  writeFileSync(file, printList([PET, OTHER, PET].map(listed), form));
  const texts = [...readList({ ...PERSISTED, persistedDocuments: file })];
  expect(texts.sort()).toEqual([PET, OTHER].map((text) => [hashOfDocument(text), text]).sort());
  expect(printList(parseList(printList([PET, OTHER].map(listed), form), 'list'))).toBe(
    printList([PET, OTHER].map(listed)),
  );
});

test('a manifest is as Apollo has it, and the map of Relay has the MD5 of each text', () => {
  expect(JSON.parse(printList([listed(PET)], 'apollo'))).toEqual({
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: [{ id: hashOfDocument(PET), name: 'Pet', type: 'query', body: PET }],
  });
  expect(JSON.parse(printList([listed(PET)], 'relay'))).toEqual({ [relayIdOf(PET)]: PET });
});

test.each(
  labelled([
    ['{ events { totalCount } }', undefined],
    ['query ($first: Int) { events(first: $first) { nodes { title } } }', undefined],
    ['{ events { totl } }', /^Cannot query field "totl"/],
    ['{ events', /^Syntax Error/],
    ['', /^Syntax Error/],
    ['fragment A on Event { id }', /one operation, this one has 0/],
    ['query A { __typename } query B { __typename }', /one operation, this one has 2/],
    [`{ __typename } # ${'x'.repeat(66_000)}`, /65,536 bytes/],
    [`{ ${'__typename '.repeat(2000)}}`, /2000 tokens/],
    [`{ ${Array.from({ length: 51 }, (_, at) => `a${at}: __typename`).join(' ')} }`, /50 fields at its root/],
    [
      'query ($n: Int) { events(first: $n) { nodes { venues { events(first: $n) { nodes { title url slug } } } } } }',
      /10,000 points of cost/,
    ],
    ['query N($n: Int) { events(first: $n) { nodes { venues { name } } } }', undefined],
  ]),
)('%s is listed, or what is wrong is said', (_, text, problem) => {
  const said = problemOf(listed(text), schema);
  expect(said).toEqual(problem && expect.stringMatching(problem));
});

test('a list of a compiler that hashes otherwise is refused', () => {
  const text = '{ __typename }';
  expect(problemOf({ from: 'list', text, hash: hashOfDocument(text) }, schema)).toBeUndefined();
  expect(problemOf({ from: 'list', text, hash: 'a'.repeat(32) }, schema)).toContain('not the SHA-256');
});

test.each([
  ['not json', 'is not JSON'],
  ['{"a": 1}', 'no JSON object of documents'],
  ['["{ __typename }"]', 'is not the SHA-256 or MD5 of its document'],
  ['{"a": "{ __typename }"}', 'is not the SHA-256 or MD5 of its document'],
  ['{"format": "apollo-persisted-query-manifest"}', 'is not the SHA-256 or MD5 of its document'],
  ['{"format": "apollo-persisted-query-manifest", "operations": [5]}', 'no JSON object of documents'],
  [
    '{"format": "apollo-persisted-query-manifest", "operations": [{ "id": "a", "body": "b" }]}',
    'is not the SHA-256 or MD5',
  ],
])('a server does not start with wrong list %$, and says why in one line', (text, why) => {
  const file = join(folder, 'list.json');
  writeFileSync(file, text);
  expect(() => readList({ ...PERSISTED, persistedDocuments: file })).toThrow(
    expect.objectContaining({ message: expect.stringMatching(new RegExp(`^[^\n]*${file}[^\n]*${why}[^\n]*$`)) }),
  );
});

test('a list that is named must be there', () => {
  const none = join(folder, 'none.json');
  expect(() => readList({ ...PERSISTED, persistedDocuments: none })).toThrow(
    `PERSISTED_DOCUMENTS is "${none}", and there is no such file. npm run persist makes it.`,
  );
  expect(() => readList({ ...PERSISTED, persistedDocuments: folder })).toThrow(/^PERSISTED_DOCUMENTS cannot be read/);
});
