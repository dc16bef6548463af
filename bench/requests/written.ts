import { closeSync, openSync, readSync } from 'node:fs';
import { median } from '../shared/measure.ts';
import type { HttpRequest } from './client.ts';
import type { Figure } from './figures.ts';
import type { Field } from './measure.ts';
import type { ServerName } from './rows.ts';

/** How many of each are measured. */
const TIMES = 25;

const HEADER = 32;
const FRAME_HEADER = 24;

/** The content of a write-ahead log (`-wal`). */
interface Logged {
  /** Changes when the log restarts; empty without a log. */
  salt: string;
  bytes: number;
}

/** Kilobytes that a creation and a changed title write to SQLite's log: frames with their headers. */
export async function measureWritten(field: Field, logs: Record<ServerName, string>): Promise<Figure[]> {
  const figures: Figure[] = [];
  const write: Record<string, { request(): HttpRequest; most: number }> = {
    create: { request: () => field.writes.create(field.next()), most: 250 },
    'changed title': { request: () => field.writes.title(field.next()), most: 80 },
  };
  for (const [name, { request, most }] of Object.entries(write))
    for (const server of ['byHand', 'ours'] as const) {
      const { client } = field.servers[server];
      const grown: number[] = [];
      for (let before = lookAt(logs[server]), time = 0; time < TIMES; time += 1) {
        await client.load([request()], 1);
        const after = lookAt(logs[server]);
        if (after.salt !== '' && after.salt === before.salt) grown.push((after.bytes - before.bytes) / 1000);
        before = after;
      }
      const figure = { value: median(grown), unit: 'KB' };
      if (server === 'byHand') figures.push({ name: `written by a ${name}, by hand`, ...figure });
      else figures.push({ name: `written by a ${name}`, ...figure, most });
    }
  return figures;
}

/** Only frames with the header's salt belong to the log. Older ones may follow them. */
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
