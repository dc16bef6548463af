import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ExportLine, itemOf } from '../../src/import/files/export-lines.ts';
import { fileSource } from '../../src/import/files/open.ts';
import type { Report } from '../../src/import/report.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { sampled } from '../support/sample.ts';
import { importInto } from './support.ts';

let folder: string;
let app: TestApp;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
});
beforeEach(async () => {
  app = await buildApp();
});
afterEach(() => app.close());
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER = { kind: 'calendar', version: 1, site: 'https://there.example', calendar: 'there' };
const EVENT = {
  ...{ kind: 'event', id: 7, uid: 'seven', author: 1, status: 'publish', original: 'en' },
  ...{
    texts: { en: { title: 'Seven', slug: 'seven' } },
    startsAt: '2027-03-01T10:00:00Z',
    endsAt: '2027-03-01T11:00:00Z',
  },
  ...{ timezone: 'UTC', allDay: false, venues: [], organizers: [], categories: [], tags: [] },
};
const SOUND = { ...EVENT, id: 8, uid: 'eight', texts: { en: { title: 'Eight' } } };

async function take(lines: readonly (object | string)[], header: object | string = HEADER): Promise<Report> {
  const path = join(folder, 'calendar.jsonl');
  const all = [header, ...lines, { kind: 'end', lines: lines.length }];
  writeFileSync(path, all.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return importInto(app.store, { source: await fileSource({ path, language: 'en', zone: 'UTC', calendar: 'here' }) });
}

const shown = async (): Promise<string[]> => {
  const { body } = await app.secondServer()('/wp-json/calendar/events/v1/events?start_date=2020-01-01', {
    as: 'administrator',
  });
  return body.events.map(({ title }: { title: string }) => title).sort();
};

describe('A line of an export', () => {
  sampled(4).each<[string, object | string, string]>([
    ['with a state that there is not', { status: '__proto__' }, 'line 2: status: Must be one of'],
    ['with a number as its state', { status: 5 }, 'line 2: status: Must be one of'],
    ['with a list as its state', { status: ['publish'] }, 'line 2: status: Must be one of'],
    ['with a word for yes', { allDay: 'yes' }, 'line 2: allDay: Must be true or false.'],
    [
      'with a number as its start',
      { startsAt: 5 },
      'line 2: startsAt: Must be a date and time, such as 2026-12-24 10:00.',
    ],
    ['with an object as its title', { texts: { en: { title: {} } } }, 'line 2: title: Must be text.'],
    ['without an id', { id: 'seven' }, 'line 2: It has no id.'],
    [
      'in a language that is not known',
      { original: 'de' },
      'line 2: Its texts are in a language that is not known here.',
    ],
    ['that is no JSON', '{"kind":"event",', 'line 2: This is no JSON at column'],
    [
      'that is too long',
      `{"kind":"event","id":7,"x":"${'x'.repeat(20_000_000)}"}`,
      'line 2: A line has 20000000 characters at the most.',
    ],
    ['of another kind', '{"kind":"__proto__"}', 'line 2: This is no line of an export.'],
  ])('%s is refused with its line, and the others are taken', async (_, line, said) => {
    const report = await take([typeof line === 'string' ? line : { ...EVENT, ...line }, SOUND]);
    expect(report.refused.map(({ what, why }) => `${what}: ${why}`)).toEqual([expect.stringContaining(said)]);
    expect(await shown()).toEqual(['Eight']);
  });

  sampled(3).each<[string, object]>([
    ['cost', { cost: ['a'] }],
    ['website', { website: 5 }],
    ['eventStatus', { eventStatus: 'later' }],
    ['timezone', { timezone: ['UTC'] }],
    ['featured', { featured: 'perhaps' }],
    ['description', { texts: { en: { title: 'Seven', description: {} } } }],
  ])('whose %s cannot be read is taken without it, which is told', async (field, values) => {
    const report = await take([{ ...EVENT, ...values }, SOUND]);
    expect(Object.keys(report.notTaken)).toEqual([expect.stringContaining(`${field}: Must`)]);
    expect(await shown()).toEqual(['Eight', 'Seven']);
  });

  test.each([undefined, 5])('of a calendar whose site is %j come from the file', async (site) => {
    const header = JSON.stringify({ ...HEADER, site });
    expect((await take([SOUND], header)).source).toBe('calendar.jsonl');
  });

  /** A value in place of one that is deeper than can be written. */
  const DEEP = 'deep';
  const asDeep = (line: object): string =>
    JSON.stringify(line).replace('"deep"', `${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  const IMAGE = { kind: 'image', id: 3, original: 'en' };
  const SIZE = { width: 10, height: 10, 'mime-type': 'image/png', filesize: 10, url: 'https://a.example/b.png' };
  const SIZES = 'sizes: Must be images with an address, and whole numbers of pixels and bytes.';
  sampled(7).each<[string, object, string]>([
    ['a venue that is a text', { venues: '12' }, 'venues: Must be a list of ids.'],
    ['a tag that is no id', { tags: [{ toString: 1 }] }, 'tags: Must be a list of ids.'],
    ['a venue that the file does not have', { venues: [12] }, 'venues: The source does not have what it refers to.'],
    ['an image that the file does not have', { image: 12 }, 'image: The source does not have what it refers to.'],
    ['a number as its UID', { uid: 5 }, 'uid: Must be text.'],
    ['a text as its sequence', { sequence: '2' }, 'sequence: Must be a whole number from 0 to 2147483647.'],
    ['a sequence beyond all', { sequence: 3e9 }, 'sequence: Must be a whole number from 0 to 2147483647.'],
    ['an author that is a list', { author: [1] }, 'author: Must be an id.'],
    ['an image that is an object', { image: { id: 1 } }, 'image: Must be an id.'],
    ['custom fields that are a list', { customFields: ['a'] }, 'customFields: Must be an object.'],
    ['a custom value that is a list', { customFields: { a: [1] } }, 'customFields.a: Must be text.'],
    ['a slug that is a number', { texts: { en: { title: 'Seven', slug: 5 } } }, 'slug: Must be text.'],
    ['a text in place of a language', { texts: { en: { title: 'Seven' }, ko: 'x' } }, 'ko: Must be an object.'],
    ['an origin that is no object', { source: 'https://a.example' }, 'source: Must be an object.'],
    ['a deep image', { image: [DEEP] }, 'image: Must be an id.'],
    ['a wide image', { ...IMAGE, url: 'https://a.example/1', width: 3e9 }, 'width: Must be a whole number.'],
    [
      'an old address that is none',
      { ...IMAGE, url: 'https://a.example/0', from: 'javascript:1' },
      'from: Must be an absolute http(s) address.',
    ],
    ['a deep size', { ...IMAGE, url: 'https://a.example/2', sizes: { a: DEEP } }, SIZES],
    ['a size that is a text', { ...IMAGE, url: 'https://a.example/3', sizes: 'large' }, SIZES],
    ...[{ width: -1 }, { height: 3e9 }, { filesize: '5' }, { url: 'javascript:1' }, { 'mime-type': 5 }].map(
      (wrong, at): [string, object, string] => [
        `a size with ${JSON.stringify(wrong)}`,
        { ...IMAGE, url: `https://a.example/sized-${at}`, sizes: { sound: SIZE, wrong: { ...SIZE, ...wrong } } },
        SIZES,
      ],
    ),
  ])('with %s is taken without it, which is told', async (_, values, said) => {
    const report = await take([asDeep({ ...('kind' in values ? {} : EVENT), ...values }), SOUND]);
    expect([report.refused, Object.keys(report.notTaken)]).toEqual([[], [said]]);
    expect(await shown()).toContain('Eight');
    const images = await app.store.find<{ _id: number; sizes?: object }>('images', { _id: { $gt: 0 } });
    expect(images.flatMap(({ sizes = {} }) => Object.keys(sizes)).filter((name) => name !== 'sound')).toEqual([]);
  });

  test('of a custom field that nobody can define does not end an import', async () => {
    const fields = [
      { of: '__proto__', key: 5 },
      { of: 'event', key: 'a', takes: [], label: 5 },
    ];
    await take([...fields.map((field) => ({ kind: 'customField', ...field })), SOUND]);
    expect(await shown()).toEqual(['Eight']);
  });

  test('that is refused when it is compared does not end an import', async () => {
    await made(app, 'events', { title: 'Here' });
    await take([EVENT, SOUND]);
    const [{ id }] = (await app.secondServer()('/wp-json/calendar/events/v1/events?start_date=2020-01-01&search=Seven'))
      .body.events;
    await app.rest('PATCH', `/events/${id}`, { as: 'administrator', json: { title: 'Changed here' } });
    const report = await take([
      { ...EVENT, endsAt: '2027-02-01T11:00:00Z' },
      { ...SOUND, texts: { en: { title: 'New' } } },
    ]);
    expect(report.counts.event).toEqual({ conflict: 1, updated: 1 });
  });
});

