import type { Language } from '../../domain/language.ts';
import { NARROW } from './graphiql-page.ts';

/** What the button and its window say. */
export const ADDRESS_WORDS = {
  en: {
    open: 'As an address',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    unread: 'The editor has no whole operation, or the variables are not a JSON object.',
    rule: 'Each operation must be a query or a mutation with one field at its root.',
    name: 'Name of the operation',
    write: 'Write it into the document',
    missing: 'These variables need a value:',
    there: 'The calendar has an operation of this name: its file answers here, not the editor.',
    later: 'The address works once the file is there, OPERATIONS names the folder, and the server was started again.',
    post: 'Send it by POST, with its variables as a JSON body:',
    file: 'Save the document as a file in the folder that OPERATIONS names:',
  },
  ko: {
    open: '주소로 보기',
    close: '닫기',
    copy: '복사',
    copied: '복사했습니다',
    unread: '편집기에 완성된 작업이 없거나 변수가 JSON 객체가 아닙니다.',
    rule: '각 작업은 맨 위에 필드가 하나인 질의나 변경이어야 합니다.',
    name: '작업의 이름',
    write: '문서에 써 넣기',
    missing: '다음 변수에 값이 필요합니다:',
    there: '달력에 같은 이름의 작업이 있습니다. 이 주소는 편집기가 아니라 그 파일의 문서로 답합니다.',
    later: '파일을 넣고 OPERATIONS에 폴더를 적은 뒤 서버를 다시 시작하면 이 주소가 작동합니다.',
    post: '변수를 JSON 본문에 담아 POST로 보내세요:',
    file: 'OPERATIONS에 적은 폴더에 문서를 이 파일로 저장하세요:',
  },
  es: {
    open: 'Como dirección',
    close: 'Cerrar',
    copy: 'Copiar',
    copied: 'Copiado',
    unread: 'El editor no tiene ninguna operación completa, o las variables no son un objeto JSON.',
    rule: 'Cada operación debe ser una consulta o una mutación con un solo campo en su raíz.',
    name: 'Nombre de la operación',
    write: 'Escribirlo en el documento',
    missing: 'Estas variables necesitan un valor:',
    there: 'El calendario tiene una operación con este nombre: aquí responde su archivo, no el editor.',
    later: 'La dirección funciona cuando el archivo está, OPERATIONS nombra la carpeta y el servidor se ha reiniciado.',
    post: 'Envíela por POST, con sus variables como cuerpo JSON:',
    file: 'Guarde el documento como archivo en la carpeta que nombra OPERATIONS:',
  },
} as const satisfies { [L in Language]: object };

export const ADDRESS_STYLE = `
#address {
  box-sizing: border-box; width: min(44rem, 100vw - 2rem); max-height: calc(100dvh - 2rem); margin: auto; padding: var(--px-20);
  overflow: auto; border: 1px solid currentColor; border-radius: var(--border-radius-8); background: hsl(var(--color-base));
  color: hsl(var(--color-neutral)); font-size: var(--font-size-body); line-height: 1.5; white-space: normal;
}
#address::backdrop { background: #0008; }
#address :is(h2, h3, p, pre, form) { margin: 0 0 var(--px-12); }
#address :is(code, pre) { font-family: var(--font-family-mono); overflow-wrap: anywhere; white-space: pre-wrap; }
#address a { color: inherit; text-decoration: underline; }
#address > button { float: right; }
#address form { display: flex; flex-wrap: wrap; gap: var(--px-8); }
@media ${NARROW} { .graphiql-logo select { max-width: 6rem; } }
`;

/** Reads a document and its variables, and writes the variables as `readAddress` reads them. */
export const ADDRESS_RULES = String.raw`
/** The operations of a document. Where the name is missing, "naming" says at which place what is written before it. */
function operationsIn(text) {
  const bare = text.replace(/"""(?:\\"""|[^])*?"""|"(?:\\.|[^"\\\n])*"|#.*/g, (each) => ' '.repeat(each.length));
  const found = [];
  let [depth, from, body, fields, before] = [0, 0, -1, 0, ''];
  for (const { 0: sign, index } of bare.matchAll(/[(){}:]|\.{3}|[$@]?\w+/g)) {
    if (sign === '{' && depth === 0) [body, fields] = [index, 0];
    if (sign === '{' || sign === '(') depth += 1;
    else if (sign === '}' || sign === ')') depth -= 1;
    else if (body >= 0 && depth === 1 && before !== ':' && /^[\w.]/.test(sign)) fields += sign === '...' ? 2 : 1;
    before = sign;
    if (sign !== '}' || depth > 0) continue;
    const [, space, kind, name = '', list = ''] = /^([\s,]*)(?:(\w+)\s*(\w*)\s*(?:\(([^]*)\))?)?/.exec(bare.slice(from, body));
    const naming = kind ? [from + space.length + kind.length, ' '] : [body, 'query '];
    const variables = [...list.matchAll(/\$(\w+)\s*:([[\]\w!\s]*)(=?)/g)].map(([, name, type, standard]) => {
      const written = type.replace(/\s/g, '');
      return { name, type: written, required: written.endsWith('!') && !standard };
    });
    if (kind !== 'fragment') found.push({ kind: kind ?? 'query', name, naming, variables, fields });
    [from, body] = [index + 1, -1];
  }
  return found;
}

/** The variables in the editor, which may have comments and last commas, as GraphiQL reads them. Undefined if they are no object. */
function valuesIn(text) {
  try {
    const bare = text.replace(/("(?:\\.|[^"\\])*")|\/\/.*|\/\*[^]*?\*\//g, '$1');
    const values = JSON.parse(bare.replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, '$1').trim() || '{}');
    if (Object.prototype.toString.call(values) === '[object Object]') return values;
  } catch {
    // The window says it.
  }
}

/** A variable in an address. A list is repeated if none of its texts would be read as another list. */
function pairsOf(name, value) {
  const isRepeated = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each !== 'object')
    && (value.length > 1 || !/[,%[]|^\s|\s$|^$/.test(value[0]));
  if (isRepeated) return value.map((each) => [name, String(each)]);
  return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
}

/** Those of the values that the operation takes. In an address, a text cannot be null. */
const ownValues = ({ kind, variables }, values) => Object.fromEntries(variables.flatMap(({ name, type }) => {
  const value = values[name];
  if (value === undefined || (value === null && kind === 'query' && /^\[*(String|ID)\b/.test(type))) return [];
  return [[name, type.startsWith('[') && value !== null ? [value].flat() : value]];
}));

/** The path of an operation with its variables, next to the page. */
function pathOf({ kind, name }, values) {
  const pairs = kind === 'query' ? Object.entries(values).flatMap(([name, value]) => pairsOf(name, value)) : [];
  return 'operations/' + name + (pairs.length > 0 ? '?' + new URLSearchParams(pairs) : '');
}
`;

