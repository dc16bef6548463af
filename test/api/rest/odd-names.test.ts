import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { invalid, missing, outcomeOf } from '../../support/outcome.ts';
import { sendRaw } from '../../support/sending.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const JSON_TYPE = 'application/json';

const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];

describe.each(INHERITED)('the name %s', (name) => {
  const as = 'administrator';

  test('is a parameter like any unknown one', async () => {
    for (const query of [`${name}=1`, `${name}[]=1`, `${name}[page]=0`, `${name}[__proto__][page]=0`]) {
      const answer = await app.rest('GET', `/events?${query}`);
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
    const times = '"start_date":"2027-01-01","end_date":"2027-01-02"';
    const inline = `{"title":"x",${times},"venue":{"${name}":{"venue":"Hidden"}}}`;
    expect(outcomeOf(await sendRaw(app, '/events', JSON_TYPE, inline))).toEqual(invalid('venue'));
  });

  test.each([
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
  ])('is no value of %s', async (param) => {
    expect(outcomeOf(await app.rest('GET', `/events?${param}=${name}`, { as }))).toEqual(invalid(param));
  });

  test.each(['status', 'timezone', 'featured', 'image', 'website', 'venue', 'author', 'date'])(
    'is no value of the field %s',
    async (field) => {
      const json = { title: 'x', start_date: '2027-01-01', end_date: '2027-01-02', [field]: name };
      expect(outcomeOf(await app.rest('POST', '/events', { as, json }))).toEqual(invalid(field));
    },
  );

  test('orders terms by name', async () => {
    expect(outcomeOf(await app.rest('GET', `/categories?orderby=${name}&order=${name}`))).toBe(200);
  });

  test('is a slug that nothing has, until something has it', async () => {
    const slug = `/events/by-slug/${name}`;
    expect(outcomeOf(await app.rest('GET', slug))).toEqual(invalid('slug'));
    const { id } = await made(app, 'events', { title: `About ${name}`, slug: name });
    expect((await app.rest('GET', slug)).body.id).toBe(id);
  });

  test('is a title, a name and a term like any other', async () => {
    const event = await made(app, 'events', { title: name, venue: { venue: name }, categories: [name], tags: name });
    expect(event).toMatchObject({ title: name, venue: { venue: name }, categories: [{ name }], tags: [{ name }] });
    const answer = await app.rest('GET', `/events?categories=${name}&tags=${name}&search=${name}`);
    expect([answer.status, answer.body.total]).toEqual([200, 1]);
  });

  test('trims to nothing as the only field that is asked for', async () => {
    expect((await app.rest('GET', `/venues?_fields=${name},${name}.${name}`)).body).toEqual([]);
  });

  test('calls no method', async () => {
    expect(outcomeOf(await app.rest('POST', `/venues?_method=${name}`, { as, json: {} }))).toEqual([
      404,
      'rest_no_route',
      [],
    ]);
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