/** A line of each kind with a value in every member. */
const WHOLE: readonly Readonly<Record<string, unknown>>[] = [
  {
    ...{ ...EVENT, sequence: 2, publishedAt: '2027-01-01T00:00:00Z', isVirtual: true, image: 3 },
    ...{ source: { site: 'https://a.example', id: '9', url: 'https://a.example/9' }, customFields: { age: '6+' } },
    ...{ cost: '5', website: 'https://a.example', showMap: true, showMapLink: true, hideFromListings: true },
    ...{ sticky: true, featured: true, eventStatus: 'canceled', onlineUrl: 'https://a.example/live', parent: 5 },
    ...{ venues: [12], organizers: [13], categories: [14], tags: [15] },
    texts: {
      en: {
        ...{ title: 'Seven', slug: 'seven', description: 'D', excerpt: 'E', statusReason: 'R' },
        customFields: { colour: 'Red' },
      },
    },
  },
  {
    ...{ kind: 'venue', id: 12, author: 1, status: 'publish', original: 'en', showMap: true, showMapLink: true },
    ...{ zip: '1', phone: '2', website: 'https://a.example', geoLat: 1, geoLng: 2, image: 3 },
    texts: {
      en: {
        ...{ name: 'Hall', slug: 'hall', description: 'D', address: 'A', city: 'C', country: 'C', province: 'P' },
        ...{ state: 'S', stateProvince: 'SP' },
      },
    },
  },
  {
    ...{
      kind: 'organizer',
      id: 13,
      authorName: 'ana',
      status: 'publish',
      original: 'en',
      email: 'a@a.example',
      phone: '2',
      image: 3,
    },
    ...{ website: 'https://a.example', texts: { en: { name: 'Ada', slug: 'ada', description: 'D' } } },
  },
  {
    ...{ kind: 'category', id: 14, original: 'en', parent: 16 },
    texts: { en: { name: 'Jazz', slug: 'jazz', description: 'D' } },
  },
  { ...{ kind: 'tag', id: 15, original: 'en' }, texts: { en: { name: 'New', slug: 'new', description: 'D' } } },
  {
    ...{ kind: 'image', id: 3, original: 'en', author: 1, url: 'https://a.example/b.png', width: 1, height: 2 },
    ...{ filesize: 3, sizes: {}, texts: { en: { alternativeText: 'T', title: 'T' } }, from: 'https://a.example/a.png' },
  },
];

