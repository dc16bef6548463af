/** Up to this width, what GraphiQL shows side by side stands one below the other. */
export const NARROW = '(max-width: 700px)';

/** The heading is for readers of screens; what GraphiQL writes too faintly is given contrast; all its tabs can be reached. */
export const OWN_STYLE = `
main { display: contents; }
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
.graphiql-tab { transform: none !important; touch-action: auto !important; }
@media ${NARROW} {
  .graphiql-container .graphiql-container, .graphiql-container .graphiql-main, .graphiql-container #graphiql-session {
    flex-direction: column;
    min-height: 0;
  }
  .graphiql-container .graphiql-sidebar { flex-direction: row; width: auto; padding: 0 var(--px-8); }
  .graphiql-container .graphiql-sidebar > button[style] { margin: 0 0 0 auto !important; }
  .graphiql-container .graphiql-sessions { margin: 0; border-radius: 0; min-height: 0; }
  .graphiql-container .graphiql-logo, .graphiql-horizontal-drag-bar { display: none; }
  .graphiql-tabs { flex-wrap: nowrap; scrollbar-width: thin; }
  .graphiql-container .graphiql-query-editor, .graphiql-container .graphiql-editor-tool { padding: var(--px-8); }
}
`;
