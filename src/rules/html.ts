import { decodeHTMLStrict } from 'entities';
import sanitizeHtml from 'sanitize-html';

const INLINE_TAGS = [
  ...['a', 'abbr', 'b', 'br', 'cite', 'code', 'del', 'em', 'i', 'img', 'ins', 'kbd', 'mark', 'q', 's', 'samp', 'small'],
  ...['span', 'strong', 'sub', 'sup', 'time', 'u', 'var'],
];

const BLOCK_TAGS = [
  ...[
    'blockquote',
    'caption',
    'dd',
    'div',
    'dl',
    'dt',
    'figcaption',
    'figure',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
  ],
  ...['li', 'ol', 'p', 'pre', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul'],
];

const BODY: sanitizeHtml.IOptions = {
  allowedTags: [...INLINE_TAGS, ...BLOCK_TAGS],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    abbr: ['title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: 100,
  selfClosing: ['br', 'hr', 'img'],
  // Dropped with what is in them.
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'object', 'template', 'svg', 'math', 'title'],
  ],
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
};

const PHRASE: sanitizeHtml.IOptions = {
  ...BODY,
  allowedTags: INLINE_TAGS.filter((tag) => tag !== 'img'),
  nonTextTags: ['textarea', 'option'],
};

/** HTML with only what a text may contain: headings, lists, tables, links, pictures. No scripts, styles or handlers. */
export function sanitize(html: string): string {
  return settle(html, (text) => sanitizeHtml(text, BODY));
}

/** One line of HTML with inline tags only, as in descriptions of terms; other tags are dropped, their text stays. */
export function sanitizePhrase(html: string): string {
  return settle(html, (text) => sanitizeHtml(text, PHRASE).trim());
}

/** Stored text as descriptions and excerpts show it. What was shown comes out the same when it is sent back. */
export function renderHtml(raw: string): string {
  return settle(raw, (text) => paragraphs(sanitizeHtml(text, BODY)));
}

/** Text for HTML: each of `& < > " '` as a character reference. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => REFERENCES[character]!);
}

const REFERENCES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' },
};

/** Character references that end in `;`, decoded once. */
export function decodeHtml(text: string): string {
  return decodeHTMLStrict(text);
}

/** A title as it is stored, from what REST sends: text, in which references are decoded once and tags are text. */
export function titleText(input: string): string {
  return decodeHtml(input).trim();
}

/** The text without tags, scripts and styles, in one line. References stay as they are. */
export function stripTags(text: string): string {
  const bare = settle(text, (html) =>
    html
      .replace(/<(script|style)\b[^<>]*>[\s\S]*?(?:<\/\1\b[^<>]*>|$)/gi, ' ')
      .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
      .replace(TAG, (_tag, _slash, name: string) => (isBlock(name) || /^br$/i.test(name) ? ' ' : ''))
      .replace(/<[!?/][^<>]*>/g, ''),
  );
  return bare.replace(/\s+/g, ' ').trim();
}

/** Removing may join what was apart; after a few rounds that is malice, and brackets go. */
function settle(text: string, change: (text: string) => string): string {
  let last = text;
  for (let round = 0; round < 4; round++) {
    const next = change(last);
    if (next === last) return last;
    last = next;
  }
  return change(last) === last ? last : change(last.replace(/[<>]/g, ' '));
}

const TAG = /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi;
const blocks: ReadonlySet<string> = new Set(BLOCK_TAGS);

function isBlock(name: string): boolean {
  return blocks.has(name.toLowerCase());
}

/**
 * Makes paragraphs of text as it is typed: a blank line parts them, a single line break is `<br />`.
 * Block elements stay as they are, so that a second time changes nothing.
 */
export function paragraphs(html: string): string {
  return pieces(html.replace(/\r\n?/g, '\n'))
    .flatMap(({ text, block }) => (block ? [trim(text)] : flow(text)))
    .filter((piece) => piece !== '' && !/^<p>\s*<\/p>$/.test(piece))
    .join('\n');
}

interface Piece {
  text: string;
  block: boolean;
}

/** Cuts HTML into block elements of the outermost level and what lies between them. */
function pieces(html: string): Piece[] {
  const found: Piece[] = [];
  const open: string[] = [];
  let text = '';
  let block = false;
  let start = 0;
  const cut = (): void => {
    found.push({ text, block });
    text = '';
    block = false;
  };
  for (const match of html.matchAll(TAG)) {
    const [tag, slash, name] = [match[0], match[1] === '/', match[2]!.toLowerCase()];
    text += html.slice(start, match.index);
    start = match.index + tag.length;
    const stray = slash && !open.includes(name);
    if (isBlock(name) && !slash) {
      if (open.length === 0) cut();
      block = true;
    }
    // The end of a block that has no beginning would end a paragraph of ours.
    if (!stray || !isBlock(name)) text += tag;
    track(open, tag, slash, name);
    if (open.length === 0 && (block || (stray && isBlock(name)))) cut();
  }
  text += html.slice(start);
  cut();
  return found;
}

function track(open: string[], tag: string, slash: boolean, name: string): void {
  if (slash) {
    if (open.includes(name)) open.length = open.lastIndexOf(name);
  } else if (!VOID.has(name) && !tag.endsWith('/>')) {
    open.push(name);
  }
}

const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

function flow(text: string): string[] {
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

function breakLines(text: string): string {
  const lines = text.split('\n').map(trim);
  const last = lines.pop()!;
  return lines.map((line) => `${line.replace(/<br ?\/?>$/, '')}<br />\n`).join('') + last;
}

/** Leaves non-breaking spaces: they are there on purpose. */
function trim(text: string): string {
  // A pattern would take quadratic time on long runs of blanks.
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.has(text[start]!)) start++;
  while (start < end && BLANK.has(text[end - 1]!)) end--;
  return text.slice(start, end);
}

const BLANK: ReadonlySet<string> = new Set([' ', '\t', '\n']);
