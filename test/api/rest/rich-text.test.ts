import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ env: { EMBED_HOSTS: 'video.example' } });
});
afterAll(() => app.close());

const FRAME = '<iframe src="https://video.example/embed/1" allowfullscreen></iframe>';
const PLAYER = '<video class="wide" src="https://e.example/v.mp4" controls></video>';
const SENT = `<p class="a" onclick="x()">${FRAME}<iframe src="https://www.youtube.com/embed/1"></iframe></p>${PLAYER}`;
const SHOWN = `<p class="a">${FRAME}</p>\n${PLAYER}`;

test.each(['events', 'venues', 'organizers'] as const)('players and frames of known hosts stay in %s', async (kind) => {
  const { id, description } = await made(app, kind, { description: SENT });
  expect(description).toBe(SHOWN);
  const { body } = await app.rest('PUT', `/${kind}/${id}`, { as: 'administrator', json: { description } });
  expect(body.description).toBe(SHOWN);
});

test('GraphQL keeps the same of a text', async () => {
  const query =
    'mutation ($d: String) { createVenue(input: { name: "Hall", description: $d }) { venue { description } } }';
  const { body } = await app.graphql(query, { d: SENT }, { as: 'administrator' });
  expect(body.data.createVenue.venue).toEqual({ description: SHOWN });
});

test('descriptions of terms are a line, in which class stays and frames do not', async () => {
  const { description } = await made(app, 'tags', { description: `<em class="x">Free</em>${FRAME}` });
  expect(description).toBe('<em class="x">Free</em>');
});
