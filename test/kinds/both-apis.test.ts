import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/domain/language.ts';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { defineFields } from '../support/custom-fields.ts';
import { made } from '../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  await defineFields(app);
});
afterAll(() => app.close());

const READ = `query ($id: ID!) { event(ref: { databaseId: $id }) {
  eventStatus statusReason onlineUrl attendance customFields { key label value } customFieldsByKey statedStatus isVirtual
} }`;
const UPDATE = 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { userErrors { code } } }';

/** What a caller sees of an event through both APIs, in a language. */
async function seen(id: number, as: Caller, language: string) {
  const rest = await app.rest('GET', `/events/${id}?multilang_language=${language}`, { as });
  const json = { query: READ, variables: { id } };
  const graphql = await app.fetch(`/${language}/graphql`, { method: 'POST', as, json });
  return { rest: rest.body, graphql: graphql.body.data?.event };
}

interface Values {
  eventStatus: string;
  statusReason: string;
  onlineUrl: string;
  colour: string;
  size: number;
}

const write = {
  async REST(id: number, as: Caller, language: string, values: Values) {
    const { eventStatus, statusReason, onlineUrl, ...custom } = values;
    const json = {
      ...{ event_status: eventStatus.toLowerCase(), event_status_reason: statusReason },
      ...{ virtual_url: onlineUrl, custom_fields: custom },
    };
    return (await app.rest('PATCH', `/events/${id}?multilang_language=${language}`, { as, json })).status;
  },
  async GraphQL(id: number, as: Caller, language: string, values: Values) {
    const { eventStatus, statusReason, onlineUrl, ...custom } = values;
    const customFields = Object.entries(custom).map(([key, value]) => ({ key, value: String(value) }));
    const input = { ref: { databaseId: id }, eventStatus, statusReason, onlineUrl, customFields };
    const json = { query: UPDATE, variables: { input } };
    const answer = await app.fetch(`/${language}/graphql`, { method: 'POST', as, json });
    return answer.body.errors?.[0].extensions.code ?? answer.status;
  },
};

test.each([
  { api: 'REST', owner: 'author', status: 'publish', readers: ['author', 'anonymous'], strangers: [] },
  {
    api: 'GraphQL',
    owner: 'contributor',
    status: 'draft',
    readers: ['contributor', 'editor'],
    strangers: ['author', 'anonymous'],
  },
] as const)('what the $owner writes by $api in three languages, both APIs show to its readers alone', async (row) => {
  const { api, owner, status, readers, strangers } = row;
  const { id } = await made(app, 'events', { status }, owner);
  for (const [at, language] of LANGUAGES.entries()) {
    const values = {
      eventStatus: ['POSTPONED', 'CANCELED', 'SCHEDULED'][at]!,
      statusReason: `Why ${language}`,
      onlineUrl: `https://a.example/${language}`,
      colour: `Colour ${language}`,
      size: at,
    };
    expect(await write[api](id, owner, language, values)).toBe(200);
  }
  for (const [at, language] of LANGUAGES.entries()) {
    const { rest, graphql } = await seen(id, readers[at % 2]!, language);
    expect(graphql).toMatchObject({
      eventStatus: 'SCHEDULED',
      statusReason: `Why ${language}`,
      onlineUrl: 'https://a.example/es',
      attendance: 'ONLINE',
      customFieldsByKey: rest.custom_fields,
    });
    expect(rest).toMatchObject({
      event_status: 'scheduled',
      event_status_reason: `Why ${language}`,
      virtual_url: 'https://a.example/es',
      is_virtual: true,
      custom_fields: { colour: { value: `Colour ${language}` }, size: { value: '2' } },
    });
  }
  for (const as of strangers) {
    const { rest, graphql } = await seen(id, as, 'en');
    expect([rest.code, graphql]).toEqual(['event-not-accessible', null]);
  }
});

test.each([
  { api: 'REST', as: 'author' },
  { api: 'GraphQL', as: 'anonymous' },
] as const)('what is not theirs stays as it is when it is written by $api: $as', async ({ api, as }) => {
  const { id } = await made(app, 'events', { colour: 'Red', event_status: 'canceled' }, 'editor');
  const before = await seen(id, 'editor', 'en');
  const values = { eventStatus: 'SCHEDULED', statusReason: 'x', onlineUrl: 'https://a.example/', colour: 'Blue' };
  expect(await write[api](id, as, 'en', { ...values, size: 1 })).not.toBe(200);
  expect(await seen(id, 'editor', 'en')).toEqual(before);
});
