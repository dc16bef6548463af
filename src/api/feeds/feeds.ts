import type { Abouts } from '../../domain/about.ts';
import { DomainError } from '../../domain/errors.ts';
import { pause } from '../../domain/event-loop.ts';
import type { FeedEvent } from '../../domain/feed-event.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import { eventRange, type RangeRequest } from '../../domain/range.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import { inParts } from '../../domain/values.ts';
import { tagOf } from '../../http/conditional.ts';
import { type Answer, redirect } from '../../http/exchange.ts';
import { type FeedForm, isNews } from '../../kinds/addresses.ts';
import { KIND, type KindName } from '../../kinds/kinds.ts';
import type { ResolverContext } from '../graphql/context.ts';
import type { RunQuery } from '../graphql/writer/runner.ts';
import { eventsOfRecord, type Having } from '../pages/filters.ts';
import { fitted, MOST_BYTES } from './fit.ts';
import type { FeedHead, FeedWriter } from './form.ts';
import { ICALENDAR } from './icalendar.ts';
import { JSON_FEED } from './json-feed.ts';
import { fullCalendar, isIn, type RangeEvent, whereOf } from './range.ts';
import { RSS } from './rss.ts';
import { type FeedChain, type Occurrence, writtenSeries } from './series.ts';

/** A reference to a record, in the form that GraphQL takes. */
type Ref = { databaseId: number } | { slug: string } | { url: string };

/** The events of a feed: a single event, the events of a record, or the events of a list. */
export interface FeedSource {
  record?: { kind: KindName; ref: Ref };
  /** The filter for the events of a record or a list, as the event connection takes it. */
  where?: Readonly<Record<string, unknown>>;
  orderBy?: object;
  /** Of feeds for news readers: which page, from 1, and how many events it has. */
  page?: number;
  size?: number;
}

/** The maximum number of events in a feed. Nobody reads more, and Google accepts no larger feeds. */
const MOST_EVENTS = 1_000;

const WRITERS: Readonly<Record<FeedForm, FeedWriter>> = { ics: ICALENDAR, rss: RSS, 'feed.json': JSON_FEED };

/** The maximum number of occurrences of a series with all of its parts that are looked at: the latest. */
const MOST_OCCURRENCES = 5_000;

/** Events that are read by their ids at once. */
const AT_ONCE = 100;

/** Events of a page that are read at once. */
const OF_A_PAGE = 50;

/** The maximum number of events in a range. More would not fit on any screen. */
const MOST_IN_RANGE = 2_000;

