import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Language } from '../../../domain/language.ts';
import { isZone, readTime } from '../../../domain/time.ts';
import type { Item, Part, Refusal, Source } from '../item.ts';
import { type Component, componentsOf } from './ics-components.ts';
import { type IcsReading, tellIcsEvent } from './ics-events.ts';
import { linesOf, readText } from './text.ts';

export interface IcsDeps {
  path: string;
  language: Language;
  /** The time zone of times that name none, if the file names none either. */
  zone: string;
  since?: string | undefined;
}

/** Events per part. */
const AT_ONCE = 50;
/** Maximum characters of a line. */
const LONGEST_LINE = 1_000_000;

/** Reads events from an iCalendar file. Recurrence rules are not expanded: a recurring event is read once, at its start. */
export function icsSource({ path, language, zone, since }: IcsDeps): Source {
  const name = basename(path);
  return {
    site: name,
    since,
    scope: JSON.stringify(since ?? null),
    complete: true,
    async *parts() {
      const size = statSync(path).size;
      const zones = new Map<string, string>();
      const from = since === undefined ? undefined : readTime(since, zone, 0)?.at;
      const reading: IcsReading = { language, zone: (await zoneOf(path, name)) ?? zone, zones, recurring: new Set() };
      let [items, refused, notTaken]: [Item[], Refusal[], string[]] = [[], [], []];
      let done = 0;
      const part = (bytes: number): Part => ({
        ...{ items, refused, notTaken, place: '', what: 'records', done },
        total: Math.max(done, Math.round((done * size) / Math.max(1, bytes))),
      });
      for await (const component of componentsOf(linesOf(readText(path, name), { name, longest: LONGEST_LINE }))) {
        if (component.name === 'VTIMEZONE') noteZone(component, zones);
        else if (component.name !== 'VEVENT') notTaken.push(...otherKind(component));
        else {
          const told = tellIcsEvent(component, reading);
          done += 1;
          if (told === 'occurrence') notTaken.push('Occurrences of events that recur.');
          else if ('refused' in told) refused.push(told.refused);
          else if (from === undefined || told.startsAt >= from) items.push(...told.items);
          if (done % AT_ONCE > 0) continue;
          yield part(component.bytes);
          [items, refused, notTaken] = [[], [], []];
        }
      }
      yield part(size);
    },
  };
}

/** The default time zone of the file (`X-WR-TIMEZONE`). It comes before the first event, if at all. */
async function zoneOf(path: string, name: string): Promise<string | undefined> {
  for await (const { text } of linesOf(readText(path, name), { name, longest: LONGEST_LINE })) {
    const [, zone] = /^X-WR-TIMEZONE(?:;[^:]*)?:(.+)$/i.exec(text) ?? [];
    if (zone) return isZone(zone.trim()) ? zone.trim() : undefined;
    if (/^BEGIN:VEVENT/i.test(text)) return undefined;
  }
  return undefined;
}

/** Remembers the IANA name of a zone of the file. */
function noteZone({ lines }: Component, zones: Map<string, string>): void {
  const textOf = (name: string): string | undefined =>
    lines
      .find((line) => line.name === name)
      ?.text.replace(/^[^:]*:/, '')
      .trim();
  const [id, location] = [textOf('TZID'), textOf('X-LIC-LOCATION')];
  if (id && location) zones.set(id, location);
}

const KEPT_QUIET: ReadonlySet<string> = new Set(['VCALENDAR', 'STANDARD', 'DAYLIGHT', 'VALARM']);

const otherKind = ({ name }: Component): string[] => (KEPT_QUIET.has(name) ? [] : [`${name.slice(0, 40)}.`]);
