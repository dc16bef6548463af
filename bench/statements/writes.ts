import type { App } from '../../src/app.ts';
import type { Store } from '../../src/data/port.ts';
import type { Naming } from '../../src/kinds/event/record.ts';
import { busiest } from '../shared/busiest.ts';
import { asked } from './asked.ts';
import type { Operation } from './operations.ts';
import { type Statement, statementsOf } from './recorder.ts';

/** The statements of one kind of write. */
export interface WriteStatements {
  name: string;
  status: number;
  statements: readonly Statement[];
}

const EVENTS = '/wp-json/calendar/events/v1/events';

/** What a busy server runs for each kind of write of an event: it has cached everything that can be cached. */
export async function statementsOfWrites(app: App, store: Store): Promise<WriteStatements[]> {
  const ids = async (list: keyof Naming) => (await busiest<{ _id: number }>(store, list)).map(({ _id }) => _id);
  const [venues, organizers, categories] = [await ids('venues'), await ids('organizers'), await ids('categories')];
  let id = 0;
  let number = 0;
  const send = async (method: Operation['method'], path: string, body?: object): Promise<number> => {
    const { status, text } = await asked(app, { name: '', method, path, asAdministrator: true, ...(body && { body }) });
    id = method === 'POST' ? JSON.parse(text).id : id;
    return status;
  };
  const create = (count: number) => () => {
    number += 1;
    return send('POST', EVENTS, {
      title: `An event of statements, number ${number}`,
      ...{ start_date: '2037-03-06 10:00:00', end_date: '2037-03-06 17:30:00', timezone: 'Europe/London' },
      ...{ venue: venues[0], organizer: organizers.slice(0, 2), categories: categories.slice(0, count) },
    });
  };
  const change = (fields: object) => () => send('PATCH', `${EVENTS}/${id}`, fields);
  const writes: [name: string, write: () => Promise<number>][] = [
    ['create in three categories', create(3)],
    ['create in ten categories', create(10)],
    ['title', () => change({ title: `Another title, number ${number}` })()],
    ['cancel', change({ event_status: 'canceled' })],
    ['trash', () => send('DELETE', `${EVENTS}/${id}`)],
  ];
  const found: WriteStatements[] = [];
  // What the first time asks for is known the second time.
  for (const time of [1, 2])
    for (const [name, write] of writes) {
      let status = 0;
      const statements = await statementsOf(async () => {
        status = await write();
      });
      if (time === 2) found.push({ name, status, statements });
    }
  return found;
}
