import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WPAPI from 'wpapi';
import type { Role } from '../../src/domain/access.ts';
import { made, upTo } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

let served: ServedApp;
let site: WPAPI;

beforeAll(async () => {
  served = await serveApp();
  for (const number of upTo(5)) {
    const [start_date, end_date] = [`2026-12-0${number + 1} 10:00:00`, `2026-12-0${number + 1} 12:00:00`];
    await made(served.app, 'events', { title: `Evening ${number}`, start_date, end_date, categories: ['Music'] });
  }
  await made(served.app, 'venues', { venue: 'Grand Hall' });
  site = await WPAPI.discover(served.url);
});
afterAll(() => served.close());

/** A client with the credentials of a role. */
async function signedIn(role: Role): Promise<WPAPI> {
  const [username = '', password = ''] = served.app.credentials(role).split(':');
  return (await WPAPI.discover(served.url)).auth({ username, password });
}

test('HEAD and GET of the site name the same REST root', async () => {
  for (const method of ['HEAD', 'GET']) {
    const { headers } = await fetch(served.url, { method });
    expect(headers.get('link')).toBe(`<${served.url}/wp-json/>; rel="https://api.w.org/"`);
  }
});

describe.each(['calendar/events/v1', 'tribe/events/v1'])('%s', (namespace) => {
  const calendar = (client = site) => client.namespace(namespace);

  test('the client discovers every collection from the address of the site', () => {
    const found = Object.keys(calendar()).filter((name) => name !== '_options');
    expect(found).toEqual(['doc', 'events', 'venues', 'organizers', 'categories', 'tags', 'changes', 'export.jsonl']);
  });

  test('events are listed page by page', async () => {
    const first = await calendar().events!().perPage(2).get();
    expect(first).toMatchObject({ total: 5, total_pages: 3, events: [{ title: 'Evening 0' }, { title: 'Evening 1' }] });
    const second = await calendar().events!().perPage(2).page(2);
    expect(second.events).toMatchObject([{ title: 'Evening 2' }, { title: 'Evening 3' }]);
  });

  test('a link to the next page is followed to the end', async () => {
    const titles: string[] = [];
    let page = await calendar().events!().perPage(2).get();
    titles.push(...page.events.map(({ title }: { title: string }) => title));
    while (page.next_rest_url) {
      expect(page.next_rest_url).toContain(`/wp-json/${namespace}/events/`);
      page = await site.url(page.next_rest_url).get();
      titles.push(...page.events.map(({ title }: { title: string }) => title));
    }
    expect(titles).toEqual(upTo(5).map((number) => `Evening ${number}`));
  });

  test('totals are told in the headers', async () => {
    const headers = await calendar().events!().perPage(2).headers();
    expect(headers).toMatchObject({ 'x-tec-total': '5', 'x-tec-totalpages': '3' });
  });

  test('lists are searched and filtered', async () => {
    expect((await calendar().events!().search('evening 3')).events).toMatchObject([{ title: 'Evening 3' }]);
    const [category] = (await calendar().categories!().get()).categories;
    expect((await calendar().events!().categories([category.id])).total).toBe(5);
    expect((await calendar().events!().param('start_date', '2026-12-04')).total).toBe(2);
  });

  test('a record is read by id and by slug', async () => {
    const byId = async (kind: string, id: number) => calendar()[kind]!().id(id);
    const bySlug = await calendar().events!().bySlug('evening-2');
    expect(bySlug.title).toBe('Evening 2');
    expect(await byId('events', bySlug.id)).toEqual(bySlug);
    const venue = await calendar().venues!().bySlug('grand-hall');
    expect(await byId('venues', venue.id)).toEqual(venue);
    const [category] = (await calendar().categories!().get()).categories;
    expect(await byId('categories', category.id)).toMatchObject({ name: 'Music', count: 5 });
  });

  test.each([
    [
      'events',
      'title',
      { title: 'Fresh', start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' },
      'trash',
    ],
    ['venues', 'venue', { venue: 'Fresh' }, 'trash'],
    ['organizers', 'organizer', { organizer: 'Fresh' }, 'trash'],
    ['categories', 'name', { name: 'Fresh' }, undefined],
    ['tags', 'name', { name: 'Fresh' }, undefined],
  ])('%s are created, updated and deleted with credentials', async (kind, name, fields, status) => {
    const client = calendar(await signedIn('administrator'));
    const all = () => client[kind]!();
    const created = await all().create(fields);
    expect(created).toMatchObject(fields);
    const renamed = { [name]: 'Renamed <&> 이름' };
    expect(await all().id(created.id).update(renamed)).toMatchObject({
      id: created.id,
      [name]: 'Renamed &lt;&amp;&gt; 이름',
    });
    expect(await all().id(created.id).get()).toMatchObject({ [name]: 'Renamed &lt;&amp;&gt; 이름' });
    expect(await all().id(created.id).delete()).toMatchObject({ id: created.id, ...(status ? { status } : {}) });
    await expect(all().id(created.id).delete()).rejects.toMatchObject({ code: expect.stringMatching(/\w/) });
  });

  test('errors arrive as the client hands them on', async () => {
    const refusals: [() => PromiseLike<unknown>, code: string, status: number][] = [
      [() => calendar().venues!().create({ venue: 'Mine' }), 'rest_forbidden', 401],
      [() => calendar().venues!().create({}), 'rest_missing_callback_param', 400],
      [() => calendar().events!().id(99_999).get(), 'rest-event-not-found', 404],
      [() => calendar().events!().page(9), 'event-archive-page-not-found', 404],
    ];
    for (const [ask, code, status] of refusals) {
      await expect(ask()).rejects.toMatchObject({ code, data: { status } });
    }
    const subscriber = calendar(await signedIn('subscriber'));
    await expect(subscriber.tags!().create({ name: 'Mine' })).rejects.toMatchObject({ data: { status: 403 } });
  });
});

describe('wp/v2', () => {
  const host = () => site.namespace('wp/v2');

  test('the client discovers the lists that it knows of the host', () => {
    const known = ['tribe_events', 'tribe_venue', 'tribe_organizer', 'tribe_events_cat', 'tags', 'types', 'taxonomies'];
    expect(Object.keys(host())).toEqual(expect.arrayContaining(known));
  });

  test('it goes from page to page to the end, by what the headers say', async () => {
    let page = await host().tribe_events!().perPage(2).order('asc').orderby('id').get();
    const titles: string[] = [];
    const take = () => titles.push(...page.map(({ title }: { title: { rendered: string } }) => title.rendered));
    take();
    expect(page._paging).toMatchObject({ total: 5, totalPages: 3 });
    while (page._paging.next) {
      page = await page._paging.next.get();
      take();
    }
    expect(titles).toEqual(upTo(5).map((number) => `Evening ${number}`));
  });

  test('it searches, finds by slug and id, and embeds', async () => {
    const [found] = await host().tribe_events!().search('evening 3').get();
    expect(found).toMatchObject({ type: 'tribe_events', title: { rendered: 'Evening 3' } });
    const [same] = await host().tribe_events!().slug('evening-3').embed().get();
    expect(same._embedded['wp:term'][0]).toMatchObject([{ name: 'Music', taxonomy: 'tribe_events_cat' }]);
    expect(await host().tribe_events!().id(found.id).get()).toEqual(found);
    const [category] = await host().tribe_events_cat!().get();
    expect(found.tribe_events_cat).toEqual([category.id]);
    expect((await host().tribe_events!().param('tribe_events_cat', category.id).get()).length).toBe(5);
  });

  test('errors arrive as the client hands them on', async () => {
    const wrong = host().tribe_events!();
    await expect(wrong.perPage(101).get()).rejects.toMatchObject({ code: 'rest_invalid_param', data: { status: 400 } });
    const unknown = host().tribe_events!().id(99_999);
    await expect(unknown.get()).rejects.toMatchObject({ code: 'rest_post_invalid_id', data: { status: 404 } });
  });
});
