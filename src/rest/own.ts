import { DomainError } from '../errors.ts';
import { once } from '../rules/once-for.ts';
import type { OwnRow, Route } from './route.ts';
import { describeNamespace, describePath, describeRoot, ROOT_ROUTE } from './self-description.ts';

interface OwnDeps {
  routes: readonly Route[];
  /** Names of the namespace: its own, and those that clients may have built in. */
  namespaces: readonly string[];
  /** Makes what `/doc` answers; asked once, when somebody wants it. */
  documentation(): object;
}

/** The rows by which REST speaks of itself: its root, and two below the namespace. */
export function ownRows({ routes, namespaces, documentation }: OwnDeps): { root: OwnRow; below: readonly OwnRow[] } {
  const methods = ['GET'] as const;

  function refuseOther(asked: unknown): void {
    if (asked === undefined || namespaces.some((name) => name === asked)) return;
    throw new DomainError('NO_NAMESPACE', 'There is no namespace of this name.');
  }

  return {
    root: {
      path: '',
      methods,
      show: ({ context }) => describeRoot(routes, namespaces.map(context.links.renamed), context),
      describe: () => ROOT_ROUTE,
    },
    below: [
      {
        path: '',
        methods,
        show({ source, context }) {
          refuseOther(source('namespace', false));
          return describeNamespace(routes, context);
        },
        describe: (context) => describePath('', [], context),
      },
      { path: '/doc', methods, show: once(documentation), describe: (context) => describePath('/doc', [], context) },
    ],
  };
}
