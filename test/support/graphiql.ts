import type { TestApp } from './app.ts';

export const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** The paths of the files that a page loads, as a browser at this path resolves them. */
export const loadedBy = (page: string, path = '/graphql'): string[] =>
  [...page.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(
    ([, address]) => new URL(address!, `http://a.example${path}`).pathname,
  );

/** A script that the page of GraphiQL loads, in the language of its address or of the browser. */
export async function scriptOf(
  app: Pick<TestApp, 'fetch'>,
  name: 'start' | 'page',
  { path = '/graphql', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<string> {
  const page = await app.fetch(path, { headers: { ...HTML, ...headers } });
  const file = loadedBy(page.text, path).find((each) => each.includes(`/${name}-`));
  return (await app.fetch(file!)).text;
}

/** A tab as GraphiQL stores it. */
export interface Tab {
  id: string;
  title: string;
  query: string | null;
  variables: string | null;
  headers: string | null;
  operationName: string | null;
}

export const STATE = 'graphiql:tabState';

/** Runs the start script of GraphiQL in a browser whose storage holds `kept`. Returns that storage and what GraphiQL gets. */
export function started(
  script: string,
  kept: Record<string, string> = {},
  { search = '', narrow = false }: { search?: string; narrow?: boolean } = {},
) {
  const storage = new Map(Object.entries(kept));
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  };
  const document = {
    currentScript: { src: 'http://a.example/graphql/start.js' },
    querySelector: (name: string) => ({ name, addEventListener() {} }),
  };
  const location = { href: `http://a.example/graphql${search}` };
  // biome-ignore lint/suspicious/noExplicitAny: what the script sets is looked at, not typed
  const self: any = {};
  const calls: unknown[][] = [];
  const YogaGraphiQL = { renderYogaGraphiQL: (...args: unknown[]) => calls.push(args) };
  class MutationObserver {
    observe() {}
  }
  const browser = {
    localStorage,
    MutationObserver,
    document,
    location,
    self,
    YogaGraphiQL,
    matchMedia: () => ({ matches: narrow }),
  };
  new Function(...Object.keys(browser), script)(...Object.values(browser));
  const workers = ['editorWorkerService', 'json', 'graphql'].map((name): string =>
    self.MonacoEnvironment.getWorkerUrl('', name),
  );
  const [[{ name: root }, options]] = calls as [[{ name: string }, Record<string, unknown>]];
  const state = JSON.parse(storage.get(STATE)!) as { tabs: Tab[]; activeTabIndex: number };
  return { kept: Object.fromEntries(storage), state, root, options, workers };
}
