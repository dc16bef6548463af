import { readFileSync } from 'node:fs';

/** A fenced block of a page, or a command in a cell of a table. */
export interface Block {
  /** Where it begins, counted from 1. */
  line: number;
  /** `sh`, `json`, `ts`, …; empty for a block without a language. */
  language: string;
  /** What stands behind the language: how to run what does not say it by itself. */
  info: string;
  text: string;
  /** The file that a line above names as its place, such as `` `gateway.ts`: ``. */
  file: string | undefined;
  isCell: boolean;
  /** Why it is not run, as a comment above it says. */
  why: string | undefined;
}

export interface Page {
  path: string;
  blocks: Block[];
  /** Commands that are not run wherever they stand on the page, with the reason. */
  without: Map<string, string>;
}

const FENCE = /^( *)```(\w*) ?(.*)$/;
const FILE = /^`([\w./-]+)`:$/;
/** `<!-- not run: WHY -->` is about the next block or table, ``<!-- not run: `npm ci`, `npm test`: WHY -->`` about these commands. */
const NOT_RUN = /^<!-- not run: ((?:`[^`]+`(?:, )?)*)(?:: )?(.*) -->$/;

/** Reads a page. */
export function readPage(path: string): Page {
  const page: Page = { path, blocks: [], without: new Map() };
  const lines = readFileSync(path, 'utf8').split('\n');
  let why: string | undefined;
  let file: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const [, commands = '', reason] = NOT_RUN.exec(line) ?? [];
    const [, indent = '', language, info = ''] = FENCE.exec(line) ?? [];
    if (reason !== undefined && commands === '') why = reason;
    else if (reason !== undefined)
      for (const [, command = ''] of commands.matchAll(/`([^`]+)`/g)) page.without.set(command, reason);
    else if (language !== undefined) {
      const end = lines.indexOf(`${indent}\`\`\``, at + 1);
      const text = lines.slice(at + 1, end).map((each) => each.slice(indent.length));
      page.blocks.push({ line: at + 1, language, info, text: text.join('\n'), file, isCell: false, why });
      at = end;
      [why, file] = [undefined, undefined];
    } else if (line.startsWith('|'))
      for (const [, text = ''] of line.matchAll(/`(npm run [^`]+)`/g))
        page.blocks.push({ line: at + 1, language: 'sh', info: '', text, file, isCell: true, why });
    // A reason and a name hold until a line of prose.
    else if (line !== '') [why, file] = [undefined, FILE.exec(line)?.[1]];
  }
  return page;
}

/** The commands of a block: lines that end with `\` go on, and `&&` joins two. */
export const commandsOf = ({ text }: Block): string[] =>
  text
    .replace(/\\\n\s*/g, '')
    .split(/\n| && (?=npm |node )/)
    .map((line) => line.replace(/\s+# .*$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Without the whitespace that does not count in JSON. */
const packed = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (part) => (part[0] === '"' ? part : ''));

/**
 * Whether a program said what a page shows of it, where `…` stands for anything. JSON is all that it said; of other text, the page
 * may show some lines.
 */
export function isShown(said: string, shown: string, isJson: boolean): boolean {
  const clean = (text: string) => (isJson ? packed(text) : text.trim());
  const pattern = clean(shown)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^]*?');
  return new RegExp(isJson ? `^${pattern}$` : `^${pattern}$`, isJson ? '' : 'm').test(clean(said));
}
