import { escapeHtml } from '../../domain/html.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { ADDRESS_WORDS, addressScript } from './graphiql-address.ts';
import { NARROW } from './graphiql-page.ts';

/** An example operation, which GraphiQL opens in a tab. */
interface Example {
  /** The name of the operation and of the tab. */
  name: string;
  query: string;
  kind: 'query' | 'mutation' | 'subscription';
}

const DOCUMENT = new RegExp(`^((?:# .+\\n){${LANGUAGES.length}})((query|mutation|subscription) (\\w+)[^]*)$`);

/**
 * The example in a document of `schema/examples/`, for one language. A document begins with one comment line per language,
 * in the order of `LANGUAGES`; only the matching line is kept. One named operation follows. @throws for any other document
 */
export function exampleIn(language: Language, document: string): Example {
  const [, comments, query, kind, name] = DOCUMENT.exec(document) ?? [];
  if (!comments || !query || !name) throw new Error(`not an example: ${document.slice(0, 200)}`);
  const comment = comments.split('\n')[LANGUAGES.indexOf(language)];
  return { name, query: `${comment}\n${query}`, kind: kind as Example['kind'] };
}

const EXAMPLE_WORDS: { [L in Language]: Record<'menu' | Example['kind'], string> } = {
  en: { menu: 'Examples', query: 'Reading', mutation: 'Writing', subscription: 'Watching' },
  ko: { menu: '예제', query: '읽기', mutation: '쓰기', subscription: '지켜보기' },
  es: { menu: 'Ejemplos', query: 'Leer', mutation: 'Escribir', subscription: 'Seguir' },
};

/** The menu of the examples, and the button that shows the document as an address, as HTML. */
function menuOf(examples: readonly Example[], language: Language) {
  const { menu, ...kinds } = EXAMPLE_WORDS[language];
  const groups = Object.entries(kinds).map(([kind, words]) => {
    const own = examples.filter((example) => example.kind === kind);
    return `<optgroup label="${words}">${own.map(({ name }) => `<option>${name}</option>`).join('')}</optgroup>`;
  });
  const select = `<select aria-label="${menu}" lang="${language}"><option value="">${menu}</option>${groups.join('')}</select>`;
  return `${select} <button type="button" lang="${language}">${ADDRESS_WORDS[language].open}</button>`;
}

/**
 * Without an endpoint, queries go to the address of the page: a query on `/ko/graphql` is answered in Korean. The pane of headers
 * says how to log in, in a comment that sends nothing.
 */
const OPTIONS = { shouldPersistHeaders: false, defaultHeaders: '// {"Authorization": "Bearer ana:PASSWORD"}' };

/** What the start script is made of. */
interface Start {
  examples: readonly Example[];
  language: Language;
  /** The name of the site. */
  name: string;
  /** The files of workers, next to the script. */
  workers: Readonly<Record<string, string>>;
  /** The names of operations that have an address. */
  operations: readonly string[];
}

/**
 * The script that starts GraphiQL. The first visit has one tab, with the first example; a later one has the tabs of the last, in
 * their order, with the same tab active. Examples that were not edited are in the language of the page. The menu opens any example
 * in a tab of its own. A query in the address becomes active, in the tab that has it or in a new one. An example that reads and is
 * active at the start is run. Headers stored by another GraphiQL at this address are deleted.
 */
export const startScript = ({ examples, language, name, workers, operations }: Start): string => `
const examples = ${JSON.stringify(examples)};
const workers = ${JSON.stringify(workers)};
const frame = document.querySelector('#root');

const bare = (text) => text?.replace(/^(#.*\\n)+/, '');
const exampleOf = (query) => examples.find((example) => bare(example.query) === bare(query));

const exampleTab = ({ name, query }) => ({
  id: Math.random().toString(36).slice(2), title: name, operationName: name,
  query, variables: null, headers: null, response: null,
});

/** What was there the last time; no tabs at a first visit, or in a browser that keeps nothing. */
function keptState() {
  try {
    localStorage.removeItem('graphiql:headers');
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
    return { tabs: tabs.map((tab) => ({ ...tab, headers: null })), activeTabIndex };
  } catch {
    return { tabs: [], activeTabIndex: 0 };
  }
}

function newState() {
  const kept = keptState();
  const tabs = kept.tabs.map((tab) => ({ ...tab, query: exampleOf(tab.query)?.query ?? tab.query }));
  if (!tabs.length) tabs.push(exampleTab(examples[0]));
  return { tabs, activeTabIndex: tabs[kept.activeTabIndex] ? kept.activeTabIndex : 0 };
}

/** GraphiQL writes the active query into the address. There, the comment on an example may be in another language. */
function inFront({ tabs, activeTabIndex }) {
  const query = new URL(location.href).searchParams.get('query');
  const isInAddress = (tab) => !query || bare(tab.query) === bare(query);
  return [tabs[activeTabIndex], ...tabs].find(isInAddress) ?? { query: exampleOf(query)?.query ?? query };
}

const state = newState();
let storage;
try {
  localStorage.setItem('graphiql:tabState', JSON.stringify(state));
} catch {
  // GraphiQL is to keep nothing either.
  storage = null;
}

/** The editor of the query or of another file, once it is there. */
const editor = (file = 'operation.graphql') =>
  self.__MONACO?.editor.getEditors().find((each) => each.getModel()?.uri.path.endsWith(file));

frame.addEventListener('change', ({ target }) => {
  const example = target.matches('select[lang]') && examples.find(({ name }) => name === target.value);
  if (!example) return;
  target.value = '';
  frame.querySelector('.graphiql-tab-add').click();
  editor().setValue(example.query);
  editor().focus();
});

${addressScript(language, operations)}
const here = document.currentScript.src;
self.MonacoEnvironment = { getWorkerUrl: (module, label) => new URL(workers[label], here).href };
const { query, variables } = inFront(state);

if (exampleOf(query)?.kind === 'query') new MutationObserver((_, observer) => {
  if (editor()?.getValue() !== query) return;
  observer.disconnect();
  frame.querySelector('.graphiql-execute-button').click();
}).observe(frame, { childList: true, subtree: true });

YogaGraphiQL.renderYogaGraphiQL(frame, {
  ...${JSON.stringify({ ...OPTIONS, title: `${menuOf(examples, language)} <span>${escapeHtml(name)}</span>` })},
  defaultTabs: state.tabs.map(({ query, variables }) => ({ query, variables })),
  query: query ?? '',
  variables: variables ?? '',
  storage,
  defaultEditorToolsVisibility: !matchMedia('${NARROW}').matches,
});
`;
