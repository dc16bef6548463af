import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { newDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { made, post, upTo } from '../../support/making.ts';
import { type Contents, contents, keptValues, recounted } from '../../support/stored.ts';
import { createGate, type Gate } from './gate.ts';

let gate: Gate;
let app: TestApp;

beforeAll(async () => {
  gate = await createGate(process.env.MONGODB_URI ?? '');
  await gate.accept();
  const options = 'serverSelectionTimeoutMS=5000&connectTimeoutMS=5000&socketTimeoutMS=5000';
  app = await buildApp({ env: { MONGODB_URI: gate.through(newDatabase(), options) } });
});
afterAll(async () => {
  await comeBack();
  await app.close();
  await gate.cut();
});

async function comeBack(): Promise<void> {
  await gate.accept();
  await eventually(async () => expect((await app.fetch('/ready')).status).toBe(200));
}

/** What it gives when all connections break after so many bytes of what the database sends, and can be made again. */
async function broken<T>(bytes: number, ask: () => Promise<T>): Promise<T> {
  void gate.cutAfter(Math.round(bytes)).then(gate.accept);
  const given = await ask();
  await comeBack();
  return given;
}

/** How many bytes the database sends for it. */
async function bytesFor(ask: () => Promise<unknown>): Promise<number> {
  const before = gate.received();
  await ask();
  return gate.received() - before;
}

const as = 'administrator';

test('a list whose connection breaks in the middle is asked for again, and whole', async () => {
  const fields = (index: number) => ({
    title: `Listed ${index}`,
    description: 'words '.repeat(40 * index),
    venue: [{ venue: `Hall ${index}` }],
  });
  for (const index of upTo(8)) await made(app, 'events', fields(index));
  const list = () => app.rest('GET', '/events?per_page=50', { as });
  const whole = (await list()).text;
  const bytes = await bytesFor(list);
  for (const part of [0, 0.3, 0.7, 0.98]) {
    const { status, text } = await broken(bytes * part + 1, list);
    expect([status, text]).toEqual([200, whole]);
  }
});

test('a list that comes in several pieces is never given without the last', async () => {
  const images = upTo(130).map((index) => ({ _id: 10_000 + index, url: String(index).padEnd(1000) }));
  await app.store.put('images', images);
  const list = () =>
    app.store.find('images', { _id: { $gte: 10_000 } }).then(
      (found) => found.length,
      ({ code }) => code,
    );
  // The first piece has 101 documents; only the question for the first can be asked again.
  expect(await broken(60_000, list)).toBe(130);
  expect(await broken(125_000, list)).toBe('UNAVAILABLE');
  for (const { _id } of images) await app.store.delete('images', _id);
});

const name = (number: number): string => String(number).padStart(3, '0');

/** An event with a venue and a category of its own. */
const write = (number: number) =>
  post(app, 'events', {
    title: `Event ${name(number)}`,
    venue: [{ venue: `Place ${name(number)}` }],
    categories: [`Kind ${name(number)}`],
    tags: ['Shared'],
  });

const titles = ({ events }: Contents) => events.map(({ text }) => text.en?.title);

/** Events with everything that was to be written with them, and nothing that belongs to none. */
async function expectWhole(): Promise<Contents> {
  const all = await contents(app.store);
  expect(keptValues(all)).toEqual(recounted(all));
  const linked = (field: 'venues' | 'categories') => new Set(all.events.flatMap((event) => event[field]));
  expect(linked('venues')).toEqual(new Set(all.venues.map(({ _id }) => _id)));
  expect(linked('categories')).toEqual(new Set(all.categories.map(({ _id }) => _id)));
  expect(new Set(titles(all)).size).toBe(all.events.length);
  return all;
}

test('an event whose connection breaks while it is written is written once, or refused and whole or absent', async () => {
  await write(0);
  const bytes = await bytesFor(() => write(1));
  // The answer to the commit is the last: whether the server has heard of it, nobody knows.
  const breaks = [...[0, 0.25, 0.55, 0.85].map((part) => bytes * part + 1), bytes - 40, bytes - 5];
  for (const [index, after] of breaks.entries()) {
    const { status, body } = await broken(after, () => write(100 + index));
    const found = titles(await contents(app.store)).filter((title) => title === `Event ${100 + index}`);
    expect([
      [201, 1],
      [503, 1],
      [503, 0],
    ]).toContainEqual([status, found.length]);
    expect([undefined, 'rest_unavailable']).toContain(body.code);
  }
  await expectWhole();
});

test('of many events that are written when the database goes away those that were answered are there, all whole', async () => {
  let answered = 0;
  const kept: string[] = [];
  const statuses = await Promise.all(
    upTo(40).map(async (index) => {
      const { status, body } = await write(200 + index);
      kept.push(...[body.title].filter(Boolean));
      answered += 1;
      await [() => gate.cut()][Math.abs(answered - 6)]?.();
      return status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([201, 503]));
  await comeBack();
  expect(titles(await expectWhole())).toEqual(expect.arrayContaining(kept));
  expect((await write(300)).status).toBe(201);
});
