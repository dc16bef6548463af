import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventRecord } from '../../../src/kinds/event/record.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const as = 'administrator';
const QUERY = `mutation ($id: ID!, $cost: String) {
  updateEvent(input: { ref: { databaseId: $id }, cost: $cost }) { event {
    cost
    cost_details: costDetails {
      currency_symbol: currencySymbol currency_code: currencyCode currency_position: currencyPosition values
    }
  } }
}`;

const FREE = {
  cost: 'Free',
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: ['0'] },
};

test.each([[0], ['0'], [[0]], [['0']]])('an event made or changed with the cost %j is free', async (cost) => {
  const event = await made(app, 'events', { cost });
  expect(event).toMatchObject(FREE);
  const { id } = await made(app, 'events', { cost: '10' });
  expect((await app.rest('PUT', `/events/${id}`, { as, json: { cost } })).body).toMatchObject(FREE);
});

test.each([[''], [null], [false], [[]]])('the cost %j clears one', async (cost) => {
  const { id } = await made(app, 'events', { cost: '10' });
  const { body } = await app.rest('PUT', `/events/${id}`, { as, json: { cost } });
  expect(body).toMatchObject({ cost: '', cost_details: { ...FREE.cost_details, values: [] } });
});

test.each(['$10 - $20', '5,50 €', 'Free, 1,000원', ''])('both APIs read the cost %j in the same way', async (cost) => {
  const { id } = await made(app, 'events');
  const { body } = await app.graphql(QUERY, { id, cost }, { as });
  const { body: shown } = await app.rest('GET', `/events/${id}`);
  expect(body.data.updateEvent.event).toEqual({ cost: shown.cost, cost_details: shown.cost_details });
  const again = await app.rest('PUT', `/events/${id}`, { as, json: { cost } });
  expect([again.body.cost, again.body.cost_details]).toEqual([shown.cost, shown.cost_details]);
});

test('a cost of more than 200 characters is refused', async () => {
  const { id } = await made(app, 'events');
  const update = (cost: string) => app.rest('PUT', `/events/${id}`, { as, json: { cost } });
  expect((await update('1'.repeat(200))).status).toBe(200);
  const { status, body } = await update('1'.repeat(201));
  expect([status, Object.keys(body.data.params)]).toEqual([400, ['cost']]);
});

test('an answer shows the reading of a cost and the HTML that were kept, and reads neither again', async () => {
  const { id } = await made(app, 'events', { cost: '10 €', description: '<p>Sent</p>' });
  const [{ cost, text }] = (await app.store.byIds<EventRecord>('events', [id])) as [EventRecord];
  const kept = {
    cost: { ...cost, text: 'As kept' },
    text: { en: { ...text.en, description: { ...text.en!.description, html: 'Kept' } } },
  };
  await app.store.update('events', id, { $set: kept });
  expect((await app.rest('GET', `/events/${id}`)).body).toMatchObject({
    cost: 'As kept',
    description: 'Kept',
    json_ld: { description: 'Kept' },
  });
});
