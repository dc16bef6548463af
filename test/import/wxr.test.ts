import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../src/data/port.ts';
import { fileSource } from '../../src/import/files/open.ts';
import type { Report } from '../../src/import/report.ts';
import { COLLECTION_OF } from '../../src/kinds/collections.ts';
import { EVENTS, type EventRecord } from '../../src/kinds/event/record.ts';
import { buildApp } from '../support/app.ts';
import { exported } from './calendars.ts';
import { dying, importInto } from './support.ts';
import { wxrOf } from './wxr.ts';

// What recorded.test.ts compares with the interface of a site comes besides from files that are odd, or hostile.

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wxr-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const SITE = 'https://old.example';

async function newCalendar() {
  const app = await buildApp();
  onTestFinished(() => app.close());
  async function take(content: string, since?: string): Promise<Report> {
    const path = join(folder, 'site.xml');
    writeFileSync(path, content);
    return importInto(app.store, {
      source: await fileSource({ path, language: 'en', zone: 'UTC', calendar: '', since }),
    });
  }
  return { app, take };
}

const post = (
  id: number,
  title: string,
  more = '',
  { type = 'tribe_events', status = 'publish', day = '2027-06-01' } = {},
) =>
  `<item><title>${title}</title><wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type><wp:status>${status}</wp:status>
<content:encoded><![CDATA[First\n\nSecond]]></content:encoded><wp:post_name>${title.toLowerCase()}</wp:post_name>${more}
${meta('_EventStartDate', `${day} 10:00:00`)}${meta('_EventEndDate', `${day} 12:00:00`)}${meta('_EventTimezone', 'Europe/Madrid')}</item>`;
const meta = (key: string, value: string): string =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
const category = (domain: string, slug: string, name = slug): string =>
  `<category domain="${domain}" nicename="${slug}">${name}</category>`;
const term = (id: number, taxonomy: string, slug: string, description = ''): string =>
  `<wp:term><wp:term_id>${id}</wp:term_id><wp:term_taxonomy>${taxonomy}</wp:term_taxonomy><wp:term_slug>${slug}</wp:term_slug>
<wp:term_name>${slug}</wp:term_name><wp:term_description><![CDATA[${description}]]></wp:term_description></wp:term>`;

const NOTHING = { events: [], venues: [], organizers: [], categories: [], tags: [] };
const file = (...items: string[]): string => wxrOf(SITE, NOTHING, items.join(''));

const polylang = (language: string) => category('language', language) + category('post_translations', 'pll_5f');
const wpml = (language: string) =>
  meta('_wpml_import_language_code', language) + meta('_wpml_import_translation_group', '77');

test.each([
  ['Polylang', polylang],
  ['WPML', wpml],
])('posts that say the same in several languages, as %s keeps them, are one event', async (_, said) => {
  const { app, take } = await newCalendar();
  const terms =
    term(3, 'tribe_events_cat', 'jazz') +
    term(4, 'tribe_events_cat', 'yaz') +
    term(5, 'term_translations', 'pll_1', 'a:2:{s:2:"en";i:3;s:2:"es";i:4;}');
  const report = await take(
    file(
      terms,
      post(12, 'Feria', said('es') + category('tribe_events_cat', 'yaz')),
      post(11, 'Fair', said('en') + category('tribe_events_cat', 'jazz')),
      post(13, 'Alone'),
    ),
  );
  expect([report.refused, { ...report.notTaken }]).toEqual([[], {}]);
  const events = await app.store.find<EventRecord>(EVENTS.name, {}, { sort: [['_id', 1]] });
  expect(events.map(({ _id, text }) => [_id, text.en?.title, text.es?.title])).toEqual([
    [11, 'Fair', 'Feria'],
    [13, 'Alone', undefined],
  ]);
  expect(events[0]!.text.en!.description).toMatchObject({ html: '<p>First</p>\n<p>Second</p>' });
  const categories = await app.store.find(COLLECTION_OF.category.name, {});
  expect(categories).toMatchObject([{ text: { en: { name: 'jazz' }, es: { name: 'yaz' } } }]);
});

