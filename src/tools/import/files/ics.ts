import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Language } from '../../../domain/language.ts';
import { readTime } from '../../../domain/time.ts';
import type { Item, Left, Part, Refusal, Source } from '../item.ts';
import { type Component, componentsOf, LONGEST_LINE } from './ics-components.ts';
import { tellIcsEvent } from './ics-events.ts';
import { overviewOf } from './ics-overview.ts';
import { linesOf, readText } from './text.ts';

export interface IcsDeps {
  path: string;
  language: Language;
  /** The time zone of times that name none, if the file names none either. */
  zone: string;
  since?: string | undefined;
}

/** Records per part, of all kinds. */
const AT_ONCE = 150;

/** Reads events from an iCalendar file. Recurrence rules are not expanded: a recurring event is read once, at its start. */
export function icsSource({ path, language, zone, since }: IcsDeps): Source {
  const name = basename(path);
  const read = () => componentsOf(linesOf(readText(path, name), { name, longest: LONGEST_LINE, cuts: true }));
  let isWhole = true;
  return {
    site: name,
    since,
    scope: JSON.stringify(since ?? null),
    get complete() {
      return isWhole;
    },
    async *parts() {
      const size = statSync(path).size;
      const from = since === undefined ? undefined : readTime(since, zone, 0)?.at;
      const overview = await overviewOf(read, zone);
      isWhole = overview.isWhole;
      let [items, refused, notTaken]: [Item[], Refusal[], Left[]] = [[], [], overview.left];
      let done = 0;
      const part = (bytes: number): Part => ({
        ...{ items, refused, notTaken, place: '', what: 'records', done },
        total: Math.max(done, Math.round((done * size) / Math.max(1, bytes))),
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
      yield part(size);

      function take(component: Component): void {
        const told = tellIcsEvent(component, { language, overview });
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
