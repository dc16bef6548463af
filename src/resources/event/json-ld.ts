import type { Context } from '../../context.ts';
import type { ResolverContext } from '../../graphql/context.ts';
import { toIso } from '../../rules/iso.ts';
import { textIn } from '../../rules/language.ts';
import { startOfDay, toInstant, toWall } from '../../rules/time.ts';
import { imageUrl } from '../image/record.ts';
import { personOf } from '../organizer/json-ld.ts';
import type { OrganizerRecord } from '../organizer/record.ts';
import { pageOfPost } from '../post/address.ts';
import { placeOf } from '../venue/json-ld.ts';
import type { VenueRecord } from '../venue/record.ts';
import type { EventRecord } from './record.ts';

type JsonLd = Readonly<Record<string, unknown>>;

/** What was made of an event the last time, and what of. */
const made = new WeakMap<EventRecord, { of: readonly unknown[]; jsonLd: JsonLd }>();

/**
 * An event as a schema.org Event, with its first venue and its first organizer: the same object as the last time, where all
 * of these are the same.
 */
export async function eventJsonLd(event: EventRecord, ctx: ResolverContext): Promise<JsonLd> {
  const [[venue], [organizer]] = await Promise.all([
    ctx.loaders.venue.linked(event.venues),
    ctx.loaders.organizer.linked(event.organizers),
  ]);
  const of = [venue, organizer, ctx.links, ctx.language];
  const known = made.get(event);
  if (known && of.every((part, at) => part === known.of[at])) return known.jsonLd;
  const jsonLd = jsonLdOf(event, { venue, organizer, ctx });
  made.set(event, { of, jsonLd });
  return jsonLd;
}

interface Shown {
  venue: VenueRecord | undefined;
  organizer: OrganizerRecord | undefined;
  ctx: Context;
}

function jsonLdOf(event: EventRecord, { venue, organizer, ctx }: Shown): JsonLd {
  const url = pageOfPost('event', event, ctx);
  const text = (key: 'excerpt' | 'description') => textIn(event, key, ctx.language)?.plain ?? '';
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: textIn(event, 'title', ctx.language) ?? '',
    description: text('excerpt') || text('description'),
    ...(event.image ? { image: imageUrl(event.image, ctx.links) } : {}),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: toIso(event.startsAt, event.timezone),
    endDate: toIso(event.endsAt, event.timezone),
    ...(venue ? { location: placeOf(venue, ctx) } : {}),
    ...(organizer ? { organizer: personOf(organizer, ctx) } : {}),
    ...offers(event, url),
    performer: 'Organization',
  };
}

function offers({ cost, publishedAt }: EventRecord, url: string): object {
  if (!cost) return {};
  const { values, currencyCode } = cost.details;
  // What has no figure is free, or whatever one gives.
  const price = values.map((value) => (Number.isNaN(Number(value)) ? '0' : value)).join(' – ') || '0';
  const validFrom = toIso(toInstant(startOfDay(toWall(publishedAt, 'UTC')), 'UTC'), 'UTC');
  const offer = {
    '@type': 'Offer',
    price,
    priceCurrency: currencyCode || 'USD',
    url,
    category: 'primary',
    availability: 'inStock',
    validFrom,
  };
  return { offers: offer };
}
