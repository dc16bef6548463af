import type { Abouts } from '../../domain/about.ts';
import { DomainError } from '../../domain/errors.ts';
import { once } from '../../domain/once-for.ts';
import type { HostRoute, OwnRow } from './route.ts';
import { describeHostRoute, describeNamespace, describePath, describeRoot, ROOT_ROUTE } from './self-description.ts';
import { HOST_ROUTES } from './table.ts';

interface OwnDeps {
  /** The names of the namespace: its own, and those that clients may have built in. */
  namespaces: readonly string[];
  abouts: Abouts;
  /** Builds the answer of `/doc`. Called once, on the first request for it. */
  documentation(): object;
}

interface OwnRows {
  /** The root of REST and the routes of the host, by their whole paths. */
  above: readonly OwnRow[];
  /** The routes below the namespace of the calendar. */
  below: readonly OwnRow[];
}

/** The routes that describe the REST API and the caller. */
export function ownRows({ namespaces, abouts, documentation }: OwnDeps): OwnRows {
  const methods = ['GET'] as const;

  function refuseOther(requested: unknown) {
    if (requested === undefined || namespaces.some((name) => name === requested)) return;
    throw new DomainError('NO_NAMESPACE', 'There is no namespace of this name.');
  }

  const hostRow = (route: HostRoute): OwnRow => ({
    path: `/${route.namespace}${route.path}`,
    methods,
    async show({ run }) {
      const body = JSON.parse((await run(route.operation)).json);
      if (body === null) throw new DomainError(route.nobody, 'You are not logged in.');
      return body;
    },
    describe: (context) => describeHostRoute(route, context),
  });

  return {
    above: [
      {
        path: '',
        methods,
        show: ({ context }) => describeRoot({ abouts, names: namespaces.map(context.links.renamed) }, context),
        describe: () => ROOT_ROUTE,
      },
      ...HOST_ROUTES.map(hostRow),
    ],
    below: [
      {
        path: '',
        methods,
        show({ source, context }) {
          refuseOther(source('namespace', false));
          return describeNamespace(context);
        },
        describe: (context) => describePath('', [], context),
      },
      { path: '/doc', methods, show: once(documentation), describe: (context) => describePath('/doc', [], context) },
    ],
  };
}
