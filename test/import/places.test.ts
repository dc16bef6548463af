import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fileSource } from '../../src/import/files/open.ts';
import { buildApp } from '../support/app.ts';
import { sampled } from '../support/sample.ts';
import { importInto, type Run } from './support.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** An iCalendar file with an event at each of these places. */
const at = (...places: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    ...places.flatMap((place, number) => [
      ...['BEGIN:VEVENT', `UID:${number}`, `SUMMARY:Event ${number}`, 'DTSTART:20270301T100000Z'],
      ...[`LOCATION:${place.replaceAll(',', '\\,')}`, 'END:VEVENT'],
    ]),
    'END:VCALENDAR',
  ].join('\r\n');

const venues = (...rows: readonly string[]): string => ['Venue Name,Venue Address,Venue City', ...rows].join('\n');

const HALL = 'Town Hall';
const BILBAO = 'Town Hall, Gran Via 1, Bilbao';
const BURGOS = 'Town Hall, Plaza Mayor 1, Burgos';
const [IN_BILBAO, IN_BURGOS] = ['Town Hall, Gran Via 1, Bilbao', 'Town Hall, Plaza Mayor 1, Burgos'];

async function newCalendar() {
  const app = await buildApp();
  onTestFinished(() => app.close());
  let runs = 0;
  return {
    async take(name: string, content: string, how: Partial<Run> = {}) {
      const path = join(folder, name);
      writeFileSync(path, content);
      runs += 1;
      const source = await fileSource({ path, language: 'en', zone: 'UTC', calendar: '' });
      return importInto(app.store, { source, now: app.clock.now + runs * 1000, ...how });
    },
    /** The place of each event by its title, and the places without one. */
    async places(): Promise<string[]> {
      const read = async (list: string) =>
        (
          await app.secondServer()(`/wp-json/calendar/events/v1/${list}?per_page=50&start_date=2020-01-01`, {
            as: 'administrator',
          })
        ).body[list];
      const said = ({ venue, address, city }: Record<string, string>) =>
        [venue, address, city].filter(Boolean).join(', ');
      const events: { title: string; venue: Record<string, string> }[] = await read('events');
      const named = events
        .sort((a, b) => (a.title < b.title ? -1 : 1))
        .map(({ venue }) => `${venue.id} ${said(venue)}`);
      const ids = [...new Set(named)].map((each) => each.split(' ')[0]);
      const all: Record<string, string>[] = await read('venues');
      return [
        ...named.map((each) => each.replace(/^\d+/, (id) => String(ids.indexOf(id) + 1))),
        ...all
          .filter(({ id }) => !ids.includes(String(id)))
          .map((each) => `- ${said(each)}`)
          .sort(),
      ];
    },
  };
}

