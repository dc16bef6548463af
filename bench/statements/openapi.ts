import { readFileSync } from 'node:fs';

interface Read {
  path: string;
  parameters: string[];
}

/** What can be read by REST, as `npm run schema` printed it: the parameters of each path that are no part of it. */
export function printedOpenApi(): Read[] {
  const text = readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8');
  const { paths } = JSON.parse(text) as {
    paths: Record<string, { get?: { parameters: { name: string; in: string }[] } }>;
  };
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get && path.split('/').length > 1 && path !== '/' && path !== '/doc'
      ? [{ path, parameters: get.parameters.filter((each) => each.in === 'query').map(({ name }) => name) }]
      : [],
  );
}
