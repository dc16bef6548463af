/** The styles of all pages: narrow screens first, light and dark as the reader's system is. */
export const STYLE = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1d2433, #e6e9f0);
  --quiet: light-dark(#525c70, #a7b0c2);
  --paper: light-dark(#ffffff, #12161f);
  --panel: light-dark(#f2f5fa, #1b212d);
  --line: light-dark(#d5dbe6, #323b4d);
  --link: light-dark(#0b57b0, #8cbcff);
  --mark: light-dark(#c2410c, #ff9d66);
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto;
  padding: 0 1rem 3rem;
  max-width: 46rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans KR', sans-serif;
  overflow-wrap: anywhere;
}
:lang(ko) { word-break: keep-all; }
a { color: var(--link); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; border-radius: 2px; }
.top {
  display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.25rem 1rem;
  padding: 0.75rem 0; margin-bottom: 1.5rem; border-bottom: 1px solid var(--line);
}
.top .name { display: inline-flex; align-items: center; gap: 0.5rem; font-weight: 650; text-decoration: none; color: inherit; }
.top .name img { width: 1.5rem; height: 1.5rem; }
.row { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0; padding: 0; list-style: none; }
.row a, .top a { padding: 0.25rem 0; }
.row [aria-current] { font-weight: 650; color: inherit; text-decoration: none; }
h1 { margin: 0 0 0.5rem; font-size: clamp(1.6rem, 1.2rem + 2.4vw, 2.4rem); line-height: 1.2; text-wrap: balance; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
h3 { margin: 1.5rem 0 0.5rem; font-size: 1.05rem; }
.when { margin: 0 0 1.5rem; font-size: 1.1rem; color: var(--mark); font-weight: 600; }
.lead { color: var(--quiet); font-size: 1.1rem; margin: 0 0 1.5rem; }
.quiet { color: var(--quiet); }
img { max-width: 100%; height: auto; }
.picture { display: block; width: 100%; max-height: 32rem; object-fit: contain; border-radius: 0.75rem; background: var(--panel); margin: 0 0 1.5rem; }
.picture:not([height]) { aspect-ratio: 8 / 5; }
.facts { display: grid; gap: 0.75rem; margin: 1.5rem 0; padding: 1rem 1.25rem; border-radius: 0.75rem; background: var(--panel); }
.facts dt { color: var(--quiet); font-size: 0.9rem; }
.facts dd { margin: 0; }
.facts dd + dd { margin-top: 0.25rem; }
@media (min-width: 36rem) {
  .facts > div { display: grid; grid-template-columns: 9rem 1fr; gap: 0 1rem; align-items: baseline; }
  .facts dd { grid-column: 2; }
}
.text > :first-child { margin-top: 0; }
.text table { display: block; overflow-x: auto; border-collapse: collapse; }
.text td, .text th { border: 1px solid var(--line); padding: 0.25rem 0.5rem; text-align: start; }
.text pre, .code { overflow-x: auto; padding: 0.75rem 1rem; border-radius: 0.5rem; background: var(--panel); font: 0.875rem/1.5 ui-monospace, Consolas, monospace; overflow-wrap: normal; }
.text blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--quiet); }
.events { margin: 0; padding: 0; list-style: none; }
.events li { padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
.events a { font-weight: 600; }
.events p { margin: 0; color: var(--quiet); font-size: 0.95rem; }
.pages { justify-content: space-between; margin-top: 1rem; }
.counts { display: grid; grid-template-columns: repeat(2, 1fr); gap: 0.75rem; margin: 1rem 0; padding: 0; list-style: none; }
@media (min-width: 36rem) { .counts { grid-template-columns: repeat(3, 1fr); } }
.counts li { padding: 0.75rem 1rem; border-radius: 0.75rem; background: var(--panel); color: var(--quiet); }
.counts strong { display: block; color: var(--ink); font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.bottom { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.9rem; }
`;

/** A leaf of a calendar. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="5" width="26" height="24" rx="5" fill="#0b57b0"/><path d="M3 13h26v11a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5z" fill="#fff" stroke="#0b57b0" stroke-width="2"/><path d="M10 2.500v6M22 2.500v6" stroke="#c2410c" stroke-width="3" stroke-linecap="round"/><circle cx="16" cy="21" r="4" fill="#c2410c"/></svg>
`;
