import { readFileSync } from 'node:fs';

interface Read {
  path: string;
  parameters: string[];
}

/** The REST paths that can be read, with their query parameters, as printed by `npm run schema`. */
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
