import fc from 'fast-check';
import type { EventLink } from '../../src/kinds/event-links.ts';

const pieces = (...texts: string[]) => fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 6 });

const TEXTS = [
  'a & b',
  '&',
  '&amp;',
  '&lt;b&gt;',
  '&amp;lt;',
  '"quoted"',
  "it's",
  '&#8217;',
  '&nbsp;',
  '<',
  '>',
  ' < 3 > 2 ',
  '한국어 행사',
  'ñandú ¿qué?',
  'Ünïcödé',
  '日本',
  '😀',
  '\u00a0',
  '100%',
  '%20',
  'C++',
  '[box]',
  '\\',
];

const MARKUP = [
  '<p>one</p>',
  '<b>bold</b>',
  '<em>open',
  '</div>',
  '<br>',
  '<br />',
  '<script>alert(1)</script>',
  '<!-- no -->',
  '<a href="https://example.org/?a=1&b=2">link</a>',
  '<img src=x onerror=alert(1)>',
  '<ul><li>x</li></ul>',
  '\n',
  '\n\n',
  'line\nline',
  '<h2>Head</h2>text',
  '<table><tr><td>1</td></tr></table>',
  '<pre>a\n\nb</pre>',
];

/** A title or a name: text that REST takes as HTML text, never empty. */
export const anyTitle = pieces(...TEXTS, '<b>', '</b>').map((parts) => `T${parts.join(' ')}`);

/** A text of one line, without tags. */
const anyLine = fc.oneof(
  fc.constant(''),
  fc.constant('0'),
  pieces(...TEXTS).map((parts) => parts.join(' ')),
);

/** HTML, good and bad; never the text `0`, which is refused because it counts as empty. */
const anyHtml = fc.oneof(
  fc.constant(''),
  pieces(...TEXTS, ...MARKUP).map((parts) => parts.join('')),
);

const anyImage = fc.constantFrom(
  '',
  'https://example.org/a.png',
  'https://example.org/b.jpg?x=1&y=%22',
  'http://e.org/c',
);

const anyUrl = fc.constantFrom(
  '',
  'https://example.org/',
  "https://example.org/?a=1&b=it's&lt;",
  'mailto:a@example.org',
);

const anyEmail = fc.constantFrom('', '0', 'nope', 'ann@example.org', "o'hara&co@example.org", '한국@example.org');

const anyStatus = fc.constantFrom('publish', 'publish', 'draft', 'pending', 'private', 'future');

const anyDate = fc.constantFrom('2026-11-01 09:00:00', '2026-12-24 18:30:00', '2026-11-19T23:59:59+09:00');

const anyZone = fc.constantFrom('UTC', 'Asia/Seoul', 'Europe/Madrid', 'America/New_York', 'UTC+5.5', 'UTC-3', 'EST');

/** Prices in figures and words, single and ranges. */
export const anyCost = fc.oneof(
  fc.constantFrom(
    '',
    '10',
    '$10 - $20',
    '10-20',
    '20 - 10',
    'Free',
    '€5,50',
    '5,50 €',
    '1,000원',
    '0',
    '0 - 15',
    '£3 & up',
  ),
  fc.constantFrom(
    '5,10,20',
    '$1,000.50',
    '1.234,56 €',
    'USD 10 - USD 25',
    '10 € - 12 $',
    'from $5',
    '무료',
    'a < b',
    '₩10000',
  ),
  pieces(...TEXTS, '7.5', '$3', '12 €').map((parts) => parts.join(' ')),
);

/** A start and an end, in this order. Some are at changes of the clock. */
const anyTimes = fc.constantFrom(
  ['2026-12-01 10:00:00', '2026-12-01 12:00:00'],
  ['2027-03-28 02:30:00', '2027-03-28 03:30:00'],
  ['2026-11-01 01:30:00', '2026-11-01 01:45:00'],
  ['2027-01-01', '2027-01-03'],
  ['2027-05-01T10:00:00Z', '2027-05-02T10:00:00Z'],
  ['2026-12-31 23:59:59', '2026-12-31 23:59:59'],
);

const flag = fc.boolean();
const post = { status: anyStatus, date: anyDate };

/** The fields of an event, except its links. */
export const anyEvent = fc
  .record({
    title: anyTitle,
    ...post,
    description: anyHtml,
    excerpt: anyHtml,
    timezone: anyZone,
    all_day: flag,
    image: anyImage,
    cost: anyCost,
    website: anyUrl,
    show_map: flag,
    show_map_link: flag,
    hide_from_listings: flag,
    sticky: flag,
    featured: flag,
    event_status: fc.constantFrom('scheduled', 'canceled', 'postponed', ''),
    event_status_reason: anyLine,
    virtual_url: anyUrl,
    times: anyTimes,
  })
  .map(({ times: [start_date, end_date], ...event }) => ({ ...event, start_date, end_date }));

/** Fields of what events link to, by their names in REST. All other lines are any lines. */
const IN_LINKED: Record<string, fc.Arbitrary<unknown>> = {
  image: anyImage,
  website: anyUrl,
  description: anyHtml,
  email: anyEmail,
  show_map: flag,
  show_map_link: flag,
  ...post,
};

/** The fields of what events link to. */
export const anyLinked = ({ fields }: EventLink): fc.Arbitrary<object> =>
  fc.record({
    ...Object.fromEntries(
      Object.values(fields).flatMap(({ wire, kind, stored }) => {
        const any = IN_LINKED[wire] ?? (stored && kind.type === 'String' ? anyLine : undefined);
        return any ? [[wire, any]] : [];
      }),
    ),
    [fields.name!.wire]: anyTitle,
  });

/** The fields of a category or a tag. */
export const anyTerm = fc.record({ name: anyTitle, description: anyHtml });
