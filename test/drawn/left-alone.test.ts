import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { defineFields, FIELDS } from '../support/custom-fields.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { made } from '../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  await defineFields(app);
});
afterAll(() => app.close());

const LANGUAGES = ['en', 'ko', 'es'] as const;
type Language = (typeof LANGUAGES)[number];

/** What is sent, by its name in REST; null takes away. Texts have a value in each language. */
const SENT = {
  event_status: fc.constantFrom('scheduled', 'canceled', 'postponed', null),
  event_status_reason: fc.constantFrom('Rain', '비', null),
  virtual_url: fc.constantFrom('https://a.example/1', 'https://a.example/2', null),
  is_virtual: fc.boolean(),
  title: fc.constantFrom('One', 'Two'),
  cost: fc.constantFrom('Free', null),
  featured: fc.boolean(),
  colour: fc.constantFrom('Red', '빨강', 'Azul', null),
  size: fc.constantFrom(1, 2.5, null),
  covered: fc.constantFrom(true, false, null),
  opened: fc.constantFrom('1999-12-31', null),
  more: fc.constantFrom('https://a.example/more', null),
  age: fc.constantFrom('6+', '12+', null),
};

type Values = Partial<Record<keyof typeof SENT, string | number | boolean | null>>;

const TEXTS: readonly string[] = ['event_status_reason', 'title', 'colour'];
const CUSTOM: readonly string[] = FIELDS.map(({ key }) => key);

/** What an event says: texts by language, all else once. */
type Model = Record<string, unknown> & { texts: Record<string, Partial<Record<Language, string>>> };

/** A text as it is shown: as asked, as first written (in English), in any language. */
const textIn = ({ texts }: Model, key: string, language: Language): string =>
  [language, ...LANGUAGES].map((each) => texts[key]?.[each]).find((text) => text !== undefined) ?? '';

const isPlanned = ({ event_status }: Model): boolean => (event_status ?? 'scheduled') === 'scheduled';

function say(model: Model, values: Values, language: Language): void {
  const wasPlanned = isPlanned(model);
  for (const [key, value] of Object.entries(values).filter(([name]) => !TEXTS.includes(name))) model[key] = value;
  for (const [key, value] of Object.entries(values).filter(([name]) => TEXTS.includes(name))) {
    const own = model.texts[key] ?? {};
    model.texts[key] = own;
    // What is shown already is left as it is.
    Object.assign(own, (value ?? '') === textIn(model, key, language) ? {} : { [language]: value ?? '' });
  }
  // What takes place after all, without its reason, has none in any language.
  if (!wasPlanned && isPlanned(model) && values.event_status_reason === null) model.texts.event_status_reason = {};
  if (values.is_virtual === false) model.virtual_url = null;
  // Kept for itself where no address says it.
  if (values.is_virtual !== undefined) model.flag = values.is_virtual && (model.flag || model.virtual_url === null);
}

/** What both APIs are to show in a language. */
function lookOf(model: Model, language: Language): object {
  const { event_status, virtual_url, flag, cost, featured } = model;
  const shown = (key: string) => (TEXTS.includes(key) ? textIn(model, key, language) : (model[key] ?? ''));
  return {
    event_status,
    virtual_url,
    cost: cost ?? '',
    featured,
    is_virtual: virtual_url !== null || flag,
    event_status_reason: textIn(model, 'event_status_reason', language),
    title: textIn(model, 'title', language),
    custom: Object.fromEntries(CUSTOM.map((key) => [key, String(shown(key))]).filter(([, value]) => value !== '')),
  };
}

const NAMES = {
  event_status: 'eventStatus',
  event_status_reason: 'statusReason',
  virtual_url: 'onlineUrl',
  is_virtual: 'isVirtual',
  title: 'title',
  cost: 'cost',
  featured: 'featured',
} as const;

const WRITE = {
  async REST(id: number, values: Values, language: Language) {
    const json = { as: 'administrator', json: values } as const;
    return (await app.rest('PATCH', `/events/${id}?multilang_language=${language}`, json)).status;
  },
  async GraphQL(id: number, values: Values, language: Language) {
    const fields = Object.entries(NAMES).flatMap(([wire, key]) => {
      const value = values[wire as keyof Values];
      return value === undefined ? [] : [[key, key === 'eventStatus' && value ? String(value).toUpperCase() : value]];
    });
    const customFields = CUSTOM.flatMap((key) => {
      const value = values[key as keyof Values];
      return value === undefined ? [] : [{ key, value: value === null ? null : String(value) }];
    });
    const input = { ref: { databaseId: id }, ...Object.fromEntries(fields), customFields };
    const query = 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { userErrors { message } } }';
    const answer = await app.fetch(`/${language}/graphql`, {
      method: 'POST',
      as: 'administrator',
      json: { query, variables: { input } },
    });
    return answer.body.data?.updateEvent?.userErrors.length === 0 ? answer.status : answer.text;
  },
} as const;

const QUERY = `query ($id: ID!, $language: Language) { event(ref: { databaseId: $id }) {
  event_status: statedStatus event_status_reason: statusReason(language: $language) virtual_url: onlineUrl
  is_virtual: isVirtual title(language: $language) cost featured custom: customFields(language: $language) { key value }
} }`;

async function seen(id: number, language: Language): Promise<object> {
  const { body } = await app.graphql(QUERY, { id, language: language.toUpperCase() });
  const { event_status, custom, ...event } = body.data.event;
  return {
    ...event,
    event_status: event_status?.toLowerCase() ?? null,
    custom: Object.fromEntries(custom.map(({ key, value }: { key: string; value: string }) => [key, value])),
  };
}

const anyWrite = fc.record({
  values: fc
    .record(SENT, { requiredKeys: [] })
    // Saying both at once has rules of its own.
    .map(
      ({ is_virtual, ...values }): Values =>
        is_virtual === undefined || 'virtual_url' in values ? values : { ...values, is_virtual },
    ),
  api: fc.constantFrom<keyof typeof WRITE>('REST', 'GraphQL'),
  language: fc.constantFrom(...LANGUAGES),
});

test('any sequence of writes, through either API and in any language, leaves what was not sent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyWrite, { minLength: 1, maxLength: 4 }), async (writes) => {
      const { id } = await made(app, 'events', { title: 'First', cost: 'A coin' });
      const model: Model = {
        event_status: null,
        virtual_url: null,
        flag: false,
        cost: 'A coin',
        featured: false,
        texts: { title: { en: 'First' } },
      };
      for (const { values, api, language } of writes) {
        expect(await WRITE[api](id, values, language)).toBe(200);
        say(model, values, language);
        for (const each of LANGUAGES) expect(await seen(id, each)).toEqual(lookOf(model, each));
      }
    }),
    { numRuns: runsOf(50, 1000) },
  );
});
