import { decodeHTMLStrict } from 'entities/decode';
import type Sanitizer from 'sanitize-html';
import { BLOCK_ELEMENTS, INLINE_ELEMENTS, isBlock, MEDIA_ELEMENTS, TAG, VOID_ELEMENTS } from './elements.ts';
import { sanitizeHtml } from './packages.ts';
import { paragraphs } from './paragraphs.ts';

/** HTML is made safe when it is written, so readers need no sanitiser. */
const sanitize = (html: string, options: Sanitizer.IOptions) => sanitizeHtml()(html, options);

const WEB = ['http', 'https'];
const SIZE = ['width', 'height'];
const PLAYER = ['src', 'controls', 'autoplay', 'loop', 'muted', 'preload'];

/** What a text may contain. Frames may show pages of these hosts. */
const body = (embedHosts: readonly string[]): Sanitizer.IOptions => ({
  allowedTags: [...INLINE_ELEMENTS, ...MEDIA_ELEMENTS, ...BLOCK_ELEMENTS],
  allowedAttributes: {
    '*': ['class'],
    a: ['href', 'title', 'target', 'rel'],
    abbr: ['title'],
    audio: PLAYER,
    details: ['open'],
    iframe: ['src', 'title', ...SIZE, 'allow', 'allowfullscreen', 'frameborder', 'loading', 'referrerpolicy'],
    img: ['src', 'srcset', 'sizes', 'alt', 'title', ...SIZE, 'loading'],
    ol: ['start'],
    source: ['src', 'srcset', 'sizes', 'media', 'type', ...SIZE],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
    track: ['src', 'srclang', 'kind', 'label', 'default'],
    video: [...PLAYER, 'poster', 'playsinline', ...SIZE],
  },
  allowedSchemes: [...WEB, 'mailto', 'tel'],
  allowedSchemesByTag: Object.fromEntries([...MEDIA_ELEMENTS, 'srcset'].map((name) => [name, WEB])),
  allowedSchemesAppliedToAttributes: ['href', 'src', 'poster'],
  allowProtocolRelative: false,
  nestingLimit: 100,
  selfClosing: VOID_ELEMENTS,
  // Dropped together with their content.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'object', 'template', 'svg', 'math', 'title'],
  exclusiveFilter: ({ tag, attribs: { src, srcset } }) =>
    (tag === 'img' && !src && !srcset) || (tag === 'iframe' && !isOn(embedHosts, src)),
});

/** Whether this is an https address on one of the hosts. */
const isOn = (hosts: readonly string[], address = '') =>
  /^https:\/\//i.test(address) && URL.canParse(address) && hosts.includes(new URL(address).hostname);

const PHRASE: Sanitizer.IOptions = {
  ...body([]),
  allowedTags: INLINE_ELEMENTS,
  nonTextTags: ['textarea', 'option'],
};

/** One line of HTML with inline tags only, as in descriptions of terms. Other tags are dropped; their text stays. */
export function sanitizePhrase(html: string): string {
  return untilStable(html, (text) => sanitize(text, PHRASE).trim());
}

/** Elements of other languages. One without an end would take all that follows; in a browser, HTML goes on behind it. */
const FOREIGN = ['svg', 'math'];

/** Takes out the beginnings of an element behind its last end. */
function withoutUnclosed(html: string, name: string) {
  const parts = html.split(new RegExp(`(?<=</${name})`, 'i'));
  const rest = parts.pop()!;
  return parts.join('') + rest.replace(new RegExp(`<${name}\\b[^>]*>`, 'gi'), '');
}

/**
 * Stored text as descriptions and excerpts show it. It keeps only what a text may contain: headings, lists, tables, links,
 * pictures, players, and frames that show pages of these hosts. Scripts, styles and handlers go. HTML that was shown comes out
 * the same when a client sends it back.
 */
export function renderHtml(raw: string, embedHosts: readonly string[]): string {
  const options = body(embedHosts);
  let shown: string | undefined;
  return untilStable(raw, (text) => {
    const safe = sanitize(FOREIGN.reduce(withoutUnclosed, text), options);
    // Text that has its paragraphs does not get them again.
    if (safe !== shown) shown = paragraphs(safe);
    return shown;
  });
}

/**
 * The most signs that a text for `renderHtml` or `sanitizePhrase` may have; fields refuse more. Every sign costs some
 * microseconds, and the parser's time grows with the square of the depth of nested elements.
 */
export const MOST_SIGNS = 30_000;

/** Counts the signs of HTML in a text: `<`, `>`, `&`, and line breaks. Stops at one more than `most`. */
export function signsIn(text: string, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  const signs = text.matchAll(/[<>&\n]|\r\n?/g);
  while (count <= most && !signs.next().done) count++;
  return count;
}

