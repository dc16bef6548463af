/**
 * The script of the documentation page. It loads the document from the page's own host and sends trial requests there.
 * Whatever the site is called, nothing goes to another host. It also adds labels and a heading for screen readers.
 * An address such as `#/Events/ListEvents` opens one operation. The routes of pictures, which are no part of the document, are
 * described by themselves (OPTIONS). Forms hold the texts of the example and nothing else, and a picture is a file there.
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
    // What is empty is not sent, unless its box is ticked.
    ParameterIncludeEmpty: (Part, { React: { createElement } }) => (props) =>
      createElement(Part, { ...props, isIncludedOptions: { ...props.isIncludedOptions, defaultValue: false } }),
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
const media = new URL(root.dataset.media, location.href).href;
const inWords = {
  GET: ['List your pictures', 'Read a picture'], POST: ['Upload a picture', 'Describe a picture'],
  PUT: [, 'Describe a picture'], PATCH: [, 'Describe a picture'], DELETE: [, 'Delete a picture'],
};
const jsonOf = (address, method = 'GET') => fetch(address, { method }).then((answer) => answer.json());
const isText = (value) => typeof value === 'string' || typeof value === 'number';

function formOf({ properties, required }, file, example = {}) {
  const field = ([name, { description, enum: words }]) => [name, name === file
    ? { type: 'string', format: 'binary', description }
    : { type: 'string', description, enum: words, example: isText(example[name]) ? String(example[name]) : '' }];
  return { type: 'object', required, properties: Object.fromEntries(Object.entries(properties).map(field)) };
}

function setForms({ requestBodies, schemas }) {
  for (const { content } of Object.values(requestBodies))
    for (const [type, { schema, example }] of Object.entries(content).filter(([type]) => type !== 'application/json')) {
      const own = schemas[schema.$ref.split('/').at(-1)];
      content[type] = { schema: formOf(own, type === 'multipart/form-data' && 'image', example) };
    }
}

function operationOf(method, { id, ...inForm }, isOne) {
  const isForm = method.startsWith('P');
  const parameters = Object.entries({ ...(id && { id }), ...inForm }).map(([name, { description, required, ...schema }]) => (
    { name, in: name === 'id' ? 'path' : 'query', description, required, schema }
  ));
  const form = { properties: inForm, required: Object.keys(inForm).filter((name) => inForm[name].required) };
  return {
    operationId: method + (isOne ? 'Picture' : 'Pictures'), summary: inWords[method][Number(isOne)], tags: ['Pictures'],
    servers: [{ url: media.slice(0, -'/media'.length) }],
    parameters: isForm ? parameters.filter((each) => each.in === 'path') : parameters,
    ...(isForm && { requestBody: { content: { 'multipart/form-data': { schema: formOf(form, 'file') } } } }),
    responses: { [method === 'POST' && !isOne ? 201 : 200]: { description: 'It was done.' } },
  };
}

const operationsOf = ({ endpoints }, isOne) => Object.fromEntries(endpoints.flatMap(({ methods, args }) =>
  methods.map((method) => [method.toLowerCase(), operationOf(method, args, isOne)])));

Promise.all([
  jsonOf(namespace + '/doc'), jsonOf(media, 'OPTIONS'), jsonOf(media + '/1', 'OPTIONS'),
]).then(([spec, all, one]) => {
  spec.servers = [{ url: namespace }];
  setForms(spec.components);
  spec.tags.push({ name: 'Pictures', description: 'Pictures of your own, at the path of WordPress (wp/v2/media).' });
  Object.assign(spec.paths, { '/media': operationsOf(all, false), '/media/{id}': operationsOf(one, true) });
  SwaggerUIBundle({
    spec, domNode: root, plugins: [parts], defaultModelsExpandDepth: 0, validatorUrl: null, deepLinking: true,
  });
});
`;
