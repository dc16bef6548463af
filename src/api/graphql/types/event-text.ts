import { placeLine } from '../../../domain/address.ts';
import { textOf, titleIn } from '../../../domain/feed-event.ts';
import { textIn } from '../../../domain/language.ts';
import { priceOf } from '../../../domain/prices.ts';
import type { EventRecord } from '../../../kinds/event/record.ts';
import type { ResolverContext } from '../context.ts';
import { addressIn } from './venue.ts';

/** What people want to know of an event, as text: a line for each, then its description. */
export async function eventText(event: EventRecord, ctx: ResolverContext): Promise<string> {
  const { language, loaders } = ctx;
  const [venues, organizers] = await Promise.all([
    loaders.venue.linked(event.venues),
    loaders.organizer.linked(event.organizers),
  ]);
  const { allDay, startDate, endDate, timezone } = event;
  const shown = (wall: string): string => wall.slice(0, allDay ? 10 : 16);
  const said = {
    eventStatus: (event.eventStatus ?? 'scheduled').toUpperCase(),
    statusReason: textIn(event, 'statusReason', language) ?? '',
    title: textIn(event, 'title', language) ?? '',
    description: textIn(event, 'description', language)?.html ?? '',
    excerpt: textIn(event, 'excerpt', language)?.html ?? '',
  };
  const lines = [
    titleIn(said, language),
    `${shown(startDate)} – ${shown(endDate)} (${timezone})`,
    ...venues.map((venue) => placeLine(textIn(venue, 'name', language) ?? '', addressIn(venue, language))),
    organizers.map((each) => textIn(each, 'name', language)).join(', '),
    event.onlineUrl,
    priceOf(event.cost).text,
  ];
  return [lines.filter(Boolean).join('\n'), textOf(said as Parameters<typeof textOf>[0], language)]
    .filter(Boolean)
    .join('\n\n');
}
