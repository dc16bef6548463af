import { MOST_SIGNS, plainText, renderHtml, sanitizePhrase, signsIn, stripTags } from '../src/rules/html.ts';

/**
 * What the dearest HTML costs that a field takes: CPU milliseconds for a quarter, half and all of the greatest length and
 * number of signs, and how much dearer twice as much was at last. Around 2 is linear, around 4 quadratic.
 *   npm run bench:html -- [part of a shape's name]
 *   SIGNS=500000 npm run bench:html                  without the limit of signs
 */
const WANTED = process.argv[2] ?? '';
const WHOLE = { bytes: 500_000, signs: Number(process.env.SIGNS ?? MOST_SIGNS) };

type Size = typeof WHOLE;
type Shape = (size: Size) => string;

/** One after the other, each as often as its share of the size allows. */
const runs =
  (...parts: string[]): Shape =>
  ({ bytes, signs }) =>
    parts
      .map((part) =>
        part.repeat(Math.min(bytes / Buffer.byteLength(part), signs / Math.max(signsIn(part), 0.01)) / parts.length),
      )
      .join('');

const around =
  (before: string, run: string, after: string): Shape =>
  (size) =>
    before + runs(run)(size) + after;

const attributes =
  (of: (index: number) => string): Shape =>
  ({ bytes }) => {
    const parts: string[] = [];
    for (let length = 0; length < bytes; length += parts.at(-1)!.length + 1) parts.push(of(parts.length));
    return `<b ${parts.join(' ')}>`;
  };

const RUNS = [
  ...['x', ' ', '\n', '\n\n', 'a\n', 'a\n\n', ' \n', '\r', '\u00a0', '한', '     a\n', 'a        \n\n'],
  ...['<', '>', '&', '&amp;', '&amp', '&lt;', '&#60;', '"', "'", '&notit', '</', '<!', '<?', '<x', '</b', '<b '],
  ...['<b>', '</b>', '<b></b>', '<b>x</b>', '<b><i></b>', '<p>', '</p>', '<p>a ', 'a</p>', '<p>a</p>', '<br>', '<hr>'],
  ...['<ul><li>', '<li>', '</li>', '<ul><li></ul>', '<div>', '</div>', '<div>a</div>', '<b><div>', '<table><tr><td>'],
  ...['<tr>', '<td>', '<tbody>', '<dd><dt>', '<a href=x>', '<a href="http://x/">a</a>', '<img src=http://x>', '<img>'],
  ...['a<img>', '<iframe></iframe>', 'a<iframe>', '<img srcset="http://x 2x">', '<source src="http://x">', '<video>'],
  ...['<!-- x -->', '<!--', '-->', '<![CDATA[', '<![CDATA[x]]>', ']]>', '<?x?>', '<!x>', '<b class="', "<b class='"],
  ...['<script>', '</script>', '<script></script>', '<style>', '<textarea>', '</textarea>', '<option>', '<title>'],
  ...['<svg>', '</svg>', '<svg/>', '<svg><b>', '<math><mi>', '<div><mi></div>', '<mi>', '</mi>', '<object>'],
  ...['<noscript><b>', '<template>', '<plaintext>', '<xmp>', '<form>', '<button>', '<select><option>', '<unknown>'],
  ...['<b/>', '<b\n', '<b x="<i>">', '<b class="</b>">', '<p><b>', '<b>\n\n', '<b></i>', '<b>a\n', '<pre>a\n\n</pre>'],
  ...[
    '<b class="a">',
    '<B CLASS=a>',
    '<body>',
    '<html>',
    '<details><summary>',
    '<i<b>>',
    '<<b>',
    '<b><',
    '<scr<script>',
  ],
  ...['<p>what people write, ', '<td class="a" colspan="2">', '<b class="a a a a a">', '<p><x>', '<td><x>'],
];

const SHAPES: Record<string, Shape> = {
  ...Object.fromEntries(RUNS.map((run) => [run, runs(run)])),
  'opened, then closed: <b> </b>': runs('<b>', '</b>'),
  'opened, then others closed: <b> </i>': runs('<b>', '</i>'),
  'opened, then others: <b> <i></i>': runs('<b>', '<i></i>'),
  'opened, then paragraphs: <div> a': runs('<div>', 'a\n\n'),
  'opened, then frames: <b> a<iframe></iframe>': runs('<b>', 'a<iframe></iframe>'),
  'opened, then scripts: <b> <script></script>': runs('<b>', '<script></script>'),
  'opened, then objects: <b> <object>': runs('<b>', '<object>'),
  'joined when something goes: < b>': runs('<', 'b>'),
  'joined when something goes: < >': runs('<', '>'),
  'other attributes': attributes((index) => `a${index}`),
  'other attributes with values': attributes((index) => `a${index}="${index}"`),
  'one attribute again and again': attributes(() => 'class="x"'),
  'a long attribute': around('<b class="', 'x ', '">'),
  'a long attribute of &': around('<b class="', '&', '">'),
  'a long address': around('<a href="', '\u0001java\tscript:', '">'),
  'a long address of /': around('<a href="https:', '/', '">'),
  'a long address of <!--': around('<a href="', '<!--', '">'),
  'a long frame address': around('<iframe src="https://', 'a.', '">'),
  'a long srcset': around('<img srcset="', 'http://x 2x, ', '">'),
  'a long srcset of ,': around('<img srcset="', ',', '">'),
  'a long srcset of (': around('<img srcset="x ', '(', '">'),
  'a long srcset of blanks': around('<img srcset="', ' ', 'x">'),
  'a long name': around('<', 'b', '>'),
  'a long name without end': around('<', 'b', ''),
  'a long tag without end': around('<b', ' x', ''),
};

const CHANGES: Record<string, (html: string) => unknown> = {
  renderHtml: (html) => renderHtml(html, ['video.example']),
  plainText,
  stripTags,
  sanitizePhrase,
};

const sized = (shape: Shape, part: number): string => shape({ bytes: WHOLE.bytes / part, signs: WHOLE.signs / part });

/** The least of three: a busy neighbour only adds. */
function spent(run: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

// What is measured is how long it takes, not how long it takes to be compiled.
for (const change of Object.values(CHANGES)) for (const shape of Object.values(SHAPES)) change(sized(shape, 200));

process.stdout.write(`${WHOLE.bytes} bytes, ${WHOLE.signs} signs: CPU ms of a quarter, half, all; last ratio\n`);
for (const [name, shape] of Object.entries(SHAPES)) {
  if (!name.includes(WANTED)) continue;
  const cells = Object.entries(CHANGES).map(([of, change]) => {
    const times = [4, 2, 1].map((part) => sized(shape, part)).map((html) => spent(() => change(html)));
    const ratio = times[2]! / Math.max(times[1]!, 0.1);
    return `${of} ${times.map((ms) => ms.toFixed()).join('/')} ×${ratio.toFixed(1)}`;
  });
  process.stdout.write(`${JSON.stringify(name).padEnd(46)} ${cells.map((cell) => cell.padEnd(30)).join('')}\n`);
}
