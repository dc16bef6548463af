/** The hues that tell categories apart. Each is legible on paper, and on light and dark screens. */
export const COLOURS = [336, 210, 28, 152, 268, 188, 4, 96, 236, 48, 300, 168] as const;

/**
 * The styles of all pages: for narrow screens first, for wide ones, and for paper; light or dark like the reader's system.
 * Colours are custom properties, so that a site can set them in styles of its own.
 */
export const STYLE = lean(`:root {
  color-scheme: light dark;
  --ink: light-dark(#17191f, #eceae6);
  --quiet: light-dark(#5c5f69, #a9a8a4);
  --paper: light-dark(#fdfcfa, #14151a);
  --panel: light-dark(#f3f1ec, #1e2027);
  --line: light-dark(#e2dfd8, #33353e);
  --link: light-dark(#0b4fa8, #9cc4ff);
  --mark: light-dark(#b93a0c, #ff9e70);
  --on-mark: light-dark(#fff, #1b1410);
  --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans KR', 'Noto Sans CJK KR', sans-serif;
  --heading: var(--font);
  --wide: 68rem;
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0 auto;
  padding: 0 1rem 3rem;
  max-width: var(--wide);
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.55 var(--font);
  overflow-wrap: anywhere;
}
:lang(ko) { word-break: keep-all; }
a { color: var(--link); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
h1, h2, h3, h4 { font-family: var(--heading); line-height: 1.15; letter-spacing: -0.015em; text-wrap: balance; }
h1 { margin: 0; font-size: clamp(1.65rem, 1.1rem + 2.6vw, 3rem); font-weight: 750; letter-spacing: -0.03em; }
h1.lengthy { font-size: clamp(1.4rem, 1.1rem + 1.6vw, 2.1rem); line-height: 1.2; letter-spacing: -0.02em; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.35rem; }
h3 { margin: 1.5rem 0 0.5rem; font-size: 1.05rem; }
ul { margin: 0; padding: 0; list-style: none; }
img { max-width: 100%; height: auto; }
.aside, .skip:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; z-index: 9; margin: 0.5rem 0; padding: 0.5rem 1rem; background: var(--paper); }
.quiet { color: var(--quiet); }
.top { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.25rem 1rem; padding: 0.6rem 0; margin-bottom: 1rem; border-bottom: 1px solid var(--line); }
.top .name { display: inline-flex; align-items: center; gap: 0.6rem; font-weight: 700; letter-spacing: -0.01em; text-decoration: none; color: inherit; }
.top img { flex: none; }
.top .logo { width: auto; height: 2.25rem; max-width: 10rem; object-fit: contain; }
.row { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.row a, .top a { padding: 0.25rem 0; }
.row a[aria-current] { font-weight: 650; color: inherit; text-decoration: none; }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: end; gap: 0.75rem 1.5rem; }
.over { margin: 0 0 0.25rem; font-weight: 650; }
.turn { display: flex; align-items: center; gap: 0.35rem; }
.turn > * { min-width: 2.5rem; padding: 0.35rem 0.9rem; border: 1px solid var(--line); border-radius: 2rem; text-align: center; text-decoration: none; color: inherit; line-height: 1.5; }
.turn a:hover { border-color: currentColor; }
.turn > span { opacity: 0.35; }
.tools { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.5rem 1.5rem; margin: 0.75rem 0 0; }
.tabs { display: flex; padding: 0.2rem; border-radius: 2rem; background: var(--panel); }
.tabs a { display: block; padding: 0.3rem 1rem; border-radius: 2rem; color: inherit; text-decoration: none; }
.tabs a:hover { text-decoration: underline; }
.tabs a[aria-current] { background: var(--ink); color: var(--paper); font-weight: 600; }
.sign { display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border: 1px solid var(--line); border-radius: 50%; color: inherit; }
.sign:hover { border-color: currentColor; }
.find { scroll-margin-top: 12rem; display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.find label { color: var(--quiet); }
.find input { color: var(--ink); }
input, button, summary { height: 2.5rem; font: inherit; color: inherit; border: 1px solid var(--line); border-radius: 2rem; padding: 0 1rem; line-height: 2.4rem; background: var(--paper); }
input { max-width: 100%; border-color: var(--quiet); line-height: normal; }
button, summary { cursor: pointer; font-weight: 600; }
.find button { background: var(--ink); color: var(--paper); }
button:hover, summary:hover { border-color: currentColor; }
input[type='search'] { width: 12rem; flex: 1 1 auto; }
.find label:first-child { display: flex; flex: 1 1 12rem; }
.topics { display: flex; gap: 0.4rem; margin: 0.6rem -1rem 0; padding: 0.2rem 1rem; overflow-x: auto; scrollbar-width: none; }
.topics a { display: block; padding: 0.25rem 0.8rem; border-radius: 2rem; background: color-mix(in srgb, var(--c) 13%, var(--paper)); color: inherit; font-size: 0.9rem; text-decoration: none; white-space: nowrap; }
.topics a:hover { text-decoration: underline; }
.topics .c a { background: none; box-shadow: inset 0 0 0 1px var(--line); }
.topics [aria-current] { background: var(--ink) !important; color: var(--paper); font-weight: 600; }
.topics [aria-current]::after { content: ' ×'; }
.places .topics { flex-wrap: wrap; margin-inline: 0; padding-inline: 0; }
.c, .events, .month, .long { --c: light-dark(#5c5f69, #b7b6b2); }
${COLOURS.map((hue, at) => `.c${at} { --c: light-dark(hsl(${hue} 65% 30%), hsl(${hue} 75% 76%)); }`).join('\n')}
.day { margin-top: 1.75rem; }
.tools ~ .day { margin-top: 1rem; }
.of { margin: 2rem 0 0; font-size: 1.5rem; }
:is(.of, .record > header .when)::first-letter { text-transform: uppercase; }
.of + .day { margin-top: 1rem; }
.dates > h2 { margin-bottom: 0; }
.dates > h2 + .of { margin-top: 0.75rem; font-size: 1.2rem; }
.day > :is(h2, h3) { margin: 0; padding-bottom: 0.6rem; border-bottom: 2px solid var(--ink); font-size: 1.05rem; font-weight: 600; letter-spacing: 0; }
.day h3 b { font-size: 2.4rem; font-weight: 750; letter-spacing: -0.04em; line-height: 1; font-variant-numeric: tabular-nums; }
.day h3 i { font-style: normal; color: var(--quiet); }
.tools ~ .events { margin-top: 0.5rem; }
.events > li { position: relative; display: grid; grid-template-columns: 1fr auto; gap: 0 1.25rem; padding: 1.1rem 0; border-bottom: 1px solid var(--line); align-items: start; }
.events > li > * { grid-column: 1; margin: 0; }
.events :is(h2, h3, h4) { font-size: 1.2rem; font-weight: 680; }
.events :is(h2, h3, h4) a { color: inherit; text-decoration: none; }
.events :is(h2, h3, h4) a::after { content: ''; position: absolute; inset: 0; }
.events > li:hover :is(h2, h3, h4) a { text-decoration: underline; }
.events .thumb { grid-column: 2; grid-row: 1 / span 5; width: clamp(6rem, 22vw, 10rem); aspect-ratio: 8 / 5; object-fit: cover; border-radius: 0.6rem; background: var(--panel); }
.events .big { grid-template-columns: 1fr; padding-top: 0.75rem; }
.events .big .thumb { grid-area: 1 / 1; width: 100%; aspect-ratio: 16 / 9; margin-bottom: 0.75rem; border-radius: 0.9rem; }
.events .big :is(h2, h3, h4) { font-size: clamp(1.4rem, 1.1rem + 1.4vw, 2rem); letter-spacing: -0.02em; }
.kind { margin: 0 0 0.2rem; font-size: 0.8rem; font-weight: 650; color: var(--c); }
.kind a { color: inherit; text-decoration: none; }
.kind::before { content: ''; display: inline-block; width: 0.55rem; height: 0.55rem; margin-inline-end: 0.45rem; border-radius: 50%; background: var(--c); }
.events .when { margin-top: 0.3rem; color: var(--quiet); }
.events .marks { margin-top: 0.5rem; }
.marks { display: flex; flex-wrap: wrap; gap: 0.35rem; margin: 0.5rem 0 0; font-size: 0.8rem; font-weight: 600; }
.marks li { display: block; padding: 0.1rem 0.6rem; border: 1px solid var(--line); border-radius: 2rem; }
.marks .on { border-color: var(--mark); background: var(--mark); color: var(--on-mark); }
.marks .star::before { content: '★ '; color: var(--mark); }
p.status { margin: 1rem 0 0; padding: 0.75rem 1.1rem; border-inline-start: 4px solid var(--mark); border-radius: 0.5rem; background: var(--panel); }
.marks .status { border-color: currentColor; color: var(--mark); }
.off :is(h2, h3, h4) a, .record .off { text-decoration: line-through; }
.pages { justify-content: space-between; margin-top: 2rem; font-weight: 600; }
.empty { margin: 2rem 0; padding: 3rem 1.5rem; border: 1px dashed var(--line); border-radius: 1rem; text-align: center; font-size: 1.1rem; }
.empty p { margin: 0.25rem 0; }
.take { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 2rem 0 0; align-items: start; }
.menu { position: relative; }
.menu summary, .others summary { list-style: none; }
.others { margin-top: 0.6rem; }
.others summary { display: inline-block; height: auto; padding: 0.15rem 0.8rem; font-size: 0.9rem; line-height: 1.6; }
:is(.menu, .others) summary::after { content: ' ▾'; }
.menu > div { margin-top: 0.4rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.8rem; background: var(--paper); }
.menu li { padding: 0.25rem 0; }
.menu input { display: block; width: 100%; margin: 0.25rem 0 0.5rem; border-radius: 0.4rem; }
.month { width: 100%; margin-top: 1.5rem; border-collapse: collapse; }
.month thead { display: none; }
.month tr, .month tbody { display: block; }
.month td { display: block; padding: 0.9rem 0; border-bottom: 1px solid var(--line); }
.month td.none, .month td.out, .month td .on, .month td:not(:has(li:not(.on))) { display: none; }
.month :is(.date, .pick) { color: inherit; text-decoration: none; font-weight: 650; }
.month .pick, .long { display: none; }
:is(.month, .long) li { margin-top: 0.3rem; }
:is(.month, .long) li a { display: block; padding: 0.15rem 0 0.15rem 0.7rem; border-inline-start: 3px solid var(--c); color: inherit; text-decoration: none; }
:is(.month, .long) li a:hover, .month .date:is(a):hover { text-decoration: underline; }
:is(.month, .long) li i { font-style: normal; color: var(--quiet); }
.month .today :is(.date, .pick) b { color: var(--mark); }
.zone { margin: 0.75rem 0 0; color: var(--quiet); font-size: 0.9rem; }
.zone + .month { margin-top: 0.6rem; }
.month .more { display: block; margin-top: 0.3rem; font-size: 0.9rem; }
.back { margin: 0 0 1rem; font-size: 0.95rem; }
.more h2 { margin-top: 3rem; padding-top: 1rem; border-top: 2px solid var(--ink); }
.more h2 a { color: inherit; }
.record { display: grid; gap: 1.5rem; }
.record > * { min-width: 0; }
.record > aside { display: flex; flex-direction: column; }
.record > aside .take { order: -1; margin: 0 0 1.25rem; }
.plain > header { padding: 1.5rem; border-radius: 1rem; background: color-mix(in srgb, var(--c) 12%, var(--paper)); }
.plain.c > header { background: none; box-shadow: inset 0 0 0 1px var(--line); }
.record > header :is(.when, h1 + .rule) { margin: 0.75rem 0 0; font-size: 1.15rem; font-weight: 600; color: var(--mark); }
.picture { display: block; width: 100%; max-height: 32rem; object-fit: cover; border-radius: 1rem; background: var(--panel); }
.picture:not([height]) { aspect-ratio: 8 / 5; }
.facts { display: grid; gap: 1rem; margin: 0; padding: 1.25rem; border-radius: 1rem; background: var(--panel); }
.facts dt { color: var(--quiet); font-size: 0.85rem; font-weight: 600; }
.facts dd { margin: 0; }
.facts dd + dd { margin-top: 0.25rem; }
.text { font-size: 1.08rem; line-height: 1.65; max-width: 42rem; }
.text > :first-child { margin-top: 0; }
.text ul { padding-inline-start: 1.25rem; list-style: disc; }
.text table { display: block; overflow-x: auto; border-collapse: collapse; }
.text td, .text th { border: 1px solid var(--line); padding: 0.25rem 0.5rem; text-align: start; }
.text pre, .code { overflow-x: auto; padding: 0.75rem 1rem; border-radius: 0.6rem; background: var(--panel); font: 0.875rem/1.5 ui-monospace, Consolas, monospace; overflow-wrap: normal; }
.text blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--quiet); }
.lead { margin: 0.4rem 0 0; max-width: 42rem; color: var(--quiet); font-size: 1.1rem; }
.about { margin-top: 4rem; padding-top: 1rem; border-top: 2px solid var(--ink); }
.counts { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 0.75rem; margin: 1rem 0; }
.counts li { padding: 0.9rem 1.1rem; border-radius: 1rem; background: var(--panel); color: var(--quiet); }
.counts strong { display: block; color: var(--ink); font-size: 1.9rem; line-height: 1.1; letter-spacing: -0.03em; font-variant-numeric: tabular-nums; }
.bottom { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.9rem; }
.embedded body { padding: 0.25rem 0.25rem 1rem; }
.embedded .topics { margin-inline: -0.25rem; padding-inline: 0.25rem; }
@media screen and (max-width: 47.99rem) {
  .top { flex-wrap: nowrap; }
  .top .name { min-width: 0; }
  .top .name span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; line-height: 1.2; }
  .top .logo { max-width: 4rem; }
  .top .row { flex-wrap: nowrap; gap: 0.7rem; font-size: 0.9rem; white-space: nowrap; }
  .top li:has([aria-current]), .find:not(:target, .open) { display: none; }
  .sign:has(+ .find:is(:target, .open)) { display: none; }
  .find { width: 100%; gap: 0.4rem; }
  .find label { font-size: 0; }
  .find label:first-child { flex-basis: 6rem; }
  .find :is(input, button) { padding: 0 0.6rem; font-size: 1rem; }
  .find input[type='search'] { width: 0; }
  .month tbody, .month thead tr { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); }
  .month thead { display: block; }
  .month th { color: var(--quiet); font-size: 0.8rem; font-weight: 600; }
  .month th abbr { text-decoration: none; }
  .month tr, .month td, .month td.none, .month td.out, .month td:not(:has(li:not(.on))) { display: contents; }
  .month td > :not(.pick) { display: none; }
  .month td:empty::before { content: ''; }
  .month .pick, .month td:not(:has(.pick)) .date { display: block; height: 2.9rem; padding-top: 0.2rem; font-size: 0; text-align: center; }
  .month b { display: block; width: 1.9rem; margin: auto; border-radius: 1rem; font-size: 1rem; line-height: 1.9rem; }
  .month .out b { color: var(--quiet); font-weight: 400; }
  .month td:not(:has(.pick)) b { font-weight: 400; }
  .month .pick i { display: inline-block; width: 0.4rem; height: 0.4rem; margin: 0.15rem 0.08rem 0; border-radius: 50%; background: var(--c); vertical-align: top; }
  .month .pick small { display: block; font-size: 0.75rem; line-height: 1; }
  .month td:target .pick b, .month tbody:not(:has(td:target)) .open .pick b { background: var(--ink); color: var(--paper); }
  .month td:target > :not(.pick), .month tbody:not(:has(td:target)) .open > :not(.pick) { display: block; grid-column: 1 / -1; order: 1; }
  .month td:target .date, .month .open .date { margin: 0.5rem 0 0; padding-top: 0.6rem; border-top: 2px solid var(--ink); }
  .month td:has(.pick) .date b { display: inline; }
  .month td .on:not([aria-hidden]) { display: block; }
  .long { display: block; margin-top: 1rem; padding-top: 0.6rem; border-top: 1px solid var(--line); }
  :is(.month, .long) li a { padding-block: 0.45rem; }
  .long li i { display: block; }
}
@media (min-width: 48rem) {
  .sign { display: none; }
  .top { margin-bottom: 2rem; }
  .tools { margin-top: 1.5rem; }
  .events .big { grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); align-content: center; }
  .events .big > * { grid-column: 2; }
  .events .big .thumb { grid-area: 1 / 1 / span 6; align-self: center; margin: 0; }
  .day { display: grid; grid-template-columns: 9rem 1fr; gap: 0 1.5rem; margin-top: 1.25rem; border-top: 2px solid var(--ink); }
  .day > :is(h2, h3) { position: sticky; top: 0.5rem; align-self: start; padding: 0.75rem 0 0; border: 0; }
  .day h3 b { display: block; font-size: 3.4rem; }
  .day .events > li:last-child { border: 0; }
  .topics { flex-wrap: wrap; margin-inline: 0; padding-inline: 0; }
  .menu > div { position: absolute; z-index: 5; min-width: 16rem; box-shadow: 0 8px 30px #0002; }
  aside .take { position: relative; }
  aside .menu { position: static; }
  aside .menu > div { inset-inline: 0; }
  .month { display: table; table-layout: fixed; }
  .month thead { display: table-header-group; }
  .month tbody { display: table-row-group; }
  .month tr { display: table-row; }
  .month th { padding: 0 0.4rem 0.4rem; color: var(--quiet); font-size: 0.85rem; font-weight: 600; text-align: start; }
  .month th abbr { text-decoration: none; }
  .month td, .month td.none, .month td.out, .month td:not(:has(li:not(.on))) { display: table-cell; height: 8.2rem; padding: 0.4rem; border: 1px solid var(--line); vertical-align: top; font-size: 0.82rem; line-height: 1.35; }
  .month td.out { background: color-mix(in srgb, var(--panel) 55%, transparent); }
  .month .out .date b { color: var(--quiet); font-weight: 400; }
  .month .date { display: block; padding: 0 0.15rem; font-size: 0; }
  .month .date b { display: inline-block; min-width: 1.7rem; font-size: 0.95rem; line-height: 1.7rem; text-align: center; border-radius: 1rem; }
  .month .today .date b { background: var(--mark); color: var(--on-mark); }
  .month .bars { display: grid; grid: auto-flow 1.5rem / minmax(0, 1fr); gap: 0.2rem; }
  .month li a { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; padding: 0 0 0 0.5rem; border-inline-start-width: 3px; }
  .month .bars li { position: relative; z-index: 1; margin: 0; }
  .month .bars a { display: block; padding: 0 0.4rem; border: 0; border-radius: 0.35rem; background: color-mix(in srgb, var(--c) 18%, var(--paper)); font-weight: 600; line-height: 1.5rem; white-space: nowrap; text-overflow: ellipsis; }
  .month .bars .c a { background: var(--paper); box-shadow: inset 0 0 0 1px var(--line); }
  .month .bars i { font-weight: 400; }
  .month td .on { display: block; overflow: hidden; font-size: 0; }
  ${[2, 3, 4, 5, 6, 7].map((span) => `.s${span} { width: calc(${span}00% + ${span - 1} * (0.8rem + 1px)); }`).join(' ')}
  .month .more { margin: 0.15rem 0 0; padding: 0 0.3rem; font-size: 0.82rem; color: var(--quiet); }
}
@media (min-width: 48rem) {
  .more .events { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1.5rem; }
  .more .events > li { grid-template-columns: 1fr; align-content: start; padding: 0; border: 0; }
  .more .events > li > * { grid-area: auto; }
  .more .events .thumb { order: -1; width: 100%; margin-bottom: 0.75rem; }
}
@media (min-width: 60rem) {
  .record { grid-template: auto auto auto 1fr / minmax(0, 1fr) 20rem; gap: 0 3rem; align-items: start; }
  .record > * { grid-column: 1; }
  .record > :not(header) { margin-top: 1.5rem; }
  .record > header { grid-column: 1 / -1; }
  .record > aside { grid-column: 2; grid-row: 2 / span 3; position: sticky; top: 1rem; }
  .record > aside .menu { flex: 1 1 auto; text-align: center; }
  .record > aside .menu > div { text-align: start; }
  .plain > header { grid-column: 1; }
  .plain > aside { grid-row: 1 / span 4; margin-top: 0; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media (forced-colors: active) {
  :is(.tabs, .topics) a[aria-current], .month .today b, .month td:target .pick b { outline: 2px solid; }
  .topics a { border: 1px solid; }
  .month .pick i { background: CanvasText; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --panel: #fff; }
  body { max-width: none; font-size: 10pt; }
  .top nav, .sign, .tools, .topics, .turn, .take, .pages, .back, .more, .about, .bottom { display: none; }
  .events > li, .month tr, .facts { break-inside: avoid; }
  .record { display: flex; flex-direction: column; }
  .facts { padding: 0; grid-template-columns: repeat(3, 1fr); }
  .plain > header { padding: 0; background: none; box-shadow: none; }
  .picture, .events .big .thumb { max-height: 7cm; }
  .record > header { order: -2; }
  .record > aside { order: -1; }
  a { color: inherit; }
}
`);

/** The same styles without the characters that only help readers. */
function lean(css: string) {
  return css
    .replace(/\s*\n\s*/g, '')
    .replace(/\s*([{};,>])\s*/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}');
}

/** A leaf of a calendar. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="5" width="26" height="24" rx="5" fill="#0b57b0"/><path d="M3 13h26v11a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5z" fill="#fff" stroke="#0b57b0" stroke-width="2"/><path d="M10 2.500v6M22 2.500v6" stroke="#c2410c" stroke-width="3" stroke-linecap="round"/><circle cx="16" cy="21" r="4" fill="#c2410c"/></svg>
`;
