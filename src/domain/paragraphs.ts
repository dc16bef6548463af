import { isBlock, isVoid, TAG } from './elements.ts';

/**
 * Turns text as people type it into paragraphs: a blank line separates them, a single line break becomes `<br />`.
 * Block elements stay as they are, so that a second time changes nothing.
 */
export function paragraphs(html: string): string {
  return pieces(html.replace(/\r\n?/g, '\n'))
    .flatMap(({ text, block }) => (block ? [text] : flow(text)))
    .filter((piece) => piece !== '' && !/^<p>\s*<\/p>$/.test(piece))
    .join('\n');
}

interface Piece {
  text: string;
  block: boolean;
}

/** Cuts HTML into its outermost block elements and the text between them. */
function pieces(html: string) {
  const found: Piece[] = [];
  const open: string[] = [];
  let text = '';
  let block = false;
  let start = 0;
  const cut = (end: number) => {
    const piece = trim(text + html.slice(start, end));
    if (piece !== '') found.push({ text: piece, block });
    text = '';
    block = false;
    start = end;
  };
  for (const match of html.matchAll(TAG)) {
    const [tag, slash, name] = [match[0], match[1] === '/', match[2]!.toLowerCase()];
    const end = match.index + tag.length;
    const parts = isBlock(name);
    const stray = slash && !open.includes(name);
    if (parts && !slash) {
      if (open.length === 0) cut(match.index);
      block = true;
    }
    if (parts && stray) {
      // The end tag of a block that has no start tag would end a paragraph of ours.
      text += html.slice(start, match.index);
      start = end;
    }
    track(open, tag, slash, name);
    if (open.length === 0 && (block || (stray && parts))) cut(end);
  }
  cut(html.length);
  return found;
}

function track(open: string[], tag: string, slash: boolean, name: string) {
  if (slash) {
    if (open.includes(name)) open.length = open.lastIndexOf(name);
  } else if (!isVoid(name) && !tag.endsWith('/>')) {
    open.push(name);
  }
}

function flow(text: string) {
  const parts: string[] = [];
  const open: string[] = [];
  let start = 0;
  for (const match of text.matchAll(TAG_OR_BLANK_LINE)) {
    const [all, slash, name] = match;
    if (name) {
      track(open, all, slash === '/', name.toLowerCase());
    } else if (open.length === 0) {
      // Within an inline element a blank line is two line breaks.
      parts.push(text.slice(start, match.index));
      start = match.index + all.length;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => `<p>${breakLines(trim(part))}</p>`);
}

const TAG_OR_BLANK_LINE = /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>|\n[ \t]*(?:\n[ \t]*)+/gi;

function breakLines(text: string) {
  const lines = text.split('\n').map(trim);
  const last = lines.pop()!;
  return lines.map((line) => `${line.replace(/<br ?\/?>$/, '')}<br />\n`).join('') + last;
}

/** Keeps non-breaking spaces: they are there on purpose. */
function trim(text: string) {
  // A pattern would take quadratic time on long runs of blanks.
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.has(text[start]!)) start++;
  while (start < end && BLANK.has(text[end - 1]!)) end--;
  return text.slice(start, end);
}

const BLANK: ReadonlySet<string> = new Set([' ', '\t', '\n']);
