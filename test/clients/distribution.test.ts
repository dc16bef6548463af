import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../support/app.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

let served: ServedApp;

beforeAll(async () => {
  served = await serveApp();
});
afterAll(() => served.close());

/** What a program says when it gives up. */
class GaveUp extends Error {}

interface Evening {
  title: string;
  from: string;
  to: string;
  hall: { name: string; street: string; city: string };
  host: { name: string; email: string };
}

/**
 * A program as those that bring an event to many sites are written: it tries the log-in first and gives up where that fails,
 * then makes the venue and the organizer, then the event with their ids.
 */
class Distributor {
  private readonly headers: Record<string, string>;

  constructor(
    private readonly site: string,
    name: string,
    password: string,
  ) {
    const pair = Buffer.from(`${name}:${password}`).toString('base64');
    this.headers = { Authorization: `Basic ${pair}`, 'Content-Type': 'application/json', Accept: 'application/json' };
  }

  async logIn(): Promise<{ id: number; name: string; mayPublish: boolean }> {
    const answer = await fetch(`${this.site}/wp-json/wp/v2/users/me?context=edit`, { headers: this.headers });
    if (!answer.ok) throw new GaveUp(`no log-in: ${answer.status}`);
    const { id, name, roles, capabilities } = (await answer.json()) as {
      id: number;
      name: string;
      roles: string[];
      capabilities: Record<string, boolean>;
    };
    const knownRole = roles.some((role) => ['administrator', 'editor', 'author'].includes(role));
    return { id, name, mayPublish: knownRole && capabilities.publish_tribe_events === true };
  }

  private async make(kind: string, json: object): Promise<{ id: number; status: string }> {
    const address = `${this.site}/wp-json/tribe/events/v1/${kind}`;
    const answer = await fetch(address, { method: 'POST', headers: this.headers, body: JSON.stringify(json) });
    const body = (await answer.json()) as { id: number; status: string; code?: string };
    if (answer.status !== 201) throw new GaveUp(`${kind}: ${answer.status} ${body.code}`);
    return body;
  }

  async publish({ title, from, to, hall, host }: Evening): Promise<{ id: number; status: string }> {
    const { mayPublish } = await this.logIn();
    const { id: venue } = await this.make('venues', { venue: hall.name, address: hall.street, city: hall.city });
    const { id: organizer } = await this.make('organizers', { organizer: host.name, email: host.email });
    const status = mayPublish ? 'publish' : 'draft';
    const times = { start_date: from, end_date: to, timezone: 'Europe/Madrid' };
    return this.make('events', { title, status, ...times, venue: { id: venue }, organizer: [{ id: organizer }] });
  }
}

const as = (user: Exclude<Caller, 'anonymous'>): Distributor => {
  const [name = '', password = ''] = served.app.credentials(user).split(':');
  return new Distributor(served.url, name, password);
};

const EVENING: Evening = {
  title: 'Noche de jazz & más',
  from: '2027-03-06 20:00:00',
  to: '2027-03-06 23:30:00',
  hall: { name: 'Sala Grande', street: 'Calle Mayor 1', city: 'Sevilla' },
  host: { name: 'Ana', email: 'ana@example.org' },
};

test('an author logs in and publishes an event with its venue and its organizer, which everybody sees', async () => {
  const made = await as('author').publish(EVENING);
  expect((await served.app.rest('GET', `/events/${made.id}`)).body).toMatchObject({
    status: 'publish',
    utc_start_date: '2027-03-06 19:00:00',
    venue: { venue: 'Sala Grande', city: 'Sevilla' },
    organizer: [{ organizer: 'Ana', email: 'ana@example.org' }],
  });
});

test('the same evening sent again finds the venue and the organizer that are there', async () => {
  const [first, second] = [await as('editor').publish(EVENING), await as('editor').publish(EVENING)];
  const read = async (id: number) => (await served.app.rest('GET', `/events/${id}`)).body;
  const [one, other] = [await read(first.id), await read(second.id)];
  expect([other.venue.id, other.organizer[0].id]).toEqual([one.venue.id, one.organizer[0].id]);
});

test('a contributor may not publish, and the program sends a draft', async () => {
  expect(await as('contributor').publish({ ...EVENING, title: 'Pendiente' })).toMatchObject({ status: 'draft' });
});

test('wrong credentials end the program before anything is written', async () => {
  const before = (await served.app.rest('GET', '/venues')).body.total;
  const wrong = new Distributor(served.url, 'editor', 'wrong');
  await expect(wrong.publish(EVENING)).rejects.toThrow('no log-in: 401');
  await expect(as('subscriber').publish(EVENING)).rejects.toThrow('venues: 403 rest_forbidden');
  expect((await served.app.rest('GET', '/venues')).body.total).toBe(before);
});
