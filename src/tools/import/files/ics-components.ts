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
  /** The names of the enclosing components, outermost first. */
  within: readonly string[];
  lines: ContentLine[];
  /** The line where it begins. */
  line: number;
  bytes: number;
  /** Whether its end is missing. */
  isOpen?: true;
}

/** Maximum characters of a content line, and lines of a component. The rest is cut off. */
const [LONGEST, MOST_LINES] = [2_000_000, 20_000];

/** Joins folded lines. */
async function* unfolded(lines: AsyncIterable<Line>): AsyncGenerator<ContentLine> {
  let current: ContentLine | undefined;
  for await (const { text, number, bytes } of lines) {
    if (/^[ \t]/.test(text) && current) {
      if (current.text.length < LONGEST) current.text += text.slice(1);
      continue;
    }
    if (current) yield current;
    current = text.trim() === '' ? undefined : { name: nameOf(text), text, line: number, bytes };
  }
  if (current) yield current;
}

const nameOf = (text: string): string => /^[^:;]*/.exec(text)![0].trim().toUpperCase();

/** All components of a file, each when it ends. Those without an end come last, marked as open. */
export async function* componentsOf(lines: AsyncIterable<Line>): AsyncGenerator<Component> {
  const open: Component[] = [];
  for await (const line of unfolded(lines)) {
    const value = line.text
      .slice(line.text.indexOf(':') + 1)
      .trim()
      .toUpperCase();
    if (line.name === 'BEGIN') {
      open.push({ name: value, within: open.map(({ name }) => name), lines: [], line: line.line, bytes: line.bytes });
    } else if (line.name === 'END') {
      // Nested components that were not closed end here too.
      while (open.some(({ name }) => name === value)) {
        const ended = open.pop()!;
        if (ended.name === value) {
          yield { ...ended, bytes: line.bytes };
          break;
        }
        yield { ...ended, isOpen: true };
      }
    } else {
      const [own] = open.slice(-1);
      if (own && own.lines.length < MOST_LINES) own.lines.push(line);
    }
  }
  for (const ended of open.reverse()) yield { ...ended, isOpen: true };
}