test('each status and the trash come, a password, what the file only mentions and other kinds of posts are named', async () => {
  const { app, take } = await newCalendar();
  const states = ['publish', 'future', 'draft', 'pending', 'private'];
  const report = await take(
    file(
      ...states.map((status, at) =>
        post(
          20 + at,
          `State${at}`,
          '<wp:post_date_gmt>2027-01-01 00:00:00</wp:post_date_gmt>'.repeat(+(status === 'future')),
          {
            status,
          },
        ),
      ),
      post(30, 'Gone', meta('_wp_trash_meta_status', 'pending'), { status: 'trash' }),
      post(31, 'Unsaved', '', { status: 'auto-draft' }),
      post(32, 'Locked', '<wp:post_password>x</wp:post_password>'),
      post(
        33,
        'Linked',
        meta('_EventVenueID', '900') +
          category('post_tag', 'new', 'New') +
          meta('_thumbnail_id', '7') +
          meta('mood', 'good'),
      ),
      post(34, 'Paid', meta('_EventCost', '12') + meta('_EventRecurrence', 'a:3:{}')),
      post(40, 'Page', '', { type: 'page' }),
    ),
  );
  const events = await app.store.find<EventRecord>(EVENTS.name, {}, { sort: [['_id', 1]] });
  expect(events.map(({ _id, status }) => [_id, status])).toEqual([
    ...states.map((status, at) => [20 + at, status]),
    [30, 'trash'],
    [33, 'publish'],
    [34, 'publish'],
  ]);
  expect(report.refused).toMatchObject([
    { what: expect.stringMatching(/^Locked \(line \d+\)$/), why: 'It has a password there.' },
  ]);
  expect(Object.keys(report.notTaken).sort()).toEqual([
    'Posts of the kind page: 1.',
    'The currency of the price: the file does not name it.',
    'The field mood.',
    'The image: it is not in the file.',
    'The rule by which the event repeats: only its first date is in the file.',
    'The venue 900: it is not in the file.',
  ]);
});

test('--since takes only later events, and what is gone from a file is never trashed', async () => {
  const { app, take } = await newCalendar();
  const [old, late] = [post(1, 'Old', '', { day: '2026-01-01' }), post(2, 'Late')];
  await take(file(old, late), '2027-01-01');
  expect(await app.store.count(EVENTS.name, {})).toBe(1);
  await take(file(old, late));
  expect((await take(file(late))).gone).toEqual([]);
});

const RSS =
  '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item><title>A</title></item></channel></rss>';
const ONLY = 'Of XML, only the export file of WordPress \\(Tools → Export\\) is read.';

test.each<[string, string, string]>([
  ['a feed', RSS, `line 1, column \\d+: This is an RSS feed, and no export. ${ONLY}`],
  [
    'a map of a site',
    '<?xml version="1.0"?>\n<urlset></urlset>',
    `This is XML of another kind \\(<urlset>\\). ${ONLY}`,
  ],
  ['a page', '<!doctype html><title>A</title>', 'This is no XML: '],
  [
    'an entity that leads outside',
    `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss>&x;</rss>`,
    'has no document type',
  ],
  ['elements in elements', `<rss>${'<a>'.repeat(50)}`, 'Elements lie within 20 others.'],
  ['no XML', '<rss><channel><a></b>', 'This is no XML: '],
  ['half of a file', file(post(1, 'One')).slice(0, -20), 'site.xml is cut off: <\\w+> has no end'],
])('%s is refused by its name', async (_, content, why) => {
  await expect((await newCalendar()).take(content)).rejects.toThrow(new RegExp(why));
});

test('control characters in a file, which XML does not have, are left out', async () => {
  const { app, take } = await newCalendar();
  await take(file(post(1, 'One\u0002 more')));
  expect((await app.store.find<EventRecord>(EVENTS.name, {}))[0]!.text.en!.title).toBe('One more');
});

test('ended at every fifth of its writes and run again, it ends as one that was not', async () => {
  const [killed, whole] = [await newCalendar(), await newCalendar()];
  const path = join(folder, 'whole.xml');
  const said = (language: string, title: string, id: number) => post(id, title, polylang(language));
  const many = Array.from({ length: 12 }, (_, at) => post(50 + at, `Post${at}`, category('tribe_events_cat', 'jazz')));
  writeFileSync(
    path,
    file(term(3, 'tribe_events_cat', 'jazz'), said('es', 'Feria', 12), ...many, said('en', 'Fair', 11)),
  );
  const take = async (store: Store, now: number) =>
    importInto(store, { now, source: await fileSource({ path, language: 'en', zone: 'UTC', calendar: '' }) });
  let times = 0;
  const run = (writes: number): Promise<boolean> =>
    take(dying(killed.app.store, writes), killed.app.clock.now + writes).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('killed');
        times += 1;
        return false;
      },
    );
  for (let writes = 4; !(await run(writes)); writes += 5) expect(times).toBeLessThan(100);
  expect(times).toBeGreaterThanOrEqual(3);
  await take(whole.app.store, whole.app.clock.now);
  expect(await exported(killed.app, ['publishedAt'])).toEqual(await exported(whole.app, ['publishedAt']));
});
