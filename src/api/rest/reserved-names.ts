import { parse, visit } from 'graphql';
import { once } from '../../domain/once-for.ts';
import { formsOf } from './request.ts';
import { ROUTES } from './table.ts';

/** Parameters of the host. */
const OF_HOST = ['rest_route', 'namespace', 'context', 'id', 'slug', 'password'];

/**
 * Returns a function that says whether REST has a parameter or a member with a given name, in any place. Custom fields stand
 * beside both, so they must not share their names. `documents` are the texts of the REST operations.
 */
export function reservedNames(documents: readonly string[]): (name: string) => boolean {
  const names = once(() => {
    const parameters = ROUTES.flatMap((route) =>
      formsOf(route).flatMap(({ table }) => Object.values(table).map(({ wire }) => wire)),
    );
    const members: string[] = [];
    visit(parse(documents.join('\n')), {
      Field: ({ alias, name }) => void members.push((alias ?? name).value),
    });
    return new Set([...OF_HOST, ...parameters, ...members]);
  });
  return (name) => names().has(name);
}
