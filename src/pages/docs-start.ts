/**
 * What the page of the documentation runs. The document is asked from, and tried out at, where the page came from:
 * whatever the site is called, nothing leaves it. To the parts of the viewer it adds what readers of screens look for.
 */
export const START_SCRIPT = `const root = document.querySelector('#docs');
const namespace = new URL(root.dataset.namespace, location.href).href;
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
const inside = (name) => (Part, { React: { createElement } }) => (props) =>
  createElement('section', { 'aria-label': name }, createElement(Part, props));
const parts = () => ({
  wrapComponents: {
    InfoContainer: inside('About'),
    AuthorizeBtnContainer: inside('Credentials'),
    operations: (Operations, { React: { createElement } }) => (props) =>
      createElement('div', null, createElement('h2', null, 'Routes'), createElement(Operations, props)),
  },
});
fetch(namespace + '/doc').then((answer) => answer.json()).then((spec) => {
  spec.servers = [{ url: namespace }];
  SwaggerUIBundle({ spec, domNode: root, plugins: [parts], defaultModelsExpandDepth: 0, validatorUrl: null });
});
`;
