process.env.TZ = 'UTC';

import { createApp } from '../src/app.ts';
import { openUsers } from '../src/auth/open-users.ts';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/database.ts';
import { createLog } from '../src/log.ts';
import { withProgress } from '../src/progress.ts';
import { seedCalendar } from '../src/seed/seed-calendar.ts';
import type { Store } from '../src/store/port.ts';
import { type Place, placeOf } from './sizes/place.ts';
import { type Questions, questionsOf, type Server } from './sizes/questions.ts';

/**
 * How much longer the same questions take on a larger calendar, and how much dearer the same writes are: medians of many
 * rounds, the sizes side by side in every round, so that a noisy neighbour meets both. Each round begins with a write to
 * each calendar, and lasts a second at least. On the embedded store (in the system's temporary folder) the CPU of this
 * process is measured, with MONGODB_URI the time until the answer (databases of its own, dropped at the end).
 *   npm run bench:sizes -- 100 100000
 *   ROUNDS=11 npm run bench:sizes -- 100 100000
 *   KEEP=FOLDER npm run bench:sizes -- 100 100000
 * With KEEP the calendars are kept (on MongoDB it is a part of their names) and taken again the next time.
 */
const SIZES = process.argv.slice(2).map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 31);
const AROUND = '2026-11-20';

interface Calendar {
  size: number;
  place: Place;
  store: Store;
  server: Server;
  questions: Questions;
}

async function seeded(size: number): Promise<Calendar> {
  const place = placeOf(size, process.env.KEEP);
  const config = readConfig({ NODE_ENV: 'test', ...place.env });
  const log = createLog('warn');
  const store = await openDatabase(config, log);
  await withProgress(({ report }) => {
    const reportSize: typeof report = (what, done, total) => report(`${size}: ${what}`, done, total);
    return seedCalendar(store, { events: size, around: AROUND, report: reportSize });
  });
  const began = performance.now();
  const clock = () => Date.parse(`${AROUND}T12:00:00Z`) + Math.floor(performance.now() - began);
  const server = createApp({ config, store, users: openUsers(config, store), clock, log });
  return { size, place, store, server, questions: await questionsOf(server) };
}

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

async function main(): Promise<void> {
  const calendars: Calendar[] = [];
  try {
    for (const size of SIZES) calendars.push(await seeded(size));
    const names = Object.keys(calendars[0]?.questions ?? {});
    const times = new Map<string, number[]>();
    await withProgress(async ({ report }) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const second = new Promise((resolve) => setTimeout(resolve, 1000));
        for (const { questions, place } of calendars) await place.cost(() => questions.update!());
        for (const name of names)
          for (const { size, place, questions } of calendars) {
            const key = `${name} ${size}`;
            times.set(key, [...(times.get(key) ?? []), await place.cost(() => questions[name]!())]);
          }
        await second;
        report('rounds', round + 1, ROUNDS);
      }
    });
    for (const name of names) {
      const medians = SIZES.map((size) => median(times.get(`${name} ${size}`)!));
      const ratio = (medians.at(-1)! / medians[0]!).toFixed(2);
      process.stdout.write(`${name.padEnd(34)} ${medians.map((ms) => `${ms.toFixed(1)} ms`).join('  ')}  × ${ratio}\n`);
    }
    for (const { size, place } of calendars) process.stdout.write(`${size} events: ${await place.size()}\n`);
  } finally {
    for (const { store, place } of calendars) {
      await store.close();
      await place.remove();
    }
  }
}

await main();
