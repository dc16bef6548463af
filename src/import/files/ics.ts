import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Language } from '../../domain/language.ts';
import { readTime } from '../../domain/time.ts';
import type { Item, Left, Part, Refusal, Source, Survey } from '../item.ts';
import { type Component, componentsOf, LONGEST_LINE } from './ics-components.ts';
import { placesNamed, tellIcsEvent } from './ics-events.ts';
import { createGathering, nameIn, type Overview } from './ics-overview.ts';
import { lineGroupsOf, readText } from './text.ts';

export interface IcsDeps {
  path: string;
  language: Language;
  /** The time zone of times that name none, if the file names none either. */
  zone: string;
  since?: string | undefined;
}

/** Records per part, of all kinds. */
const AT_ONCE = 150;

/**
 * Reads events from an iCalendar file, in two passes: what its events share, then the events. Recurrence rules are not expanded:
 * a recurring event is read once, at its start.
 */
export function icsSource({ path, language, zone, since }: IcsDeps): Source {
  const name = basename(path);
  const read = () => componentsOf(lineGroupsOf(readText(path, name), LONGEST_LINE));
  let overview: Overview | undefined;

  const totalOf = (done: number, bytes: number): number =>
    Math.max(done, Math.round((done * statSync(path).size) / Math.max(1, bytes)));

  async function* survey(): AsyncGenerator<Survey> {
    const gathering = createGathering();
    let [refs, places]: [string[], Item[]] = [[], []];
    let [done, unnamed] = [0, 0];
    const part = (bytes: number): Survey => ({
      kind: done > 0 ? 'event' : undefined,
      refs,
      places,
      what: 'records',
      done,
      total: totalOf(done, bytes),
    });
    for await (const component of read()) {
      const ref = gathering.take(component);
      if (component.name !== 'VEVENT') continue;
      done += 1;
      if (ref === undefined) unnamed += 1;
      else refs.push(ref);
      places.push(...placesNamed(component, language));
      if (refs.length + places.length < AT_ONCE) continue;
      yield part(component.bytes);
      [refs, places] = [[], []];
    }
    overview = gathering.overview(zone);
    refs.push(...overview.sharing.splice(0));
    // These are known by what they say, which needs the zones of the file.
    for await (const component of unnamed > 0 ? read() : []) {
      if (component.name !== 'VEVENT' || nameIn(component, 'UID') !== undefined) continue;
      const told = tellIcsEvent(component, { language, overview });
      if ('items' in told) refs.push(told.items.at(-1)!.ref);
    }
    yield part(statSync(path).size);
  }

  async function surveyed(): Promise<Overview> {
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
      const from = since === undefined ? undefined : readTime(since, zone, 0)?.at;
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
      for await (const component of read()) {
        if (component.name === 'VEVENT') take(component);
        else if (!KEPT_QUIET.has(component.name))
          notTaken.push({ what: `${component.name}.`, of: `line ${component.line}` });
        if (items.length + refused.length + notTaken.length < AT_ONCE) continue;
        yield part(component.bytes);
        [items, refused, notTaken] = [[], [], []];
      }
      yield part(statSync(path).size);

      function take(component: Component): void {
        const told = tellIcsEvent(component, { language, overview: known });
        done += 1;
        if ('left' in told) notTaken.push(told.left);
        else if ('refused' in told) refused.push(told.refused);
        else {
          const { ref, uid } = told.items.at(-1)!;
          const left = (what: string): unknown => notTaken.push({ what, of: told.called });
          if (from !== undefined && told.startsAt < from)
            told.recurs && left(`An event that recurs and began before ${since}: ${told.called}.`);
          else if (unnamed.has(ref)) left('The same event again, without a UID.');
          else for (const item of told.items) items.push(item);
          if (uid === undefined) unnamed.add(ref);
        }
      }
    },
  };
}

const KEPT_QUIET: ReadonlySet<string> = new Set(['VCALENDAR', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT', 'VALARM']);
