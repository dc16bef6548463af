import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countingReads } from '../../cache/support.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { elementsOf, pageAt } from './support.ts';

const MINUTE = 60_000;
const store = countingReads();
let app: TestApp;
const START = Date.parse('2026-11-20T22:30:00Z');

beforeAll(async () => {
  app = await buildApp({ wrap: store.wrap, env: { SITE_TIMEZONE: 'Europe/Madrid' }, now: '2026-11-20T22:30:00Z' });
  const hall = await made(app, 'venues', { venue: 'Hall' });
  const tonight = { start_date: '2026-11-20 22:00', end_date: '2026-11-20 23:35', timezone: 'Europe/Madrid' };
  await made(app, 'events', { title: 'Tonight', venue: hall.id, categories: ['Jazz'], ...tonight });
});
afterAll(() => app.close());

const VIEWS = ['/', '/events/', '/events/month/2026-11/', '/events/2026-11-20/', '/venue/hall/', '/event/tonight/'];

async function readsOf(work: () => Promise<unknown>): Promise<number> {
  const before = store.reads();
  await work();
  return store.reads() - before;
}

/** The page, asked for until it is kept. */
async function kept(path: string) {
  app.clock.now = START;
  await pageAt(app, path);
  await pageAt(app, path);
  expect(await readsOf(() => pageAt(app, path))).toBe(0);
  return pageAt(app, path);
}

describe.each(VIEWS)('the page at %s', (path) => {
  test('is kept from the second time on, the same for everybody', async () => {
    const { text } = await kept(path);
    const reads = await readsOf(async () => {
      expect((await app.fetch(path, { as: 'administrator', headers: { Accept: 'text/html' } })).text).toBe(text);
    });
    expect(reads).toBe(0);
  });

  test('has an entity tag, and is not sent to who has it', async () => {
    const { headers, text } = await kept(path);
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    const tag = headers.get('etag')!;
    const again = await app.fetch(path, { headers: { Accept: 'text/html', 'If-None-Match': tag } });
    expect([again.status, again.text, text.length > 0]).toEqual([304, '', true]);
  });

  test('is another one as soon as what it shows is changed', async () => {
    const { text } = await kept(path);
    const [{ id }] = (await app.rest('GET', '/events?start_date=2026-11-01')).body.events;
    await app.rest('PUT', `/events/${id}`, { as: 'administrator', json: { title: 'Changed', slug: 'tonight' } });
    expect((await pageAt(app, path)).text).toBe(text.replaceAll('Tonight', 'Changed'));
    await app.rest('PUT', `/events/${id}`, { as: 'administrator', json: { title: 'Tonight', slug: 'tonight' } });
    expect((await pageAt(app, path)).text).toBe(text);
  });
});

test('an address where nothing is is not kept', async () => {
  for (const path of ['/events/category/nothing/', '/events/list/page/9/']) {
    for (const _ of [1, 2]) await pageAt(app, path);
    expect(await readsOf(() => pageAt(app, path))).toBeGreaterThan(0);
  }
});

describe('time', () => {
  const today = (text: string) =>
    elementsOf(text).find(({ attributes }) => attributes['aria-current'] === 'date')?.text;

  test('moves today at midnight of the site, and not before', async () => {
    const { text } = await kept('/events/month/2026-11/');
    expect(today(text)).toContain('Nov 20');
    app.clock.now = Date.parse('2026-11-20T22:59:59.999Z');
    expect(await readsOf(() => pageAt(app, '/events/month/2026-11/'))).toBe(0);
    app.clock.now += 1;
    expect(today((await pageAt(app, '/events/month/2026-11/')).text)).toContain('Nov 21');
  });

  test('ends what is on at its end', async () => {
    for (const path of ['/events/2026-11-20/', '/event/tonight/']) {
      expect((await kept(path)).text).toContain('On now');
      app.clock.now = START + 5 * MINUTE - 1;
      expect((await pageAt(app, path)).text).toContain('On now');
      app.clock.now += 1;
      expect((await pageAt(app, path)).text).not.toContain('On now');
    }
  });

  test('leaves what has ended out of lists from the next minute on', async () => {
    expect((await kept('/events/')).text).toContain('Tonight');
    app.clock.now = START + 5 * MINUTE;
    expect((await pageAt(app, '/events/')).text).not.toContain('Tonight');
  });
});
