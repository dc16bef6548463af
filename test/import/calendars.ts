import { CHANGES } from '../../src/data/changes/record.ts';
import type { Store } from '../../src/data/port.ts';
import { ROLES } from '../../src/domain/access.ts';
import { LANGUAGES } from '../../src/domain/language.ts';
import type { Caller, TestApp } from '../support/app.ts';
import { drawCalendar } from '../support/drawn-calendar.ts';
import { made } from '../support/making.ts';

const STATES = ['publish', 'draft', 'pending', 'private', 'future'] as const;

/**
 * Puts a calendar into an app that has all that can be moved: drawn events, and one of each state with an image and texts in
 * three languages, two of them in the trash.
 */
export async function fillCalendar(app: TestApp, events: number): Promise<void> {
  const { venues, categories, tags } = await drawCalendar(app, events);
  const write = (path: string, json: object) => app.rest('PATCH', path, { as: 'administrator', json });
  await write(`/categories/${categories[1]}?multilang_language=es`, {
    name: 'Yaz',
    description: 'Música <b>libre</b>',
  });
  await write(`/tags/${tags[0]}?multilang_language=ko`, { name: '새로운', slug: '새-것' });
  await write(`/venues/${venues[0]}`, { image: 'https://images.example/plaza.jpg', phone: '+34 954 000 000' });
  for (const [at, status] of [...STATES, 'publish', 'draft'].entries()) {
    const { id } = await made(app, 'events', {
      title: `Event ${at} & co`,
      status,
      description: '<p>First</p>\n<p>Second</p>',
      excerpt: 'In short',
      start_date: `2027-0${at + 1}-05 10:00`,
      end_date: `2027-0${at + 1}-05 12:00`,
      timezone: 'Europe/Madrid',
      date: status === 'future' ? '2027-01-01 00:00:00' : '2026-10-01 08:00:00',
      website: 'https://example.org/?a=1&b=2',
      image: `https://images.example/${at}.jpg`,
      venue: [venues[at % venues.length]],
      categories,
      tags,
      custom_fields: { colour: 'Red', covered: true, opened: '2020-02-29', more: 'https://example.org/', age: '6+' },
    });
    await write(`/events/${id}?multilang_language=ko`, { title: `행사 ${at}`, custom_fields: { colour: '빨강' } });
    await write(`/events/${id}?multilang_language=es`, {
      title: `Acto ${at}`,
      description: '<p>Primero</p>',
      slug: `acto-${at}`,
    });
    if (at >= STATES.length) await app.rest('DELETE', `/events/${id}`, { as: 'administrator' });
  }
  const { body } = await app.rest('GET', '/events?search=co&start_date=2027-01-01', { as: 'administrator' });
  const update = 'mutation ($input: UpdateImageInput!) { updateImage(input: $input) { userErrors { message } } }';
  const input = { ref: { id: String(body.events[0].image.id) }, alternativeText: '탑', language: 'KO' };
  await app.graphql(update, { input }, { as: 'administrator' });
}

/** Ids of users by what exports call them, and what lists do. Apps of tests have the same users. */
export const authorsOf = (app: TestApp): Map<string, number> =>
  new Map(ROLES.flatMap((role) => [role, String(app.idOf(role))].map((each) => [each, app.idOf(role)])));

/** The whole calendar as a file of its export. */
export const exportedText = async (app: Pick<TestApp, 'rest'>): Promise<string> =>
  (await app.rest('GET', '/export.jsonl?trash=true&users=true', { as: 'administrator' })).text;

/** What an export tells of every record, without what is another in each calendar, and without these members. */
export async function exported(app: Pick<TestApp, 'rest'>, without: readonly string[] = []): Promise<object[]> {
  const [, ...lines] = (await exportedText(app)).trimEnd().split('\n');
  const others = Object.fromEntries(['modifiedAt', 'source', ...without].map((member) => [member, undefined]));
  return lines.map((line) => ({ ...JSON.parse(line), ...others }));
}

/** Everything that lists of REST show to somebody, in each language. */
export async function shown(app: Pick<TestApp, 'rest'>, as: Caller): Promise<object[]> {
  const all: object[] = [];
  for (const language of LANGUAGES)
    for (const list of ['events', 'venues', 'organizers', 'categories', 'tags'])
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const dates = list === 'events' ? '&start_date=2000-01-01&end_date=2100-01-01' : '';
        const query = `per_page=50&page=${page}&hide_empty=false&multilang_language=${language}${dates}`;
        const { body } = await app.rest('GET', `/${list}?${query}`, { as });
        pages = body.total_pages;
        all.push(...body[list]);
      }
  return all.map(withoutHost);
}

/** Records of REST without what says where and when they were written, and how many events there are that no list shows. */
const withoutHost = (record: object): object =>
  JSON.parse(
    JSON.stringify(record, (key, value) =>
      /^(modified|modified_utc|global_id|global_id_lineage|count)$/.test(key) ? undefined : value,
    ).replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://host'),
  );

/** The last revision of the log of changes: another one after every write. */
export async function lastRevision(store: Store): Promise<number> {
  const [last] = await store.find(CHANGES.name, { _id: { $gte: 0 } }, { sort: [['_id', -1]], limit: 1, index: '_id_' });
  return Number(last?._id ?? 0);
}
