/** The styles of the viewer on our page: our colours, and the viewer's own where they are legible. */
export const DOCS_STYLE = `body { max-width: 72rem; }
html.dark-mode { background: var(--paper); }
.about { margin: 0; padding: 0; border: 0; }
.about h2 { margin-top: 1rem; }
.swagger-ui, .dark-mode .swagger-ui { background: none; }
.swagger-ui .wrapper { padding: 0; }
.swagger-ui .info { margin: 0 0 1rem; }
.swagger-ui h2 { margin: 1.5rem 0 0; color: var(--ink); font: 650 1.25rem/1.3 system-ui, sans-serif; }
.swagger-ui .info .title, .swagger-ui .opblock-tag { color: var(--ink); font-family: inherit; }
/* There is one server: this one. */
.swagger-ui .scheme-container .schemes > .schemes-server-container, .swagger-ui .operation-servers { display: none; }
.swagger-ui .scheme-container { margin: 0; padding: 0; background: none; box-shadow: none; }
.swagger-ui .scheme-container .schemes { justify-content: flex-end; padding: 0; }
html:not(.dark-mode) .swagger-ui {
  .info .title small, .info .title small.version-stamp { background: #525c70; }
  .btn.authorize { color: #0f6b42; border-color: #0f6b42; }
  .info a.link, .link { color: #0b57b0; }
  .btn.authorize svg { fill: #0f6b42; }
  .opblock .opblock-summary-method { text-shadow: none; }
  .opblock-get .opblock-summary-method { background: #0b57b0; }
  .opblock-post .opblock-summary-method { background: #0f6b42; }
  .opblock-put .opblock-summary-method { background: #8f4d00; }
  .opblock-patch .opblock-summary-method { background: #0b6b66; }
  .opblock-delete .opblock-summary-method { background: #b3261e; }
  .btn.cancel, .parameter__name.required span, .parameter__name.required::after { color: #b3261e; border-color: #b3261e; }
  .parameter__in, .parameter__type, .tab li { color: #525c70; }
  .download-contents { background: #525c70; }
  .btn.execute { background: #0b57b0; border-color: #0b57b0; }
}
`;
