import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeHtml,
  escapeHtml,
  plainText,
  renderHtml as render,
  sanitizePhrase,
  stripTags,
} from '../../src/domain/html.ts';
import { paragraphs } from '../../src/domain/paragraphs.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { labelled } from '../support/labels.ts';

const HOSTS = ['video.example', 'player.example'];
const renderHtml = (html: string): string => render(html, HOSTS);
/** What is shown of HTML, without the paragraph that is made around it. */
const sanitize = (html: string): string => renderHtml(html).replace(/^<p>(.*)<\/p>\n?$/s, '$1');

const tags = [
  'p',
  'b',
  'i',
  'div',
  'ul',
  'li',
  'h2',
  'table',
  'tr',
  'td',
  'a',
  'pre',
  'figure',
  'blockquote',
  'em',
  'span',
  'video',
  'audio',
  'picture',
  'iframe',
  'details',
  'summary',
];
const raw = ['script', 'style', 'textarea', 'option', 'svg', 'title', 'noscript'];
const bits = fc.constantFrom(
  ...[...tags, ...raw].flatMap((tag) => [`<${tag}>`, `</${tag}>`, `<${tag} `]),
  ...['<br>', '<br/>', '<hr>', '<img src="http://x">', '<img src=javascript:1>', '<a href="http://x/?a&b=%22">', '/>'],
  ...['<iframe src="https://video.example/1">', '<iframe src="https://e.example/1">', '<p class="a <b>">'],
  ...['<source src="http://x" srcset="http://x 2x">', '<video poster="javascript:1">', '<track default src="data:1">'],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x',
    '</',
    '<',
    '>',
    '&',
    '&amp;',
    '&lt;',
    '&amp;lt;',
    '&nbsp;',
    '"',
    "'",
    '=',
  ],
  ...['\n', '\n\n', '\r\n', ' ', '\t', 'x', 'y z', '\u00a0', '한국'],
);
const soup = fc.oneof(
  fc.array(bits, { maxLength: 25 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);

describe('a description', () => {
  test.each(
    labelled([
      ['A <b>large</b> hall.\n\nSecond paragraph.', '<p>A <b>large</b> hall.</p>\n<p>Second paragraph.</p>'],
      [
        'A <strong>gala</strong> evening.\n\nWith dinner.',
        '<p>A <strong>gala</strong> evening.</p>\n<p>With dinner.</p>',
      ],
      ['Promoter.', '<p>Promoter.</p>'],
      ['<b>bold</b> ex', '<p><b>bold</b> ex</p>'],
      ['한국어 설명 café', '<p>한국어 설명 café</p>'],
      ['It\'s "quoted" -- text...', '<p>It\'s "quoted" -- text...</p>'],
      ['<script>alert(1)</script><p onclick="x()">Hi</p> https://e.example/', '<p>Hi</p>\n<p>https://e.example/</p>'],
      ['one\ntwo', '<p>one<br />\ntwo</p>'],
      ['one<br>\ntwo', '<p>one<br />\ntwo</p>'],
      ['one\r\n \r\n\r\ntwo', '<p>one</p>\n<p>two</p>'],
      ['  one  ', '<p>one</p>'],
      ['<ul>\n<li>one\n\ntwo</li>\n</ul>\nafter', '<ul>\n<li>one\n\ntwo</li>\n</ul>\n<p>after</p>'],
      ['before<h2>Head</h2>after', '<p>before</p>\n<h2>Head</h2>\n<p>after</p>'],
      ['<pre>a\n\n  b</pre>', '<pre>a\n\n  b</pre>'],
      ['<b>one\n\ntwo</b>', '<p><b>one<br />\n<br />\ntwo</b></p>'],
      ['<a href="https://e.example/"><div>x</div></a>', '<a href="https://e.example/"><div>x</div></a>'],
      ['<p></p>\n<p> </p>x', '<p>x</p>'],
      [
        'See\n\n<video controls>\n<source src="https://e.example/v.mp4">\n</video>\n\nthere',
        '<p>See</p>\n<video controls>\n<source src="https://e.example/v.mp4" />\n</video>\n<p>there</p>',
      ],
      [
        'See <iframe src="https://video.example/1"></iframe>',
        '<p>See <iframe src="https://video.example/1"></iframe></p>',
      ],
      ['a</p>b', '<p>a</p>\n<p>b</p>'],
      ['one\u00a0', '<p>one\u00a0</p>'],
      ['5 < 6 & 7', '<p>5 &lt; 6 &amp; 7</p>'],
      ['', ''],
      [' \n\n ', ''],
    ]),
  )('%s is shown as it should be', (_, text, html) => {
    expect(renderHtml(text)).toBe(html);
  });

  test('changes nothing when what was shown is sent back', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const shown = renderHtml(text);
        expect(renderHtml(shown)).toBe(shown);
      }),
      { numRuns: runsOf(100, 3_000) },
    );
  });

  test('gets its paragraphs once', () => {
    fc.assert(
      fc.property(soup, (text) => {
        expect(paragraphs(paragraphs(text))).toBe(paragraphs(text));
      }),
      { numRuns: runsOf(100, 3_000) },
    );
  });

  test('is ready in time with very long runs of blanks and brackets', () => {
    const runs = [' ', '\n', ' \n', '<', '<b>', '</p>', '<!--', '&'].map((run) => `x${run.repeat(20_000)}x`);
    expect(runs.map((run) => renderHtml(renderHtml(run)) === renderHtml(run))).toEqual(runs.map(() => true));
  });
});

