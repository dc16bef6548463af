import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { post } from '../../support/making.ts';
import { invalid, outcomeOf } from '../../support/outcome.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const GRAPHQL = `mutation ($input: CreateOrganizerInput!) { createOrganizer(input: $input) { organizer { website email } userErrors { path } } }`;

/** All forms of both are in `test/rules/contacts.test.ts`. */
test.each([
  ['website', 'https://e.example/?q="<b>"', 'https://e.example/?q=%22%3Cb%3E%22', 'ws://e.example'],
  ['email', 'ann&co@e.example,  한국', 'ann&co@e.example,  한국', 'Ann <ann@e.example>'],
])('the %s of an organizer is kept or refused in the same way at both APIs', async (field, sent, shown, wrong) => {
  const inGraphql = async (value: string) => {
    const input = { name: 'Ann', [field]: value };
    return (await app.graphql(GRAPHQL, { input }, { as: 'administrator' })).body.data.createOrganizer;
  };
  expect((await post(app, 'organizers', { [field]: sent })).body[field]).toBe(shown);
  expect((await inGraphql(sent)).organizer[field]).toBe(shown);
  expect(outcomeOf(await post(app, 'organizers', { [field]: wrong }))).toEqual(invalid(field));
  expect((await inGraphql(wrong)).userErrors).toMatchObject([{ path: ['input', field] }]);
});

test('the website of a venue inside an event is kept in the same way', async () => {
  const venue = { venue: 'Hall', website: 'https://e.example/"' };
  expect((await post(app, 'events', { venue })).body.venue.website).toBe('https://e.example/%22');
  const wrong = await post(app, 'events', { venue: { ...venue, website: 'ws://e.example' } });
  expect(outcomeOf(wrong)).toEqual(invalid('venue'));
});
