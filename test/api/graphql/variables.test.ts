import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

test.each([
  [
    'CreateEventInput!',
    { title: 'X', startDate: 5, endDate: 'tomorrow' },
    'at "i.startDate"',
    'String cannot represent',
  ],
  ['CreateEventInput!', { startDate: 'tomorrow' }, '', 'Field "title" of required type "String!"'],
  [
    'CreateEventInput!',
    { title: 'X', startsAt: 'tomorrow' },
    'at "i.startsAt"',
    'Must be a date and time with an offset',
  ],
  [
    ...[
      'CreateEventInput!',
      { title: 'X', startDate: 'now', endDate: 'now', venues: { set: [{ id: 1 }, { create: { city: 1 } }] } },
    ],
    ...['at "i.venues.set[1].create.city"', 'String cannot represent'],
  ],
  [
    'CreateEventInput!',
    { title: 'X', startDate: 'now', endDate: 'now', colour: 1 },
    '',
    'Field "colour" is not defined',
  ],
  ['CreateEventInput!', [{ title: 'X' }], '', 'Expected type "CreateEventInput" to be an object.'],
] as const)('an %s of %o is refused by its place and its reason', async (type, i, place, reason) => {
  const answer = await app.graphql(`mutation ($i: ${type}) { createEvent(input: $i) { event { id: databaseId } } }`, {
    i,
  });
  const [first] = answer.body.errors;
  expect(first.message).toMatch(/^Variable "\$i" got invalid value /);
  expect(first.message).toContain(place);
  expect(first.message).toContain(reason);
  expect(first).toMatchObject({ locations: [{ line: 1, column: 11 }], extensions: { code: 'BAD_USER_INPUT' } });
});