describe('sanitised HTML', () => {
  test.each(
    labelled([
      ['<script>alert(1)</script>ok<style>p{}</style>', 'ok'],
      ['<p onclick="x()" style="color:red" class="a" id="b">Hi</p>', '<p class="a">Hi</p>'],
      ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
      ['<a href=" jav\tascript:alert(1)">x</a>', '<a>x</a>'],
      ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
      ['<a href="//e.example/">x</a>', '<a>x</a>'],
      [
        '<a href="https://e.example/?a=1&amp;b=2" title="t" target="_blank" rel="noopener">x</a>',
        '<a href="https://e.example/?a=1&amp;b=2" title="t" target="_blank" rel="noopener">x</a>',
      ],
      [
        '<a href="mailto:a@b.example">x</a><a href="tel:+1">y</a>',
        '<a href="mailto:a@b.example">x</a><a href="tel:+1">y</a>',
      ],
      [
        '<img src="https://e.example/a.png" alt="A" width="2" height="1" onerror="x()">',
        '<img src="https://e.example/a.png" alt="A" width="2" height="1" />',
      ],
      ['<img src="data:image/png;base64,AA">', ''],
      [
        '<img src="https://e.example/a.png" srcset="https://e.example/b.png 2x, data:image/png;base64,AA 3x" sizes="50vw">',
        '<img src="https://e.example/a.png" srcset="https://e.example/b.png 2x" sizes="50vw" />',
      ],
      [
        '<video class="wide" controls muted poster="https://e.example/p.jpg" width="640" onplay="x()"><source src="https://e.example/v.mp4" type="video/mp4"><track src="https://e.example/v.vtt" kind="captions" srclang="en" default>No video.</video>',
        '<video class="wide" controls muted poster="https://e.example/p.jpg" width="640"><source src="https://e.example/v.mp4" type="video/mp4" /><track src="https://e.example/v.vtt" kind="captions" srclang="en" default />No video.</video>',
      ],
      [
        '<audio src="https://e.example/a.mp3" controls></audio>',
        '<audio src="https://e.example/a.mp3" controls></audio>',
      ],
      ['<audio src="javascript:x()"></audio>', '<audio></audio>'],
      ['<video poster="data:x"></video>', '<video></video>'],
      ['<video src="mailto:a@b.example"></video>', '<video></video>'],
      [
        '<figure class="wp-block-embed is-type-video"><figcaption>x</figcaption></figure>',
        '<figure class="wp-block-embed is-type-video"><figcaption>x</figcaption></figure>',
      ],
      ['<details open><summary>More</summary>text</details>', '<details open><summary>More</summary>text</details>'],
      ['<object>y</object><svg><script>z</script></svg>', ''],
      ['a<svg><title>x</title></svg>b<svg width="1"><path d="M0"><b>c</b>', 'ab<b>c</b>'],
      ['<form><input name="a"><button>Go</button></form>', 'Go'],
      ['<TABLE><TR><TD colspan=2>1', '<table><tr><td colspan="2">1</td></tr></table>'],
      ['&lt;script&gt; &amp;amp; &copy; &nbsp;', '&lt;script&gt; &amp;amp; © \u00a0'],
      ['<!-- secret -->shown', 'shown'],
      ['<unknown>kept text</unknown>', 'kept text'],
    ]),
  )('%s is made safe', (_, html, safe) => {
    expect(sanitize(html)).toBe(safe);
  });

  test.each([
    'https://video.example/embed/1?rel=0&amp;start=5',
    'HTTPS://Video.Example/',
    'https://player.example',
    'https://video.example:8443/1',
  ])('keeps a frame that shows %s', (src) => {
    const frame = `<iframe src="${src}" title="t" width="560" height="315" allow="fullscreen" allowfullscreen></iframe>`;
    expect(sanitize(`a${frame.replace('title', 'style="x" onload="x()" srcdoc="x" title')}b`)).toBe(`a${frame}b`);
  });

  test.each([
    'http://video.example/1',
    '//video.example/1',
    '/embed/1',
    'https:video.example/1',
    'https://e.example/?video.example',
    'https://video.example.e.example/',
    'https://video.example@e.example/',
    'https://sub.video.example/',
    'https://',
    'javascript:alert(1)//video.example/',
    'data:text/html,https://video.example/',
    '',
  ])('drops a frame that shows %s, with what is in it', (src) => {
    expect(sanitize(`a<iframe src="${src}">no <b>frames</b></iframe>b<iframe srcdoc="x"></iframe>`)).toBe('ab');
  });

  test('shows frames of the known hosts only, whatever the address', () => {
    const address = fc.oneof(
      fc.webUrl({ withQueryParameters: true, validSchemes: ['http', 'https', 'ftp'] }),
      fc
        .tuple(
          fc.constantFrom('https://', 'http://', '//', 'https:', ' https://', 'javascript:'),
          fc.constantFrom(...HOSTS, 'e.example', 'video.example@e.example', 'x@video.example', 'video.example\\'),
          fc.constantFrom('', '/', '/embed/1', '?a=%22', ':443/x', '.', '#"><script>'),
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(address, (src) => {
        const shown = [...sanitize(`<iframe src="${escapeHtml(src)}"></iframe>`).matchAll(/src="([^"]*)"/g)];
        const hosts = shown.map(([, kept]) => new URL(decodeHtml(kept!)).origin);
        expect(HOSTS.map((host) => `https://${host}`)).toEqual(expect.arrayContaining(hosts));
      }),
      { numRuns: runsOf(60, 1_000) },
    );
  });

  test('is its own sanitised form', () => {
    fc.assert(
      fc.property(soup, (html) => {
        expect(renderHtml(renderHtml(html))).toBe(renderHtml(html));
        expect(sanitizePhrase(sanitizePhrase(html))).toBe(sanitizePhrase(html));
      }),
      { numRuns: runsOf(100, 3_000) },
    );
  });

  test('has no tags and attributes but the allowed ones', () => {
    const attribute = '(?: (?:href|title|target|rel|src|srcset|alt|width|height|class|default)(?:="[^"<>]*")?)*';
    const allowed = new RegExp(`</?(?:${tags.join('|')})${attribute}>|<(?:br|hr|img|source|track)${attribute} />`, 'g');
    fc.assert(
      fc.property(soup, (html) => {
        expect(renderHtml(html).replace(allowed, '')).not.toMatch(/[<>]/);
      }),
      { numRuns: runsOf(100, 3_000) },
    );
  });

  test('of a phrase has inline tags only and keeps the text of others', () => {
    expect(sanitizePhrase('All <em>music</em>')).toBe('All <em>music</em>');
    expect(sanitizePhrase('<script>x</script>ok')).toBe('xok');
    expect(sanitizePhrase('<p>a<img src="https://e.example/"></p>')).toBe('a');
  });
});

describe('titles', () => {
  const titleText = (sent: string): string => decodeHtml(sent).trim();
  const title = 'Tom & "Jerry" <i>Night</i> -- it\'s 5 < 6';

  test('are text: what looks like a tag is kept and escaped', () => {
    expect(titleText(title)).toBe(title);
    expect(escapeHtml(titleText(title))).toBe(
      'Tom &amp; &quot;Jerry&quot; &lt;i&gt;Night&lt;/i&gt; -- it&#039;s 5 &lt; 6',
    );
  });

  test('sent as the reference shows them are the same title with typographic signs', () => {
    expect(titleText('Tom &#038; &#8220;Jerry&#8221; &lt;i&gt;Night&lt;/i&gt; &#8212; it&#8217;s 5 &lt; 6')).toBe(
      'Tom & “Jerry” <i>Night</i> — it’s 5 < 6',
    );
    expect(titleText(' Art &amp; Craft ')).toBe('Art & Craft');
  });

  test('have their references decoded once', () => {
    expect(titleText('&amp;lt;b&amp;gt;')).toBe('&lt;b&gt;');
    expect(titleText('AT&T &copy=1 &nope; &#x41;')).toBe('AT&T &copy=1 &nope; A');
  });

  test('change nothing when what was shown is sent back', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const stored = titleText(text);
        expect(titleText(escapeHtml(stored))).toBe(stored);
      }),
      { numRuns: runsOf(100, 2_000) },
    );
  });

  test('escaped and decoded are the same text', () => {
    fc.assert(
      fc.property(soup, (text) => {
        expect(decodeHtml(escapeHtml(text))).toBe(text);
        expect(escapeHtml(text)).not.toMatch(/[<>"']/);
      }),
      { numRuns: runsOf(100, 2_000) },
    );
  });
});

