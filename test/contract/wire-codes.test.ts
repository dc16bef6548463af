import { expect, test } from 'vitest';
import { wireProblemCode } from '../../src/domain/errors.ts';
import { sourceFiles } from './source-imports.ts';

/** A code of the reference's host, as text in code. */
const HOST_CODE = /['"`]rest[_-]\w/;

test('only the table of errors, the REST API and the import of sites know the codes of the reference', () => {
  const knowing = sourceFiles().filter(({ text }) => HOST_CODE.test(text));
  const others = knowing
    .map(({ path }) => path)
    .filter((path) => path !== 'domain/errors.ts' && !/^(api\/rest|import\/site)\//.test(path));
  expect(others).toEqual([]);
});

test.each([
  ['invalid_type', 'rest_invalid_type'],
  ['not_in_enum', 'rest_not_in_enum'],
  ['too_long', 'rest_too_long'],
  ['too_few_items', 'rest_too_few_items'],
  ['too_many_items', 'rest_too_many_items'],
  ['unknown', 'unknown'],
  ['invalid_date', 'invalid_date'],
] as const)('the problem %s is %s in REST', (code, wire) => {
  expect(wireProblemCode(code)).toBe(wire);
});
