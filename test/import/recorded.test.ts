import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { decodeHTML } from 'entities';
import { expect, onTestFinished, test } from 'vitest';
import { fileSource } from '../../src/import/files/open.ts';
import { EVENTS, type EventRecord } from '../../src/kinds/event/record.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { lastRevision } from './calendars.ts';
import { type Body, RECORDED, serveRecorded } from './recorded-site.ts';
import { importInto, sourceAt } from './support.ts';
import { wxrOf } from './wxr.ts';

async function emptyApp(): Promise<TestApp> {
  const app = await buildApp({ env: { SITE_TIMEZONE: 'America/New_York' } });
  onTestFinished(() => app.close());
  return app;
}

/** What every site says for itself: addresses, moments of writing, numbers of the host, and what follows from a price. */
const OF_A_SITE =
  /^(rest_url|global_id|global_id_lineage|modified|modified_utc|urls|meta|count|term_group|term_taxonomy_id|taxonomy|filter|cost_details|url|image)$/;

/** A body as far as it can be the same elsewhere: what it links to by ids, texts without the entities that a site writes. */
function comparable(body: Body): object {
  const idsOf = (member: Body) => (member === undefined ? undefined : [member].flat().map(({ id }: Body) => id));
  const members = Object.entries(body as object).filter(
    ([key]) => !OF_A_SITE.test(key) && !(key === 'parent' && !body.parent),
  );
  return {
    ...Object.fromEntries(members.map(([key, value]) => [key, typeof value === 'string' ? plain(value) : value])),
    ...Object.fromEntries(['venue', 'organizer', 'categories', 'tags'].map((list) => [list, named(body[list], idsOf)])),
    ...(body.website !== undefined && { website: body.website === body.url ? 'its page' : plain(body.website) }),
    image: body.image ? { id: body.image.id, url: body.image.url, sizes: Object.keys(body.image.sizes) } : false,
  };
}

const named = (member: Body, idsOf: (member: Body) => unknown): unknown =>
  typeof member === 'string' ? plain(member) : idsOf(member);

/** What people read of a text. Markup is made safe, and written otherwise. */
const plain = (text: string): string =>
  decodeHTML(text)
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test('what the recorded site shows is what arrives, under the same ids; a second run writes nothing', async () => {
  const site = await serveRecorded();
  const app = await emptyApp();
  const authors = new Map([1, 2, 4, 5].map((id) => [String(id), id]));
  const lines: string[] = [];
  const source = await sourceAt(site.url, { warn: (line) => lines.push(line) });
  const report = await importInto(app.store, { source, authors });
  expect(report).toMatchObject({ refused: [], conflicts: [], notTaken: {}, otherIds: [] });
  for (const [list, bodies] of Object.entries(site.lists))
    for (const body of bodies as Body[]) {
      const ours = (await app.rest('GET', `/${list}/${body.id}`, { as: 'administrator' })).body;
      expect(JSON.stringify(ours)).not.toMatch(/<script|onclick/i);
      expect(comparable(ours), `${list} ${body.id}`).toMatchObject(comparable(body));
    }
  const before = await lastRevision(app.store);
  const { counts } = await importInto(app.store, { source: await sourceAt(site.url), authors });
  expect(counts.event).toEqual({ unchanged: RECORDED.events.length });
  expect(await lastRevision(app.store)).toBe(before);
  // It has no feeds, so that events get UIDs of their own.
  expect(lines).toEqual([expect.stringContaining('no iCalendar feeds')]);
  expect(await app.store.distinct(EVENTS.name, 'uid', {})).toHaveLength(RECORDED.events.length);
});

test('events get the UIDs that feeds say', async () => {
  const site = await serveRecorded(({ id, slug }) => `event_${id * 7}_${slug}@a.example`);
  const app = await emptyApp();
  await importInto(app.store, { source: await sourceAt(site.url) });
  const events = await app.store.find<EventRecord>(EVENTS.name, {});
  expect(Object.fromEntries(events.map(({ _id, uid }) => [_id, uid]))).toEqual(
    Object.fromEntries(RECORDED.events.map(({ id, slug }: Body) => [id, `event_${id * 7}_${slug}@a.example`])),
  );
});

test('the export file of WordPress gives the same records as its interface, but for prices without a currency', async () => {
  const site = await serveRecorded();
  const [byRest, byFile] = [await emptyApp(), await emptyApp()];
  const authors = new Map([1, 2, 4, 5].map((id) => [String(id), id]));
  await importInto(byRest.store, { source: await sourceAt(site.url), authors });
  const path = join(mkdtempSync(join(tmpdir(), 'wxr-')), 'site.xml');
  onTestFinished(() => rmSync(dirname(path), { recursive: true }));
  writeFileSync(path, wxrOf(site.url, site.lists));
  const take = async (now = byFile.clock.now) =>
    importInto(byFile.store, {
      now,
      authors,
      source: await fileSource({ path, language: 'en', zone: 'UTC', calendar: '' }),
    });
  const report = await take();
  expect(report).toMatchObject({ source: site.url, refused: [], conflicts: [], otherIds: [] });
  expect({ ...report.notTaken }).toEqual({});
  const differing: string[] = [];
  for (const [list, bodies] of Object.entries(site.lists))
    for (const { id } of bodies as Body[]) {
      const [rest, file] = await Promise.all(
        [byRest, byFile].map(async (app) => (await app.rest('GET', `/${list}/${id}`, { as: 'administrator' })).body),
      );
      const [a, b] = [comparable(rest), comparable(file)] as [Body, Body];
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
        if (JSON.stringify(a[key]) !== JSON.stringify(b[key]))
          differing.push(`${list} ${id} ${key}: ${JSON.stringify(a[key])} ${JSON.stringify(b[key])}`);
    }
  expect(differing).toEqual([]);
  const { counts } = await take(byFile.clock.now + 1000);
  expect(counts.event).toEqual({ unchanged: RECORDED.events.length });
});
