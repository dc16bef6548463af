import { type FeedEvent, timesOf } from '../../domain/feed-event.ts';
import { calendarParts, zonesOf } from '../../domain/icalendar/calendar.ts';
import { type SeriesSaid, seriesInFile } from '../../domain/icalendar/series.ts';
import type { Language } from '../../domain/language.ts';
import { fitted, MOST_BYTES } from './fit.ts';
import { calendarItem, ICALENDAR } from './icalendar.ts';

/** A part of a series, with the fields that the feed queries select. */
interface FeedSeries extends SeriesSaid {
  databaseId: number;
  uid: string;
  /** Its page. */
  url: string;
  sequence: number;
  modifiedAt: string;
}

/** A series: itself, or the parts that it was divided into, in the order of their first starts. */
export interface FeedChain {
  title: string;
  parts: readonly FeedSeries[];
}

/** An occurrence, with the fields that tell which it is. */
export interface Occurrence {
  databaseId: number;
  originalStartsAt: string;
  isException: boolean;
  sequence: number;
  modifiedAt: string;
  series: { databaseId: number };
}

interface Shown extends FeedChain {
  all: readonly Occurrence[];
  /** All exceptions and of each part an occurrence that is none, by id. What is not here is left out. */
  full: ReadonlyMap<number, FeedEvent>;
}

/**
 * A series as the caller sees it: for each part an event with its rule, of which hidden occurrences are left out, and an event for each
 * exception. The latest part comes first, because what does not fit is left out at the end.
 */
export async function writtenSeries({ title, parts, all, full }: Shown, language: Language): Promise<string> {
  const written = [];
  for (const part of [...parts].reverse())
    written.push(
      await writtenPart(
        part,
        all.filter(({ series }) => series.databaseId === part.databaseId),
        full,
      ),
    );
  const [before, after] = calendarParts(title);
  const head = before + zonesOf(written.flatMap(({ times }) => times));
  const items = written.flatMap(({ events }) => events.map((event) => calendarItem(event, language, event.repeats)));
  const room = MOST_BYTES - Buffer.byteLength(head + after);
  return head + (await fitted(items, room, ICALENDAR.separator)).join('') + after;
}

/**
 * The events of one part, and the times in which they are written. The first looks like an occurrence that is no exception: the caller may
 * see all that it shows.
 */
async function writtenPart(series: FeedSeries, all: readonly Occurrence[], full: Shown['full']) {
  const shown = all.filter(({ isException, databaseId }) => !isException || full.has(databaseId));
  const at = ({ originalStartsAt }: Occurrence) => Date.parse(originalStartsAt);
  const inFile = await seriesInFile(series, shown.map(at));
  const { uid, url, timezone, allDay } = series;
  const usual = shown.find(({ databaseId, isException }) => !isException && full.has(databaseId)) ?? shown.at(-1);
  const like = usual && full.get(usual.databaseId)!;
  const exceptions = shown.filter(({ isException }) => isException);
  const events = exceptions.map((each) => ({
    ...full.get(each.databaseId)!,
    uid,
    repeats: inFile.exceptionAt(at(each)),
  }));
  const { startsAt, endsAt, repeats, times } = inFile;
  const known = [series, ...shown];
  const modifiedAt = known.map((each) => each.modifiedAt).sort((a, b) => Date.parse(b) - Date.parse(a))[0]!;
  // Calendars know the numbers of occurrences from before the series had its own.
  const sequence = known.reduce((highest, each) => Math.max(highest, each.sequence), 0);
  const first = like && { ...like, uid, url, sequence, startsAt, endsAt, timezone, allDay, modifiedAt, repeats };
  return {
    events: [...(first ? [first] : []), ...events],
    times: [...(first ? times : []), ...events.map(timesOf)],
  };
}