/** One part of a connection of events. */
export interface EventsPart<E = FeedEvent> {
  nodes: E[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Reads the part of a list after a cursor. Null stands for the first part. */
type ReadPart<E = FeedEvent> = (after: string | null) => Promise<EventsPart<E>>;

/** The record that a feed is about. */
interface FeedRecord {
  databaseId: number;
  title: string;
  url: string;
}

/** The name of the query that reads the record of a feed. */
export const feedQueryOf = (kind: KindName): string => KIND[kind].page.operation.replace(/Page$/, 'Feed');

/** The options for answering with a feed. */
interface FeedOptions {
  form: FeedForm;
  /** The address of the feed. */
  self: string;
  /** Takes the page of the record, and returns the new address of the feed; undefined if the requested one is current. */
  movedFrom?(page: string): string | undefined;
}

export interface Feeds {
  /** Reads records by which lists are narrowed. */
  named(context: ResolverContext): (kind: Having, ref: Ref) => Promise<FeedRecord>;
  /** Writes the feed of a source. @throws DomainError if reading is refused */
  answer(source: FeedSource, options: FeedOptions, context: ResolverContext): Promise<Answer>;
  /** Writes the feed of a list that `read` reads. Its file has the `name`, which is in ASCII. */
  answerList(
    read: ReadPart,
    options: FeedOptions & { name: string; title: string },
    context: ResolverContext,
  ): Promise<Answer>;
  /** Writes a series with all of its parts: their rules, and what is different. */
  answerSeries(ref: Ref, context: ResolverContext): Promise<Answer>;
  /** Writes all events of a range for a calendar on a web page. @throws INVALID_FIELD also for a range with too many events */
  answerRange(source: { range: RangeRequest; where: Where }, context: ResolverContext): Promise<Answer>;
}

/** Creates the writer of event feeds. It reads stored data only through `run`. */
export function createFeeds(run: RunQuery, abouts: Abouts): Feeds {
  const titleOf = ({ language }: ResolverContext, about?: string) =>
    [about, abouts[language].name].filter(Boolean).join(' – ');

  const named = (context: ResolverContext) => async (kind: KindName, ref: Ref) =>
    (await run(feedQueryOf(kind), { ref }, context)).record as FeedRecord;

  async function eventsIn({ where = {}, orderBy }: FeedSource, context: ResolverContext) {
    // A connection finds nothing for an unknown reference; REST lists report it as an error.
    await run('AskedEvents', { where }, context);
    const part: ReadPart = async (after) =>
      (await run('EventsOfFeed', { where, orderBy, after }, context)).events as EventsPart;
    return eventsOf(part, context);
  }

  /** A page of a feed for news readers, in the order of lists on pages. @throws NO_ROUTE past the end */
  async function newsIn({ where = {}, orderBy, page = 1, size }: FeedSource, context: ResolverContext) {
    const [most, perPage] = [size ?? MOST_EVENTS, size ?? OF_A_PAGE];
    const order = { ...orderBy, field: 'DAY' };
    let hasNext = false;
    const part: ReadPart = async (after) => {
      const at = Number(after ?? ((page - 1) * most) / perPage + 1);
      const { list } = await run('PageOfFeed', { where, orderBy: order, page: at, perPage }, context);
      const { items, hasNextPage } = list as { items: FeedEvent[]; hasNextPage: boolean };
      hasNext = hasNextPage;
      return { nodes: items, pageInfo: { hasNextPage, endCursor: String(at + 1) } };
    };
    const events = await eventsOf(part, context, most);
    if (page > 1 && events.length === 0) throw new DomainError('NO_ROUTE', 'There is no such page.');
    return { events, hasNext };
  }

  return {
    named,
    async answer(source, { movedFrom = () => undefined, ...options }, context) {
      const { record, where, page = 1 } = source;
      const found = record && (await named(context)(record.kind, record.ref));
      const moved = found && movedFrom(found.url);
      if (moved) return redirect(301, moved, MOVED);
      const listed =
        record && record.kind !== 'event' ? { ...source, where: eventsOfRecord(record.kind, found!, where) } : source;
      const { events, hasNext = false } =
        record?.kind === 'event'
          ? { events: [found as FeedEvent] }
          : isNews(options.form)
            ? await newsIn(listed, context)
            : { events: await eventsIn(listed, context) };
      const head = {
        ...options,
        ...(hasNext && { next: pageAt(options.self, page + 1) }),
        title: titleOf(context, found?.title),
        page: found?.url ?? context.links.home,
        file: record ? `${record.kind}-${found!.databaseId}` : 'events',
      };
      return written(events, head, context);
    },
    async answerList(part, { name, title, ...options }, context) {
      const head = { ...options, title: titleOf(context, title), page: context.links.home, file: name };
      return written(await eventsOf(part, context), head, context);
    },
    async answerSeries(ref, context) {
      const series = (await run('SeriesFeed', { ref }, context)).record as { databaseId: number } & FeedChain;
      const seriesIn = series.parts.map(({ databaseId }) => databaseId);
      const part: ReadPart<Occurrence> = async (after) =>
        (await run('OccurrencesInFeed', { where: { seriesIn }, after }, context)).events as EventsPart<Occurrence>;
      const all = await eventsOf(part, context, MOST_OCCURRENCES);
      const exceptions = all.filter(({ isException }) => isException).slice(0, MOST_EVENTS);
      const usual = seriesIn.flatMap(
        (id) => all.find((each) => !each.isException && each.series.databaseId === id) ?? [],
      );
      const ids = [...exceptions, ...usual].map(({ databaseId }) => databaseId);
      const full = new Map<number, FeedEvent>();
      for (const some of inParts(ids, AT_ONCE)) {
        const { events } = await run('EventsOfFeed', { where: { in: some } }, context);
        for (const event of (events as EventsPart).nodes) full.set(event.databaseId, event);
        giveUpWhenLate(context.running);
      }
      const title = titleOf(context, series.title);
      const text = await writtenSeries({ ...series, title, all, full }, context.language);
      const answer = answered(ICALENDAR.type, text, context);
      answer.headers['Content-Disposition'] = `inline; filename="series-${series.databaseId}.ics"`;
      return answer;
    },
    async answerRange({ range: request, where }, context) {
      const { zone, now, freshness, language } = context;
      const range = eventRange(request, zone, now);
      freshness.until = Math.min(freshness.until, range.until);
      await run('AskedEvents', { where }, context);
      const part: ReadPart<RangeEvent> = async (after) =>
        (await run('EventsInRange', { where: { ...where, ...whereOf(range) }, after }, context))
          .events as EventsPart<RangeEvent>;
      const events = await eventsOf(part, context, MOST_IN_RANGE + 1, isIn(range));
      if (events.length > MOST_IN_RANGE)
        throw invalidField('end', 'too_many_items', TOO_MANY, { field: 'start' }, MOST_IN_RANGE);
      return answered('application/json; charset=UTF-8', await fullCalendar(events, range, language), context);
    },
  };
}

/** A record may be renamed again, so clients cache a redirect for only 60 seconds. */
const MOVED = { 'Cache-Control': 'public, max-age=60' };

type Where = Readonly<Record<string, unknown>>;

/** The address of another page of a feed. */
function pageAt(self: string, page: number) {
  const url = new URL(self);
  url.searchParams.set('paged', String(page));
  return url.href;
}

const TOO_MANY = 'Must be nearer to {0}: the range has more than {1} events.';

/** Reads the events of a list part by part, up to `most`. */
async function eventsOf<E>(
  read: ReadPart<E>,
  { running }: ResolverContext,
  most: number = MOST_EVENTS,
  isWanted: (event: E) => boolean = () => true,
) {
  const events: E[] = [];
  for (let after: string | null = null; ; ) {
    const { nodes, pageInfo } = await read(after);
    events.push(...nodes.filter(isWanted));
    after = pageInfo.endCursor;
    if (!pageInfo.hasNextPage || events.length >= most) return events.slice(0, most);
    giveUpWhenLate(running);
    await pause();
  }
}

async function written(
  events: readonly FeedEvent[],
  { form, file, ...head }: Omit<FeedHead, 'language'> & { form: FeedForm; file: string },
  context: ResolverContext,
): Promise<Answer> {
  const { language } = context;
  const { type, separator, item, frame } = WRITERS[form];
  const items = [];
  for (const event of events) {
    await pause();
    items.push(item(event, language));
  }
  const [before, after] = frame({ ...head, language }, events);
  const room = MOST_BYTES - Buffer.byteLength(before + after);
  const answer = answered(type, before + (await fitted(items, room, separator)).join(separator) + after, context);
  if (form === 'ics') answer.headers['Content-Disposition'] = `inline; filename="${file}.ics"`;
  return answer;
}

function answered(type: string, text: string, { language }: ResolverContext): Answer {
  const content = Buffer.from(text);
  return {
    status: 200,
    headers: { 'Content-Type': type, 'Content-Language': language },
    content,
    tag: tagOf(content),
  };
}
