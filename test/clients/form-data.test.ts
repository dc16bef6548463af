import { afterAll, beforeAll, expect, test } from 'vitest';
import { upTo } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

const EVENTS = 13;

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp();
});
afterAll(() => served.close());

type Fields = Readonly<Record<string, string | Blob>>;

/** A client that sends what a page's form holds. */
async function send(path: string, fields: Fields) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value as string);
  const answer = await fetch(`${served.url}/wp-json/calendar/events/v1${path}`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(served.app.credentials('editor')).toString('base64')}` },
    body,
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed
  return { status: answer.status, body: (await answer.json()) as any };
}

const evening = (number: number): Fields => ({
  title: `저녁 & ${number}`,
  start_date: `2026-12-${number + 10} 19:00:00`,
  end_date: `2026-12-${number + 10} 22:00:00`,
  'venue[venue]': `Hall ${number % 3}`,
  'venue[city]': 'Jeonju',
  'organizer[0][organizer]': 'Ann',
  'tags[]': 'free',
});

/** The events of all pages by their ids, as their links lead to them. */
async function everyEvent(): Promise<number[]> {
  const ids: number[] = [];
  let next: string | undefined = `${served.url}/wp-json/calendar/events/v1/events?per_page=5`;
  while (next) {
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed
    const page: any = await (await fetch(next)).json();
    ids.push(...page.events.map(({ id }: { id: number }) => id));
    next = page.next_rest_url;
  }
  return ids;
}

test('a form creates events with venues inside, changes one of them, and all are listed once', async () => {
  const ids: number[] = [];
  for (const number of upTo(EVENTS)) {
    const { status, body } = await send('/events', evening(number));
    expect([status, body.title, body.venue]).toMatchObject([
      201,
      `저녁 &amp; ${number}`,
      { venue: `Hall ${number % 3}`, city: 'Jeonju' },
    ]);
    ids.push(body.id);
  }
  const { status, body } = await send(`/events/${ids[4]}`, {
    'venue[venue]': 'Garden',
    cost: '5',
    'tags[0]': 'open air',
  });
  expect([status, body]).toMatchObject([
    200,
    {
      id: ids[4],
      title: '저녁 &amp; 4',
      venue: { venue: 'Garden' },
      organizer: [{ organizer: 'Ann' }],
      tags: [{ name: 'open air' }],
    },
  ]);
  expect(await everyEvent()).toEqual(ids);
});

test('a form with a file is told which part it is', async () => {
  const before = await everyEvent();
  const { status, body } = await send('/events', { ...evening(0), image: new File(['x'], 'poster.png') });
  expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', ['image']]);
  expect(await everyEvent()).toEqual(before);
});

test('a form that is too large is refused', async () => {
  const { status, body } = await send('/events', { ...evening(0), description: 'x'.repeat(1_000_000) });
  expect([status, body.code]).toEqual([413, 'rest_body_too_large']);
});
