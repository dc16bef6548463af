/** What the viewer looks like on our page. */
export const DOCS_STYLE = `body { max-width: 80rem; }
.swagger-ui .wrapper { padding: 0; }
`;
