import { placeLine } from '../../../domain/address.ts';
import { googleCalendarUrl } from '../../../domain/calendar-links.ts';
import { titleIn } from '../../../domain/feed-event.ts';
import { enumName } from '../../../domain/fields/kind.ts';
import { plainText } from '../../../domain/html.ts';
import { type Language, textIn } from '../../../domain/language.ts';
import { pageOfPost } from '../../../kinds/post/address.ts';
import type { VenueRecord } from '../../../kinds/venue/record.ts';
import { builder } from '../builder.ts';
import { COSTS } from '../costs.ts';
import { Url } from '../scalars.ts';
import { inLanguage, spoken } from '../stored-fields.ts';
import { Event } from './event.ts';
import { eventText } from './event-text.ts';
import { addressIn } from './venue.ts';

/** The first venue that the caller may see, in one line. */
const placeOf = ([venue]: readonly VenueRecord[], language: Language): string | undefined =>
  venue && placeLine(textIn(venue, 'name', language) ?? '', addressIn(venue, language));

builder.objectFields(Event, (t) => ({
  plainText: t.string({
    complexity: COSTS.jsonLd,
    description: 'What people want to know of it, as text: title, times, places, organizers, cost and description.',
    resolve: (event, _, ctx) => eventText(event, ctx),
  }),
  uid: t.exposeString('uid', {
    description: 'Its identifier in all calendars: the `UID` of calendar files. It never changes.',
  }),
  sequence: t.exposeInt('sequence', {
    description:
      'Number of writes that changed its start, end, time zone, place, `onlineUrl` or `eventStatus`: the `SEQUENCE` of calendar files.',
  }),
  icalUrl: t.field({
    type: Url,
    args: inLanguage,
    description: 'URL of the event as a calendar file. It stays the same when the slug changes.',
    resolve: ({ _id }, { language }, ctx) => spoken(ctx, language).links.feed('event', 'ics', _id),
  }),
  googleCalendarUrl: t.field({
    type: Url,
    args: inLanguage,
    complexity: 5,
    description: 'URL that adds the event to Google Calendar.',
    async resolve(event, args, ctx) {
      const context = spoken(ctx, args.language);
      const eventStatus = enumName(event.eventStatus ?? 'scheduled');
      const venues = await ctx.loaders.venue.linked(event.venues);
      return googleCalendarUrl({
        title: titleIn({ title: textIn(event, 'title', context.language) ?? '', eventStatus }, context.language),
        details: plainText(textIn(event, 'description', context.language)?.html ?? ''),
        location: placeOf(venues, context.language),
        zone: event.timezone,
        url: pageOfPost('event', event, context),
        ...event,
      });
    },
  }),
}));