/** Shows the document in the editor as an address. `there` are the names of operations that have one. */
export const addressScript = (language: Language, there: readonly string[]): string => `
const addressWords = ${JSON.stringify(ADDRESS_WORDS[language])};
const there = new Set(${JSON.stringify(there)});
${ADDRESS_RULES}
const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

const say = (...parts) => make('p', {}, ...parts);

/** Asks for a name, and writes it into the document. */
function nameForm(text, [at, before]) {
  const input = make('input', { required: true, maxLength: 100, pattern: '[A-Za-z_][A-Za-z0-9_]*', autocomplete: 'off' });
  const form = make('form', {}, make('label', {}, addressWords.name + ' ', input), make('button', {}, addressWords.write));
  form.onsubmit = (event) => {
    event.preventDefault();
    const range = editor().getModel().getFullModelRange();
    const named = text.slice(0, at) + before + input.value + ' ' + text.slice(at).trimStart();
    editor().executeEdits('address', [{ range, text: named }]);
    showAddress();
  };
  return form;
}

/** Without a clipboard, as on plain HTTP, the address is selected. */
function copyButton(code) {
  const button = make('button', { type: 'button', ariaLive: 'polite' }, addressWords.copy);
  button.onclick = () => {
    getSelection().selectAllChildren(code);
    navigator.clipboard?.writeText(code.textContent).then(() => { button.textContent = addressWords.copied; }, () => {});
  };
  return button;
}

function partsOf(operation, allValues) {
  const { kind, name, variables } = operation;
  const values = ownValues(operation, allValues);
  const missing = variables.filter((each) => each.required && values[each.name] == null).map((each) => '$' + each.name);
  const isQuery = kind === 'query';
  const address = make('code', {}, new URL(pathOf(operation, values), location.href).href);
  const isLink = isQuery && there.has(name) && missing.length === 0;
  return [
    make('h3', {}, name),
    isQuery ? '' : say(addressWords.post),
    say(isQuery ? 'GET ' : 'POST ', isLink ? make('a', { href: address.textContent }, address) : address, ' ', copyButton(address)),
    isQuery ? '' : make('pre', {}, JSON.stringify(values, null, 2)),
    missing.length === 0 ? '' : say(addressWords.missing + ' ', make('code', {}, missing.join(', '))),
    say(there.has(name) ? addressWords.there : addressWords.later),
  ];
}

function contentOf(text, values) {
  const operations = operationsIn(text);
  if (operations.length === 0 || !values) return [say(addressWords.unread)];
  if (operations.some(({ kind, fields }) => kind === 'subscription' || fields !== 1)) return [say(addressWords.rule)];
  const nameless = operations.find(({ name }) => !name);
  if (nameless) return [nameForm(text, nameless.naming)];
  const file = operations[0].name + '.graphql';
  const href = 'data:application/graphql;charset=utf-8,' + encodeURIComponent(text);
  const link = make('a', { download: file, href }, make('code', {}, 'OPERATIONS/' + file));
  return [...operations.flatMap((each) => partsOf(each, values)), say(addressWords.file + ' ', link)];
}

let addressWindow;
function showAddress() {
  addressWindow ??= make('dialog', { id: 'address', lang: '${language}', ariaLabel: addressWords.open });
  const close = make('button', { type: 'button', onclick: () => addressWindow.close() }, addressWords.close);
  const content = contentOf(editor().getValue(), valuesIn(editor('variables.json')?.getValue() ?? ''));
  addressWindow.replaceChildren(close, make('h2', {}, addressWords.open), ...content);
  if (!addressWindow.isConnected) frame.querySelector('.graphiql-container').append(addressWindow);
  if (!addressWindow.open) addressWindow.showModal();
  (addressWindow.querySelector('input') ?? close).focus();
}

frame.addEventListener('click', ({ target }) => target.matches('.graphiql-logo button[lang]') && editor() && showAddress());
`;
