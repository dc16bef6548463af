import { type ByList, EVENT_LINKS } from '../../kinds/event-links.ts';
import type { ShownRecord } from './article.ts';
import { eventList, type ListedEvent } from './events.ts';
import { type Html, html, type Part } from './html.ts';
import { linkTo, type Named } from './kinds.ts';
import { stateOf } from './times.ts';
import { WORDS } from './words.ts';

/** Most events of a list, and most lists. */
const [EVENTS, LISTS] = [3, 4];

type Leading = ByList<(Named & { databaseId: number; events: { nodes: ListedEvent[] } })[]> & {
  related: ListedEvent[];
};

/** Lists of events to come that an event leads to: at its venues, from its organizers, and like it. Each event is there once. */
export async function moreOf({ record, page }: ShownRecord): Promise<Html> {
  const { databaseId, url, series } = record;
  const own = series && { seriesIn: [series.databaseId] };
  const { event } = (await page.site.run('EventMore', { ref: { databaseId }, own }, page.context)) as {
    event: Leading;
  };
  const words = WORDS[page.language];
  const lists: (readonly [heading: Part, events: readonly ListedEvent[], venue?: number])[] = [
    ...EVENT_LINKS.flatMap(({ inEvents, page: { facts } }) =>
      event[inEvents].map((linked) => {
        const isPlace = facts.includes('place');
        const [before, after] = (isPlace ? words.moreAt : words.moreFrom).split('{name}');
        const heading = [before, linkTo(page)(linked), after];
        return [heading, linked.events.nodes, isPlace ? linked.databaseId : undefined] as const;
      }),
    ),
    [stateOf(record, page) === 'over' ? words.nextEvents : words.alike, event.related],
  ];
  const seen = new Set([url]);
  const fresh = lists.flatMap(([heading, events, venue]) => {
    const others = events.filter((each) => !seen.has(each.url)).slice(0, EVENTS);
    for (const each of others) seen.add(each.url);
    return others.length ? [[heading, others, venue] as const] : [];
  });
  return html`${fresh.slice(0, LISTS).map(
    ([heading, events, venue]) => html`<section class="more"><h2>${heading}</h2>
${eventList(events, page, { venue })}</section>
`,
  )}`;
}
