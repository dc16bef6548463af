import { expect } from 'vitest';
import { type Running, rest } from '../../process/support.ts';
import { eventually } from '../../support/eventually.ts';

/** An event that a writer has made. */
export interface Written {
  id: number;
  /** How it may look now: in one way when the last write was answered, else as before or as after it. */
  may: string[];
}

/** Writes events of its own, each request to the other of two servers in turn, and looks at both after every answer. */
export interface Writer {
  /** Makes one event, changes it, and removes every other one. */
  write(life: number): Promise<void>;
  written: Written[];
  /** Every status that was answered. */
  statuses: Set<number>;
  /** Where a server did not show what one of them had answered. */
  surprises: string[];
}

interface Body {
  id: number;
  title: string;
  status: string;
  hide_from_listings: boolean;
  code?: string;
}

interface Answer {
  status: number;
  body: Body;
}

/** How an event looks, as answers and records tell it. */
export const lookOf = ({ title, status, hidden }: { title: string; status: string; hidden: boolean }): string =>
  status === 'trash' ? 'trash' : `${title}, ${status}, ${hidden ? 'hidden' : 'listed'}`;

const lookOfAnswer = ({ body }: Answer): string =>
  lookOf({
    ...body,
    status: body.code === 'event-no-longer-available' ? 'trash' : body.status,
    hidden: body.hide_from_listings,
  });

const TIMES = { start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00' };

const CHANGES = [
  { title: 'Open night', status: 'publish', hide_from_listings: true },
  { title: 'Open night', status: 'draft', hide_from_listings: false },
  { title: 'Open week', status: 'publish', hide_from_listings: false, start_date: '2030-04-30 10:00:00' },
];

/**
 * `number` tells writers apart. A patient one sends again what was answered with 503: a server that is not ended leaves
 * nothing of a request that it gives up.
 */
export function createWriter(number: number, servers: readonly [Running, Running], { isPatient = false } = {}): Writer {
  const written: Written[] = [];
  const statuses = new Set<number>();
  const surprises: string[] = [];
  let turn = number;

  async function answered(server: Running, method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(rest(server, path), {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = { status: response.status, body: (await response.json()) as Body };
    statuses.add(answer.status);
    return answer;
  }

  /** A server that was killed has done what it was asked for or not, as one that says 503. */
  const ask: typeof answered = (...request) => answered(...request).catch(() => ({ status: 503, body: {} as Body }));

  async function send(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await ask(servers[turn++ % 2 ? 1 : 0], method, path, body);
    return isPatient && answer.status === 503 ? send(method, path, body) : answer;
  }

  /** Both servers come to show an event as it was answered, when they have looked for what the other wrote. */
  async function look({ id, may }: Written): Promise<void> {
    let shown: Answer[] = [];
    const isWrong = (answer: Answer) => answer.status !== 503 && !may.includes(lookOfAnswer(answer));
    const lookAtBoth = async () => {
      shown = await Promise.all(servers.map((server) => ask(server, 'GET', `/events/${id}`)));
      expect(shown.filter(isWrong)).toEqual([]);
    };
    await eventually(lookAtBoth).catch(() => {
      for (const answer of shown.filter(isWrong))
        surprises.push(`${id} is ${answer.status} ${lookOfAnswer(answer)}, not ${may}`);
    });
  }

  async function change(event: Written, method: string, after: string, body?: object): Promise<void> {
    const answer = await send(method, `/events/${event.id}`, body);
    event.may = answer.status === 503 ? [...event.may, after] : [lookOfAnswer(answer)];
    await look(event);
  }

  return {
    written,
    statuses,
    surprises,
    async write(life) {
      const made = await send('POST', '/events', {
        ...TIMES,
        title: 'Open day',
        venue: [{ venue: `Hall ${life}` }],
        organizer: [{ organizer: `Club ${life}` }],
        categories: [`Kind ${life}`, 'Every kind'],
        tags: [`Tag ${life}`, `Tag ${life} of ${number}`],
      });
      if (made.status !== 201) return;
      const event: Written = { id: made.body.id, may: [lookOfAnswer(made)] };
      written.push(event);
      await look(event);
      const body = CHANGES[(number + life) % CHANGES.length]!;
      await change(event, 'PUT', lookOf({ ...body, hidden: body.hide_from_listings }), body);
      if ((number + life) % 2) await change(event, 'DELETE', 'trash');
    },
  };
}
