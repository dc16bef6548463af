import { eventAsked, listAsked } from './asked.ts';
import { type Asked, textOf } from './client.ts';
import type { Field } from './measure.ts';

/** Lists that are compared in English; the last of them by links to next pages. */
const MOST_LISTS = 60;
const EVENTS = 60;
const WRITES = 10;

/** What differs in what was written, on purpose: ids, which ours gives to other records as well, and the moment. */
const OWN =
  /"(?:id|rest_url|date|date_utc|modified|modified_utc|global_id|global_id_lineage)":(?:"[^"]*"|\["[^"]*"\]|\d+),/g;

/** @throws Error when the two servers do not answer the same, byte by byte */
export async function refuseDifferent({ servers, world, writes, next }: Field): Promise<void> {
  async function compared(asked: Asked, shown = (text: string): string => text): Promise<string> {
    const [ours, byHand] = [await textOf(servers.ours.client, asked), await textOf(servers.byHand.client, asked)];
    const [wanted, written] = [shown(ours), shown(byHand)];
    if (wanted === written) return ours;
    const at = [...wanted].findIndex((sign, place) => sign !== written[place]);
    const near = (text: string) => JSON.stringify(text.slice(Math.max(at - 60, 0), at + 60));
    throw new Error(`${asked.path}: what is written by hand sends ${near(written)}, ours ${near(wanted)}.`);
  }
  const lists = [...world.warmWindows, world.coldWindow(0)].map((window) => listAsked(window));
  for (const asked of lists) {
    const { next_rest_url: following } = JSON.parse(await compared(asked)) as { next_rest_url?: string };
    if (following && lists.length < MOST_LISTS) lists.push({ path: following.slice(new URL(following).origin.length) });
  }
  for (const language of ['/ko', '/es'])
    for (const window of world.warmWindows.slice(0, 5)) await compared(listAsked(window, language));
  for (let n = 0; n < EVENTS; n += 1) await compared(eventAsked(world.warmEvent(n), next()));
  for (let n = 0; n < WRITES; n += 1) {
    await compared(writes.create(next()), (text) => text.replace(OWN, (member) => member.replace(/:.*/, ':…,')));
    await compared(writes.title(next()), (text) => text.replace(/"modified(?:_utc)?":"[^"]*",/g, ''));
  }
}
