import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/domain/language.ts';
import { serveRecorded } from '../../import/recorded-site.ts';
import { openHouse, post, type Running, rest, typed } from '../support.ts';

const house = openHouse();
afterAll(() => house.remove());

const ALL = 'per_page=50&hide_empty=false&start_date=1970-01-01&end_date=2999-01-01&status=any';
const LISTS = ['events', 'venues', 'organizers', 'categories', 'tags'];

/** A body without when records were written here, which is the date of a draft, and the order of lists by it. */
function timeless(value: unknown): unknown {
  if (Array.isArray(value)) return value.toSorted((a, b) => Number(a?.id) - Number(b?.id));
  if (typeof value !== 'object' || value === null || !('modified' in value)) return value;
  const { modified: _, modified_utc, date, date_utc, ...rest } = value as Record<string, unknown>;
  return rest.status === 'publish' ? { ...rest, date, date_utc } : rest;
}

/** Everything that both APIs show to an administrator, by language and list. */
async function shownBy(server: Running): Promise<Record<string, unknown>> {
  const shown: Record<string, unknown> = {};
  const keep = (name: string, body: unknown) => {
    shown[name] = JSON.parse(JSON.stringify(body, (_, value) => timeless(value)));
  };
  for (const language of LANGUAGES) {
    for (const list of LISTS)
      keep(
        `${language} ${list}`,
        await (await fetch(rest(server, `/${list}?${ALL}&multilang_language=${language}`))).json(),
      );
    const nodes = 'nodes { databaseId uid slug title description excerpt startsAt venues { title } image { url } }';
    const query = `{ events(first: 100) { totalCount ${nodes} } eventSeries(first: 50) { nodes { title } } }`;
    keep(
      `${language} graphql`,
      await (await post(`${server.url}/graphql`, { query }, { 'Accept-Language': language })).json(),
    );
  }
  return shown;
}

test('a site moves in, is edited in three languages, and moves on into a third calendar, where all is equal', async () => {
  const site = await serveRecorded();
  const [ours, theirs] = [house.place(), house.place()];
  const env = { SITE: site.url, FILE: join(house.dataFolder(), 'calendar.jsonl') };
  const run = (place: Record<string, string>, line: string) => house.run({ ...env, ...place }, typed(line));
  const served = (place: Record<string, string>) =>
    house.start({ ...place, SITE_URL: 'https://calendar.example.org', SITE_TIMEZONE: 'America/New_York' });

  expect(await run(ours, 'npm run import -- $SITE')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Imported from \S+\.\n {2}events +\d+ made\n/),
  });
  const second = await served(ours);
  const { events } = await (await fetch(rest(second, `/events?${ALL}`))).json();
  const [edited, binned, translated] = events as { id: number; slug: string }[];
  const send = async (method: string, path: string, json?: object) => {
    const sent = json && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) };
    const answer = await fetch(rest(second, path), { method, ...sent });
    expect([path, answer.ok]).toEqual([path, true]);
  };
  for (const [language, title] of [
    ['en', 'Edited'],
    ['ko', '고친 제목'],
    ['es', 'Corregido'],
  ] as const)
    await send('PATCH', `/events/${edited!.id}?multilang_language=${language}`, {
      title,
      description: `<p>${title} &amp; <b>more</b></p>`,
    });
  const update = 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { userErrors { message } } }';
  const input = { ref: { databaseId: translated!.id }, title: '그래프' };
  const answered = await (await post(`${second.url}/ko/graphql`, { query: update, variables: { input } })).json();
  expect(answered).toEqual({ data: { updateEvent: { userErrors: [] } } });
  await send('DELETE', `/events/${binned!.id}`);
  const days = { start_date: '2037-05-01 10:00', end_date: '2037-05-01 12:00', timezone: 'Asia/Seoul' };
  await send('POST', '/events', { title: 'Weekly', ...days, recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' } });
  await send('POST', '/events', { title: 'A draft', ...days, status: 'draft', venue: { venue: 'Town Hall' } });

  expect(await run(ours, 'npm run --silent export -- --trash > $FILE')).toMatchObject({ code: 0, error: '' });
  expect(await run(theirs, 'npm run import -- $FILE')).toMatchObject({
    code: 0,
    out: expect.not.stringMatching(/Not taken|Not written|Refused/),
  });
  const third = await served(theirs);
  const [here, there] = [await shownBy(second), await shownBy(third)];
  expect(there).toEqual(here);
  expect(JSON.stringify(here)).toContain('고친 제목');
  const feeds = async (server: Running) =>
    Promise.all(
      ['events.ics', 'events.rss', 'events.feed.json'].map(async (feed) => {
        const text = await (await fetch(rest(server, `/${feed}?start_date=1970-01-01&end_date=2999-01-01`))).text();
        return text.replace(/^(DTSTAMP|LAST-MODIFIED|<lastBuildDate>).*\r?\n|"date_modified":"[^"]*",?/gm, '');
      }),
    );
  expect(await feeds(third)).toEqual(await feeds(second));
  expect(await run(theirs, 'npm run import -- $FILE # again')).toMatchObject({
    code: 0,
    out: expect.not.stringMatching(/\b(made|updated|changed)\b/),
  });
});
