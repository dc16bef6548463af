import { eventRequest, listRequest } from './asked.ts';
import { type HttpRequest, textOf } from './client.ts';
import type { Field } from './measure.ts';

/** Lists compared in English. The last of them are reached by following next-page links. */
const MOST_LISTS = 60;
const EVENTS = 60;
const WRITES = 10;

/** Intended differences of written records: the time, and ids, which we also assign to other records. */
const OWN =
  /"(?:id|rest_url|date|date_utc|modified|modified_utc|global_id|global_id_lineage)":(?:"[^"]*"|\["[^"]*"\]|\d+),/g;

/** @throws Error unless both servers' responses match byte by byte */
export async function refuseDifferent({ servers, world, writes, next }: Field): Promise<void> {
  async function compared(request: HttpRequest, shown = (text: string): string => text): Promise<string> {
    const [ours, byHand] = [await textOf(servers.ours.client, request), await textOf(servers.byHand.client, request)];
    const [wanted, written] = [shown(ours), shown(byHand)];
    if (wanted === written) return ours;
    const at = [...wanted].findIndex((sign, place) => sign !== written[place]);
    const near = (text: string) => JSON.stringify(text.slice(Math.max(at - 60, 0), at + 60));
    throw new Error(`${request.path}: what is written by hand sends ${near(written)}, ours ${near(wanted)}.`);
  }
  const lists = [...world.warmWindows, world.coldWindow(0)].map((window) => listRequest(window));
  for (const request of lists) {
    const { next_rest_url: following } = JSON.parse(await compared(request)) as { next_rest_url?: string };
    if (following && lists.length < MOST_LISTS) lists.push({ path: following.slice(new URL(following).origin.length) });
  }
  for (const language of ['/ko', '/es'])
    for (const window of world.warmWindows.slice(0, 5)) await compared(listRequest(window, language));
  for (let n = 0; n < EVENTS; n += 1) await compared(eventRequest(world.warmEvent(n), next()));
  for (let n = 0; n < WRITES; n += 1) {
    await compared(writes.create(next()), (text) => text.replace(OWN, (member) => member.replace(/:.*/, ':…,')));
    await compared(writes.title(next()), (text) => text.replace(/"modified(?:_utc)?":"[^"]*",/g, ''));
  }
}
