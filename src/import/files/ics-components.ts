import ICAL from 'ical.js';
import type { Line } from './text.ts';

/** An unfolded content line (RFC 5545). */
export interface ContentLine {
  /** The property name in upper case, without parameters. */
  name: string;
  text: string;
  /** The line of the file where it begins. Columns count in the unfolded line. */
  line: number;
  bytes: number;
}

/** A component with its own lines, without those of nested components. */
export interface Component {
  /** `VEVENT`. */
  name: string;
  /** Which calendar of the file it is in, from 1. */
  calendar: number;
  /** The program that wrote this calendar, as far as it said before. */
  product: string | undefined;
  lines: ContentLine[];
  /** Characters of its lines. */
  size: number;
  /** Names of properties that were too long, or too many. */
  dropped: Set<string>;
  /** The line where it begins. */
  line: number;
  bytes: number;
  /** Whether its end is missing. */
  isOpen?: true;
}

/** Maximum characters of a line. */
export const LONGEST_ICS_LINE = 2_000_000;
/** Maximum characters and lines of a component. The rest is dropped. */
const [MOST_CHARACTERS, MOST_LINES] = [3_000_000, 20_000];
/** Maximum components within each other. */
const DEEPEST = 8;
const LONGEST_NAME = 60;

/** Joins folded lines, those of a group together. */
async function* unfolded(groups: AsyncIterable<readonly Line[]>): AsyncGenerator<ContentLine[]> {
  let current: ContentLine | undefined;
  for await (const lines of groups) {
    const whole: ContentLine[] = [];
    for (const { text, number, bytes } of lines) {
      if (current && (text.startsWith(' ') || text.startsWith('\t'))) {
        if (current.text.length <= LONGEST_ICS_LINE) current.text += text.slice(1);
        continue;
      }
      if (current) whole.push(current);
      current = text.trim() === '' ? undefined : { name: nameOf(text), text, line: number, bytes };
    }
    yield whole;
  }
  if (current) yield [current];
}

const nameOf = (text: string) => /^[^:;]*/.exec(text.slice(0, LONGEST_NAME))![0].trim().toUpperCase();

/** What stands behind the colon of a line without parameters. */
export const textAfterColon = ({ text }: ContentLine): string => text.slice(text.indexOf(':') + 1).trim();

/**
 * All components of a file, each when it ends, after those within it. Those without an end are marked as open: a component ends
 * where another of its name begins, because none is within another of its name.
 */
export async function* componentsOf(groups: AsyncIterable<readonly Line[]>): AsyncGenerator<Component> {
  const open: Component[] = [];
  let calendar = 0;
  let product: string | undefined;
  function* closed(depth: number): Generator<Component> {
    while (open.length > depth) yield asMeant({ ...open.pop()!, isOpen: true });
  }
  for await (const lines of unfolded(groups))
    for (const line of lines) {
      const isEnd = line.name === 'END';
      if (line.name === 'BEGIN' || isEnd) {
        const name = textAfterColon(line).slice(0, LONGEST_NAME).toUpperCase();
        const same = open.findIndex((each) => each.name === name);
        if (isEnd && same < 0) continue;
        yield* closed(isEnd ? same + 1 : same < 0 ? DEEPEST - 1 : same);
        if (isEnd) yield asMeant({ ...open.pop()!, bytes: line.bytes });
        else {
          if (name === 'VCALENDAR') [calendar, product] = [calendar + 1, undefined];
          open.push({
            name,
            calendar,
            product,
            lines: [],
            size: 0,
            dropped: new Set(),
            line: line.line,
            bytes: line.bytes,
          });
        }
      } else {
        const [own] = open.slice(-1);
        if (!own) continue;
        const size = own.size + line.text.length;
        if (line.text.length > LONGEST_ICS_LINE || size > MOST_CHARACTERS || own.lines.length >= MOST_LINES) {
          if (own.dropped.size < MOST_DROPPED) own.dropped.add(line.name);
        } else {
          own.size = size;
          own.lines.push(line);
          if (line.name === 'PRODID') product ??= textAfterColon(line);
        }
      }
    }
  yield* closed(0);
}

/** A start or end at midnight, and the name of its zone if it has one. */
const MIDNIGHT =
  /^([^:;]*)(?:;VALUE=DATE-TIME)?(;TZID=(?:"[^"]*"|[^":;]*(?=:)|[^";]*(?=:\d)))?:(\d{8})T000000(Z?)\s*$/i;

/** An event that Outlook marks as all-day has days instead of the midnights that it is written with. */
function asMeant(component: Component) {
  if (component.name !== 'VEVENT' || !component.lines.some(({ text }) => ALL_DAY.test(text))) return component;
  const isTime = ({ name }: ContentLine) => name === 'DTSTART' || name === 'DTEND';
  const times = component.lines.filter(isTime).map(({ text }) => MIDNIGHT.exec(text));
  if (times.length !== 2 || times[0]?.[2] !== times[1]?.[2] || times[0]?.[4] !== times[1]?.[4]) return component;
  const asDay = (line: ContentLine) => ({ ...line, text: line.text.replace(MIDNIGHT, '$1;VALUE=DATE$2:$3') });
  return { ...component, lines: component.lines.map((line) => (isTime(line) ? asDay(line) : line)) };
}

const ALL_DAY = /^X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\s*$/i;

/** Names kept of what was dropped. */
const MOST_DROPPED = 20;

/** A property: its parameters by their names in lower case, and its values without escapes. */
export interface Property {
  parameters: Readonly<Record<string, string>>;
  values: unknown[];
  line: ContentLine;
}

/** The first property of this name, if it can be read. */
export const firstOf = ({ lines }: Component, name: string): Property | undefined => {
  const line = lines.find((each) => each.name === name);
  return line && propertyOf(line);
};

/** Other names under which lines are read: dates stay as they are written, and HTML loses its escapes as text does. */
const READ_AS: Readonly<Record<string, string>> = {
  DTSTART: 'X-DTSTART',
  DTEND: 'X-DTEND',
  'LAST-MODIFIED': 'X-LAST-MODIFIED',
  'X-ALT-DESC': 'DESCRIPTION',
};

/** The name of a zone that has a colon and no quotation marks, as Exchange writes it: `TZID=tzone://Microsoft/Utc`. */
const BARE_ZONE = /^([^":]*;TZID=)([^":;]*:[^";]*)(?=:\d{4}-?\d\d-?\d\d(?:T[\d:]{0,8}Z?)?\s*$)/i;

/** Undefined for a line that breaks the grammar. */
export function propertyOf(line: ContentLine): Property | undefined {
  try {
    const isDate = line.name === 'DTSTART' || line.name === 'DTEND';
    const said = isDate ? line.text.replace(BARE_ZONE, '$1"$2"') : line.text;
    const text = `${READ_AS[line.name] ?? line.name}${said.slice(/^[^:;]*/.exec(said)![0].length)}`;
    const [, parameters, , ...values] = ICAL.parse.property(text) as [
      string,
      Record<string, string>,
      string,
      ...unknown[],
    ];
    // A parameter may claim a type that the property cannot have.
    const isRead = (value: unknown) =>
      typeof value !== 'object' || (Array.isArray(value) && value.every((each) => typeof each === 'number'));
    return { parameters, values: values.map((value) => (isRead(value) ? value : textAfterColon(line))), line };
  } catch {
    return undefined;
  }
}
