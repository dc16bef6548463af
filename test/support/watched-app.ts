import { afterAll, beforeEach } from 'vitest';
import { buildApp, type TestApp } from './app.ts';
import { empty } from './stored.ts';
import { createWatch, type Watch } from './watched-store.ts';

/** The app of a test file: its store is watched, and has nothing before each test. */
export async function watchedApp(): Promise<{ app: TestApp; watch: Watch }> {
  const watch = createWatch();
  const app = await buildApp({ wrap: watch.wrap });
  // The log has begun.
  await app.rest('GET', '/tags');
  beforeEach(() => empty(app.store));
  afterAll(() => app.close());
  return { app, watch };
}