/** All members of a line, as ways to them; those of objects too. */
const waysIn = (members: object, before: readonly string[] = []): string[][] =>
  Object.entries(members).flatMap(([key, value]) => [
    [...before, key],
    ...(typeof value === 'object' && !Array.isArray(value) ? waysIn(value, [...before, key]) : []),
  ]);

/** The same line with another value there; undefined takes the member out. */
function withValue(members: object, [key = '', ...rest]: readonly string[], value: unknown): object {
  const inside = (members as Record<string, object>)[key]!;
  return { ...members, [key]: rest.length ? withValue(inside, rest, value) : value };
}

const EACH_TYPE: readonly unknown[] = [
  true,
  false,
  0,
  -1,
  1.5,
  3e9,
  'x',
  ['x'],
  [{}],
  { a: {} },
  { toString: 1 },
  [['']],
];

/** What a line says, also of what is not taken of it. */
function saidOf(line: object): { item: string; notTaken: readonly string[] } {
  const parsed = JSON.parse(JSON.stringify(line)) as ExportLine;
  try {
    const item = itemOf(parsed, false, 2);
    return { item: JSON.stringify({ ...item, notTaken: [] }), notTaken: item.notTaken ?? [] };
  } catch (error) {
    return { item: '', notTaken: [(error as Error).message] };
  }
}

test.each(WHOLE.map((line) => [String(line.kind), line] as const))(
  'every value of another type in every member of a line of a %s is taken or told',
  (_, line) => {
    expect(saidOf(line).notTaken.filter((each) => each !== 'Which event an event is part of.')).toEqual([]);
    const silent = waysIn(line)
      .flatMap((way) => EACH_TYPE.map((value) => ({ way, value })))
      .filter(({ way, value }) => {
        const [without, its] = [undefined, value].map((each) => saidOf(withValue(line, way, each)));
        return its!.item !== '' && its!.item === without!.item && its!.notTaken.length <= without!.notTaken.length;
      });
    expect(silent.map(({ way, value }) => `${way.join('.')}: ${JSON.stringify(value)}`)).toEqual([
      // It follows from an address.
      ...(line.kind === 'event' ? ['isVirtual: false'] : []),
    ]);
  },
);
