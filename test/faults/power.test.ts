import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/kinds/database.ts';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import { IMAGES } from '../../src/kinds/image/record.ts';
import { findDamagedPictures } from '../../src/tools/kept-pictures.ts';
import { openHouse, type Running } from '../process/support.ts';
import { quiet } from '../store/quiet.ts';
import { eventually } from '../support/eventually.ts';
import { upTo } from '../support/making.ts';
import { type Cuts, canCut, create, lastLine, openCuts, type Row, show, upload } from './lab.ts';

const house = openHouse();
const open: Cuts[] = [];
afterAll(async () => {
  await house.remove();
  for (const cuts of open) cuts.remove();
});

/** How often the power is cut. */
const CUTS = Number(process.env.CUTS ?? 50);

/** What a server has acknowledged so far. */
interface Acknowledged {
  events: string[];
  images: number[];
}

/** Writes until the server is killed. */
async function writeOn(server: Running, writer: number, { events, images }: Acknowledged): Promise<void> {
  for (let at = 0; ; at += 1) {
    const title = `${writer} ${at}`;
    const event = await create(server, title, { venue: { venue: `Hall ${title}` } });
    expect(event.status).toBe(201);
    events.push(title);
    const isTurn = at % 20 === writer;
    if (isTurn) {
      const { id } = (await (await upload(server, `#${String(100_000 + writer * 10_000 + at)}`)).json()) as {
        id: number;
      };
      images.push(id);
    }
  }
}

const without = <T>(all: readonly T[], some: Iterable<T>): T[] => {
  const found = new Set(some);
  return all.filter((each) => !found.has(each));
};

/** What is in a folder, and how many pictures and venues are not whole there. */
async function foundIn(dir: string) {
  const store = await openDatabase({ dataDir: join(dir, 'data') }, quiet);
  const events = await store.find<EventRecord>('events', {});
  const images = await store.find<{ _id: number }>(IMAGES.name, {});
  const venues = await store.count('venues', {});
  const damaged = await findDamagedPictures(store, () => undefined);
  await store.close();
  const titles = events.map(({ text }) => text.en!.title);
  return { titles, ids: images.map(({ _id }) => _id), half: damaged + Math.abs(venues - events.length) };
}

/** What was acknowledged, and what is there after a cut. */
async function compare(cut: number, dir: string, { events, images }: Acknowledged): Promise<Row> {
  const acknowledged = { cut, events: events.length, pictures: images.length };
  try {
    const { titles, ids, half } = await foundIn(dir);
    const lost = without(events, titles).length + without(images, ids).length;
    const fault = lost + half > 0 ? 'FAULT' : '';
    return { ...acknowledged, '| events there': titles.length, 'pictures there': ids.length, lost, half, fault };
  } catch (error) {
    const none = { '| events there': '', 'pictures there': '', lost: '', half: '' };
    return { ...acknowledged, ...none, fault: lastLine((error as Error).message, dir) };
  }
}

test.runIf(canCut)(
  `a disk that loses its power ${CUTS} times while a server writes has what was acknowledged`,
  async () => {
    const cuts = openCuts();
    open.push(cuts);
    const server = await house.start({ DATA_DIR: join(cuts.dir, 'data') });
    const acknowledged: Acknowledged = { events: [], images: [] };
    const writers = upTo(4).map((writer) => expect(writeOn(server, writer, acknowledged)).rejects.toThrow());
    const moments: Acknowledged[] = [];
    for (const cut of upTo(CUTS)) {
      const { length } = acknowledged.events;
      await eventually(() => expect(acknowledged.events.length).toBeGreaterThan(length + (cut % 4)));
      await pause(randomInt(0, 60));
      moments.push({ events: [...acknowledged.events], images: [...acknowledged.images] });
      cuts.cut();
    }
    server.send('SIGKILL');
    await Promise.all(writers);
    const rows: Row[] = [];
    await cuts.each(async (dir) => {
      rows.push(await compare(rows.length + 1, dir, moments[rows.length]!));
    });
    show('Cuts of power while a server writes: acknowledged | there', rows);
  },
);
