import { quantile } from '../shared/measure.ts';
import { listRequest } from './asked.ts';
import { CONNECTIONS, during } from './client.ts';
import type { Figure } from './figures.ts';
import type { Field } from './measure.ts';
import type { ServerName } from './rows.ts';

const SERVERS: Record<ServerName, string> = { byHand: ', by hand', ours: '' };

const MANY = 20;

/** Categories of one writer. */
const OWN = 3;

/** Creations a second: by one writer, by twenty in the same three categories, and by twenty in separate ones. */
export async function measureWriters(field: Field, seconds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  async function measured(name: string, server: ServerName, categoryOf: ((writer: number) => number) | undefined) {
    const { client } = field.servers[server];
    const writers = categoryOf ? Array.from({ length: MANY }, (_, writer) => categoryOf(writer)) : [0];
    const loads = await Promise.all(
      writers.map((category) =>
        client.load(
          during(seconds, () => field.writes.create(field.next(), category)),
          1,
        ),
      ),
    );
    const made = loads.reduce((sum, { latencies }) => sum + latencies.length, 0);
    const longest = Math.max(...loads.map((load) => load.seconds));
    const latencies = loads.flatMap((load) => load.latencies);
    figures.push(
      { name: `creates, ${name}${SERVERS[server]}`, value: made / longest, unit: 'a second' },
      { name: `creates, ${name}${SERVERS[server]}, p99`, value: quantile(latencies, 0.99), unit: 'ms' },
    );
    field.report('kinds of writers', figures.length / 2, 6);
  }
  for (const server of ['byHand', 'ours'] as const) {
    await measured('one writer', server, undefined);
    await measured(`${MANY} writers, same categories`, server, () => 0);
    await measured(`${MANY} writers, other categories`, server, (writer) => writer * OWN);
  }
  return figures;
}

const FEW = 4;
const MOST = 2;

/** How long readers wait for lists at new URLs, while nobody writes and beside four writers. */
export async function measureReaders(field: Field, seconds: number): Promise<Figure[]> {
  const { client } = field.servers.ours;
  const reading = () => client.load(during(seconds, () => listRequest(field.world.warmWindow(field.next()))));
  const writing = () =>
    client.load(
      during(seconds, () => field.writes.create(field.next())),
      FEW,
    );
  await reading();
  const quiet = await reading();
  const [beside, written] = await Promise.all([reading(), writing()]);
  const [p50, besideP50] = [quantile(quiet.latencies, 0.5), quantile(beside.latencies, 0.5)];
  const ms = { unit: 'ms' };
  return [
    { name: `readers (${CONNECTIONS}), quiet, p50`, value: p50, ...ms },
    { name: `readers (${CONNECTIONS}), quiet, p99`, value: quantile(quiet.latencies, 0.99), ...ms },
    { name: `readers beside ${FEW} writers, p50`, value: besideP50, ...ms },
    { name: `readers beside ${FEW} writers, p99`, value: quantile(beside.latencies, 0.99), ...ms },
    { name: `readers beside ${FEW} writers, p50 / quiet`, value: besideP50 / p50, unit: '×', most: MOST },
    { name: `creates of these ${FEW}`, value: written.latencies.length / written.seconds, unit: 'a second' },
  ];
}
