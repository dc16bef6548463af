import { afterAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { openHouse } from './support.ts';

const house = openHouse();
afterAll(() => house.remove());

const fields = (place: Record<string, string>, ...args: string[]) =>
  house.run(place, [process.execPath, 'dist/fields.js', ...args]);

test('npm run fields adds, lists, changes and deletes the custom fields of a calendar', async () => {
  const place = house.place();
  const said = async (...args: string[]) => {
    const { code, out } = await fields(place, ...args);
    return [code, out];
  };
  const age = ['--kind', 'choice', '--en', 'Age', '--ko', '나이', '--choices', '6+,12+'];
  expect(await said('list')).toEqual([0, 'There is no custom field.\n']);
  expect(await said('add', 'event', 'age', ...age)).toEqual([0, 'Added event\tage\tchoice\tAge / 나이\t6+, 12+\n']);
  await said('add', 'venue', '_ecp_custom_2', '--kind', 'text', '--es', 'Color');
  expect(await said('change', 'event', 'age', '--ko=', '--choices', 'all')).toEqual([
    0,
    'Changed event\tage\tchoice\tAge\tall\n',
  ]);
  expect(await said('list')).toEqual([0, 'event\tage\tchoice\tAge\tall\nvenue\t_ecp_custom_2\ttext\tColor\n']);
  expect(await said('delete', 'event', 'age')).toEqual([0, 'Deleted event\tage\tchoice\tAge\tall\n']);
  expect(await said('list', 'event')).toEqual([0, 'There is no custom field.\n']);
});

test('npm run fields refuses what does not fit in one line, and changes nothing', async () => {
  const place = house.place();
  for (const [args, line] of [
    [['event', 'title', '--kind', 'text', '--en', 'T'], 'key: Must not be the name of a parameter or member of REST.'],
    [['event', 'x', '--kind', 'choice'], 'label: Must name it in one language at least.'],
  ] as const)
    expect(await fields(place, 'add', ...args)).toMatchObject({ code: 1, out: '', error: `${line}\n` });
  expect((await fields(place, 'delete', 'event', 'x')).error).toBe('key: There is no custom field with this key.\n');
  expect((await fields(place, 'list')).out).toBe('There is no custom field.\n');
});

test.each([
  [['frob'], 'There is no "frob".'],
  [['add', 'tag', 'x'], 'OF is "tag"; it must be event, venue, organizer.'],
  [
    ['add', 'event', 'x', '--kind', 'colour'],
    '--kind is "colour"; it must be text, number, boolean, date, url, choice.',
  ],
  [['change', 'event', 'x', '--kind', 'text'], 'The kind of a field stays: delete it, and add another one.'],
])('npm run fields with %j is called wrongly', async (args, wrong) => {
  const { code, error } = await fields(house.place(), ...args);
  expect({ code, error }).toEqual({ code: 2, error: `${wrong} npm run fields -- --help says more.\n` });
});

test('a server that runs shows a field as soon as it is defined beside it', async () => {
  const place = house.place();
  const server = await house.start(place);
  const root = `${server.url}/wp-json/calendar/events/v1`;
  const send = async (method: string, path: string, json?: object) => {
    const init = json ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) } : {};
    return (await fetch(`${root}${path}`, { method, ...init })).json();
  };
  await fields(place, 'add', 'event', 'age', '--kind', 'text', '--en', 'Age');
  const event = { title: 'X', start_date: '2037-03-06', end_date: '2037-03-06', age: '6+' };
  const { id, custom_fields } = await send('POST', '/events', event);
  expect(custom_fields).toEqual({ age: { label: 'Age', value: '6+' } });
  for (const _ of [1, 2, 3]) expect((await send('GET', `/events/${id}`)).custom_fields.age.label).toBe('Age');
  await fields(place, 'change', 'event', 'age', '--en', 'For whom');
  const shown = async () => (await send('GET', `/events/${id}`)).custom_fields;
  await eventually(async () => expect((await shown()).age.label).toBe('For whom'));
  await fields(place, 'delete', 'event', 'age');
  await eventually(async () => expect(await shown()).toEqual([]));
  server.send('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
});
