import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { defineFields } from '../support/custom-fields.ts';
import { made } from '../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  await defineFields(app);
});
afterAll(() => app.close());

describe('what one API writes the other shows', () => {
  const CALLERS: readonly Caller[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];
  const WRITERS = ['contributor', 'author', 'editor', 'administrator'] as const;
  const LANGUAGES = ['en', 'ko', 'es'] as const;
  const STATES = { contributor: 'draft', author: 'publish', editor: 'publish', administrator: 'publish' } as const;
  const SELECTION =
    'eventStatus statusReason onlineUrl attendance customFields { key label value } customFieldsByKey statedStatus isVirtual';

  /** What a caller sees of an event through both APIs, in a language. */
  async function seen(id: number, as: Caller, language: (typeof LANGUAGES)[number]) {
    const rest = await app.rest('GET', `/events/${id}?multilang_language=${language}`, { as });
    const query = `query ($id: ID!) { event(ref: { databaseId: $id }) { ${SELECTION} } }`;
    const json = { query, variables: { id } };
    const graphql = await app.fetch(`/${language}/graphql`, { method: 'POST', as, json });
    return { rest: rest.body, graphql: graphql.body.data?.event };
  }

  const write = {
    REST: async (id: number, as: Caller, language: string, values: Record<string, unknown>) => {
      const { eventStatus, statusReason, onlineUrl, ...custom } = values;
      const json = {
        event_status: String(eventStatus).toLowerCase(),
        event_status_reason: statusReason,
        virtual_url: onlineUrl,
        custom_fields: custom,
      };
      return (await app.rest('PATCH', `/events/${id}?multilang_language=${language}`, { as, json })).status;
    },
    GraphQL: async (id: number, as: Caller, language: string, values: Record<string, unknown>) => {
      const { eventStatus, statusReason, onlineUrl, ...custom } = values;
      const customFields = Object.entries(custom).map(([key, value]) => ({ key, value: String(value) }));
      const query = 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { userErrors { code } } }';
      const input = { ref: { databaseId: id }, eventStatus, statusReason, onlineUrl, customFields };
      const answer = await app.fetch(`/${language}/graphql`, {
        method: 'POST',
        as,
        json: { query, variables: { input } },
      });
      return answer.body.errors?.[0].extensions.code ?? answer.status;
    },
  };

  describe.each(['REST', 'GraphQL'] as const)('of %s', (door) => {
    test.each(WRITERS)('for an event of the %s, in three languages, to every role', async (owner) => {
      const { id } = await made(app, 'events', { status: STATES[owner] }, owner);
      for (const [at, language] of LANGUAGES.entries()) {
        const values = {
          eventStatus: ['POSTPONED', 'CANCELED', 'SCHEDULED'][at],
          statusReason: `Why ${language}`,
          onlineUrl: `https://a.example/${language}`,
          colour: `Colour ${language}`,
          size: at,
        };
        expect(await write[door](id, owner, language, values)).toBe(200);
      }
      for (const language of LANGUAGES) {
        const all = await Promise.all(CALLERS.map((as) => seen(id, as, language)));
        const mayRead = all.filter(({ rest }) => rest.id === id);
        expect(mayRead.length).toBe(STATES[owner] === 'publish' ? 6 : 3);
        for (const { rest, graphql } of mayRead) {
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
        for (const { rest, graphql } of all.filter((each) => !mayRead.includes(each)))
          expect([rest.code, graphql]).toEqual(['event-not-accessible', null]);
      }
    });

    test.each(['anonymous', 'subscriber', 'contributor', 'author'] as const)(
      'not of the %s for an event of the editor, which stays as it is',
      async (as) => {
        const { id } = await made(app, 'events', { colour: 'Red', event_status: 'canceled' }, 'editor');
        const before = await seen(id, 'editor', 'en');
        const values = { eventStatus: 'SCHEDULED', statusReason: 'x', onlineUrl: 'https://a.example/', colour: 'Blue' };
        expect(await write[door](id, as, 'en', values)).not.toBe(200);
        expect(await seen(id, 'editor', 'en')).toEqual(before);
      },
    );
  });
});
