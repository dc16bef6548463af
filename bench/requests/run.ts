import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../src/data/migrations/migration.ts';
import { openDatabase } from '../../src/kinds/database.ts';
import { EVENTS } from '../../src/kinds/event/record.ts';
import { readConfig } from '../../src/process/config.ts';
import { createLog } from '../../src/process/log.ts';
import { addAdministrator, seedIn } from '../shared/calendar.ts';
import { placeOf } from '../shared/place.ts';
import { writesOf } from './asked.ts';
import { makeBusyCategories } from './busy.ts';
import { fillTables } from './by-hand/fill.ts';
import { textOf } from './client.ts';
import type { Figure } from './figures.ts';
import { measureHot } from './hot.ts';
import { type Field, measureRows, type Times, type Turns } from './measure.ts';
import type { PartName } from './options.ts';
import { ROW_NAMES } from './rows.ts';
import { refuseDifferent } from './same.ts';
import { buildOurs, startByHand, startOurs } from './servers.ts';
import { worldOf } from './world.ts';
import { measureReaders, measureWriters } from './writers.ts';
import { measureWritten } from './written.ts';

/** What to measure, and how often. */
interface Run extends Times {
  store: 'embedded' | 'mongodb';
  events: number;
  /** Seconds. */
  seconds: number;
  parts: readonly PartName[];
  report: Report;
}

const DAY = 86_400_000;

/** Seeds a calendar, serves it twice, and measures. @throws Error if the two servers' responses differ */
export async function runOn({ store: kind, events, parts, report, ...how }: Run): Promise<[Turns, Figure[]]> {
  const place = placeOf(kind, { name: String(events), keep: undefined });
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  const byHandFile = join(dir, 'by-hand.sqlite');
  const ending: (() => Promise<unknown> | unknown)[] = [() => place.remove(), () => rmSync(dir, { recursive: true })];
  try {
    buildOurs();
    const today = new Date().toISOString().slice(0, 10);
    const seeded = await seedIn(place.env, events, today);
    const { secret, id } = await addAdministrator(seeded.users);
    const authorization = `Bearer ${secret}`;
    // What is written by hand knows no series.
    await seeded.store.updateMany(
      EVENTS.name,
      { series: { $exists: true } },
      { $unset: { series: true, originalStartsAt: true, previousStartsAt: true, previousEndsAt: true } },
    );
    await fillTables(seeded.store, byHandFile);
    // A server claims the data folder. Later processes open it with `beside`.
    await seeded.store.close();
    // The limits are active, but refuse nothing.
    const limits = { RATE_LIMIT: '999999999', WORK_LIMIT: '999999999', MAX_IN_FLIGHT: '1000' };
    const ours = await startOurs({ ...place.env, ...limits });
    ending.unshift(ours.end);
    const passwordHash = createHash('sha256').update(authorization).digest('hex');
    const byHand = await startByHand(dir, { FILE: byHandFile, PASSWORD_HASH: passwordHash, USER_ID: String(id) });
    ending.unshift(byHand.end);
    const store = await openDatabase(
      { ...readConfig({ NODE_ENV: 'test', ...place.env }), beside: true },
      createLog('warn'),
    );
    ending.unshift(() => store.close());
    const world = await worldOf(store, Date.parse(`${today}T00:00:00Z`) + DAY);
    let number = 0;
    const servers = { ours, byHand };
    const writes = writesOf(world, authorization);
    const busy = parts.includes('create-busy') ? await makeBusyCategories(ours.client, store, writes) : [];
    const field: Field = { servers, world, writes, busy, next: () => number++, report };
    await refuseDifferent(field);
    if (parts.includes('series-page')) await textOf(ours.client, field.writes.series());

    const turns = await measureRows(
      ROW_NAMES.filter((name) => parts.includes(name)),
      field,
      how,
    );
    const figures: Figure[] = [];
    const { rounds, seconds } = how;
    if (parts.includes('hot')) figures.push(...(await measureHot(field, { rounds: Math.ceil(rounds / 3), seconds })));
    if (parts.includes('writers')) figures.push(...(await measureWriters(field, seconds)));
    if (parts.includes('readers')) figures.push(...(await measureReaders(field, seconds)));
    const { DATA_DIR } = place.env;
    if (parts.includes('written') && DATA_DIR !== undefined) {
      const logs = { ours: join(DATA_DIR, 'calendar.sqlite-wal'), byHand: `${byHandFile}-wal` };
      figures.push(...(await measureWritten(field, logs)));
    }
    return [turns, figures];
  } finally {
    for (const end of ending) await end();
  }
}
