import { LANGUAGES, type Language } from '../../domain/language.ts';
import { NARROW } from './graphiql-page.ts';

/** An example operation that GraphiQL opens in its own tab. */
export interface Example {
  /** The name of the operation and of the tab. */
  name: string;
  query: string;
}

const DOCUMENT = new RegExp(`^((?:# .+\\n){${LANGUAGES.length}})((?:query|mutation|subscription) (\\w+)[^]*)$`);

/**
 * The example in a document of `schema/examples/`, for one language. A document begins with one comment line per language,
 * in the order of `LANGUAGES`; only the matching line is kept. One named operation follows. @throws for any other document
 */
export function exampleIn(language: Language, document: string): Example {
  const [, comments, query, name] = DOCUMENT.exec(document) ?? [];
  if (!comments || !query || !name) throw new Error(`not an example: ${document.slice(0, 200)}`);
  return { name, query: `${comments.split('\n')[LANGUAGES.indexOf(language)]}\n${query}` };
}

/**
 * Without an endpoint, queries go to the address of the page: a query on `/ko/graphql` is answered in Korean. The pane of headers
 * says how to log in, in a comment that sends nothing.
 */
const OPTIONS = {
  title: 'Event calendar',
  shouldPersistHeaders: false,
  defaultHeaders: '// {"Authorization": "Bearer ana:PASSWORD"}',
};

/**
 * The script that starts GraphiQL. It restores the tabs of the last visit in their order, with the same tab active, and
 * appends each example whose name no tab has. So the first visit shows the examples, and a closed example returns at the
 * next visit. A tab with an unedited example (`shipped` is its original text) shows the current text, in the language of the
 * page. A query in the address becomes active, in the tab that has it or in a new one. Headers stored by another GraphiQL
 * at this address are deleted. `workers` are files next to this one.
 */
export const startScript = (examples: readonly Example[], workers: Readonly<Record<string, string>>): string => `
const examples = ${JSON.stringify(examples)};
const workers = ${JSON.stringify(workers)};

const exampleTab = ({ name, query }) => ({
  id: Math.random().toString(36).slice(2), title: name, operationName: name,
  query, shipped: query, variables: null, headers: null, response: null,
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
  const tabs = kept.tabs.map((tab) => {
    const example = tab.query === tab.shipped && examples.find(({ name }) => name === tab.title);
    return example ? { ...tab, query: example.query, shipped: example.query } : tab;
  });
  tabs.push(...examples.filter(({ name }) => !tabs.some(({ title }) => title === name)).map(exampleTab));
  return { tabs, activeTabIndex: tabs[kept.activeTabIndex] ? kept.activeTabIndex : 0 };
}

/** GraphiQL writes the active query into the address. There, the comment on an example may be in another language. */
function inFront({ tabs, activeTabIndex }) {
  const query = new URL(location.href).searchParams.get('query');
  const bare = (text) => text?.replace(/^(#.*\\n)+/, '');
  const isInAddress = (tab) => !query || bare(tab.query) === bare(query);
  return [tabs[activeTabIndex], ...tabs].find(isInAddress) ?? { query };
}

const state = newState();
let storage;
try {
  localStorage.setItem('graphiql:tabState', JSON.stringify(state));
} catch {
  // GraphiQL is to keep nothing either.
  storage = null;
}

const here = document.currentScript.src;
self.MonacoEnvironment = { getWorkerUrl: (module, label) => new URL(workers[label], here).href };
const { query, variables } = inFront(state);
YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
  ...${JSON.stringify(OPTIONS)},
  defaultTabs: state.tabs.map(({ query, variables }) => ({ query, variables })),
  query: query ?? '',
  variables: variables ?? '',
  storage,
  defaultEditorToolsVisibility: !matchMedia('${NARROW}').matches,
});
`;
