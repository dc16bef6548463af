/** Up to this width, GraphiQL stacks its panes vertically. */
export const NARROW = '(max-width: 700px)';

/** Adds a heading for screen readers, raises the contrast of faint text, and keeps all tabs reachable. */
export const OWN_STYLE = `
main { display: contents; }
#root > p { margin: 20vh 1rem; text-align: center; font-family: system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { body { background: #212a3b; color: #fff; } }
h1 { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
.graphiql-container { position: relative; height: 100dvh; }
.graphiql-container .graphiql-logo { white-space: nowrap; align-self: start; }
.graphiql-container .graphiql-logo span { color: hsl(var(--color-neutral)); }
.graphiql-container .graphiql-toolbar-icon, .graphiql-container .graphiql-chevron-icon {
  color: hsla(var(--color-neutral), var(--alpha-secondary));
}
.monaco-editor.vs-dark .line-numbers { color: #a9b1c6 !important; }
.monaco-editor.vs-dark .mtk8 { color: #9dc47f !important; }
.graphiql-container .graphiql-session-header { height: auto; }
.graphiql-container .graphiql-tab-add { align-self: end; margin-bottom: var(--px-6); }
.graphiql-tabs { flex-wrap: wrap; }
.graphiql-logo select { max-width: 12rem; }
.graphiql-logo :is(select, button), #address :is(button, input) {
  padding: var(--px-4) var(--px-8); border: 1px solid currentColor; border-radius: var(--border-radius-4);
  background: hsl(var(--color-base)); color: hsl(var(--color-neutral)); font: inherit; font-size: var(--font-size-body);
}
.graphiql-tab { transform: none !important; touch-action: auto !important; }
@media ${NARROW} {
  .graphiql-container .graphiql-container, .graphiql-container .graphiql-main, .graphiql-container #graphiql-session {
    flex-direction: column;
    min-height: 0;
  }
  .graphiql-container .graphiql-sidebar { flex-direction: row; width: auto; padding: 0 var(--px-8); }
  .graphiql-container .graphiql-sidebar > button[style] { margin: 0 0 0 auto !important; }
  .graphiql-container .graphiql-sessions { margin: 0; border-radius: 0; min-height: 0; }
  .graphiql-horizontal-drag-bar, .graphiql-container .graphiql-logo :is(svg, span span) { display: none; }
  .graphiql-tabs { flex-wrap: nowrap; scrollbar-width: thin; }
  .graphiql-container .graphiql-query-editor, .graphiql-container .graphiql-editor-tool { padding: var(--px-8); }
}
`;

/**
 * Fixes the GraphiQL page while it is open.
 *
 * - Editors follow the system theme, as the styles do. GraphiQL reads it only at startup.
 * - Long lines wrap in the editors.
 * - The active tab scrolls into view.
 * - Tabs cannot be dragged: they slipped away under the pointer, and the tab list could not be scrolled by touch.
 * - The first button in a tab becomes the tab, because screen readers skip the content of a tab.
 */
export const GRAPHIQL_SCRIPT = `
const root = document.querySelector('#root');
const dark = matchMedia('(prefers-color-scheme: dark)');

dark.addEventListener('change', () => {
  if (document.body.matches('.graphiql-light, .graphiql-dark')) return;
  self.__MONACO?.editor.setTheme(dark.matches ? 'graphiql-DARK' : 'graphiql-LIGHT');
});

let editors;
function wrapLines() {
  if (editors || !self.__MONACO) return;
  editors = self.__MONACO.editor;
  const wrap = (editor) => editor.updateOptions({ wordWrap: 'on' });
  editors.getEditors().forEach(wrap);
  editors.onDidCreateEditor(wrap);
}

function nameTabs() {
  for (const item of root.querySelectorAll('li.graphiql-tab[role="tab"], li.graphiql-tab[aria-selected]')) {
    const tab = item.querySelector('button');
    if (!tab) continue;
    tab.setAttribute('role', 'tab');
    if (item.hasAttribute('aria-selected')) tab.setAttribute('aria-selected', item.getAttribute('aria-selected'));
    if (tab.ariaSelected === 'true') tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    item.setAttribute('role', 'presentation');
    item.removeAttribute('aria-selected');
  }
}

root.addEventListener('pointerdown', (event) => event.target.closest('.graphiql-tab') && event.stopPropagation(), true);

new MutationObserver(() => {
  wrapLines();
  nameTabs();
}).observe(root, {
  subtree: true, childList: true, attributes: true, attributeFilter: ['role', 'aria-selected'],
});
`;
