/**
 * What is put right on the page of GraphiQL while it is open.
 *
 * - Its editors follow the theme of the system, at which it looks only when it starts; its styles do.
 * - Lines that are longer than an editor is wide are wrapped.
 * - The tab in front is scrolled to, where not all are in sight.
 * - Its tabs cannot be dragged: they ran away below the pointer, and a list of them could not be scrolled by touch.
 * - What it calls a tab holds buttons, and readers of screens pass over what is in a tab: its first button becomes the tab.
 */
export const PAGE_SCRIPT = `
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
  ...{ subtree: true, childList: true, attributes: true, attributeFilter: ['role', 'aria-selected'] },
});
`;
