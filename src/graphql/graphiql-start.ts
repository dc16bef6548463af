const WELCOME = `# The next events, with where they take place.
query NextEvents {
  eventPage(perPage: 5) {
    total
    items {
      id
      title
      startDate
      timezone
      venues { name city }
      organizers { name }
      categories { name }
    }
  }
}

# Venues with events to come.
query Venues {
  venuePage(filter: { onlyWithUpcoming: true }) {
    items { id name city country }
  }
}

# Needs rights: sign in with the header {"Authorization": "Bearer …"} below.
mutation NewEvent {
  createEvent(input: {
    title: "Open house"
    startDate: "tomorrow 10:00"
    endDate: "tomorrow 16:00"
    venues: { upsert: [{ name: "Town hall" }] }
  }) {
    event { id url venues { id } }
    userErrors { path message }
  }
}
`;

/** The heading is for readers of screens; what GraphiQL writes too faintly is given contrast. */
export const OWN_STYLE = `
main { display: contents; }
h1 { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
.graphiql-container .graphiql-logo span { color: hsl(var(--color-neutral)); }
.monaco-editor.vs-dark .line-numbers { color: #a9b1c6 !important; }
.monaco-editor.vs-dark .mtk8 { color: #9dc47f !important; }
`;

/** Without an endpoint, queries go to the address of the page: what is asked on `/ko/graphql` is answered in Korean. */
const OPTIONS = { title: 'Event calendar', defaultQuery: WELCOME, shouldPersistHeaders: false };

/**
 * What the page runs to start GraphiQL, which opens a new tab unless it is told the query and the variables that were in
 * front the last time. What earlier pages kept of headers is forgotten. `workers` are files beside this one.
 */
export const startScript = (workers: Readonly<Record<string, string>>): string => `
try {
  localStorage.removeItem('graphiql:headers');
  const kept = JSON.parse(localStorage.getItem('graphiql:tabState'));
  const state = JSON.stringify(kept, (key, value) => (key === 'headers' ? null : value));
  const { query, variables } = kept.tabs[kept.activeTabIndex];
  localStorage.setItem('graphiql:tabState', state);
  localStorage.setItem('graphiql:query', query ?? '');
  localStorage.setItem('graphiql:variables', variables ?? '');
} catch {
  // A first visit, or a browser that keeps nothing.
}
const here = document.currentScript.src;
const workers = ${JSON.stringify(workers)};
self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (module, label) => new URL(workers[label], here).href,
};
YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), ${JSON.stringify(OPTIONS)});
`;

/** What GraphiQL calls a tab holds buttons, and readers of screens pass over what is in a tab: its first button becomes the tab. */
export const TABS_SCRIPT = `
const root = document.querySelector('#root');
function nameTabs() {
  for (const item of root.querySelectorAll('li.graphiql-tab[role="tab"], li.graphiql-tab[aria-selected]')) {
    const tab = item.querySelector('button');
    if (!tab) continue;
    tab.setAttribute('role', 'tab');
    if (item.hasAttribute('aria-selected')) tab.setAttribute('aria-selected', item.getAttribute('aria-selected'));
    item.setAttribute('role', 'presentation');
    item.removeAttribute('aria-selected');
  }
}
new MutationObserver(nameTabs).observe(root, {
  ...{ subtree: true, childList: true, attributes: true, attributeFilter: ['role', 'aria-selected'] },
});
`;
