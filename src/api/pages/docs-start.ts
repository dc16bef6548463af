/**
 * The script of the documentation page. It loads the document from the page's own host and sends trial requests there.
 * Whatever the site is called, nothing goes to another host. It also adds labels and a heading for screen readers.
 * An address such as `#/Events/ListEvents` opens one operation.
 */
export const START_SCRIPT = `const root = document.querySelector('#docs');
const namespace = new URL(root.dataset.namespace, location.href).href;
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
const nothing = () => () => null;
const inside = (name) => (Part, { React: { createElement } }) => (props) =>
  createElement('section', { 'aria-label': name }, createElement(Part, props));
const parts = () => ({
  wrapComponents: {
    InfoContainer: inside('About'),
    // Our own form signs in. The viewer's has one for each way to do it.
    AuthorizeBtnContainer: nothing,
    authorizeOperationBtn: nothing,
    operations: (Operations, { React: { createElement } }) => (props) =>
      createElement('div', null, createElement('h2', null, 'Routes'), createElement(Operations, props)),
  },
});
if (location.hash) new MutationObserver((_, observer) => {
  const operation = document.getElementById('operations-' + location.hash.slice(2).replace('/', '-'));
  if (!operation) return;
  observer.disconnect();
  operation.scrollIntoView();
}).observe(root, { childList: true, subtree: true });
fetch(namespace + '/doc').then((answer) => answer.json()).then((spec) => {
  spec.servers = [{ url: namespace }];
  SwaggerUIBundle({
    spec, domNode: root, plugins: [parts], defaultModelsExpandDepth: 0, validatorUrl: null, deepLinking: true,
  });
});
`;
