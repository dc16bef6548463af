/** Elements that may stand in a line of text. */
export const INLINE_ELEMENTS = [
  'a',
  'abbr',
  'b',
  'br',
  'cite',
  'code',
  'del',
  'em',
  'i',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
  'var',
];

/** Pictures, sound, video, and pages of other sites. */
export const MEDIA_ELEMENTS = ['img', 'picture', 'audio', 'video', 'source', 'track', 'iframe'];

/** Elements that stand by themselves, between paragraphs. */
export const BLOCK_ELEMENTS = [
  'blockquote',
  'caption',
  'dd',
  'details',
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
  'li',
  'ol',
  'p',
  'pre',
  'summary',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'ul',
];

/** Elements without content and without an end tag. */
export const VOID_ELEMENTS = ['br', 'hr', 'img', 'source', 'track'];

/** A tag: its slash, if it ends an element, and its name. */
export const TAG = /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi;

// Players count as blocks: line breaks between their sources are not part of the text.
const blocks: ReadonlySet<string> = new Set([...BLOCK_ELEMENTS, 'audio', 'picture', 'video']);
const voids: ReadonlySet<string> = new Set(VOID_ELEMENTS);

/** Whether an element separates the text before it from the text after it. Takes a name in any case. */
export const isBlock = (name: string): boolean => blocks.has(name.toLowerCase());

/** Whether an element has no content and no end tag. Takes a name in lower case. */
export const isVoid = (name: string): boolean => voids.has(name);
