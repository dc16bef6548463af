/**
 * What the page of the documentation runs. The document is asked from, and tried out at, where the page came from:
 * whatever the site is called, nothing leaves it.
 */
export const START_SCRIPT = `const root = document.querySelector('#docs');
const namespace = new URL(root.dataset.namespace, location.href).href;
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
fetch(namespace + '/doc').then((answer) => answer.json()).then((spec) => {
  spec.servers = [{ url: namespace }];
  SwaggerUIBundle({ spec, domNode: root, docExpansion: 'list', defaultModelsExpandDepth: 0, deepLinking: false, validatorUrl: null });
});
`;
