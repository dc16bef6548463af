import type { Incoming } from './http/exchange.ts';
import type { Answered } from './http/steps.ts';
import { escapeHtml } from './rules/html.ts';

/** The page at the root of the site: where the doors are, for people, and for clients that discover REST from here. */
export function homeStep(site: string, restRoot: string, namespace: string): (incoming: Incoming) => Answered | object {
  const root = `${site}${restRoot}`;
  const doors = [
    [`${root}/${namespace}/events`, 'Events through REST'],
    [`${root}/${namespace}/doc`, 'Documentation of REST (OpenAPI)'],
    [`${site}/graphql`, 'GraphQL, and GraphiQL in a browser'],
  ] as const;
  const items = doors.map(([href, name]) => `<li><a href="${escapeHtml(href)}">${name}</a></li>`).join('\n');
  const content = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Event calendar</title>
<link rel="https://api.w.org/" href="${escapeHtml(root)}/">
</head>
<body>
<h1>Event calendar</h1>
<ul>
${items}
</ul>
</body>
</html>
`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', Link: `<${root}/>; rel="https://api.w.org/"` };
  return ({ method, url }) =>
    url.pathname === '/' && (method === 'GET' || method === 'HEAD')
      ? { answer: { status: 200, headers: { ...headers }, content } }
      : {};
}
