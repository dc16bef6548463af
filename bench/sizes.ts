process.env.TZ = 'UTC';

import { runProgram } from '../src/process/command-line.ts';
import { withProgress } from '../src/process/progress.ts';
import { type Calendar, seedIn } from './shared/calendar.ts';
import { median } from './shared/measure.ts';
import { KEEP_OPTION, ROUNDS_OPTION, readCount, readStore, STORE_OPTION, type StoreKind } from './shared/options.ts';
import { type Place, placeOf } from './shared/place.ts';
import { type Questions, questionsOf } from './sizes/questions.ts';

interface Options {
  sizes: readonly number[];
  rounds: number;
  kind: StoreKind;
  keep: string | undefined;
}

interface Sized extends Pick<Calendar, 'store'> {
  size: number;
  place: Place;
  questions: Questions;
}

await runProgram({
  call: 'npm run bench:sizes',
  purpose: `How much longer the same questions take on a larger calendar, and how much dearer the same writes are: medians of
many rounds, the sizes side by side in every round, so that a noisy neighbour meets both. Each round begins with a write
to each calendar, and lasts a second at least. On the embedded store (in the system's temporary folder) the CPU of this
process is measured, on MongoDB the time until the answer (databases of its own, dropped at the end).`,
  uses: ['--events N,N[,N] [--rounds N] [--store embedded|mongodb] [--keep WHERE]'],
  options: {
    events: { takes: 'N,N[,N]', says: 'the sizes, the smallest first: the last is compared with the first' },
    rounds: { ...ROUNDS_OPTION, says: `${ROUNDS_OPTION.says}; 31 without it` },
    store: STORE_OPTION,
    keep: KEEP_OPTION,
  },
  variables: ['MONGODB_URI'],
  read({ values }): Options | string {
    const store = readStore(values.store);
    if (typeof store === 'string') return store;
    const rounds = readCount('rounds', values.rounds ?? '31');
    if (typeof rounds === 'string') return rounds;
    const sizes = (values.events ?? '').split(',').map((typed) => readCount('events', typed));
    const wrong = sizes.find((size) => typeof size === 'string');
    return wrong ?? { sizes: sizes as number[], rounds, keep: values.keep, ...store };
  },
  run: compare,
});

async function compare({ sizes, rounds, kind, keep }: Options): Promise<string> {
  const calendars: Sized[] = [];
  try {
    for (const size of sizes) calendars.push(await sized(size, { kind, keep }));
    const names = Object.keys(calendars[0]!.questions);
    const times = new Map<string, number[]>();
    await withProgress(async ({ report }) => {
      for (let round = 0; round < rounds; round += 1) {
        const second = new Promise((resolve) => setTimeout(resolve, 1000));
        for (const { questions, place } of calendars) await place.cost(() => questions.update!());
        for (const name of names)
          for (const { size, place, questions } of calendars) {
            const key = `${name} ${size}`;
            times.set(key, [...(times.get(key) ?? []), await place.cost(() => questions[name]!())]);
          }
        await second;
        report('rounds', round + 1, rounds);
      }
    });
    const lines = names.map((name) => {
      const medians = sizes.map((size) => median(times.get(`${name} ${size}`)!));
      const ratio = (medians.at(-1)! / medians[0]!).toFixed(2);
      return `${name.padEnd(34)} ${medians.map((ms) => `${ms.toFixed(1)} ms`).join('  ')}  × ${ratio}`;
    });
    const places = await Promise.all(calendars.map(async ({ size, place }) => `${size} events: ${await place.size()}`));
    return [...lines, ...places].join('\n');
  } finally {
    for (const { store, place } of calendars) {
      await store.close();
      await place.remove();
    }
  }
}

async function sized(size: number, { kind, keep }: Pick<Options, 'kind' | 'keep'>): Promise<Sized> {
  const place = placeOf(kind, { name: String(size), keep });
  const { store, app } = await seedIn(place.env, size);
  return { size, place, store, questions: await questionsOf(app) };
}
