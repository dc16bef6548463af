process.env.TZ = 'UTC';

import { MOST_SIGNS, plainText, renderHtml, sanitizePhrase, signsIn, stripTags } from '../src/domain/html.ts';
import { runProgram } from '../src/process/command-line.ts';
import { leastCpuOf } from './shared/measure.ts';
import { readCount } from './shared/options.ts';

/** The size of an HTML text. */
interface Size {
  bytes: number;
  signs: number;
}

type Shape = (size: Size) => string;

/** Concatenates parts, each repeated as often as its share of the size allows. */
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

const BYTES = 500_000;

await runProgram({
  call: 'npm run bench:html',
  purpose: `What the dearest HTML costs that a field takes: CPU milliseconds for a quarter, half and all of the greatest length
and number of signs, and how much dearer twice as much was at last. Around 2 is linear, around 4 quadratic.`,
  uses: ['[--only TEXT] [--signs N]'],
  options: {
    only: { takes: 'TEXT', says: 'only shapes with this text in their name' },
    signs: { takes: 'N', says: `how many signs, instead of the ${MOST_SIGNS} that are allowed` },
  },
  variables: [],
  read({ values: { only = '', signs: typed = String(MOST_SIGNS) } }): { only: string; signs: number } | string {
    const signs = readCount('signs', typed);
    return typeof signs === 'string' ? signs : { only, signs };
  },
  run: measure,
});

async function measure({ only, signs }: { only: string; signs: number }): Promise<undefined> {
  const sized = (shape: Shape, part: number): string => shape({ bytes: BYTES / part, signs: signs / part });
  // Warms up, so that compilation is not measured.
  for (const change of Object.values(CHANGES)) for (const shape of Object.values(SHAPES)) change(sized(shape, 200));

  process.stdout.write(`${BYTES} bytes, ${signs} signs: CPU ms of a quarter, half, all; last ratio\n`);
  for (const [name, shape] of Object.entries(SHAPES)) {
    if (!name.includes(only)) continue;
    const cells: string[] = [];
    for (const [of, change] of Object.entries(CHANGES)) {
      const times: number[] = [];
      for (const part of [4, 2, 1]) {
        const html = sized(shape, part);
        times.push(await leastCpuOf(() => change(html)));
      }
      const ratio = times[2]! / Math.max(times[1]!, 0.1);
      cells.push(`${of} ${times.map((ms) => ms.toFixed()).join('/')} ×${ratio.toFixed(1)}`);
    }
    process.stdout.write(`${JSON.stringify(name).padEnd(46)} ${cells.map((cell) => cell.padEnd(30)).join('')}\n`);
  }
}
