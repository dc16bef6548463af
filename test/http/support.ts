import type { TestApp } from '../support/app.ts';

/** Another app on the same data, with these variables, that has had no requests yet. It is made at a tenth of the cost of a first one. */
export function anewOn(app: TestApp, env: Record<string, string>): TestApp {
  const fetch = app.secondServer(env);
  return {
    ...app,
    fetch,
    rest: (method, path, asked) => fetch(`/wp-json/calendar/events/v1${path}`, { ...asked, method }),
    graphql: (query, variables = {}, asked) =>
      fetch('/graphql', { ...asked, method: 'POST', json: { query, variables } }),
  };
}
