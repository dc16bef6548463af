import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { incomingOf } from '../../support/web.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  await made(app, 'organizers', { organizer: 'Five' });
});
afterAll(() => app.close());

const FORM = 'application/x-www-form-urlencoded';

const send = (path: string, body: string, type = FORM) =>
  app.rest('POST', path, { as: 'administrator', body, headers: { 'Content-Type': type } });

const EVENT = 'title=A+%26+B&start_date=2026-12-01+10:00&end_date=2026-12-01+12:00';

test.each([
  ['one after the other', 'tags=x,y'],
  ['repeated', 'tags=x&tags=y'],
  ['in brackets', 'tags[]=x&tags[]=y'],
  ['numbered', 'tags[0]=x&tags[1]=y'],
  ['numbered with gaps', 'tags[3]=x&tags[7]=y'],
  ['encoded', 'tags%5B%5D=x&tags%5B%5D=y'],
])('a list in a form may be written %s', async (_, list) => {
  const { body } = await send('/events', `${EVENT}&${list}`);
  expect(body.tags.map(({ name }: { name: string }) => name)).toEqual(['x', 'y']);
});

test('a field that comes twice and is no list is what came last', async () => {
  expect((await send('/tags', 'name=first&name=last')).body).toMatchObject({ name: 'last' });
});

test('what a form clears is empty, and what it does not name stays', async () => {
  const venue = await made(app, 'venues', { venue: 'Full', city: 'Here', phone: '1' });
  const { body } = await send(`/venues/${venue.id}`, 'phone=');
  expect(body).toMatchObject({ venue: 'Full', city: 'Here' });
  expect(body).not.toHaveProperty('phone');
});

test('a form may say its charset, and its text is UTF-8', async () => {
  const { body } = await send('/tags', `name=${encodeURIComponent('낱말 ñ 🎉')}`, `${FORM}; charset=UTF-8`);
  expect(body.name).toBe('낱말 ñ 🎉');
});

test('brackets without an end, or before a name, are part of the name', async () => {
  expect((await send('/tags', '[name]=x&name[=y&na]me=z')).body).toMatchObject({ data: { params: ['name'] } });
});

test('brackets do not reach what objects inherit', async () => {
  const answer = await send('/venues', 'venue=Plain&__proto__[city]=Evil&constructor[prototype][city]=Evil');
  expect(answer.body.venue).toBe('Plain');
  expect(answer.body).not.toHaveProperty('city');
  const inside = await send('/events', `${EVENT}&venue[__proto__][city]=Evil&venue[venue]=Also+plain`);
  expect(inside.body.venue.venue).toBe('Also plain');
  expect(inside.body.venue).not.toHaveProperty('city');
  expect(({} as { city?: string }).city).toBeUndefined();
});

test.each([
  ['application/x-www-form-urlencoded', 'page=x&search=nobody'],
  ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="page"\r\n\r\nx\r\n--b--\r\n'],
  ['multipart/form-data', 'no form at all'],
])('a form that comes with GET is not looked at: %s', async (type, body) => {
  const headers = { 'Content-Type': type };
  const plain = (await app.rest('GET', '/organizers')).body;
  const meant = await app.rest('POST', '/organizers?_method=GET', { body, headers });
  expect([meant.status, meant.body]).toEqual([200, plain]);
  // No client of this language sends a body with GET; others do.
  const address = new Request('http://127.0.0.1:4000/wp-json/calendar/events/v1/organizers', { headers });
  const { content } = await app.answer(incomingOf(address, { body: async () => Buffer.from(body) }));
  expect(JSON.parse(Buffer.from(content).toString())).toEqual(plain);
});
