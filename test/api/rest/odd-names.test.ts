import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { invalid, missing, outcomeOf } from '../../support/outcome.ts';
import { sendRaw } from '../../support/sending.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

const JSON_TYPE = 'application/json';

const TIMES = { start_date: '2027-01-01', end_date: '2027-01-02' };
const as = 'administrator';

/** Names that plain objects have without anybody's doing. */
const INHERITED = ['__proto__', 'constructor', 'toString'];
const byTurns = (names: readonly string[]) =>
  names.map((name, index) => [INHERITED[index % INHERITED.length]!, name] as const);

test.each(
  byTurns([
    'featured',
    'status',
    'categories',
    'tags',
    'page',
    'venue',
    'include',
    'multilang_language',
    'start_date',
    'geoloc_lat',
  ]),
)('the name %s is no value of the parameter %s', async (name, param) => {
  expect(outcomeOf(await app.rest('GET', `/events?${param}=${name}`, { as }))).toEqual(invalid(param));
});

test.each(byTurns(['status', 'timezone', 'featured', 'image', 'website', 'venue', 'author', 'date']))(
  'the name %s is no value of the field %s',
  async (name, field) => {
    const json = { title: 'x', ...TIMES, [field]: name };
    expect(outcomeOf(await app.rest('POST', '/events', { as, json }))).toEqual(invalid(field));
  },
);

describe.each(INHERITED)('the name %s', (name) => {
  test('is a parameter like any unknown one', async () => {
    for (const query of [`${name}=1`, `${name}[]=1`, `${name}[page]=0`, `${name}[__proto__][page]=0`]) {
      const answer = await app.rest('GET', `/venues?${query}`);
      expect([outcomeOf(answer), answer.body.total]).toEqual([200, expect.any(Number)]);
    }
    expect(({} as { page?: unknown }).page).toBeUndefined();
  });

  test('is a member of JSON like any unknown one', async () => {
    const body = `{"${name}":{"venue":"Hidden","city":"Hidden"}}`;
    expect(outcomeOf(await sendRaw(app, '/venues', JSON_TYPE, body))).toEqual(missing('venue'));
    const whole = await sendRaw(app, '/venues', JSON_TYPE, `{"${name}":{"city":"Hidden"},"venue":"With ${name}"}`);
    expect(outcomeOf(whole)).toBe(201);
    expect(whole.body).not.toHaveProperty('city');
    expect(({} as { city?: unknown }).city).toBeUndefined();
  });

  test('is no member of an inline record, and no id', async () => {
    const inline = `{"title":"x",${JSON.stringify(TIMES).slice(1, -1)},"venue":{"${name}":{"venue":"Hidden"}}}`;
    expect(outcomeOf(await sendRaw(app, '/events', JSON_TYPE, inline))).toEqual(invalid('venue'));
  });

  test('orders terms by name, trims to nothing as the only field that is asked for, and calls no method', async () => {
    expect(outcomeOf(await app.rest('GET', `/categories?orderby=${name}&order=${name}`))).toBe(200);
    expect((await app.rest('GET', `/venues?_fields=${name},${name}.${name}`)).body).toEqual([]);
    const called = await app.rest('POST', `/venues?_method=${name}`, { as, json: {} });
    expect(outcomeOf(called)).toEqual([404, 'rest_no_route', []]);
  });

  test('is a title, a name and a term like any other, and a slug that nothing has until something has it', async () => {
    const slug = `/events/by-slug/${name}`;
    expect(outcomeOf(await app.rest('GET', slug))).toEqual(invalid('slug'));
    const fields = { title: name, slug: name, venue: { venue: name }, categories: [name], tags: name };
    const event = await made(app, 'events', fields);
    expect(event).toMatchObject({ title: name, venue: { venue: name }, categories: [{ name }], tags: [{ name }] });
    expect((await app.rest('GET', slug)).body.id).toBe(event.id);
    const answer = await app.rest('GET', `/events?categories=${name}&tags=${name}&search=${name}`);
    expect([answer.status, answer.body.total]).toEqual([200, 1]);
  });
});

test.each(['=5', '&&&', '=', '[]=1', '[a]=1', 'page[=1', 'page]=1', 'a[b=1', '%E0%A4%A=1', '%=1', '?', '+=1', '%00=1'])(
  'the query %s says nothing that is understood',
  async (query) => {
    const answer = await app.rest('GET', `/venues?${query}`);
    expect(outcomeOf(answer)).toBe(200);
    expect(answer.body.rest_url).toMatch(/\?per_page=10&status=publish&page=1$/);
  },
);

test('an empty name in JSON says nothing', async () => {
  expect(outcomeOf(await sendRaw(app, '/venues', JSON_TYPE, '{"":1,"venue":"Nothing"}'))).toBe(201);
});