/** Elements that load something when a page is shown. In a player, its sources do. */
const LOADING = ['img', 'iframe', 'audio', 'video', 'source'];

/**
 * Sanitised HTML for a page that loads pictures only. A player or a frame becomes a link to what it would have shown. `pictureAt`
 * gives `src` and other attributes of the picture at an address, or undefined to make it a link too.
 */
export function withPictures(
  html: string,
  pictureAt: (address: string) => Readonly<Sanitizer.Attributes> | undefined,
): string {
  const shown: Sanitizer.Transformer = (tagName, { src = '', alt, title, ...attribs }): Sanitizer.Tag => {
    const own = tagName === 'img' ? pictureAt(src) : undefined;
    if (own !== undefined) return { tagName, attribs: { ...own, alt: alt ?? '', ...sizeOf(attribs) } };
    if (!src) return { tagName: 'span', attribs: {} };
    return { tagName: 'a', attribs: { href: src }, text: alt || title || hostOf(src) };
  };
  const options = body([]);
  return sanitize(html, {
    ...options,
    allowedAttributes: { ...options.allowedAttributes, img: ['src', 'alt', ...SIZE, 'loading', 'referrerpolicy'] },
    // The addresses of our own pictures are relative, and this code writes them.
    allowedSchemesAppliedToAttributes: ['href'],
    // The page has its heading already.
    transformTags: { h1: 'h2', ...Object.fromEntries(LOADING.map((name) => [name, shown])) },
    exclusiveFilter: ({ tag }) => tag === 'track',
  });
}

const sizeOf = ({ width, height }: Sanitizer.Attributes): Sanitizer.Attributes => ({
  ...(width ? { width } : {}),
  ...(height ? { height } : {}),
});

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);

/** Text for HTML: each of `& < > " '` as a character reference. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => REFERENCES[character]!);
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** Character references that end in `;`, decoded once. */
export function decodeHtml(text: string): string {
  return decodeHTMLStrict(text);
}

/** Without what a document has beside its text: scripts, styles and its title. */
export const withoutUnseen = (html: string, instead = ''): string =>
  html.replace(/<(script|style|title)\b[^<>]*>[\s\S]*?(?:<\/\1\b[^<>]*>|$)/gi, instead);

/** The text without tags, scripts, styles and titles of documents, in one line. References stay as they are. */
export function stripTags(text: string): string {
  const bare = untilStable(text, (html) =>
    withoutUnseen(html, ' ')
      .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
      .replace(TAG, (_tag, _slash, name: string) => (isBlock(name) || /^br$/i.test(name) ? ' ' : ''))
      .replace(/<[!?/][^<>]*>/g, ''),
  );
  return bare.replace(/\s+/g, ' ').trim();
}

/** A link: its address and its content. */
const LINK = /<a\b[^<>]*?\shref="([^"]*)"[^<>]*>([^<]*(?:<(?!\/?a\b)[^<]*)*)<\/a>/gi;

/** Elements that begin a line, without a blank line before it. */
const LINES: ReadonlySet<string> = new Set(['br', 'hr', 'li', 'tr', 'dt', 'dd']);

/** An address without the parts that people leave out: the scheme and a slash at the end. */
const bare = (address: string) => address.replace(/^https?:\/\//i, '').replace(/\/$/, '');

/**
 * Sanitised HTML as plain text with its paragraphs and lines. A dash begins each list item. The address of a link follows it
 * where it says more.
 */
export function plainText(html: string): string {
  const text = html
    .replace(/<pre\b[\s\S]*?(?:<\/pre>|$)/gi, (lines) => lines.replace(/\n/g, '<br>'))
    .replace(/\s+/g, ' ')
    .replace(LINK, (_, address: string, inner: string) => {
      const said = stripTags(inner);
      const saysMore = said !== '' && /^https?:/i.test(address) && bare(said) !== bare(address);
      return saysMore ? `${inner} (${address})` : inner;
    })
    .replace(TAG, (_, slash: string, name: string) => {
      const element = name.toLowerCase();
      if (LINES.has(element)) return slash ? '' : element === 'li' ? '\n- ' : '\n';
      return /^t[dh]$/.test(element) ? ' ' : isBlock(element) ? '\n\n' : '';
    });
  return decodeHtml(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Repeats a change until nothing changes, because removing text may join what was apart. A text that needs more than a few rounds
 * is malicious, and loses its angle brackets.
 */
function untilStable(text: string, change: (text: string) => string) {
  let last = text;
  for (let round = 0; round < 4; round++) {
    const next = change(last);
    if (next === last) return last;
    last = next;
  }
  return change(last) === last ? last : change(last.replace(/[<>]/g, ' '));
}
