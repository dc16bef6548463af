import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignRecords } from '../../src/tools/assign-records.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

test('all records of a user are given to another, in the trash too; readers learn of it; another run finds none', async () => {
  const [author, editor] = [app.idOf('author'), app.idOf('editor')];
  const fields = { start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00', venue: { venue: 'Hall' } };
  const events: number[] = [];
  for (const title of ['One', 'Two', 'Gone']) events.push((await made(app, 'events', { title, ...fields, author })).id);
  const { id: other } = await made(app, 'events', { title: 'Theirs', ...fields });
  await app.rest('DELETE', `/events/${events[2]}`, { as: 'administrator' });
  const before = (await app.rest('GET', `/events/${events[0]}`)).headers.get('etag');
  const done: string[] = [];
  const how = { from: author, to: editor, clock: () => 0, report: (what: string) => void done.push(what) };
  expect(await assignRecords(app.store, how)).toBe(3);
  expect(await assignRecords(app.store, how)).toBe(0);
  expect(done).toContain('events');
  const shown = await app.rest('GET', `/events/${events[0]}`);
  expect(shown.body.author).toBe(String(editor));
  expect(shown.headers.get('etag')).not.toBe(before);
  expect(await app.store.byIds('events', [other])).not.toMatchObject([{ author: editor }]);
  expect(await app.store.count('events', { author: editor, status: 'trash' })).toBe(1);
});
