import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileSource } from '../../src/tools/import/files/open.ts';
import type { Report } from '../../src/tools/import/report.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
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
  const { body } = await app.anew()('/wp-json/calendar/events/v1/events?start_date=2020-01-01', {
    as: 'administrator',
  });
  return body.events.map(({ title }: { title: string }) => title).sort();
};

describe('A line of an export', () => {
  const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  test.each<[string, object | string, string]>([
    ['with a state that there is not', { status: '__proto__' }, 'line 2: status: Must be one of'],
    ['with a number as its state', { status: 5 }, 'line 2: status: Must be one of'],
    ['with a list as its state', { status: ['publish'] }, 'line 2: status: Must be one of'],
    ['with a word for yes', { allDay: 'yes' }, 'line 2: allDay: Must be true or false.'],
    ['with a number as its start', { startsAt: 5 }, 'line 2: startsAt: Must be a date and time.'],
    ['with an object as its title', { texts: { en: { title: {} } } }, 'line 2: title: Must be text.'],
    ['without an id', { id: 'seven' }, 'line 2: It has no id.'],
    [
      'in a language that is not known',
      { original: 'de' },
      'line 2: Its texts are in a language that is not known here.',
    ],
    ['with a link that is nothing', { tags: [{ toString: 1 }] }, 'line 2: Cannot convert object to primitive value'],
    ['that is no JSON', '{"kind":"event",', 'line 2: This is no JSON at column'],
    ['of another kind', '{"kind":"__proto__"}', 'line 2: This is no line of an export.'],
    [
      'that is deeper than can be',
      `{"kind":"image","id":3,"original":"en","url":"https://a.example","sizes":${DEEP}}`,
      'line 2',
    ],
  ])('%s is refused with its line, and the others are taken', async (_, line, said) => {
    const report = await take([typeof line === 'string' ? line : { ...EVENT, ...line }, SOUND]);
    expect(report.refused.map(({ what, why }) => `${what}: ${why}`)).toEqual([expect.stringContaining(said)]);
    expect(await shown()).toEqual(['Eight']);
  });

  test.each<[string, object]>([
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
    const [{ id }] = (await app.anew()('/wp-json/calendar/events/v1/events?start_date=2020-01-01&search=Seven')).body
      .events;
    await app.rest('PATCH', `/events/${id}`, { as: 'administrator', json: { title: 'Changed here' } });
    const report = await take([
      { ...EVENT, endsAt: '2027-02-01T11:00:00Z' },
      { ...SOUND, texts: { en: { title: 'New' } } },
    ]);
    expect(report.counts.event).toEqual({ conflict: 1, updated: 1 });
  });
});
