import type { Example } from './graphiql-examples.ts';
import { NARROW } from './graphiql-style.ts';

/** Without an endpoint, queries go to the address of the page: what is asked on `/ko/graphql` is answered in Korean. */
const OPTIONS = { title: 'Event calendar', shouldPersistHeaders: false };

/**
 * What the page runs to start GraphiQL. Its tabs are those that were there the last time, in their order and with the same
 * one in front, and behind them each example whose name none of them has. So at a first visit they are the examples, and
 * an example that was closed is ready again at the next visit. A tab with an example that nobody has changed (`shipped` is
 * what it was made with) shows it as it is now, in the language of the page. A query in the address is put in front, in the
 * tab that has it or in one of its own. What earlier pages kept of headers is forgotten. `workers` are files beside this one.
 */
export const startScript = (examples: readonly Example[], workers: Readonly<Record<string, string>>): string => `
const examples = ${JSON.stringify(examples)};
const workers = ${JSON.stringify(workers)};

const exampleTab = ({ name, query }) => ({
  ...{ id: Math.random().toString(36).slice(2), hash: null, title: name, operationName: name },
  ...{ query, shipped: query, variables: null, headers: null, response: null },
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

/** GraphiQL writes what is in front into the address; there, the comment on an example may be in another language. */
function inFront({ tabs, activeTabIndex }) {
  const query = new URL(location.href).searchParams.get('query');
  const bare = (text) => text?.replace(/^(#.*\\n)+/, '');
  const isAsked = (tab) => !query || bare(tab.query) === bare(query);
  return [tabs[activeTabIndex], ...tabs].find(isAsked) ?? { query };
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
self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (module, label) => new URL(workers[label], here).href,
};
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
