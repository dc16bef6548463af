import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answered } from '../../support/app.ts';
import { fuzzSeed, runsOf } from '../../support/fuzz/seed.ts';
import { upTo } from '../../support/making.ts';
import { invalid, missing, outcomeOf } from '../../support/outcome.ts';
import { sampled } from '../../support/sample.ts';
import { sendRaw } from '../../support/sending.ts';
import { type SmallCalendar, smallCalendar } from '../../support/small-calendar.ts';

let calendar: SmallCalendar;

beforeAll(async () => {
  calendar = await smallCalendar();
});
afterAll(() => calendar.app.close());

type Pairs = readonly (readonly [name: string, value: string | Blob])[];

const as = 'administrator';
const seed = fuzzSeed();

/** Sends parts as clients with a `FormData` send them. */
function sendParts(path: string, pairs: Pairs): Promise<Answered> {
  const body = new FormData();
  for (const [name, value] of pairs) body.append(name, value as string);
  return calendar.app.rest('POST', path, { as, body });
}

/** Sends the same as a form without files. */
const sendForm = (path: string, pairs: Pairs): Promise<Answered> =>
  sendRaw(
    calendar.app,
    path,
    'application/x-www-form-urlencoded',
    new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString(),
  );

/** The event that was made as it is shown, without what two events cannot share. */
function taken(made: Answered): object {
  expect(outcomeOf(made)).toBe(201);
  const { id: _, slug: __, url: ___, rest_url: ____, global_id, global_id_lineage, ...rest } = made.body;
  expect(global_id_lineage).toEqual([global_id]);
  return rest;
}

const pairsOf = (fields: readonly string[]): [name: string, value: string][] =>
  fields.map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)]);

/** A draft does not count in what it is linked to. */
const TITLED = pairsOf([
  ...['title=A & B', 'start_date=2026-12-01 10:00', 'end_date=2026-12-01 12:00', 'status=draft'],
  'website=https://example.org/',
]);

const FIELDS: readonly (readonly [what: string, ...fields: string[]])[] = [
  ['plain fields', 'cost=$10 – 20', 'website=https://example.org/?a=1&b=2', 'featured=1'],
  ['other scripts', 'title=낱말 ñ 🎉', 'description=e\u0301'],
  ['an inline venue', 'venue[venue]=Multipart Hall', 'venue[city]=X'],
  ['inline organizers and ids', 'organizer[0][organizer]=Multi Ann', 'organizer[1]={ann}'],
  ['ids with free numbers', 'organizer[]={ann}', 'venue[]={hall}', 'venue[]={annex}'],
  ['a list with commas', 'tags=x,y'],
  ['a repeated list', 'tags=x', 'tags=y'],
  ['a list in brackets', 'tags[]=x', 'tags[]=y'],
  ['a numbered list with gaps', 'tags[3]=x', 'tags[7]=y'],
  ['a field that comes twice and is no list', 'cost=5', 'cost=6'],
  ['empty fields', 'excerpt=', 'venue=', 'tags='],
  ['brackets without an end', 'tags[=x', '[tags]=y', 'tags[x=z'],
  ['names that objects inherit', '__proto__[city]=Evil', 'constructor[prototype][cost]=5', 'toString=x'],
  ['percent signs and pluses', 'title=100%25 + 1%', 'tags=a%2Cb'],
  ['line breaks', 'description=One\r\ntwo\r\n\r\nthree'],
];

sampled(5).each(FIELDS)('the parts of a multipart form are the fields of a form: %s', async (_, ...fields) => {
  const filled = [...TITLED, ...pairsOf(fields.map(calendar.fill))];
  const form = taken(await sendForm('/events', filled));
  expect(taken(await sendParts('/events', filled))).toEqual(form);
});