describe('A place is known by its name and its address', () => {
  sampled(5).each<[string, [name: string, content: string][], string[]]>([
    [
      'two halls of one name are two',
      [['a.ics', at(BILBAO, BURGOS, BILBAO)]],
      [`1 ${IN_BILBAO}`, `2 ${IN_BURGOS}`, `1 ${IN_BILBAO}`],
    ],
    [
      'a place without address is the only one of its name',
      [['a.ics', at(HALL, BILBAO)]],
      [`1 ${IN_BILBAO}`, `1 ${IN_BILBAO}`],
    ],
    [
      'between several, a place without address is its own',
      [['a.ics', at(HALL, BILBAO, BURGOS)]],
      ['1 Town Hall', `2 ${IN_BILBAO}`, `3 ${IN_BURGOS}`],
    ],
    [
      'near spellings are the same',
      [['a.ics', at(BILBAO, 'TOWN-HALL, gran via 1,  Bilbao', 'Town  Hall, Gran Via, 1, Bilbao')]],
      [`1 ${IN_BILBAO}`, `1 ${IN_BILBAO}`, `1 ${IN_BILBAO}`],
    ],
    [
      'a punctuation mark is a blank',
      [['a.ics', at('Hall, Street 3/4', 'Hall, Street 34', 'Hall, Street 3-4')]],
      ['1 Hall, Street 3/4', '2 Hall, Street 34', '1 Hall, Street 3/4'],
    ],
    [
      'rooms are of their house',
      [['a.ics', at('Room 101, Smith Hall', 'Room 101, Jones Hall')]],
      ['1 Room 101, Smith Hall', '2 Room 101, Jones Hall'],
    ],
    [
      'an address is filled in where there is none',
      [
        ['v.csv', venues('Town Hall,,')],
        ['a.ics', at(BILBAO)],
      ],
      [`1 ${IN_BILBAO}`],
    ],
    [
      'an address is not filled in between several',
      [
        ['v.csv', venues('Town Hall,,')],
        ['a.ics', at(BILBAO, BURGOS)],
      ],
      [`1 ${IN_BILBAO}`, `2 ${IN_BURGOS}`, '- Town Hall'],
    ],
    [
      'an address of another hall is not taken',
      [
        ['v.csv', venues('Town Hall,Plaza Mayor 1,Burgos')],
        ['a.ics', at(BILBAO)],
      ],
      [`1 ${IN_BILBAO}`, `- ${IN_BURGOS}`],
    ],
    [
      'street and city may stand apart',
      [
        ['v.csv', venues('Town Hall,Plaza Mayor 1,Burgos', 'Town Hall,Gran Via 1,Bilbao')],
        ['a.ics', at(BILBAO, BURGOS)],
      ],
      [`1 ${IN_BILBAO}`, `2 ${IN_BURGOS}`],
    ],
    [
      'a hall here without the dash of the file is the same',
      [
        ['v.csv', venues('Town Hall,Gran Via 1,Bilbao')],
        ['a.ics', at('Town-Hall')],
      ],
      [`1 ${IN_BILBAO}`],
    ],
    [
      'rows of one name are several venues',
      [['v.csv', venues('Town Hall,Plaza Mayor 1,Burgos', 'Town Hall,Gran Via 1,Bilbao')]],
      [`- ${IN_BILBAO}`, `- ${IN_BURGOS}`],
    ],
    [
      'a row with another address corrects the only one of its name',
      [
        ['v.csv', venues('Town Hall,Gran Via 1,Bilbao')],
        ['v.csv', venues('Town Hall,Plaza Mayor 1,Burgos')],
      ],
      [`- ${IN_BURGOS}`],
    ],
    [
      'an address that changes in the file changes here',
      [
        ['a.ics', at(BILBAO)],
        ['a.ics', at(BURGOS)],
      ],
      [`1 ${IN_BURGOS}`],
    ],
    [
      'a second hall of the name leaves the first',
      [
        ['a.ics', at(BILBAO)],
        ['a.ics', at(BILBAO, BURGOS)],
      ],
      [`1 ${IN_BILBAO}`, `2 ${IN_BURGOS}`],
    ],
  ])('%s', async (_, files, expected) => {
    const { take, places } = await newCalendar();
    for (const file of files) await take(...file);
    expect(await places()).toEqual(expected);
    const again = await take(...files.at(-1)!, { trash: true });
    expect(Object.values(again.counts).flatMap((its) => Object.keys(its))).not.toEqual(
      expect.arrayContaining(['made', 'trashed']),
    );
    expect(await places()).toEqual(expected);
  });

  test('the place of an event that is refused stays with it, whatever --trash does', async () => {
    const { take, places } = await newCalendar();
    const file = at(BILBAO, 'Club, Street 9', 'Bar, Street 5');
    await take('a.ics', file);
    const before = await places();
    const broken = file.replace('DTSTART:20270301T100000Z', 'DTSTART:20270231T100000Z');
    const report = await take('a.ics', broken, { trash: true });
    expect(report.counts).toEqual({ event: { unchanged: 2, refused: 1 }, venue: { unchanged: 2 } });
    expect(await places()).toEqual(before);
  });

  test('a place is gone with the last of its events', async () => {
    const { take, places } = await newCalendar();
    await take('a.ics', at(BURGOS, BURGOS, 'Club, Street 9'));
    const report = await take('a.ics', at(BURGOS, BURGOS), { trash: true });
    expect(report.counts).toEqual({ event: { unchanged: 2, trashed: 1 }, venue: { unchanged: 1, trashed: 1 } });
    expect(await places()).toEqual([`1 ${IN_BURGOS}`, `1 ${IN_BURGOS}`]);
  });

  test('a second row of one name and address is told', async () => {
    const { take } = await newCalendar();
    const report = await take('v.csv', venues('Town Hall,Gran Via 1,Bilbao', 'town hall,gran via 1,Bilbao'));
    expect([report.counts.venue, report.notTaken]).toEqual([
      { made: 1 },
      { 'The same once more.': { records: 1, of: 'town hall (line 3)' } },
    ]);
  });
});
