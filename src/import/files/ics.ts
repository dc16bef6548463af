import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Language } from '../../domain/language.ts';
import { type Series, startsOf } from '../../domain/recurrence/expand.ts';
import { type Instant, readTime } from '../../domain/time.ts';
import { DAY } from '../../domain/zones.ts';
import { hashOf } from '../hashes.ts';
import type { Item, Left, Part, Refusal, Source, Survey } from '../item.ts';
import { type Component, componentsOf, LONGEST_ICS_LINE } from './ics-components.ts';
import { type ParsedEvent, parseIcsEvent } from './ics-events.ts';
import { placesNamed } from './ics-named.ts';
import { createGathering, isMaster, isRecurring, nameIn, type Overview } from './ics-overview.ts';
import { horizonOf, occurrencesOf } from './ics-series.ts';
import { lineGroupsOf, readText } from './text.ts';

export interface IcsDeps {
  path: string;
  language: Language;
  /** The time zone of times that name none, if the file names none either. */
  zone: string;
  /** What people are told of an event whose times are in that zone. */
  unzoned?: string;
  since?: string;
  /** Tells which occurrences of events that recur are taken: those around now. */
  clock?: () => number;
}

type Described = Extract<ParsedEvent, { items: unknown }>;

/** Records per part, of all kinds. The occurrences of an event stay together. */
const AT_ONCE = 150;

/**
 * Reads events from an iCalendar file, in two passes: what its events share, then the events. Of an event that recurs, it tells each
 * occurrence as an event.
 */