test.each([
  ['line ends of Unix', (body: string) => body.replaceAll('\r\n', '\n')],
  ['no last boundary', (body: string) => body.replace('\r\n--a--\r\n', '')],
  ['line ends of Unix and no last boundary', (body: string) => body.replaceAll('\r\n', '\n').replace('\n--a--\n', '')],
])('a multipart form is read as PHP reads it: %s', async (_, changed) => {
  const parts = TITLED.map(
    ([name, value]) => `--a\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const body = `${parts.join('')}--a--\r\n`;
  const send = (text: string) => sendRaw(calendar.app, '/events', 'multipart/form-data; boundary=a', text);
  expect(taken(await send(changed(body)))).toEqual(taken(await send(body)));
});

test('a type in a list is the first one', async () => {
  const json = JSON.stringify(Object.fromEntries(TITLED));
  const listed = await sendRaw(calendar.app, '/events', 'application/json, text/plain', json);
  expect(taken(listed)).toEqual(taken(await sendForm('/events', TITLED)));
});

const anyName = fc.constantFrom(
  ...['phone', 'city', 'description', 'website', 'show_map', 'zip', 'zip[]', 'city[a]', 'status', 'venue', 'image'],
);
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('', '0', 'publish', 'true', 'https://example.org/', 'a\r\nb', '"', '--', '=', '&a=b', '<b>x</b>'),
);
/** Line breaks as forms send them. */
const inForm = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n');

test(`any parts get the answer of the same form (FUZZ_SEED=${seed})`, async () => {
  const same = fc.asyncProperty(fc.array(fc.tuple(anyName, anyText.map(inForm)), { maxLength: 6 }), async (pairs) => {
    const path = `/venues/${calendar.id('annex')}`;
    const [form, parts] = [await sendForm(path, pairs), await sendParts(path, pairs)];
    expect([outcomeOf(parts), parts.body]).toEqual([outcomeOf(form), form.body]);
  });
  await fc.assert(same, { seed, numRuns: runsOf(12, 60) });
});

test('an update changes what its parts name, and the rest stays', async () => {
  const { body: event } = await sendParts('/events', [...TITLED, ['cost', '5'], ['venue[venue]', 'EventCounts Hall']]);
  const { status, body } = await sendParts(`/events/${event.id}`, [['title', 'Renamed']]);
  expect([status, body.title, body.cost, body.venue.venue]).toEqual([200, 'Renamed', event.cost, 'EventCounts Hall']);
});

test.each(['image', 'gallery', 'venue[logo]', 'constructor', '__proto__'])(
  'a file as %s is refused by its name',
  async (name) => {
    const file = new File(['x'], 'picture.png', { type: 'image/png' });
    const answer = await sendParts('/events', [...TITLED, [name, file]]);
    expect(outcomeOf(answer)).toEqual(invalid(name.replace(/\[.*/, '')));
    expect(answer.body.message).toContain(name.replace(/\[.*/, ''));
  },
);

test('all files of a form are named in one answer, and nothing is made', async () => {
  const before = (await calendar.app.rest('GET', '/venues')).body.total;
  const pairs: Pairs = [
    ['venue', 'With files'],
    ['flyer', new File([''], 'a.png')],
    ['plan', new Blob(['x'])],
  ];
  expect(outcomeOf(await sendParts('/venues', pairs))).toEqual(invalid('flyer', 'plan'));
  expect((await calendar.app.rest('GET', '/venues')).body.total).toBe(before);
});

test('a file input that was left empty is no file', async () => {
  const pairs: Pairs = [
    ['name', 'No file'],
    ['image', new File([], '', { type: 'application/octet-stream' })],
  ];
  expect(outcomeOf(await sendParts('/tags', pairs))).toBe(201);
});

const TYPE = 'multipart/form-data; boundary=limit';
const NAMED = '--limit\r\nContent-Disposition: form-data; name="organizer"\r\n\r\n';
const PART = `${NAMED}x`;

test.each([
  ['is no multipart form', TYPE, 'name=x'],
  ['is JSON', TYPE, '{"name":"x"}'],
  ['breaks off in its headers', TYPE, '--limit\r\nContent-Disposition: form-da'],
  ['has a part without a name', TYPE, '--limit\r\nContent-Disposition: form-data\r\n\r\nx\r\n--limit--\r\n'],
  ['is parted by something else', 'multipart/form-data; boundary=other', `${PART}\r\n--limit--\r\n`],
  ['does not say what parts it', 'multipart/form-data', `${PART}\r\n--limit--\r\n`],
])('a multipart body that %s is refused', async (_, type, body) => {
  expect(outcomeOf(await sendRaw(calendar.app, '/organizers', type, body))).toEqual([400, 'rest_invalid_form', []]);
});

test.each(['', '--limit--\r\n'])('the multipart body %j has no fields', async (body) => {
  expect(outcomeOf(await sendRaw(calendar.app, '/organizers', TYPE, body))).toEqual(missing('organizer'));
});

test.each(['MULTIPART/Form-Data; Boundary="limit"', 'multipart/form-data; charset=utf-8; boundary=limit'])(
  'a multipart form may come as %s',
  async (type) => {
    const { status, body } = await sendRaw(calendar.app, '/organizers', type, `${NAMED}Typed\r\n--limit--\r\n`);
    expect([status, body.organizer]).toEqual([201, 'Typed']);
  },
);

test.each([
  ['a name without quotes', 'Content-Disposition: form-data; name=organizer\r\n\r\nTyped\r\n--limit--\r\n'],
  [
    'a type beside the name',
    'Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=organizer\r\n\r\nTyped\r\n--limit--',
  ],
  ['text behind the end', 'Content-Disposition: form-data; name="organizer"\r\n\r\nTyped\r\n--limit--\r\nend'],
])('a multipart form with %s is read, as some libraries write it', async (_, part) => {
  const { status, body } = await sendRaw(calendar.app, '/organizers', TYPE, `--limit\r\n${part}`);
  expect([status, body.organizer]).toEqual([201, 'Typed']);
});

test.each([
  [1_000_000, 201],
  [1_000_001, [413, 'rest_body_too_large', []]],
])('a multipart body of %i bytes: %j', async (size, outcome) => {
  const end = '\r\n--limit--\r\n';
  const head = `${PART}\r\n--limit\r\nContent-Disposition: form-data; name="other"\r\n\r\n`;
  const answer = await sendRaw(calendar.app, '/organizers', TYPE, `${head.padEnd(size - end.length, 'x')}${end}`);
  expect(outcomeOf(answer)).toEqual(outcome);
});

test('of 5,000 parts the first thousand are read', async () => {
  const part = (name: string, value: string) =>
    `--limit\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const send = (at: number) => {
    const parts = upTo(5_000).map((number) => (number === at ? part('venue', 'Late') : part(`p${number}`, 'x')));
    return sendRaw(calendar.app, '/venues', TYPE, `${parts.join('')}--limit--\r\n`);
  };
  expect(outcomeOf(await send(999))).toBe(201);
  expect(outcomeOf(await send(1_000))).toEqual(missing('venue'));
});
