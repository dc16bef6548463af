import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, NAME } from '../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const as = 'administrator';
const KINDS = ['events', 'venues', 'organizers'] as const;

type Kind = (typeof KINDS)[number];

let count = 0;

/** Names for records that all want one slug, and this slug. */
function namesakes() {
  const slug = `hall-${++count}`;
  return { slug, name: (number: number) => `Hall ${count}${'!'.repeat(number)}` };
}

/** Makes a record that holds its slug, whatever its state: events have one as drafts only when it is sent. */
const holding = (kind: Kind, name: string, fields: object) =>
  made(app, kind, { [NAME[kind]]: name, ...(kind === 'events' ? { slug: name } : {}), ...fields });

const read = async (kind: Kind, id: number) => (await app.rest('GET', `/${kind}/${id}`, { as })).body;

/** Every kind as a draft, and a pending one: the rule is the same for all. */
const DRAFTED = [
  ['events', 'draft'],
  ['venues', 'draft'],
  ['organizers', 'pending'],
] as const;

describe.each(DRAFTED)('%s that are %s', (kind, status) => {
  test('keep the number when they are published, and hold it for good from then on', async () => {
    const { slug, name } = namesakes();
    const { id } = await holding(kind, name(0), { status });
    await holding(kind, name(1), {});
    const published = await app.rest('PATCH', `/${kind}/${id}`, { as, json: { status: 'publish' } });
    expect(published.body).toMatchObject({ status: 'publish', slug: `${slug}-2` });
    expect((await holding(kind, name(2), {})).slug).toBe(`${slug}-3`);
  });

  test('give way to one that comes back from the trash', async () => {
    const { slug, name } = namesakes();
    const trashed = await holding(kind, name(0), {});
    await app.rest('DELETE', `/${kind}/${trashed.id}`, { as });
    const draft = await holding(kind, name(1), { status });
    expect(draft.slug).toBe(slug);
    const restored = await app.rest('PATCH', `/${kind}/${trashed.id}`, { as, json: { status: 'publish' } });
    expect(restored.body.slug).toBe(slug);
    expect((await read(kind, draft.id)).slug).toBe(`${slug}-2`);
  });
});

test('an event without a slug gets that of its title when it is published, from whoever holds it as a draft', async () => {
  const { slug, name } = namesakes();
  const plain = await made(app, 'events', { title: name(0), status: 'pending' });
  expect(plain.slug).toBe('');
  const named = await holding('events', name(1), { status: 'draft' });
  expect(named.slug).toBe(slug);
  const published = await app.rest('PATCH', `/events/${plain.id}`, { as, json: { status: 'publish' } });
  expect(published.body.slug).toBe(slug);
  expect((await read('events', named.id)).slug).toBe(`${slug}-2`);
});

test('a draft gives way in the language in which it holds the slug, and in no other', async () => {
  const { slug, name } = namesakes();
  const draft = await holding('venues', name(0), { status: 'draft' });
  await app.rest('PATCH', `/venues/${draft.id}?multilang_language=ko`, { as, json: { venue: `회관 ${slug}` } });
  await made(app, 'venues', { venue: name(1) });
  expect((await read('venues', draft.id)).slug).toBe(`${slug}-2`);
  const korean = await app.rest('GET', `/venues/${draft.id}?multilang_language=ko`, { as });
  expect(decodeURIComponent(korean.body.slug)).toBe(`회관-${slug}`);
});

test('a slug that is sent in one language is taken from a draft that has it in another', async () => {
  const { slug, name } = namesakes();
  const draft = await holding('events', name(0), { status: 'draft' });
  const event = await made(app, 'events', { title: name(1), slug: `${slug}-own` });
  const path = `/events/${event.id}?multilang_language=es`;
  const { status, body } = await app.rest('PATCH', path, { as, json: { title: 'Sala', slug } });
  expect([status, body.slug]).toEqual([200, slug]);
  expect((await read('events', draft.id)).slug).toBe(`${slug}-2`);
});

test.each(KINDS)('the word feed is no slug of %s, drafts that give way included', async (kind) => {
  expect((await holding(kind, 'Feed', { status: 'draft' })).slug).toBe('feed-2');
  expect((await holding(kind, 'Feed!', {})).slug).toBe('feed-2');
  expect((await holding(kind, 'Feed?', {})).slug).toBe('feed-3');
});

test.each(['categories', 'tags'] as const)('the word feed is a slug of %s', async (kind) => {
  expect((await made(app, kind, { name: 'Feed' })).slug).toBe('feed');
  expect((await made(app, kind, { name: 'Fodder', slug: 'feed' })).slug).toBe('feed-2');
});