export function icsSource({ path, language, zone, unzoned, since, clock = Date.now }: IcsDeps): Source {
  const name = basename(path);
  const read = () => componentsOf(lineGroupsOf(readText(path, name), LONGEST_ICS_LINE));
  const from = since === undefined ? undefined : readTime(since, zone, 0)?.at;
  let overview: Overview | undefined;
  /** When the occurrences that were told are, by the hashes of their UIDs. */
  const horizons = new Map<string, { from: Instant; to: Instant; first: Instant }>();
  /** The series that share a UID with others, by its hash, the first to begin before the others. */
  const sharing = new Map<string, { ref: string; series: Series }[]>();

  const totalOf = (done: number, bytes: number) =>
    Math.max(done, Math.round((done * statSync(path).size) / Math.max(1, bytes)));

  async function* survey(): AsyncGenerator<Survey> {
    const gathering = createGathering();
    let [refs, places]: [string[], Item[]] = [[], []];
    const formerRefs: string[] = [];
    let [done, others] = [0, 0];
    const part = (bytes: number): Survey => ({
      kind: done > 0 ? 'event' : undefined,
      refs,
      formerRefs,
      places,
      what: 'records',
      done,
      total: totalOf(done, bytes),
    });
    for await (const component of read()) {
      const ref = gathering.take(component);
      if (component.name !== 'VEVENT') continue;
      done += 1;
      if (ref === undefined) others += 1;
      else refs.push(ref);
      places.push(...placesNamed(component, language));
      if (refs.length + places.length < AT_ONCE) continue;
      yield part(component.bytes);
      [refs, places] = [[], []];
    }
    overview = gathering.overview({ site: zone, unzoned });
    refs.push(...overview.sharing.splice(0));
    // These are known by what they say and by when they are next, which needs the zones of the file.
    for await (const component of others > 0 ? read() : []) {
      if (component.name !== 'VEVENT' || (nameIn(component, 'UID') !== undefined && !isRecurring(component))) continue;
      const parsed = parseIcsEvent(component, { language, overview });
      if (!('items' in parsed)) continue;
      const items = await eventsOf(component, parsed, overview);
      const events = items.filter(({ kind }) => kind === 'event');
      const next = events.find(({ said: [{ values }] }) => Number(values.startsAt) >= clock()) ?? events.at(-1);
      if (next) refs.push(next.ref);
      formerRefs.push(...(next?.formerRefs ?? []));
    }
    yield part(statSync(path).size);
  }

  async function surveyed() {
    for await (const _ of survey());
    return overview!;
  }

  return {
    site: name,
    since,
    scope: JSON.stringify(since ?? null),
    survey,
    get complete() {
      return overview?.isWhole ?? true;
    },
    async *parts() {
      const known = overview ?? (await surveyed());
      let [items, refused, notTaken]: [Item[], Refusal[], Left[]] = [[], [], known.left];
      let done = 0;
      const part = (bytes: number): Part => ({
        items,
        refused,
        notTaken,
        place: '',
        what: 'records',
        done,
        total: totalOf(done, bytes),
      });
      const unnamed = new Set<string>();
      // Series come first, because exceptions may stand before them.
      for (const series of known.hasSeries ? [true, false] : [undefined])
        for await (const component of read()) {
          const isEvent = component.name === 'VEVENT';
          if (series !== undefined && series !== (isEvent && isMaster(component))) continue;
          if (isEvent) await take(component);
          else if (!KEPT_QUIET.has(component.name))
            notTaken.push({ what: `${component.name}.`, of: `line ${component.line}` });
          if (items.length + refused.length + notTaken.length < AT_ONCE) continue;
          yield part(component.bytes);
          [items, refused, notTaken] = [[], [], []];
        }
      yield part(statSync(path).size);

      async function take(component: Component) {
        const parsed = parseIcsEvent(component, { language, overview: known });
        done += 1;
        if ('left' in parsed) notTaken.push(parsed.left);
        else if ('refused' in parsed) refused.push(parsed.refused);
        else {
          const { ref, uid } = parsed.items.at(-1)!;
          const left = (what: string): unknown => notTaken.push({ what, of: parsed.called });
          if (unnamed.has(ref)) left('The same event again, without a UID.');
          else {
            const events = await eventsOf(component, parsed, known, left);
            if (events.length > 0) items.push(...parsed.items.slice(0, -1), ...events);
          }
          if (uid === undefined) unnamed.add(ref);
        }
      }
    },
    // Occurrences beyond those that are told now are not gone.
    look: async (kind, ref) =>
      (kind === 'event' && isBeyond(ref)) || (kind === 'series' && repeats(ref)) ? [] : 'gone',
  };

  /** The events that a component stands for. */
  async function eventsOf(
    component: Component,
    { items, startsAt, recurs, occurrence }: Described,
    known: Overview,
    left?: (what: string) => unknown,
  ): Promise<Item[]> {
    const [event, now] = [items.at(-1)!, clock()];
    if (recurs) {
      const found = await occurrencesOf(component, event, known, now, from);
      for (const what of found.left) left?.(what);
      if (found.horizon && event.uid !== undefined) {
        const key = hashOf(event.uid);
        const { from, to, first } = { ...found.horizon, ...horizons.get(key) };
        horizons.set(key, {
          from: Math.max(from, found.horizon.from),
          to: Math.min(to, found.horizon.to),
          first: Math.min(first, found.horizon.first),
        });
        if (known.rankOf(component) !== 'only') sharing.set(key, [...(sharing.get(key) ?? []), found.repeats]);
      }
      return found.items;
    }
    if (from !== undefined && startsAt < from) return [];
    if (!occurrence?.isOfSeries) return [event];
    const [{ at }, horizon] = [occurrence.original, horizonOf(now)];
    const isWithin = (from !== undefined || at >= horizon.from) && (occurrence.isFirst || at < horizon.to);
    if (!isWithin) return [];
    const its = event.occurrence!;
    // Of several series of its UID, it is of that which has its start.
    for (const { ref, series } of sharing.get(hashOf(its.series)) ?? [])
      if ((await startsOf({ ...series, exdates: [] }, at, at + 1, 1)).length > 0)
        return [{ ...event, occurrence: { ...its, series: ref } }];
    return [event];
  }

  /** Whether a reference is that of a series in the file, also of one with the UID of another. */
  function repeats(ref: string) {
    const [, uid = ref] = OCCURRENCE.exec(ref) ?? [];
    return overview?.recurs(ref) || (sharing.get(hashOf(uid)) ?? []).some((each) => each.ref === ref);
  }

  /** Whether a reference is that of an occurrence which would not be told now, whatever its rule says. */
  function isBeyond(ref: string) {
    const [, uid = ref, start = ''] = OCCURRENCE.exec(ref) ?? [];
    const its = [ref, uid].find((each) => overview?.recurs(each));
    if (its === undefined) return false;
    const horizon = horizons.get(hashOf(its));
    if (!horizon) return true;
    const at = its === ref ? horizon.first : Date.parse(start.includes('T') ? start.replace(/Z?$/, 'Z') : start);
    // A day or an earlier reference does not tell the moment.
    return at < horizon.from + DAY || at >= horizon.to - DAY;
  }
}

/** The reference of an occurrence. */
const OCCURRENCE = /^(.*) (\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.000)?Z?)?)$/s;

const KEPT_QUIET: ReadonlySet<string> = new Set(['VCALENDAR', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT', 'VALARM']);
