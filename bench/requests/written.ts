import { closeSync, openSync, readSync } from 'node:fs';
import { median } from '../shared/measure.ts';
import type { Asked } from './client.ts';
import type { Figure } from './figures.ts';
import type { Field } from './measure.ts';
import type { ServerName } from './rows.ts';

/** So many of each are looked at. */
const TIMES = 25;

const HEADER = 32;
const FRAME_HEADER = 24;

/** What stands in a log (`-wal`). */
interface Logged {
  /** Changes when the log is begun anew. */
  salt: string;
  bytes: number;
}

/** Kilobytes that one create and one changed title write into the log of SQLite: their frames, and a header for each. */
export async function measureWritten(field: Field, logs: Record<ServerName, string>): Promise<Figure[]> {
  const figures: Figure[] = [];
  const write: Record<string, { asked(): Asked; most: number }> = {
    create: { asked: () => field.writes.create(field.next()), most: 250 },
    'changed title': { asked: () => field.writes.title(field.next()), most: 80 },
  };
  for (const [name, { asked, most }] of Object.entries(write))
    for (const server of ['byHand', 'ours'] as const) {
      const { client } = field.servers[server];
      const grown: number[] = [];
      for (let before = lookAt(logs[server]), time = 0; time < TIMES; time += 1) {
        await client.load([asked()], 1);
        const after = lookAt(logs[server]);
        if (after.salt === before.salt) grown.push((after.bytes - before.bytes) / 1000);
        before = after;
      }
      const figure = { value: median(grown), unit: 'KB' };
      if (server === 'byHand') figures.push({ name: `written by a ${name}, by hand`, ...figure });
      else figures.push({ name: `written by a ${name}`, ...figure, most });
    }
  return figures;
}

/** Only the frames with the salt of the header belong to the log; behind them may be some of the time before. */
function lookAt(file: string): Logged {
  const log = openSync(file, 'r');
  const read = (length: number, at: number): Buffer => {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(log, bytes, 0, length, at));
  };
  try {
    const header = read(HEADER, 0);
    if (header.length < HEADER) return { salt: '', bytes: 0 };
    const frame = FRAME_HEADER + header.readUInt32BE(8);
    const salt = header.toString('hex', 16, 24);
    let end = HEADER;
    while (read(FRAME_HEADER, end).toString('hex', 8, 16) === salt) end += frame;
    return { salt, bytes: end };
  } finally {
    closeSync(log);
  }
}
