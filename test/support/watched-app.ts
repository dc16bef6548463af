import { afterAll, beforeEach } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from './app.ts';
import { empty } from './stored.ts';
import { createWatch, type Watch } from './watched-store.ts';

/** The app of a test file. Its store is watched, and is emptied before each test. */
export async function watchedApp(): Promise<{ app: TestApp; watch: Watch }> {
  const watch = createWatch();
  const app = await buildApp({ now: FRIDAY, wrap: watch.wrap });
  // Begins the log of changes before any test.
  await app.rest('GET', '/tags');
  beforeEach(() => empty(app));
  afterAll(() => app.close());
  return { app, watch };
}
