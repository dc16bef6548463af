import { buildApp, FRIDAY, type TestApp } from './app.ts';
import { made, type Plural, upTo } from './making.ts';
import { createWatch, type Watch } from './watched-store.ts';

/** A calendar in which each of `schema/examples` finds something and leaves something out. */
export interface ExamplesCalendar {
  app: TestApp;
  watch: Watch;
  /** `Concert 1`, `Concert 2` and so on up to the count, in the order of their start. Other names work alike. */
  all(name: string): string[];
  /** The `id` of the concert hall. */
  hall: string;
}

const SEOUL = { city: 'Seoul', country: 'South Korea' };

/** Times by the clocks of Seoul, where it is now Friday evening. */
const at = (start: string, end: string) => ({ start_date: start, end_date: end, timezone: 'Asia/Seoul' });

/**
 * Makes a free concert on Saturday in each of `count` halls. All of them are in the concert hall as well, and each has a genre
 * and a club of its own. Adds as many drafts of the author, and records that one example or another has to leave out.
 * Calls `whileEmpty` before that.
 */
export async function examplesCalendar(
  count: number,
  whileEmpty = async (_: TestApp): Promise<void> => {},
): Promise<ExamplesCalendar> {
  const watch = createWatch();
  const app = await buildApp({ now: FRIDAY, wrap: watch.wrap });
  await whileEmpty(app);
  const id = async (kind: Plural, fields: object): Promise<number> => (await made(app, kind, fields)).id;
  const each = async (make: (number: number) => Promise<number>): Promise<number[]> => {
    const ids: number[] = [];
    for (const index of upTo(count)) ids.push(await make(index + 1));
    return ids;
  };
  const event = (title: string, fields: object) => made(app, 'events', { title, ...fields });

  const music = await id('categories', { name: 'Music' });
  const concerts = await id('categories', { name: 'Concerts', parent: music });
  const film = await id('categories', { name: 'Film' });
  const genres = await each((n) => id('categories', { name: `Genre ${n}`, parent: concerts }));
  const tags = await each((n) => id('tags', { name: `Tag ${n}` }));
  const clubs = await each((n) => id('organizers', { organizer: `Club ${n}` }));
  // The last hall is nearest to the middle of the town.
  const halls = await each((n) =>
    id('venues', { venue: `Hall ${n}`, ...SEOUL, geo_lat: 37.5665 + (count - n) / 1000, geo_lng: 126.978 }),
  );
  const hall = await made(app, 'venues', { venue: 'Concert Hall', ...SEOUL, geo_lat: 37.64, geo_lng: 126.978 });
  const cinema = await id('venues', { venue: 'Cinema', ...SEOUL, geo_lat: 37.8, geo_lng: 126.978 });
  const pier = await id('venues', { venue: 'Pier', city: 'Busan', geo_lat: 35.18, geo_lng: 129.08 });

  const [first] = await each(async (n) => {
    const start = String(n).padStart(2, '0');
    const { id } = await event(`Concert ${n}`, {
      ...at(`2026-11-21 10:${start}`, '2026-11-21 12:00'),
      venue: [halls[n - 1], hall.id],
      organizer: clubs[n - 1],
      categories: [genres[n - 1]],
      tags: [tags[n - 1]],
      cost: '0',
      image: `https://example.org/${n}.png`,
    });
    return id;
  });
  await app.rest('PUT', `/events/${first}?multilang_language=ko`, { as: 'editor', json: { title: '음악회' } });
  await event('Open day', {
    ...at('2026-11-23 10:00', '2026-11-23 17:00'),
    venue: halls,
    organizer: clubs,
    categories: genres,
    tags,
  });
  const inSeoul = { venue: cinema, categories: [film], cost: '5' };
  await event('Yesterday', { ...at('2026-11-19 10:00', '2026-11-19 12:00'), ...inSeoul, venue: hall.id });
  await event('Running', { ...at('2026-11-19 10:00', '2026-11-22 12:00'), ...inSeoul });
  await event('Tonight', { ...at('2026-11-20 22:00', '2026-11-20 23:00'), ...inSeoul, venue: pier });
  await event('Past midnight', { ...at('2026-11-21 00:30', '2026-11-21 02:00'), ...inSeoul });
  await event('Monday', { ...at('2026-11-23 20:00', '2026-11-23 22:00'), ...inSeoul, cost: '' });
  await event('Until November', { ...at('2026-10-30 10:00', '2026-11-01 12:00'), ...inSeoul });
  await event('October', { ...at('2026-10-31 20:00', '2026-10-31 23:59'), ...inSeoul });
  await event('December', { ...at('2026-12-01 00:00', '2026-12-01 10:00'), ...inSeoul, venue: pier, cost: '0' });
  const hidden = { ...inSeoul, venue: [halls[0], hall.id], categories: [music], cost: '0', hide_from_listings: true };
  await event('Hidden concert', { ...at('2026-11-21 10:00', '2026-11-21 12:00'), ...hidden });

  const draft = (title: string, status: string, as: 'author' | 'editor') =>
    made(app, 'events', { title, status, ...at('2026-11-21 10:00', '2026-11-21 12:00') }, as);
  await each(async (n) => (await draft(`Draft ${n}`, 'draft', 'author')).id);
  await draft('Pending', 'pending', 'author');
  await draft('Published', 'publish', 'author');
  await draft('Not mine', 'draft', 'editor');

  return {
    app,
    watch,
    all: (name) => upTo(count).map((index) => `${name} ${index + 1}`),
    hall: Buffer.from(`venue:${hall.id}`).toString('base64url'),
  };
}
