import { attendanceOf, type EventStatus, isOnline } from '../../../domain/event-status.ts';
import { plainText } from '../../../domain/html.ts';
import { toIso } from '../../../domain/iso.ts';
import { textIn } from '../../../domain/language.ts';
import { capitalized } from '../../../domain/text.ts';
import { startOfDay, toInstant, toWall } from '../../../domain/time.ts';
import type { Context } from '../../../kinds/context.ts';
import type { EventRecord } from '../../../kinds/event/record.ts';
import { EVENT_LINKS } from '../../../kinds/event-links.ts';
import { imageUrl } from '../../../kinds/image/sizes.ts';
import { pageOfPost } from '../../../kinds/post/address.ts';
import { linkedJsonLd } from '../../../kinds/post/json-ld.ts';
import type { LinkedRecord } from '../../../kinds/post/record.ts';
import type { ResolverContext } from '../context.ts';

const STATUS_TYPES: Readonly<Record<EventStatus, string>> = {
  scheduled: 'EventScheduled',
  canceled: 'EventCancelled',
  postponed: 'EventPostponed',
};

type JsonLd = Readonly<Record<string, unknown>>;

/** The last result for each event, with the inputs it was made from. */
const made = new WeakMap<EventRecord, { of: readonly unknown[]; jsonLd: JsonLd }>();

/**
 * An event as a schema.org Event, with the first linked record of each kind. Returns the previous object if none of its
 * inputs has changed.
 */
export async function eventJsonLd(event: EventRecord, ctx: ResolverContext): Promise<JsonLd> {
  const firsts = await Promise.all(
    EVENT_LINKS.map(async ({ name, inEvents }) => (await ctx.loaders[name].linked(event[inEvents]))[0]),
  );
  const of = [...firsts, ctx.links, ctx.language];
  const cached = made.get(event);
  if (cached && of.every((part, at) => part === cached.of[at])) return cached.jsonLd;
  const jsonLd = jsonLdOf(event, firsts, ctx);
  made.set(event, { of, jsonLd });
  return jsonLd;
}

function jsonLdOf(event: EventRecord, firsts: readonly (LinkedRecord | undefined)[], ctx: Context): JsonLd {
  const url = pageOfPost('event', event, ctx);
  const linked = Object.fromEntries(
    EVENT_LINKS.flatMap((kind, at) => {
      const first = firsts[at];
      return first ? [[kind.jsonLd.inEvent, linkedJsonLd(kind, first, ctx)]] : [];
    }),
  );
  const text = (key: 'excerpt' | 'description') => plainText(textIn(event, key, ctx.language)?.html ?? '');
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: textIn(event, 'title', ctx.language) ?? '',
    description: text('excerpt') || text('description'),
    ...(event.image ? { image: imageUrl(event.image, ctx.links) } : {}),
    url,
    eventAttendanceMode: `https://schema.org/${capitalized(attendanceOf(event))}EventAttendanceMode`,
    eventStatus: `https://schema.org/${STATUS_TYPES[event.eventStatus ?? 'scheduled']}`,
    startDate: toIso(event.startsAt, event.timezone),
    endDate: toIso(event.endsAt, event.timezone),
    ...withPlaceOnline(linked, event, url),
    ...offers(event, url),
    performer: 'Organization',
  };
}

/**
 * The records that an event links to, plus its online address as a place: alone, or next to the venue. Without an online
 * address, the page of the event stands in.
 */
function withPlaceOnline(linked: { location?: unknown }, event: EventRecord, page: string): object {
  if (!isOnline(event)) return linked;
  const online = { '@type': 'VirtualLocation', url: event.onlineUrl ?? page };
  const { location, ...others } = linked;
  return { location: location ? [location, online] : online, ...others };
}

function offers({ cost, publishedAt }: EventRecord, url: string): object {
  if (!cost) return {};
  const { values, currencyCode } = cost.details;
  // A price without a figure means free, or pay what you like.
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