test.each([
  ['one\ntwo\r\nthree\n\n\n\nfour', 'one\ntwo\nthree\n\nfour'],
  ['Tom &amp; <b>Jerry</b>\n\n5 < 6', 'Tom & Jerry\n\n5 < 6'],
  ['<p>one<br>two</p><p>three\nfour</p>', 'one\ntwo\n\nthree four'],
  ['<h2>Menu</h2><ul><li>soup</li><li>tea</li></ul>', 'Menu\n\n- soup\n- tea'],
  ['<pre>one\n  two\n\nthree</pre>', 'one\ntwo\n\nthree'],
  ['See <a href="https://e.example/">us</a>', 'See us (https://e.example/)'],
  ['<title>Page</title><style>p {}</style>shown<script>x()</script>', 'shown'],
  ['', ''],
])('%j says %j in plain text', (html, text) => {
  expect(plainText(renderHtml(html))).toBe(text);
});

describe('text without tags', () => {
  test.each([
    ['<b>bold</b>', 'bold'],
    ['in<i>line</i> <a href="x">link</a>', 'inline link'],
    ['<p>one</p><p>two</p>three<br>four', 'one two three four'],
    ['<script>x</script>a<style>y</style> b', 'a b'],
    ['a <script>never closed', 'a'],
    ['<title>Page</title>shown', 'shown'],
    ['<!-- c -->5 < 6 & 7 > 3', '5 < 6 & 7 > 3'],
    ['Tom &amp; Jerry', 'Tom &amp; Jerry'],
    ['  many \n\t blanks  ', 'many blanks'],
    ['<i<b>>x', 'x'],
    ['', ''],
  ])('%s is %s', (html, text) => {
    expect(stripTags(html)).toBe(text);
  });

  test('has no tags left, however they were nested', () => {
    fc.assert(
      fc.property(soup, (html) => {
        expect(stripTags(html)).not.toMatch(/<\/?[a-z][^<>]*>/i);
        expect(stripTags(stripTags(html))).toBe(stripTags(html));
      }),
      { numRuns: runsOf(100, 3_000) },
    );
    expect(stripTags(`${'<'.repeat(5_000)}b${'>b'.repeat(5_000)}`)).not.toContain('<');
  });
});
