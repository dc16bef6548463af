import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { isStoreRefused } from '../../../src/data/port.ts';
import { hashCheaply } from '../../http/auth/support.ts';
import { made } from '../../support/making.ts';
import {
  type Calendar,
  copyBetween,
  everything,
  fill,
  IN_A_FOLDER,
  interruptedAt,
  openCalendar,
  type ServedCalendar,
} from './support.ts';

let from: ServedCalendar;
let to: ServedCalendar;

beforeAll(async () => {
  from = await openCalendar({ env: IN_A_FOLDER }, afterAll);
  await fill(from.app);
});
beforeEach(async () => {
  to = await openCalendar({ users: [] }, onTestFinished);
});

const copy = (source: Calendar = from, target: Calendar = to) => copyBetween({ from: source, to: target });

/** The line of a refusal that left the target as it was. */
async function refusal(source: Calendar = from, target: Calendar = to): Promise<string> {
  const before = await everything(target);
  const line = await copy(source, target).then(
    () => 'nothing was refused',
    (error: Error) => (isStoreRefused(error) ? error.message : `unexpected: ${error.stack}`),
  );
  expect(await everything(target)).toEqual(before);
  return line;
}

const OCCUPIED = 'the target holds records or users already, and is no copy of this source: nothing is changed';

test('a target with a record of its own is refused', async () => {
  await made(to.app, 'tags');
  expect(await refusal()).toBe(OCCUPIED);
});

test('a target with a user of its own is refused', async () => {
  await to.users.add({ name: 'ana', role: 'editor', secret: await hashCheaply('long enough') });
  expect(await refusal()).toBe(OCCUPIED);
});

test('a target that is the copy of another calendar is refused, complete or not', async () => {
  const other = await openCalendar({ env: IN_A_FOLDER }, onTestFinished);
  await made(other.app, 'tags');
  await made(other.app, 'venues');
  await copy(other, interruptedAt(2, to)).catch(() => undefined);
  expect(await refusal()).toBe(OCCUPIED);
  await copy(other);
  expect(await refusal()).toBe(OCCUPIED);
});

test('a target where copying another calendar had not come to anything is taken', async () => {
  const other = await openCalendar({ env: IN_A_FOLDER }, onTestFinished);
  await made(other.app, 'tags');
  await copy(other, interruptedAt(1, to)).catch(() => undefined);
  expect(await copy()).toMatchObject({ copied: true });
});

test('a calendar is not copied to itself', async () => {
  expect(await refusal(from, from)).toBe('the source and the target are the same calendar');
});

test('a source without records and users is refused', async () => {
  const source = await openCalendar({ env: IN_A_FOLDER, users: [] }, onTestFinished);
  expect(await refusal(source)).toBe('the source holds no calendar');
});

test('a complete copy that was changed is refused with the number of documents that differ', async () => {
  await copy();
  const { events, tags } = await everything(to);
  await to.store.update('events', events[0]!._id, { $set: { featured: 'yes' } });
  await to.store.delete('events', events[1]!._id);
  await to.store.delete('tags', tags[0]!._id);
  await to.store.insert('tags', { ...tags[0]!, _id: 1000 });
  await to.users.setRole('author', 'editor');
  expect(await refusal()).toBe(
    'the target is a complete copy, but it or the source was changed since: ' +
      '5 documents differ (events 2, tags 2, users 1); nothing is changed',
  );
});

test('a complete copy of a source that has given ids since is refused', async () => {
  await copy();
  await from.store.nextId('terms');
  await from.store.nextId('users');
  expect(await refusal()).toMatch(/: 0 documents differ, and the ids of terms, users are behind; nothing is changed$/);
});

test('a complete copy that has given ids since without keeping a record is still the same', async () => {
  await copy();
  await to.store.nextId('posts');
  expect(await copy()).toMatchObject({ copied: false });
});

test('records that the source has no more when an interrupted copy goes on are told by their number', async () => {
  const source = await openCalendar({ env: IN_A_FOLDER }, onTestFinished);
  const tag = await made(source.app, 'tags');
  await made(source.app, 'venues');
  await copy(source, interruptedAt(2, to, true)).catch(() => undefined);
  await source.store.delete('tags', tag.id);
  const ended = copy(source);
  await expect(ended).rejects.toThrow(/^the target has other numbers than the source \(tags 1 of 0\): /);
  await to.store.delete('tags', tag.id);
  expect(await copy(source)).toMatchObject({ copied: true });
});
