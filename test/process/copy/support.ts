import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../../src/data/migrations/migration.ts';
import type { Store, Stored } from '../../../src/data/port.ts';
import { SETTINGS } from '../../../src/data/settings.ts';
import { storeUsers } from '../../../src/data/users/store-users.ts';
import type { User, Users } from '../../../src/data/users/users.ts';
import { IMPORTS } from '../../../src/kinds/imports.ts';
import { SPACES } from '../../../src/tools/copy/calendar.ts';
import { type Copied, copyCalendar } from '../../../src/tools/copy/copy-calendar.ts';
import { type Built, buildApp, type TestApp } from '../../support/app.ts';
import { beginning, createWalk, type Step } from '../../support/calendar-steps.ts';
import { type Ended, runCommand } from '../../support/commands.ts';
import { defineFields } from '../../support/custom-fields.ts';
import { made } from '../../support/making.ts';
import { type Contents, contents } from '../../support/stored.ts';

/** What is copied: a store, with its users. */
export interface Calendar {
  store: Store;
  users: Users;
}

/** A calendar with an app that serves it. */
export interface ServedCalendar extends Calendar {
  app: TestApp;
}

/** For `openCalendar`: in a folder, whatever store the other tests run on. */
export const IN_A_FOLDER = { MONGODB_URI: '' };

/** A new calendar on the store of this run, with the users of `buildApp`. `after` is told what to do at the end. */
export async function openCalendar(built: Built, after: (work: () => Promise<void>) => void): Promise<ServedCalendar> {
  const dataDir = mkdtempSync(join(tmpdir(), 'copy-'));
  const app = await buildApp({ newUid: randomUUID, ...built, env: { DATA_DIR: dataDir, ...built.env } });
  after(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true });
  });
  return { app, store: app.store, users: storeUsers(app.store) };
}

/** Copies one to the other, as `copyCalendar` does. */
export const copyBetween = ({ from, to, report = () => undefined }: Between): Promise<Copied> =>
  copyCalendar({ from: from.store, to: to.store, report });

interface Between {
  from: Calendar;
  to: Calendar;
  report?: Report;
}

/** A few records of every kind, in all states, in two languages, with removed ones among them. */
export async function fill(app: TestApp): Promise<void> {
  await defineFields(app);
  const walk = createWalk(app);
  const more: Step[] = [
    { does: 'makeEventWithNewRecords', a: 1, b: 2, c: 3 },
    { does: 'describeImage', a: 0, b: 1, c: 1 },
    { does: 'renameCategory', a: 1, b: 1, c: 2 },
    { does: 'trashEvent', a: 1, b: 0, c: 0 },
    { does: 'removeTag', a: 0, b: 0, c: 0 },
  ];
  for (const step of [...beginning, ...more]) await walk(step);
  await made(app, 'tags', { name: '한국어 ñandú' });
  await app.store.put(IMPORTS.name, [
    { _id: 'https://example.org/ tag 1', ref: '1', here: 1, there: 'a', was: 'b', seen: 1 },
  ]);
  await made(app, 'events', { title: 'Choir', recurrence: { rule: 'FREQ=WEEKLY', exdates: ['2027-03-09'] } });
  await made(app, 'events', { title: 'A draft', status: 'draft', image: 'https://example.org/draft.png' });
}

/** All that a calendar keeps, for comparing. */
interface Everything extends Contents {
  users: User[];
  /** The last id given, by space. */
  lastIds: Record<string, number>;
  settings: Stored[];
}

/** Reads all of it. */
export async function everything({ store, users }: Calendar): Promise<Everything> {
  const lastIds: Record<string, number> = {};
  for (const space of SPACES) lastIds[space] = await store.lastId(space);
  const settings = await store.find(SETTINGS.name, {}, { sort: [['_id', 1]] });
  return { ...(await contents(store)), users: await users.list(), lastIds, settings };
}

/** What a copy has in common with its source. */
export async function copiedOf(calendar: Calendar): Promise<Omit<Everything, 'settings'>> {
  const { settings: _, ...rest } = await everything(calendar);
  return rest;
}

/** The calendar with a store whose `put` of this number, from 1, throws; after it has written when `late`. */
export function interruptedAt(number: number, { store, users }: Calendar, late = false): Calendar {
  let calls = 0;
  const put: Store['put'] = async (collection, documents) => {
    calls += 1;
    if (calls === number && !late) throw new Error('the plug was pulled');
    await store.put(collection, documents);
  };
  const atomically: Store['atomically'] = async (unit) => {
    const done = await store.atomically(unit);
    if (calls === number && late) throw new Error('the plug was pulled');
    return done;
  };
  return { users, store: { ...store, put, atomically } };
}

/** Runs the command of `npm run copy` with these arguments. */
export const runCopy = (...args: string[]): Promise<Ended> => runCommand('copy', args);

/** A folder with a calendar in it that nobody has open. */
export async function filledFolder(dataDir: string): Promise<void> {
  const app = await buildApp({ env: { ...IN_A_FOLDER, DATA_DIR: dataDir } });
  await fill(app);
  await app.close();
}

/** What the command says of how many there are. */
export const numbersOf = (copied: Omit<Everything, 'settings'>): string => {
  const { lastIds: _, ...lists } = copied;
  return Object.entries(lists)
    .map(([name, list]) => `${name} ${list.length}`)
    .join(', ');
};

/** The headers of somebody who signs in with `name:secret`. */
export const signedIn = (credentials: string): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
});
