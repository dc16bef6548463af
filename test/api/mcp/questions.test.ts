import { afterAll, beforeAll, expect } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { askAbout, QUESTIONS, QUESTIONS_ENV } from '../../support/questions.ts';
import { sampled } from '../../support/sample.ts';
import { call } from './asking.ts';

interface Entry {
  event: { title: string };
}

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ env: QUESTIONS_ENV, now: FRIDAY });
  await askAbout(app);
});
afterAll(() => app.close());

sampled(12).each(QUESTIONS)('%s', async (_, args, titles) => {
  const { isError, structuredContent } = await call(app.fetch, 'find_events', args);
  const { events, total, timezone, userErrors } = structuredContent;
  expect([isError, userErrors]).toEqual([undefined, undefined]);
  expect([events.map(({ event }: Entry) => event.title), timezone]).toEqual([titles, 'Asia/Seoul']);
  expect(total).toBeGreaterThanOrEqual(titles.length);
});
